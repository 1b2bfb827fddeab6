/* machine.h - describes the machine and this build for records. */
#ifndef CLI_BENCH_MACHINE_H
#define CLI_BENCH_MACHINE_H

#include <json-c/json.h>
#include <stdint.h>

/* Returns the number of CPU threads that this process may use at once. */
uint32_t bench_cores(void);

/* Returns an object with "cpu" (the model), "cores" (that can be used), "memory_bytes" and
 * "system" (the kernel). */
json_object *bench_machine(void);

/* Returns the commit of this program, or "unknown"; it ends in "-dirty" if the sources had
 * changes. */
const char *bench_commit(void);
const char *bench_compiler(void);

/* Returns a hash of the running program in hex, which distinguishes builds of changed sources.
 * Free it with free(). */
char *bench_build(void);

/* Returns the time, such as "2026-01-31T12:00:00Z".  Free it with free(). */
char *bench_date(void);

#endif
