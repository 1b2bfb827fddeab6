/* test_sort_row.c - every variant that this CPU runs sorts as qsort does, and sees repeated ids. */
#include "prepare/cpu/sort_row.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/edge_list.h"
#include "support/isa.h"
#include "support/random.h"

enum { FENCE = 0x5A5A5A5A };

static int compare(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

static bool has_repeats(const uint32_t *sorted, uint32_t count)
{
    bool repeats = false;
    for (uint32_t i = 1; i < count; i++) repeats |= sorted[i] >> 1 == sorted[i - 1] >> 1;
    return repeats;
}

/* Uses blocks of the exact size, so that sanitizers notice accesses past the end. */
static void check_row(const uint32_t *row, uint32_t count, const char *what)
{
    uint32_t *keys = test_allocate(count + 1, sizeof *keys), *to = NULL;
    uint32_t *wanted = test_allocate(count + 1, sizeof *wanted);
    memcpy(wanted, row, count * sizeof *row);
    qsort(wanted, count, sizeof *wanted, compare);
    const bool repeats = has_repeats(wanted, count);
    for (uint32_t i = 0; i < count && !repeats; i++) wanted[i] >>= 1;
    TEST_EACH_ISA (isa) {
        const tg_row_sorter *sorter = tg_row_sorter_of(isa);
        const char *name = tg_isa_name(isa);
        if (sorter == NULL) continue;
        to = test_allocate(count + 1, sizeof *to);
        to[count] = FENCE;
        memcpy(keys, row, count * sizeof *row);
        CHECK_EQ(sorter->sort(keys, count, to), repeats, "%s, %u ids, %s", name, count, what);
        CHECK(memcmp(to, wanted, count * sizeof *to) == 0, "%s, %u ids, %s", name, count, what);
        CHECK_EQ(to[count], FENCE, "%s, %u ids, %s: behind the row", name, count, what);
        free(to);
    }
    free(keys);
    free(wanted);
}

TEST_CASE(as_qsort)
{
    static const uint32_t ranges[] = {TG_SORT_ROW_IDS, 1 << 20, 5000, 40, 1};
    static uint32_t row[TG_SORT_ROW_MOST];
    test_random random = {3};

    for (uint32_t count = 0; count <= TG_SORT_ROW_MOST; count += count < 700 ? 1 : 97)
        for (size_t r = 0; r < LENGTH(ranges); r++) {
            for (uint32_t i = 0; i < count; i++)
                row[i] = (uint32_t)test_random_below(&random, ranges[r]) << 1 | (uint32_t)test_random_below(&random, 2);
            check_row(row, count, "random");
        }
    for (uint32_t i = 0; i < TG_SORT_ROW_MOST; i++) row[i] = (uint32_t)test_random_below(&random, TG_SORT_ROW_IDS) << 1;
    check_row(row, TG_SORT_ROW_MOST, "the longest");
}

/* Sorts rows with the largest ids, which are near the padding, rows that ascend or descend, and
 * rows with one id at any two positions. */
TEST_CASE(corners)
{
    enum { MOST = 300 };
    uint32_t row[MOST];

    for (uint32_t count = 1; count <= MOST; count++) {
        for (uint32_t i = 0; i < count; i++) row[i] = (TG_SORT_ROW_IDS - 1 - i) << 1 | 1;
        check_row(row, count, "falling from the largest");
        for (uint32_t i = 0; i < count; i++) row[i] = i << 1;
        check_row(row, count, "rising from the smallest");
        for (uint32_t i = 0; i < count; i++) row[i] = (TG_SORT_ROW_IDS - 1) << 1 | (i & 1);
        check_row(row, count, "only the largest");
    }
    for (uint32_t count = 2; count <= 140; count += 23)
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < a; b++) {
                for (uint32_t i = 0; i < count; i++) row[i] = (i * 7919) % 10007 << 1;
                row[a] = row[b] | 1;
                check_row(row, count, "one id twice");
            }
}

