#define _GNU_SOURCE
#include "PlatformShims.h"
#include "Spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

int papertray_open_beneath(int directory, const char *path, int flags, unsigned int mode) {
    struct open_how how = {
        .flags = (uint64_t)(flags | O_CLOEXEC),
        .mode = (flags & O_CREAT) ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
    };
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int papertray_open_at(int directory, const char *path, int flags, unsigned int mode) {
    return openat(directory, path, flags | O_CLOEXEC, mode);
}

int papertray_rename_noreplace(int from_directory, const char *from, int to_directory, const char *to) {
    return renameat2(from_directory, from, to_directory, to, RENAME_NOREPLACE);
}

int papertray_open_unnamed(int directory, unsigned int mode) {
    return openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

int papertray_link_descriptor(int descriptor, int directory, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW);
}

int papertray_clone_file(int destination, int source) { return ioctl(destination, FICLONE, source); }

int papertray_has_no_writer(int descriptor) {
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0) {
        fcntl(descriptor, F_SETLEASE, F_UNLCK);
        return 1;
    }
    return errno == EAGAIN ? 0 : -1;
}

int papertray_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int papertray_kill_pidfd(int pidfd) { return (int)syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0); }

int papertray_wait_pidfd(int pidfd, int *status, int *by_signal) {
    siginfo_t info = {0};
    if (waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED) != 0) return -1;
    *status = info.si_status;
    *by_signal = info.si_code != CLD_EXITED;
    return 0;
}

int papertray_socket_pair(int descriptors[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, descriptors);
}

static int unix_address(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return 0;
}

int papertray_listen_unix(const char *path, unsigned int mode) {
    struct sockaddr_un address;
    if (unix_address(path, &address) != 0) return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    mode_t previous = umask(0777 & ~mode);
    int bound = bind(descriptor, (struct sockaddr *)&address, sizeof address);
    umask(previous);
    if (bound != 0 || listen(descriptor, 64) != 0) {
        int saved = errno;
        close(descriptor);
        errno = saved;
        return -1;
    }
    return descriptor;
}

long papertray_send_datagram(const char *address, const char *bytes, unsigned long count) {
    struct sockaddr_un target;
    if (unix_address(address, &target) != 0) return -1;
    int isName = address[0] == '@';
    if (isName) target.sun_path[0] = 0;
    // A path ends with its NUL, a name with its last byte.
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(address) + (isName ? 0 : 1));
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    long sent = sendto(descriptor, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&target, length);
    int saved = errno;
    close(descriptor);
    errno = saved;
    return sent;
}

int papertray_spawn_fresh(
    int *pid, const char *path, char *const arguments[], char *const environment[],
    posix_spawn_file_actions_t *actions) {
    posix_spawnattr_t attributes;
    int failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        sigset_t every, none;
        sigfillset(&every);
        sigemptyset(&none);
        posix_spawnattr_setsigdefault(&attributes, &every);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
        failed = posix_spawn(pid, path, actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(actions);
    return failed;
}

int papertray_spawn(
    int *pid, const char *path, char *const arguments[], char *const environment[], int channel, int log) {
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, log, 1);
    posix_spawn_file_actions_adddup2(&actions, log, 2);
    posix_spawn_file_actions_adddup2(&actions, channel, 3);
    return papertray_spawn_fresh(pid, path, arguments, environment, &actions);
}

static int signal_descriptor = -1;

static void redirect(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe holds enough unread signals already.
    if (write(signal_descriptor, &byte, 1) < 0) errno = saved;
    errno = saved;
}

int papertray_redirect_signals(int descriptor) {
    signal_descriptor = descriptor;
    struct sigaction action = {.sa_handler = redirect, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    if (sigaction(SIGTERM, &action, NULL) != 0 || sigaction(SIGINT, &action, NULL) != 0) return -1;
    return sigaction(SIGHUP, &action, NULL);
}

int papertray_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }

long papertray_file_system_type(int descriptor) {
    struct statfs information;
    return fstatfs(descriptor, &information) == 0 ? (long)information.f_type : -1;
}

int papertray_local_time(int64_t seconds, int fields[6]) {
    struct tm parts;
    time_t moment = (time_t)seconds;
    if (!localtime_r(&moment, &parts)) return -1;
    fields[0] = parts.tm_year + 1900;
    fields[1] = parts.tm_mon + 1;
    fields[2] = parts.tm_mday;
    fields[3] = parts.tm_hour;
    fields[4] = parts.tm_min;
    fields[5] = parts.tm_sec;
    return 0;
}
