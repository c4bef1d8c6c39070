// Linux system calls that Swift cannot reach: those without a libc wrapper, variadic ones, and macros.
// Each returns what the call returns and leaves errno as the call left it.
#ifndef PLATFORM_SHIMS_H
#define PLATFORM_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// openat2(2), beneath `directory`, following no link and crossing no mount.
int papertray_open_beneath(int directory, const char *path, int flags, unsigned int mode);
/// openat(2) with a mode.
int papertray_open_at(int directory, const char *path, int flags, unsigned int mode);
/// renameat2(2) with RENAME_NOREPLACE.
int papertray_rename_noreplace(int from_directory, const char *from, int to_directory, const char *to);
/// openat(2) with O_TMPFILE: a file in the directory without a name.
int papertray_open_unnamed(int directory, unsigned int mode);
/// linkat(2) of an open unnamed file through /proc.
int papertray_link_descriptor(int descriptor, int directory, const char *name);
/// ioctl(FICLONE).
int papertray_clone_file(int destination, int source);
/// 1 where no process has the file open for writing, 0 where one has, -1 where the kernel does not know.
int papertray_has_no_writer(int descriptor);
int papertray_pidfd_open(int pid);
/// SIGKILL through the pidfd, which never meets another process.
int papertray_kill_pidfd(int pidfd);
int papertray_wait_pidfd(int pidfd, int *status, int *by_signal);
/// A connected pair of stream sockets, both closed on exec.
int papertray_socket_pair(int descriptors[2]);
/// A listening Unix socket; the path must be free.
int papertray_listen_unix(const char *path, unsigned int mode);
/// Sends one datagram to a Unix socket; an address that begins with '@' is a name and no path (unix(7), abstract).
long papertray_send_datagram(const char *address, const char *bytes, unsigned long count);
/// Starts a program with its own session's worth of signals reset. `channel` becomes descriptor 3, `log` 1 and 2.
/// Everything else is closed on exec by its own flag. Returns 0 or an errno value.
int papertray_spawn(
    int *pid, const char *path, char *const arguments[], char *const environment[], int channel, int log);
/// A listening TCP socket at a numeric address, whose port must be free.
int papertray_listen_tcp(const char *host, uint16_t port);
/// Starts a program whose standard input holds `length` bytes and whose output goes to `/dev/null`. It leads a process
/// group of its own. Returns 0 or an errno value.
int papertray_spawn_reading(
    int *pid, const char *path, char *const arguments[], char *const environment[], const void *input,
    size_t length);
/// SIGKILL to a process group whose leader is not reaped yet.
int papertray_kill_group(int leader);
/// 1 once the process behind the pidfd has ended, 0 after the timeout.
int papertray_poll_pidfd(int pidfd, int milliseconds);
/// Free bytes for ordinary users in the file system of an open directory, -1 where that fails.
int64_t papertray_free_bytes(int descriptor);
int64_t papertray_total_bytes(int descriptor);
/// From now on SIGTERM, SIGINT and SIGHUP write their number as one byte to `descriptor` and do nothing else.
int papertray_redirect_signals(int descriptor);
/// An exclusive lock on an open file that ends with the process: 0, or -1 with EWOULDBLOCK where taken.
int papertray_lock(int descriptor);
long papertray_file_system_type(int descriptor);
int papertray_local_time(int64_t seconds, int fields[6]);

#endif
