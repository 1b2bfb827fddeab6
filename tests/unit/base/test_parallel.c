/* test_parallel.c - prefix sums of all lengths, by any number of threads. */
#include <stdlib.h>

#include "base/parallel.h"
#include "support/check.h"
#include "support/edge_list.h"

static void check_sum(uint32_t threads, uint64_t count)
{
    uint64_t *values = test_allocate(count + 1, sizeof *values), sum = 0;
    test_random random = {count + 1};

    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .threads = threads));
    for (uint64_t i = 0; i < count; i++) values[i] = test_random_next(&random) >> 24;
    const uint64_t total = tg_prefix_sum(context, values, count);
    random = (test_random){count + 1};
    for (uint64_t i = 0; i < count; i++) {
        CHECK_EQ(
          values[i], sum, "%u threads, value %llu of %llu", threads, (unsigned long long)i, (unsigned long long)count);
        sum += test_random_next(&random) >> 24;
    }
    CHECK_EQ(values[count], sum, "%u threads, behind %llu", threads, (unsigned long long)count);
    CHECK_EQ(total, sum, "%u threads, total of %llu", threads, (unsigned long long)count);
    free(values);
    tricorn_context_free(context);
}

TEST_CASE(prefix_sums)
{
    static const uint32_t threads[] = {1, 2, 3, 7, 300};
    static const uint64_t counts[] = {0, 1, 2, 100, 16383, 16384, 16385, 100003};

    for (size_t t = 0; t < LENGTH(threads); t++)
        for (size_t c = 0; c < LENGTH(counts); c++) check_sum(threads[t], counts[c]);
}

TEST_CASE(the_first_failure_stays)
{
    _Atomic int kept = TRICORN_OK;
    tg_keep_failure(&kept, TRICORN_OK);
    CHECK_EQ(kept, TRICORN_OK, "no failure");
    tg_keep_failure(&kept, TRICORN_IO_ERROR);
    tg_keep_failure(&kept, TRICORN_OUT_OF_MEMORY);
    tg_keep_failure(&kept, TRICORN_OK);
    CHECK_EQ(kept, TRICORN_IO_ERROR, "the first");
}

TEST_MAIN()
