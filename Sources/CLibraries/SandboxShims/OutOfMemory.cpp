#include <cstdlib>
#include <new>
#include <unistd.h>

extern "C" {
#include "SandboxShims.h"
}

static int exit_status = 0;

static void end() { _exit(exit_status); }

extern "C" void papertray_exit_when_out_of_memory(int status) {
    exit_status = status;
    std::set_new_handler(end);
}
