// Landlock by its system calls, see landlock(7). The constants of newer ABIs stand here, since the distribution's
// headers may be older than the kernel that runs.
#define _GNU_SOURCE
#include "SandboxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct ruleset_attributes {
    uint64_t handled_access_fs;
    uint64_t handled_access_net;
    uint64_t scoped;
};

struct path_beneath_attributes {
    uint64_t allowed_access;
    int32_t parent_fd;
} __attribute__((packed));

enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };
enum { rule_path_beneath = 1, create_version_flag = 1 };

#define ACCESS_EXECUTE (1ULL << 0)
#define ACCESS_WRITE_FILE (1ULL << 1)
#define ACCESS_READ_FILE (1ULL << 2)
#define ACCESS_READ_DIR (1ULL << 3)
#define ACCESS_REMOVE_DIR (1ULL << 4)
#define ACCESS_REMOVE_FILE (1ULL << 5)
#define ACCESS_MAKE_DIR (1ULL << 7)
#define ACCESS_MAKE_REG (1ULL << 8)
#define ACCESS_ALL_V1 ((1ULL << 13) - 1)
#define ACCESS_REFER (1ULL << 13)
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_IOCTL_DEV (1ULL << 15)
#define NET_BIND_AND_CONNECT 3ULL
#define SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS 3ULL

int papertray_landlock_version(void) {
    long version = syscall(create_ruleset, NULL, 0, create_version_flag);
    return version < 0 ? 0 : (int)version;
}

static int allow(int ruleset, const char *path, uint64_t access) {
    int directory = open(path, O_PATH | O_CLOEXEC);
    if (directory < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -1;
    struct stat status;
    if (fstat(directory, &status) == 0 && !S_ISDIR(status.st_mode))
        access &= ACCESS_WRITE_FILE | ACCESS_READ_FILE | ACCESS_TRUNCATE;
    struct path_beneath_attributes rule = {.allowed_access = access, .parent_fd = directory};
    long result = syscall(add_rule, ruleset, rule_path_beneath, &rule, 0);
    int saved = errno;
    close(directory);
    errno = saved;
    return (int)result;
}

int papertray_landlock_restrict(
    const char *const *readable, size_t readable_count, const char *const *writable, size_t writable_count) {
    int version = papertray_landlock_version();
    if (version == 0) {
        errno = ENOSYS;
        return -1;
    }
    struct ruleset_attributes attributes = {.handled_access_fs = ACCESS_ALL_V1};
    if (version >= 2) attributes.handled_access_fs |= ACCESS_REFER;
    if (version >= 3) attributes.handled_access_fs |= ACCESS_TRUNCATE;
    if (version >= 4) attributes.handled_access_net = NET_BIND_AND_CONNECT;
    if (version >= 5) attributes.handled_access_fs |= ACCESS_IOCTL_DEV;
    if (version >= 6) attributes.scoped = SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS;
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(create_ruleset, &attributes, size, 0);
    if (ruleset < 0) return -1;

    const uint64_t read = ACCESS_READ_FILE | ACCESS_READ_DIR;
    uint64_t write = read | ACCESS_WRITE_FILE | ACCESS_REMOVE_DIR | ACCESS_REMOVE_FILE | ACCESS_MAKE_DIR | ACCESS_MAKE_REG;
    if (version >= 3) write |= ACCESS_TRUNCATE;
    int failed = 0;
    for (size_t i = 0; i < readable_count && !failed; i++) failed = allow(ruleset, readable[i], read);
    for (size_t i = 0; i < writable_count && !failed; i++) failed = allow(ruleset, writable[i], write);
    if (!failed) failed = (int)syscall(restrict_self, ruleset, 0);
    int saved = errno;
    close(ruleset);
    errno = saved;
    return failed;
}

int papertray_renounce_privileges(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
