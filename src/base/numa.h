/* numa.h - where threads run and memory lies, on machines with several NUMA nodes.
 *
 * Where there is one node, or the library was built without hwloc, none of this does anything.
 * With several, a count's threads are bound to cores, as many on each node, for as long as it
 * takes, and large blocks of memory lie on all nodes in turns.
 */
#ifndef TG_BASE_NUMA_H
#define TG_BASE_NUMA_H

#include <stddef.h>
#include <stdint.h>

typedef struct tg_numa tg_numa;

/* The machine's; NULL where nothing is to be done.  Found at the first call; never to be freed. */
const tg_numa *tg_numa_of_machine(void);

/* What hwloc finds, HWLOC_SYNTHETIC included, with any number of nodes; NULL on failure. */
tg_numa *tg_numa_create(void);
void tg_numa_free(tg_numa *places);

/* Nodes that have CPUs. */
uint32_t tg_numa_nodes(const tg_numa *places);

/* The node and the hardware thread, by the system's numbers, of one thread of a team: each node
 * gets its share of neighbouring threads, each core one thread before any gets two. */
typedef struct tg_place {
    uint32_t node, cpu;
} tg_place;

tg_place tg_numa_at(const tg_numa *places, uint32_t thread, uint32_t threads);

/* Binds the threads of OpenMP teams of this size to their places, if nobody bound them yet;
 * tg_numa_unbind gives them back what they had, and takes NULL.  NULL places bind nothing. */
typedef struct tg_binding tg_binding;
tg_binding *tg_numa_bind(const tg_numa *places, uint32_t threads);
void tg_numa_unbind(tg_binding *binding);

/* Spreads pages not touched yet over all nodes.  Advice: it may fail. */
void tg_numa_interleave(const tg_numa *places, void *block, size_t bytes);

#endif
