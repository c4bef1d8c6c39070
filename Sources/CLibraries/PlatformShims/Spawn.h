// Shared by the ways of starting a program; not for Swift.
#ifndef PAPERTRAY_SPAWN_H
#define PAPERTRAY_SPAWN_H

#include <spawn.h>

/// Starts a program in a process group of its own, with every signal as a new process has it, and ends `actions`.
/// Returns 0 or an errno value.
int papertray_spawn_fresh(
    int *pid, const char *path, char *const arguments[], char *const environment[],
    posix_spawn_file_actions_t *actions);

#endif
