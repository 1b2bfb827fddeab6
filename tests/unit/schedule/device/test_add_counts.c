/* test_add_counts.c - counts added to arrays in host memory, by one thread and by several. */
#include <stdlib.h>

#include "schedule/device/add_counts.h"
#include "support/check.h"

enum { THREADS = 3, STRIDE = 3 };
static const uint64_t lengths[] = {0, 1, 1000, 100000};

static void check_edges(const tricorn_context *context, uint64_t length)
{
    uint32_t *counts = malloc((length + 1) * sizeof *counts);
    uint32_t *sums = malloc((length + 1) * sizeof *sums);
    for (uint64_t i = 0; i <= length; i++) counts[i] = (uint32_t)i, sums[i] = 7;
    tg_add_counts(context, counts, length, sums);
    for (uint64_t i = 0; i < length; i++) CHECK_EQ(sums[i], i + 7, "edge %llu", (unsigned long long)i);
    CHECK_EQ(sums[length], 7, "nothing is added after %llu", (unsigned long long)length);
    free(counts);
    free(sums);
}

static void check_vertices(const tricorn_context *context, uint64_t length)
{
    uint32_t *counts = malloc((length + 1) * sizeof *counts);
    uint64_t *sums = malloc((length + 1) * STRIDE * sizeof *sums);
    for (uint64_t i = 0; i <= length; i++) counts[i] = UINT32_MAX - (uint32_t)i;
    for (uint64_t i = 0; i < (length + 1) * STRIDE; i++) sums[i] = UINT32_MAX;
    tg_add_spaced(context, counts, length, STRIDE, sums);
    for (uint64_t i = 0; i < (length + 1) * STRIDE; i++) {
        const bool added = i % STRIDE == 0 && i / STRIDE < length;
        CHECK_EQ(sums[i], UINT32_MAX + (added ? UINT32_MAX - i / STRIDE : 0), "place %llu", (unsigned long long)i);
    }
    free(counts);
    free(sums);
}

TEST_CASE(all_are_added)
{
    tricorn_context_options options = TRICORN_CONTEXT_OPTIONS_INIT;
    for (uint32_t threads = 1; threads <= THREADS; threads++) {
        options.threads = threads;
        tricorn_context *context = test_new_context(&options);
        for (size_t l = 0; l < LENGTH(lengths); l++) {
            check_edges(context, lengths[l]);
            check_vertices(context, lengths[l]);
        }
        tricorn_context_free(context);
    }
}

TEST_MAIN()
