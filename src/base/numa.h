/* numa.h - placement of threads and memory on machines with several NUMA nodes.
 *
 * With one node, or in a build without hwloc, these functions do nothing. With several nodes,
 * the threads of a count are bound to cores for its duration, equally many on each node, and
 * large blocks of memory are interleaved over all nodes.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct tg_numa tg_numa;

/* Returns the machine's nodes, which the first call finds; NULL if it has only one node. Do not free the result. */
const tg_numa *tg_numa_of_machine(void);

/* Returns the nodes that hwloc finds, even if it finds only one; HWLOC_SYNTHETIC makes hwloc
 * simulate other nodes. NULL on failure. */
tg_numa *tg_numa_create(void);
void tg_numa_free(tg_numa *numa);

/* Returns the number of nodes that have CPUs. */
uint32_t tg_numa_nodes(const tg_numa *numa);

/* The NUMA node and the hardware thread, by the system's numbers, where a thread of a team runs. Each node has an
 * equal range of consecutive threads, and no core has two threads before each of them has one. */
typedef struct tg_place {
    uint32_t node, cpu;
} tg_place;

tg_place tg_numa_at(const tg_numa *numa, uint32_t thread, uint32_t threads);

/* Binds the threads of OpenMP teams of this size to cores, unless OpenMP binds them already; does
 * nothing if numa is NULL. tg_numa_unbind restores the former bindings; it accepts NULL. */
typedef struct tg_binding tg_binding;
tg_binding *tg_numa_bind(const tg_numa *numa, uint32_t threads);
void tg_numa_unbind(tg_binding *binding);

/* Asks the system to spread the block's untouched pages over all nodes in turn. The system may ignore it. */
void tg_numa_interleave(const tg_numa *numa, void *block, size_t bytes);
