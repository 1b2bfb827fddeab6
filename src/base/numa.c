/* numa.c - finds NUMA nodes by hwloc, binds threads to cores and interleaves memory.
 *
 * hwloc is loaded only if /sys names several nodes: reading the topology is slow.
 */
#include "base/numa.h"

#ifdef TRICORN_HAS_HWLOC

#include <hwloc.h>
#include <omp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/team.h"

struct tg_numa {
    hwloc_topology_t topology;
    hwloc_obj_t *nodes; /* the NUMA nodes that have CPUs */
    uint32_t count;
};

/* ---- finding ---- */

/* Removes the CPUs that this process may not use, because a container or the user excludes them. */
static void restrict_to_own(hwloc_topology_t topology)
{
    hwloc_bitmap_t own = hwloc_bitmap_alloc();
    if (own && hwloc_topology_is_thissystem(topology) && hwloc_get_cpubind(topology, own, HWLOC_CPUBIND_PROCESS) == 0)
        hwloc_topology_restrict(topology, own, 0);
    hwloc_bitmap_free(own);
}

static bool find_nodes(tg_numa *numa)
{
    const int all = hwloc_get_nbobjs_by_type(numa->topology, HWLOC_OBJ_NUMANODE);
    if (all <= 0) return false;
    numa->nodes = calloc((size_t)all, sizeof *numa->nodes);
    if (numa->nodes == NULL) return false;
    for (int n = 0; n < all; n++) {
        hwloc_obj_t node = hwloc_get_obj_by_type(numa->topology, HWLOC_OBJ_NUMANODE, (unsigned)n);
        if (!hwloc_bitmap_iszero(node->cpuset)) numa->nodes[numa->count++] = node;
    }
    return numa->count > 0;
}

tg_numa *tg_numa_create(void)
{
    tg_numa *made = calloc(1, sizeof *made);
    if (made == NULL) return NULL;
    if (hwloc_topology_init(&made->topology) != 0) {
        free(made);
        return NULL;
    }
    if (hwloc_topology_load(made->topology) == 0) {
        restrict_to_own(made->topology);
        if (find_nodes(made)) return made;
    }
    tg_numa_free(made);
    return NULL;
}

void tg_numa_free(tg_numa *numa)
{
    if (numa == NULL) return;
    hwloc_topology_destroy(numa->topology);
    free(numa->nodes);
    free(numa);
}

/* Reads the system's list of nodes instead of loading hwloc, which is slow: "0" is one node,
 * "0-1" and "0,2" are several. */
static bool has_several_nodes(void)
{
    char nodes[64] = "";
    FILE *file = fopen("/sys/devices/system/node/has_cpu", "re");
    if (file == NULL) return false;
    const bool several = fgets(nodes, sizeof nodes, file) && strpbrk(nodes, ",-") != NULL;
    fclose(file);
    return several;
}

static tg_numa *of_machine;

static void find_machine(void)
{
    if (!has_several_nodes()) return;
    of_machine = tg_numa_create();
    if (of_machine == NULL || of_machine->count > 1) return;
    tg_numa_free(of_machine); /* only one of the machine's nodes is open to this process */
    of_machine = NULL;
}

const tg_numa *tg_numa_of_machine(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_machine);
    return of_machine;
}

uint32_t tg_numa_nodes(const tg_numa *numa)
{
    return numa->count;
}

/* ---- threads ---- */

static hwloc_obj_t object_at(const tg_numa *numa, uint32_t thread, uint32_t threads, hwloc_obj_t *node)
{
    const uint32_t n = (uint32_t)((uint64_t)thread * numa->count / threads);
    const uint32_t first = (uint32_t)(((uint64_t)n * threads + numa->count - 1) / numa->count);
    hwloc_topology_t topology = numa->topology;
    *node = numa->nodes[n];
    const int cores = hwloc_get_nbobjs_inside_cpuset_by_type(topology, (*node)->cpuset, HWLOC_OBJ_CORE);
    if (cores <= 0) return *node;
    const unsigned turn = (thread - first) / (unsigned)cores;
    hwloc_obj_t core = hwloc_get_obj_inside_cpuset_by_type(
      topology, (*node)->cpuset, HWLOC_OBJ_CORE, (thread - first) % (unsigned)cores);
    const int own = hwloc_get_nbobjs_inside_cpuset_by_type(topology, core->cpuset, HWLOC_OBJ_PU);
    return own <= 0 ? core
                    : hwloc_get_obj_inside_cpuset_by_type(topology, core->cpuset, HWLOC_OBJ_PU, turn % (unsigned)own);
}

