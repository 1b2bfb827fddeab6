/* test_numa.c - threads and nodes of machines that hwloc simulates from a description.
 *
 * hwloc binds nothing on such a machine, but reports success; so the tests check which CPU each
 * thread gets, and that counting between binding and unbinding works as usual.
 */
#include "base/numa.h"

#include <sched.h>
#include <stdlib.h>

#include "support/check.h"

/* NULL, and the test skipped, in a build without hwloc. */
static tg_numa *machine(const char *description)
{
    assert_int_equal(setenv("HWLOC_SYNTHETIC", description, 1), 0);
    tg_numa *places = tg_numa_create();
    unsetenv("HWLOC_SYNTHETIC");
#ifndef TRICORN_HAS_HWLOC
    assert_null(places);
    skip();
#endif
    assert_non_null(places);
    return places;
}

/* Two nodes of 4 cores of 2 hardware threads: CPUs 0 and 1 are core 0's, 8 begins node 1. */
TEST_CASE(cores_first_and_nodes_alike)
{
    static const struct {
        uint32_t threads, thread, node, cpu;
    } expected[] = {
      {1, 0, 0, 0},
      {2, 0, 0, 0},
      {2, 1, 1, 8},
      {4, 1, 0, 2},
      {4, 2, 1, 8},
      {4, 3, 1, 10},
      {8, 3, 0, 6},
      {8, 4, 1, 8},
      {8, 7, 1, 14},
      {16, 3, 0, 6},
      {16, 4, 0, 1},
      {16, 7, 0, 7},
      {16, 8, 1, 8},
      {16, 15, 1, 15},
      {3, 0, 0, 0},
      {3, 1, 0, 2},
      {3, 2, 1, 8},
      {32, 8, 0, 0},
    };
    tg_numa *places = machine("node:2 core:4 pu:2");
    CHECK_EQ(tg_numa_nodes(places), 2, "nodes");
    for (size_t e = 0; e < LENGTH(expected); e++) {
        const tg_place place = tg_numa_at(places, expected[e].thread, expected[e].threads);
        CHECK_EQ(place.node, expected[e].node, "node of thread %u of %u", expected[e].thread, expected[e].threads);
        CHECK_EQ(place.cpu, expected[e].cpu, "CPU of thread %u of %u", expected[e].thread, expected[e].threads);
    }
    tg_numa_free(places);
}

TEST_CASE(every_cpu_once)
{
    enum { CPUS = 4 * 3 * 2 };
    bool taken[CPUS] = {false};
    tg_numa *places = machine("node:4 core:3 pu:2");
    CHECK_EQ(tg_numa_nodes(places), 4, "nodes");
    for (uint32_t t = 0; t < CPUS; t++) {
        const tg_place place = tg_numa_at(places, t, CPUS);
        CHECK_EQ(place.node, t / 6, "thread %u", t);
        CHECK(place.cpu < CPUS && !taken[place.cpu], "CPU %u of thread %u", place.cpu, t);
        taken[place.cpu] = true;
    }
    tg_numa_free(places);
}

TEST_CASE(bound_threads_are_given_back)
{
    enum { THREADS = 4, BYTES = 1 << 22 };
    cpu_set_t before, after;
    tg_numa *places = machine("node:2 core:2 pu:1");
    void *block = aligned_alloc(1 << 12, BYTES);
    uint64_t sum = 0;

    sched_getaffinity(0, sizeof before, &before);
    tg_numa_interleave(places, block, BYTES);
    tg_binding *binding = tg_numa_bind(places, THREADS);
#pragma omp parallel for num_threads(THREADS) reduction(+ : sum)
    for (unsigned i = 0; i < 1000; i++) sum += i;
    tg_numa_unbind(binding);
    sched_getaffinity(0, sizeof after, &after);
    CHECK_EQ(sum, 499500, "a sum of a bound team");
    CHECK(CPU_EQUAL(&before, &after), "this thread may run where it could before");
    free(block);
    tg_numa_free(places);
}

TEST_CASE(one_node_needs_nothing)
{
    tg_numa *places = machine("node:1 core:2 pu:1");
    CHECK_EQ(tg_numa_nodes(places), 1, "nodes");
    tg_numa_free(places);
    CHECK(tg_numa_bind(NULL, 4) == NULL, "nothing to bind to");
    tg_numa_unbind(NULL);
    tg_numa_interleave(NULL, NULL, 0);
}

TEST_MAIN()
