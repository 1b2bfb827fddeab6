/* machine.h - describes the machine and this build for records. */
#pragma once

#include <json-c/json.h>

/* Returns an object with "cpu" (the model), "cores" (as many as can be used), "memory_bytes" and
 * "system" (the kernel). */
json_object *bench_machine(void);

/* Returns the commit from which this program was built, or "unknown". It ends in "-dirty" if
 * the sources had uncommitted changes. */
const char *bench_commit(void);
const char *bench_compiler(void);

/* Returns a hash of the running program in hexadecimal digits, which distinguishes builds from
 * changed sources. The caller frees it with free(). */
char *bench_build(void);

/* Returns the present time, such as "2026-01-31T12:00:00Z". The caller frees it with free(). */
char *bench_date(void);
