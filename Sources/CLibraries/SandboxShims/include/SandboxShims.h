// Confinement of the calling process or thread: Landlock for files, seccomp for system calls.
// Each returns 0, or -1 with errno set; `papertray_landlock_version` returns 0 where the kernel has no Landlock.
#ifndef SANDBOX_SHIMS_H
#define SANDBOX_SHIMS_H

#include <stddef.h>

/// The Landlock ABI version of the kernel.
int papertray_landlock_version(void);
/// Restricts the calling thread, and threads it starts later, to reading below `readable` and to reading and writing
/// below `writable`. Paths that do not exist are left out. May be called again to narrow a domain further.
int papertray_landlock_restrict(
    const char *const *readable, size_t readable_count, const char *const *writable, size_t writable_count);
/// Denies sockets, programs, other processes and everything administrative to all threads of the process.
int papertray_seccomp_restrict(void);
/// PR_SET_NO_NEW_PRIVS and PR_SET_DUMPABLE 0.
int papertray_renounce_privileges(void);
/// The soft limit of the address space, and the limits that never change: written files, open files, no core.
int papertray_limit_address_space(unsigned long long bytes);
int papertray_limit_fixed(unsigned long long file_bytes, unsigned long long open_files);
/// Makes a failed C++ allocation end the process with `status` instead of a crash, so that the parent can tell why.
void papertray_exit_when_out_of_memory(int status);
/// Attempts for the proof of confinement: each returns the errno of the refusal, or 0 where nothing refused.
int papertray_attempt_read(const char *path);
int papertray_attempt_write(const char *path);
int papertray_attempt_socket(int family);
int papertray_attempt_exec(const char *path);
int papertray_attempt_fork(void);
int papertray_attempt_trace(int pid);

#endif
