// Forbidden acts, tried on purpose, and the limits of the process.
#define _GNU_SOURCE
#include "SandboxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int limit(int resource, unsigned long long value) {
    struct rlimit current;
    if (getrlimit(resource, &current) != 0) return -1;
    if (value > current.rlim_max) value = current.rlim_max;
    current.rlim_cur = value;
    return setrlimit(resource, &current);
}

int papertray_limit_address_space(unsigned long long bytes) { return limit(RLIMIT_AS, bytes); }

int papertray_limit_fixed(unsigned long long file_bytes, unsigned long long open_files) {
    if (limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_FSIZE, file_bytes) != 0) return -1;
    return limit(RLIMIT_NOFILE, open_files);
}

int papertray_attempt_read(const char *path) {
    char byte;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    int refusal = read(file, &byte, 1) < 0 ? errno : 0;
    close(file);
    return refusal;
}

int papertray_attempt_write(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return errno;
    close(file);
    unlink(path);
    return 0;
}

int papertray_attempt_socket(int family) {
    int made = socket(family, SOCK_STREAM, 0);
    if (made < 0) return errno;
    close(made);
    return 0;
}

int papertray_attempt_exec(const char *path) {
    char *arguments[] = {(char *)path, NULL};
    execve(path, arguments, NULL);
    return errno;
}

int papertray_attempt_fork(void) {
    pid_t child = fork();
    if (child < 0) return errno;
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
    return 0;
}

int papertray_attempt_trace(int pid) { return ptrace(PTRACE_SEIZE, pid, NULL, NULL) < 0 ? errno : 0; }
