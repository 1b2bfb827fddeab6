/* portable.c - the requests of portable.h. */
#include "portable.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "words.h"

#if defined(__linux__)

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

char *cli_program_path(void)
{
    enum { PATH_BYTES = 4096 };
    char path[PATH_BYTES];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length > 0 ? cli_needed(strndup(path, (size_t)length)) : NULL;
}

uint32_t cli_process_cpus(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return (uint32_t)CPU_COUNT(&set);
    /* The machine has more CPUs than the set has room for. */
    return (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
}

/* Finds the model of the CPU in /proc/cpuinfo: the value of the first line that has one of some
 * keys, which differ between x86 and ARM. */
char *cli_cpu_model(void)
{
    static const char *const keys[] = {"model name", "Model", "cpu model", "Hardware"};
    FILE *file = fopen("/proc/cpuinfo", "re");
    char *line = NULL, *model = NULL;
    size_t room = 0;

    while (file != NULL && model == NULL && getline(&line, &room, file) >= 0) {
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            const char *colon = strchr(line, ':');
            if (colon == NULL || strncmp(line, keys[i], strlen(keys[i])) != 0) continue;
            colon += strspn(colon, ": \t");
            model = cli_needed(strndup(colon, strcspn(colon, "\n")));
            break;
        }
    }
    free(line);
    if (file != NULL) fclose(file);
    return model;
}

uint64_t cli_peak_of(const struct rusage *usage)
{
    return (uint64_t)usage->ru_maxrss * 1024;
}

bool cli_make_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0;
}

void cli_end_with_parent(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

#else

#include <mach-o/dyld.h>
#include <sys/sysctl.h>

char *cli_program_path(void)
{
    uint32_t bytes = 0;
    _NSGetExecutablePath(NULL, &bytes); /* tells how many bytes it needs */
    char *path = cli_needed(malloc(bytes));
    if (_NSGetExecutablePath(path, &bytes) == 0) {
        char *real = realpath(path, NULL);
        free(path);
        return real;
    }
    free(path);
    return NULL;
}

uint32_t cli_process_cpus(void)
{
    return (uint32_t)sysconf(_SC_NPROCESSORS_ONLN); /* no process is bound to CPUs */
}

char *cli_cpu_model(void)
{
    char model[256];
    size_t bytes = sizeof model;
    if (sysctlbyname("machdep.cpu.brand_string", model, &bytes, NULL, 0) != 0) return NULL;
    return cli_needed(strndup(model, bytes));
}

uint64_t cli_peak_of(const struct rusage *usage)
{
    return (uint64_t)usage->ru_maxrss; /* in bytes, in spite of Linux's kilobytes */
}

bool cli_make_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) != -1 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) != -1;
}

void cli_end_with_parent(void)
{
}

#endif
