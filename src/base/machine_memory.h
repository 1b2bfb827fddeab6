/* machine_memory.h - how much memory this process may use, and uses.
 *
 * The limits of a process come from the machine, from its control group (a container's limit) and
 * all groups above, and from its resource limits. `root` is put before the paths of /proc and
 * /sys: "" for the system's own, a folder in tests. A file that is missing or malformed sets no
 * limit.
 */
#pragma once

#include <stdint.h>

/* The smallest limit of this process's control groups of either version: memory.max and
 * memory.high, memory.limit_in_bytes. UINT64_MAX: none. */
uint64_t tg_group_memory(const char *root);

/* The most resident memory that this process may have: the least of the machine's physical memory, its control
 * groups' limits and what the resource limits RLIMIT_AS and RLIMIT_DATA leave. */
uint64_t tg_process_memory(const char *root);

/* The process's resident memory; 0 if unknown. */
uint64_t tg_resident_memory(const char *root);
