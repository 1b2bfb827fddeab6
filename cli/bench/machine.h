/* machine.h - the members of a record about the machine and this build. */
#ifndef CLI_BENCH_MACHINE_H
#define CLI_BENCH_MACHINE_H

#include <json-c/json.h>
#include <stdint.h>

/* How many CPU threads this process may use at once. */
uint32_t bench_cores(void);

/* {"cpu", "cores", "memory_bytes", "system"}: model, usable cores, memory, kernel. */
json_object *bench_machine(void);

/* The commit of this program, "unknown" outside of git; "-dirty" at the end says that the sources
 * had changes. */
const char *bench_commit(void);
const char *bench_compiler(void);

/* A hash of the running program in hex: distinguishes builds of changed sources.  Free it. */
char *bench_build(void);

/* Now, as "2026-01-31T12:00:00Z".  Free it. */
char *bench_date(void);

#endif
