/* machine.c - finds out the CPU, the memory, the commit and the build, which records state. */
#include "bench/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/commit.h"
#include "portable.h"
#include "words.h"
#include "json.h"

json_object *bench_machine(void)
{
    json_object *machine = cli_json_object();
    char *model = cli_cpu_model(), *system;
    struct utsname name;

    cli_json_text(machine, "cpu", model);
    cli_json_count(machine, "cores", cli_process_cpus());
    cli_json_count(machine, "memory_bytes", (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE));
    if (uname(&name) == 0) {
        system = cli_string("%s %s %s", name.sysname, name.release, name.machine);
        cli_json_text(machine, "system", system);
        free(system);
    }
    free(model);
    return machine;
}

const char *bench_commit(void)
{
    return TRICORN_COMMIT;
}

const char *bench_compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

char *bench_build(void)
{
    /* The hash is FNV-1a, which needs no library; it need not resist attacks. */
    const uint64_t prime = 0x100000001b3;
    uint64_t hash = 0xcbf29ce484222325;
    char *program = cli_program_path();
    FILE *file = program != NULL ? fopen(program, "re") : NULL;

    for (int byte; file != NULL && (byte = getc_unlocked(file)) != EOF;) hash = (hash ^ (uint64_t)byte) * prime;
    if (file != NULL) fclose(file);
    free(program);
    return cli_string("%016" PRIx64, hash);
}

char *bench_date(void)
{
    enum { DATE_BYTES = 32 };
    const time_t now = time(NULL);
    char text[DATE_BYTES] = "";
    struct tm parts;

    if (gmtime_r(&now, &parts) != NULL) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return cli_string("%s", text);
}
