// The system calls a worker is refused, by libseccomp. They answer EPERM, so that a library which merely asks goes on.
#define _GNU_SOURCE
#include "SandboxShims.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>

static const int refused[] = {
    // Network: every way to get a socket.
    SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
    SCMP_SYS(accept4),
    // Programs and other processes.
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal), SCMP_SYS(kcmp),
    // Name spaces, mounts and handles that go around paths.
    SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(unshare), SCMP_SYS(setns),
    SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen), SCMP_SYS(fsmount), SCMP_SYS(name_to_handle_at),
    SCMP_SYS(open_by_handle_at),
    // Parts of the kernel that no document needs.
    SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup), SCMP_SYS(keyctl),
    SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(delete_module),
    SCMP_SYS(kexec_load), SCMP_SYS(kexec_file_load), SCMP_SYS(reboot), SCMP_SYS(swapon), SCMP_SYS(swapoff),
    SCMP_SYS(acct), SCMP_SYS(quotactl), SCMP_SYS(settimeofday), SCMP_SYS(clock_settime), SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname), SCMP_SYS(syslog), SCMP_SYS(ioperm), SCMP_SYS(iopl),
    // Identity.
    SCMP_SYS(setuid), SCMP_SYS(setgid), SCMP_SYS(setresuid), SCMP_SYS(setresgid), SCMP_SYS(setgroups),
    SCMP_SYS(capset),
};

int papertray_seccomp_restrict(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter) {
        errno = ENOMEM;
        return -1;
    }
    int failed = 0;
    for (size_t i = 0; i < sizeof refused / sizeof *refused && !failed; i++) {
        failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), refused[i], 0);
        if (failed == -EDOM) failed = 0;  // not a call of this architecture
    }
    // Threads are wanted, processes are not; clone3 hides its flags, so libc is sent back to clone.
    if (!failed)
        failed = seccomp_rule_add(
            filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    if (!failed) failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    if (!failed) failed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!failed) failed = seccomp_load(filter);
    seccomp_release(filter);
    if (failed) {
        errno = -failed;
        return -1;
    }
    return 0;
}