tg_place tg_numa_at(const tg_numa *numa, uint32_t thread, uint32_t threads)
{
    hwloc_obj_t node;
    const hwloc_obj_t at = object_at(numa, thread, threads, &node);
    return (tg_place){node->os_index, (uint32_t)hwloc_bitmap_first(at->cpuset)};
}

struct tg_binding {
    const tg_numa *numa;
    uint32_t threads;
    /* each thread's former binding; NULL for a thread that was not bound */
    hwloc_bitmap_t before[];
};

tg_binding *tg_numa_bind(const tg_numa *numa, uint32_t threads)
{
    if (numa == NULL || !tg_team_fix(threads)) return NULL;
    tg_binding *made = calloc(1, sizeof *made + threads * sizeof *made->before);
    if (made == NULL) {
        tg_team_loosen();
        return NULL;
    }
    *made = (tg_binding){.numa = numa, .threads = threads};
#pragma omp parallel num_threads((int)threads)
    {
        const uint32_t thread = (uint32_t)omp_get_thread_num();
        hwloc_obj_t node;
        const hwloc_obj_t at = object_at(numa, thread, threads, &node);
        hwloc_bitmap_t before = hwloc_bitmap_alloc();
        if (before && hwloc_get_cpubind(numa->topology, before, HWLOC_CPUBIND_THREAD) == 0 &&
            hwloc_set_cpubind(numa->topology, at->cpuset, HWLOC_CPUBIND_THREAD) == 0)
            made->before[thread] = before;
        else
            hwloc_bitmap_free(before);
    }
    return made;
}

void tg_numa_unbind(tg_binding *binding)
{
    if (binding == NULL) return;
#pragma omp parallel num_threads((int)binding->threads)
    {
        hwloc_bitmap_t before = binding->before[omp_get_thread_num()];
        if (before) hwloc_set_cpubind(binding->numa->topology, before, HWLOC_CPUBIND_THREAD);
        hwloc_bitmap_free(before);
    }
    tg_team_loosen();
    free(binding);
}

/* ---- memory ---- */

void tg_numa_interleave(const tg_numa *numa, void *block, size_t bytes)
{
    if (numa == NULL) return;
    hwloc_bitmap_t nodes = hwloc_bitmap_alloc();
    for (uint32_t n = 0; nodes && n < numa->count; n++) hwloc_bitmap_or(nodes, nodes, numa->nodes[n]->nodeset);
    if (nodes)
        hwloc_set_area_membind(numa->topology, block, bytes, nodes, HWLOC_MEMBIND_INTERLEAVE, HWLOC_MEMBIND_BYNODESET);
    hwloc_bitmap_free(nodes);
}

#else /* a build without hwloc */

const tg_numa *tg_numa_of_machine(void)
{
    return NULL;
}

tg_numa *tg_numa_create(void)
{
    return NULL;
}

void tg_numa_free(tg_numa *numa)
{
    (void)numa;
}

uint32_t tg_numa_nodes(const tg_numa *numa)
{
    (void)numa;
    return 1;
}

tg_place tg_numa_at(const tg_numa *numa, uint32_t thread, uint32_t threads)
{
    (void)numa, (void)thread, (void)threads;
    return (tg_place){0, 0};
}

tg_binding *tg_numa_bind(const tg_numa *numa, uint32_t threads)
{
    (void)numa, (void)threads;
    return NULL;
}

void tg_numa_unbind(tg_binding *binding)
{
    (void)binding;
}

void tg_numa_interleave(const tg_numa *numa, void *block, size_t bytes)
{
    (void)numa, (void)block, (void)bytes;
}

#endif
