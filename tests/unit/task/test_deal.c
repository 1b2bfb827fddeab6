/* test_deal.c - each 32nd of a block has one owner, and all owners have about the same work. */
#include "task/deal.h"

#include <stdlib.h>

#include "support/fixture.h"
#include "support/random.h"

/* Deals the blocks and returns the least and the most work of a part, of equal 32nds. */
static void deal(
  tricorn_context *context, const double *work, uint32_t blocks, uint32_t parts, double *least, double *most)
{
    uint32_t *starts = calloc(blocks + 1, sizeof *starts);
    double *loads = calloc(parts, sizeof *loads);
    assert_non_null(starts);
    assert_non_null(loads);
    const uint32_t slices = tg_deal_cut(work, blocks, parts, starts);
    uint32_t *owners = calloc(slices + 1, sizeof *owners);
    assert_non_null(owners);
    CHECK_EQ(tg_deal(context, work, blocks, starts, parts, owners), TRICORN_OK, "deals");
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t all = 0;
        for (uint32_t p = 0; p < parts; p++) {
            const uint32_t mask = tg_deal_mask(starts, owners, b, p);
            CHECK_EQ(all & mask, 0, "block %u, part %u of %u: slices of others", b, p, parts);
            all |= mask;
            loads[p] += work[b] * __builtin_popcount(mask) / TG_DEAL_SLICES;
        }
        CHECK_EQ(all, UINT32_MAX, "block %u of %u parts", b, parts);
    }
    *least = *most = loads[0];
    for (uint32_t p = 1; p < parts; p++) {
        *least = loads[p] < *least ? loads[p] : *least;
        *most = loads[p] > *most ? loads[p] : *most;
    }
    free(owners);
    free(loads);
    free(starts);
}

/* Block b has the work of a vertex of rank b in a graph with hubs. */
TEST_CASE(hubs_are_even)
{
    enum { BLOCKS = 40000 };
    static const uint32_t parts[] = {1, 2, 3, 8, 100, 1024};
    static double work[BLOCKS];
    double least = 0, most = 0;

    tricorn_context *context = test_fixture_open(1);
    for (uint32_t b = 0; b < BLOCKS; b++) work[b] = 1e6 / (b + 20) + 1;
    for (unsigned i = 0; i < LENGTH(parts); i++) {
        deal(context, work, BLOCKS, parts[i], &least, &most);
        CHECK(most <= 1.02 * least, "%u parts: %g to %g", parts[i], least, most);
    }
    test_fixture_close();
}

/* No part has more than its share and one slice, a sixteenth of that or a 32nd of a block. */
TEST_CASE(any_work_is_dealt)
{
    enum { BLOCKS = 300, TRIALS = 40 };
    static double work[BLOCKS];
    test_random random = {5};
    double least = 0, most = 0;

    tricorn_context *context = test_fixture_open(1);
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const uint32_t parts = 1 + trial * trial, blocks = 1 + test_random_below(&random, BLOCKS - 1);
        double all = 0, largest = 0;
        for (uint32_t b = 0; b < blocks; b++) {
            work[b] = trial == 0 ? 0 : (double)(UINT64_C(1) << test_random_below(&random, trial)) - 1;
            all += work[b];
            largest = work[b] > largest ? work[b] : largest;
        }
        deal(context, work, blocks, parts, &least, &most);
        const double slice = largest / TG_DEAL_SLICES, share = all / parts;
        CHECK(most <= share + (slice > share / 16 ? slice : share / 16) * 1.0001 + 1e-9,
          "%u blocks, %u parts: %g of %g", blocks, parts, most, share);
    }
    test_fixture_close();
}

TEST_MAIN()
