/* machine.h - what a record says of the machine and of this build. */
#ifndef CLI_BENCH_MACHINE_H
#define CLI_BENCH_MACHINE_H

#include <json-c/json.h>
#include <stdint.h>

/* How many CPU threads this process may use at once. */
uint32_t bench_cores(void);

/* An object with "cpu" (the model), "cores" (that can be used), "memory_bytes" and "system"
 * (the kernel). */
json_object *bench_machine(void);

/* The commit of this program, or "unknown"; with "-dirty" at the end if the sources had
 * changes. */
const char *bench_commit(void);
const char *bench_compiler(void);

/* A hash of the running program in hex, which tells builds of changed sources apart.  Free it
 * with free(). */
char *bench_build(void);

/* The time, such as "2026-01-31T12:00:00Z".  Free it with free(). */
char *bench_date(void);

#endif
