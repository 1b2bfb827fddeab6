/* machine_memory.h - how much memory this process may have, and has.
 *
 * A limit that a process meets comes from the machine, from its control group (the limit of a
 * container) or any group above that, or from its resource limits.  `root` is put before the
 * paths of /proc and /sys: "" for the system's, a folder for a test's.  What is missing or odd
 * there is no limit.
 */
#ifndef TG_BASE_MACHINE_MEMORY_H
#define TG_BASE_MACHINE_MEMORY_H

#include <stdint.h>

/* The smallest limit of this process's control groups of either version: memory.max and
 * memory.high, memory.limit_in_bytes.  UINT64_MAX: none. */
uint64_t tg_group_memory(const char *root);

/* The least of the machine's physical memory, its control groups' limits, and what the resource
 * limits RLIMIT_AS and RLIMIT_DATA leave: the most resident memory that this process may have. */
uint64_t tg_process_memory(const char *root);

/* The resident memory that it has; 0: not known. */
uint64_t tg_resident_memory(const char *root);

#endif
