/* test_radix_sort.c - sorts as qsort does, on any number of threads. */
#include "prepare/cpu/radix_sort.h"

#include <stdlib.h>
#include <string.h>

#include "support/fixture.h"
#include "support/edge_list.h"
#include "support/random.h"

static int compare(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

TEST_CASE(like_qsort)
{
    static const uint64_t counts[] = {0, 1, 2, 3, 1000, 300000};
    static const unsigned shifts[] = {0, 7, 40, 56, 63};
    for (uint32_t threads = 1; threads <= 5; threads += 2)
        for (size_t c = 0; c < LENGTH(counts); c++)
            for (size_t s = 0; s < LENGTH(shifts); s++) {
                const uint64_t count = counts[c];
                uint64_t *values = test_allocate(count + 1, sizeof *values);
                uint64_t *wanted = test_allocate(count + 1, sizeof *wanted);
                test_random random = {c + s};
                tricorn_context *context = test_fixture_open(threads);
                for (uint64_t i = 0; i < count; i++)
                    values[i] = test_random_next(&random) >> shifts[s] << (s == 2 ? 13 : 0);
                memcpy(wanted, values, count * sizeof *values);
                qsort(wanted, count, sizeof *wanted, compare);
                REQUIRE_OK(context, tg_radix_sort(context, values, count));
                CHECK(memcmp(values, wanted, count * sizeof *values) == 0, "%d values, shift %u, %u threads",
                  (int)count, shifts[s], threads);
                test_fixture_close();
                free(values);
                free(wanted);
            }
}

TEST_MAIN()
