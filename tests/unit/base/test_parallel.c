/* test_parallel.c - prefix sums of all lengths, by any number of threads; threads on CPUs apart. */
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "base/parallel.h"
#include "support/check.h"
#include "support/edge_list.h"

static void check_sum(uint32_t threads, uint64_t count)
{
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_context *context = NULL;
    uint64_t *values = test_allocate(count + 1, sizeof *values), sum = 0;
    test_random random = {count + 1};

    options.threads = threads;
    REQUIRE_OK(NULL, tricorn_context_create(&options, &context));
    for (uint64_t i = 0; i < count; i++) values[i] = test_random_next(&random) >> 24;
    const uint64_t total = tg_prefix_sum(context, values, count);
    random = (test_random){count + 1};
    for (uint64_t i = 0; i < count; i++) {
        CHECK_EQ(values[i], sum, "%u threads, value %llu of %llu", threads, (unsigned long long)i,
                 (unsigned long long)count);
        sum += test_random_next(&random) >> 24;
    }
    CHECK_EQ(values[count], sum, "%u threads, behind %llu", threads, (unsigned long long)count);
    CHECK_EQ(total, sum, "%u threads, total of %llu", threads, (unsigned long long)count);
    free(values);
    tricorn_context_free(context);
}

static void prefix_sums(void **state)
{
    static const uint32_t threads[] = {1, 2, 3, 7, 300};
    static const uint64_t counts[] = {0, 1, 2, 100, 16383, 16384, 16385, 100003};

    (void)state;
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            check_sum(threads[t], counts[c]);
}

static void the_first_failure_stays(void **state)
{
    _Atomic int kept = TRICORN_OK;
    (void)state;
    tg_keep_failure(&kept, TRICORN_OK);
    CHECK_EQ(kept, TRICORN_OK, "no failure");
    tg_keep_failure(&kept, TRICORN_IO_ERROR);
    tg_keep_failure(&kept, TRICORN_OUT_OF_MEMORY);
    tg_keep_failure(&kept, TRICORN_OK);
    CHECK_EQ(kept, TRICORN_IO_ERROR, "the first");
}

/* All threads are put on one CPU, then allowed everywhere: the system leaves them there for some
 * time. */
static bool are_apart_after(tricorn_context *context, int threads, const cpu_set_t *all)
{
    int cpus[2] = {0}, first = 0;
    uint32_t changed = 0;
    while (!CPU_ISSET(first, all)) first++;
#pragma omp parallel num_threads(threads)
    {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        sched_setaffinity(0, sizeof one, &one);
        sched_setaffinity(0, sizeof *all, all);
    }
    tg_threads_apart(context);
#pragma omp parallel num_threads(threads) reduction(+ : changed)
    {
        cpu_set_t allowed;
        cpus[omp_get_thread_num()] = sched_getcpu();
        changed += sched_getaffinity(0, sizeof allowed, &allowed) != 0 || !CPU_EQUAL(&allowed, all);
    }
    CHECK_EQ(changed, 0, "threads may run where they might before");
    return cpus[0] != cpus[1];
}

/* The system may put them together again before the test checks, for as long as others have the
 * other CPUs, but not every time. */
static void threads_go_apart(void **state)
{
    enum { TRIES = 10000 };
    const struct timespec pause = {0, 1000000};
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    tricorn_context *context = NULL;
    cpu_set_t all;
    bool apart = false;

    (void)state;
    if (sched_getaffinity(0, sizeof all, &all) != 0 || CPU_COUNT(&all) < 2) skip();
    options.threads = 2;
    REQUIRE_OK(NULL, tricorn_context_create(&options, &context));
    for (int i = 0; i < TRIES && !apart; i++) {
        if (i > 0) nanosleep(&pause, NULL);
        apart = are_apart_after(context, 2, &all);
    }
    CHECK(apart, "two threads on two CPUs");
    tricorn_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefix_sums),
        cmocka_unit_test(the_first_failure_stays),
        cmocka_unit_test(threads_go_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
