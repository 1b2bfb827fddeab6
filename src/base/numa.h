/* numa.h - placement of threads and memory on machines with several NUMA nodes.
 *
 * With one node, or in a build without hwloc, these functions do nothing.  With several nodes,
 * the threads of a count are bound to cores for its duration, equally many on each node, and
 * large blocks of memory are interleaved over all nodes.
 */
#ifndef TG_BASE_NUMA_H
#define TG_BASE_NUMA_H

#include <stddef.h>
#include <stdint.h>

typedef struct tg_numa tg_numa;

/* The machine's nodes, found at the first call; NULL if it has one.  Do not free it. */
const tg_numa *tg_numa_of_machine(void);

/* The nodes that hwloc finds, even a single one; HWLOC_SYNTHETIC simulates others.  NULL on
 * failure. */
tg_numa *tg_numa_create(void);
void tg_numa_free(tg_numa *numa);

/* The number of nodes that have CPUs. */
uint32_t tg_numa_nodes(const tg_numa *numa);

/* The node and the hardware thread, by the system's numbers, of a thread of a team: each node has
 * an equal range of consecutive threads, and each core one thread before any core has two.
 */
typedef struct tg_place {
    uint32_t node, cpu;
} tg_place;

tg_place tg_numa_at(const tg_numa *numa, uint32_t thread, uint32_t threads);

/* Binds the threads of OpenMP teams of this size, unless OpenMP binds them already.  numa NULL:
 * binds nothing.  tg_numa_unbind restores the former bindings; it accepts NULL. */
typedef struct tg_binding tg_binding;
tg_binding *tg_numa_bind(const tg_numa *numa, uint32_t threads);
void tg_numa_unbind(tg_binding *binding);

/* Interleaves pages that were not touched yet over all nodes.  This is advice, which may fail. */
void tg_numa_interleave(const tg_numa *numa, void *block, size_t bytes);

#endif