/* The expected result of a batch: each row sorted by qsort. */
static uint64_t expect_batch(const uint32_t *keys, const tg_row_place *rows, uint32_t count, tg_row_batch *wanted)
{
    uint64_t kept = 0;
    for (uint32_t r = 0; r < count; r++) {
        const uint32_t length = rows[r].end - rows[r].first;
        uint32_t *row = test_allocate(length + 1, sizeof *row);
        memcpy(row, keys + rows[r].first, length * sizeof *row);
        qsort(row, length, sizeof *row, compare);
        wanted->offsets[r] = wanted->offset_base + kept;
        for (uint32_t i = 0; i < length; i++) {
            if (i == 0 || row[i] >> 1 != row[i - 1] >> 1) wanted->ids[kept++] = row[i] >> 1;
            /* after sorting, the first key of one direction follows the last of the other */
            wanted->both_directions += i > 0 && row[i] >> 1 == row[i - 1] >> 1 && row[i] != row[i - 1];
        }
        free(row);
    }
    return kept;
}

static void check_batch(const uint32_t *keys, const tg_row_place *rows, uint32_t count, const char *what)
{
    const uint32_t all = count ? rows[count - 1].end : 0;
    tg_row_batch batch = {.keys = keys, .rows = rows, .count = count, .offset_base = 1000};
    tg_row_batch wanted = batch;
    wanted.ids = test_allocate(all + 1, sizeof *wanted.ids);
    wanted.offsets = test_allocate(count + 1, sizeof *wanted.offsets);
    batch.offsets = test_allocate(count + 1, sizeof *batch.offsets);
    const uint64_t kept = expect_batch(keys, rows, count, &wanted);
    TEST_EACH_ISA (isa) {
        const tg_row_sorter *sorter = tg_row_sorter_of(isa);
        const char *name = tg_isa_name(isa);
        if (sorter == NULL) continue;
        batch.ids = test_allocate(all + 1, sizeof *batch.ids);
        batch.ids[all] = FENCE;
        batch.both_directions = 0;
        CHECK_EQ(sorter->sort_batch(&batch), kept, "%s, %s: kept", name, what);
        CHECK_EQ(batch.both_directions, wanted.both_directions, "%s, %s: directions", name, what);
        CHECK(memcmp(batch.ids, wanted.ids, kept * sizeof *batch.ids) == 0, "%s, %s", name, what);
        CHECK(memcmp(batch.offsets, wanted.offsets, count * sizeof *batch.offsets) == 0, "%s, %s: offsets", name, what);
        CHECK_EQ(batch.ids[all], FENCE, "%s, %s: behind the ids", name, what);
        free(batch.ids);
    }
    free(batch.offsets);
    free(wanted.offsets);
    free(wanted.ids);
}

/* Rows of all lengths up to a limit, in any order, with more or fewer repetitions. */
TEST_CASE(batches)
{
    enum { ROWS = 60, BATCHES = 400 };
    static const uint32_t lengths[] = {1, 3, 9, 18, 40, 300}, ranges[] = {TG_SORT_ROW_IDS, 50, 5};
    test_random random = {11};

    for (uint32_t b = 0; b < BATCHES; b++) {
        tg_row_place rows[ROWS];
        const uint32_t count = (uint32_t)test_random_below(&random, ROWS + 1);
        const uint32_t most = lengths[b % 6], range = ranges[b / 6 % 3];
        uint32_t all = 0;
        for (uint32_t r = 0; r < count; r++) {
            rows[r].first = all;
            all += (uint32_t)test_random_below(&random, most + 1);
            rows[r].end = all;
        }
        uint32_t *keys = test_allocate(all + TG_SORT_ROW_SLACK, sizeof *keys);
        for (uint32_t i = 0; i < all + TG_SORT_ROW_SLACK; i++)
            keys[i] = (uint32_t)test_random_below(&random, range) << 1 | (uint32_t)test_random_below(&random, 2);
        check_batch(keys, rows, count, "random rows");
        free(keys);
    }
}

TEST_CASE(rows_can_be_left)
{
    CHECK(tg_row_sorter_of(TG_ISA_PORTABLE) == NULL, "portable code sorts by radix");
    CHECK_EQ(tg_row_sorter_most(), TG_SORT_ROW_MOST, "no limit at first");
    tg_row_sorter_limit(10);
    CHECK_EQ(tg_row_sorter_most(), 10, "shorter rows only");
    tg_row_sorter_limit(UINT32_MAX);
    CHECK_EQ(tg_row_sorter_most(), TG_SORT_ROW_MOST, "all again");
}

TEST_MAIN()
