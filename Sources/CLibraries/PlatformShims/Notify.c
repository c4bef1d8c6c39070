// What notifications and metrics need of the system: programs that read their standard input, and TCP sockets.
#define _GNU_SOURCE
#include "PlatformShims.h"
#include "Spawn.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

int papertray_listen_tcp(const char *host, uint16_t port) {
    struct sockaddr_storage address = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)&address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&address;
    socklen_t length = sizeof *four;
    if (inet_pton(AF_INET, host, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
    } else if (inet_pton(AF_INET6, host, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        length = sizeof *six;
    } else {
        errno = EINVAL;
        return -1;
    }
    int descriptor = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    int yes = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(descriptor, (struct sockaddr *)&address, length) != 0 || listen(descriptor, 16) != 0) {
        int saved = errno;
        close(descriptor);
        errno = saved;
        return -1;
    }
    return descriptor;
}

/// The bytes as a file in memory, positioned at its start.
static int memory_file(const void *bytes, size_t length) {
    int file = memfd_create("input", MFD_CLOEXEC);
    if (file < 0) return -1;
    size_t done = 0;
    while (done < length) {
        ssize_t written = write(file, (const char *)bytes + done, length - done);
        if (written < 0 && errno != EINTR) {
            int saved = errno;
            close(file);
            errno = saved;
            return -1;
        }
        if (written > 0) done += (size_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

int papertray_spawn_reading(
    int *pid, const char *path, char *const arguments[], char *const environment[], const void *input,
    size_t length) {
    int file = memory_file(input, length);
    if (file < 0) return errno;
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        posix_spawn_file_actions_adddup2(&actions, file, 0);
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, 1, 2);
        failed = papertray_spawn_fresh(pid, path, arguments, environment, &actions);
    }
    close(file);
    return failed;
}

int papertray_kill_group(int leader) { return kill(-leader, SIGKILL); }

int papertray_poll_pidfd(int pidfd, int milliseconds) {
    struct pollfd waiting = {.fd = pidfd, .events = POLLIN};
    return poll(&waiting, 1, milliseconds);
}

int64_t papertray_free_bytes(int descriptor) {
    struct statvfs information;
    if (fstatvfs(descriptor, &information) != 0) return -1;
    return (int64_t)information.f_bavail * (int64_t)information.f_frsize;
}

int64_t papertray_total_bytes(int descriptor) {
    struct statvfs information;
    if (fstatvfs(descriptor, &information) != 0) return -1;
    return (int64_t)information.f_blocks * (int64_t)information.f_frsize;
}
