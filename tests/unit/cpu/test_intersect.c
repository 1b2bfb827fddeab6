/* test_intersect.c - every variant that this CPU runs, against the definitions. */
#include "cpu/intersect/intersect.h"

#include <stdlib.h>
#include <string.h>

#include "cpu/intersect/merge.h"
#include "support/check.h"
#include "support/edge_list.h"
#include "support/isa.h"
#include "support/rows.h"

/* Ascending ids with random gaps of up to `gap`, up to the largest valid id. */
static uint64_t random_ids(test_random *random, uint64_t most, uint32_t gap, uint32_t *ids)
{
    const uint64_t wanted = test_random_below(random, (uint32_t)most + 1);
    uint64_t next = test_random_below(random, gap), count = 0;
    if (test_random_below(random, 4) == 0) next += UINT32_MAX - wanted * gap / 2;
    for (; count < wanted && next < UINT32_MAX; count++) {
        ids[count] = (uint32_t)next;
        next += 1 + test_random_below(random, gap);
    }
    return count;
}

TEST_CASE(rows_share)
{
    enum { TRIALS = 3000, MOST = 300, FAR_MORE = 40 * MOST };
    test_random random = {7};
    uint32_t *a = test_allocate(FAR_MORE, sizeof *a), *b = test_allocate(FAR_MORE, sizeof *b);
    uint32_t *both = test_allocate(FAR_MORE, sizeof *both);
    uint32_t *made = test_allocate(FAR_MORE + TG_COMMON_SPARE, sizeof *made);

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const uint32_t gap = 1 + test_random_below(&random, 6);
        const uint64_t a_count = random_ids(&random, trial % 8 ? MOST : FAR_MORE, gap, a);
        const uint64_t b_count = random_ids(&random, trial % 3 ? MOST : 20, gap, b);
        uint64_t expected = 0;
        for (uint64_t i = 0, j = 0; i < a_count; i++) {
            while (j < b_count && b[j] < a[i]) j++;
            if (j < b_count && b[j] == a[i]) both[expected++] = a[i];
        }
        CHECK_EQ(tg_gallop(a, a_count, b, b_count), expected, "galloping, trial %u", trial);
        TEST_EACH_ISA (isa) {
            const tg_kernels *kernels = tg_kernels_of(isa);
            CHECK_EQ(kernels->shared(a, a_count, b, b_count), expected, "%s, trial %u", tg_isa_name(isa), trial);
            CHECK_EQ(
              kernels->shared(b, b_count, a, a_count), expected, "%s, trial %u swapped", tg_isa_name(isa), trial);
            CHECK_EQ(kernels->common(a, a_count, b, b_count, made), expected, "%s, trial %u", tg_isa_name(isa), trial);
            CHECK(memcmp(made, both, expected * sizeof *made) == 0, "%s, trial %u: ids", tg_isa_name(isa), trial);
        }
    }
    free(a);
    free(b);
    free(both);
    free(made);
}

enum { MARKS = 4096 };

static bool ids_fit_marks(const tg_rows *rows)
{
    for (uint64_t i = 0; i < rows->offsets[rows->count]; i++)
        if (rows->ids[i] >= MARKS) return false;
    return true;
}

/* With in_row (intersect.h) where ids allow it, and without. */
static void check_stream(const tg_task *task, uint64_t expected, unsigned trial)
{
    static const uint8_t zeros[MARKS];
    uint8_t in_row[MARKS] = {0};
    const bool marked = ids_fit_marks(&task->from) && ids_fit_marks(&task->into);
    TEST_EACH_ISA (isa)
        for (uint32_t ahead = 0; ahead <= 32; ahead += 8)
            for (uint64_t size = 1; size < 5000; size = size * 9 + 4) {
                const tg_stream stream = {
                  .task = task, .ahead = ahead % 32, .in_row = marked && ahead > 8 ? in_row : NULL};
                uint64_t found = 0;
                for (uint64_t c = 0; c < tg_chunk_count(task, size); c++)
                    found += tg_kernels_of(isa)->stream(&stream, tg_chunk_at(task, size, c));
                CHECK_EQ(found, expected, "%s, trial %u, %u ahead, chunks of %u", tg_isa_name(isa), trial, ahead,
                  (unsigned)size);
                CHECK(memcmp(in_row, zeros, MARKS) == 0, "%s: bytes are still set", tg_isa_name(isa));
            }
}

/* Spreads ids, so that many have the same bit in a filter. */
static void spread(test_rows *rows)
{
    for (uint64_t i = 0; i < rows->offsets[rows->count]; i++) rows->ids[i] *= 8192 + 4096 * 3;
}

/* Rows of all lengths, from tiny ones to merged ones, in whole tasks and others. */
TEST_CASE(streams)
{
    static const uint32_t columns[] = {3, 6, 12, 24, 60, 200, 1500};
    test_random random = {8};

    for (unsigned trial = 0; trial < 70; trial++) {
        const uint32_t width = columns[trial % 7], height = width < 200 ? width : 20;
        test_rows edges = test_rows_random(&random, 30, height, 100, TEST_ROWS_ANY);
        test_rows from = test_rows_random(&random, 30, width, 100, TEST_ROWS_ANY);
        test_rows into = test_rows_random(&random, height, width, 100, TEST_ROWS_ANY);
        if (trial % 3 == 0) {
            spread(&from);
            spread(&into);
        }
        const tg_task task = {.edges = test_rows_view(&edges),
          .from = test_rows_view(&from),
          .into = test_rows_view(&into),
          .first_row = test_random_below(&random, 5),
          .last_row = 30 - test_random_below(&random, 5)};
        check_stream(&task, test_task_count(&task, UINT64_MAX), trial);
        test_rows_free(&edges);
        test_rows_free(&from);
        test_rows_free(&into);
    }
}

/* Where the first neighbour of each row is left out. */
TEST_CASE(whole_streams)
{
    test_random random = {9};

    for (unsigned trial = 0; trial < 40; trial++) {
        const uint32_t vertices = 2 + trial * 3;
        test_rows rows = test_rows_random(&random, vertices, vertices, trial % 2 ? 100 : 15, TEST_ROWS_BELOW_OWN);
        const tg_rows view = test_rows_view(&rows);
        const tg_task task = {.edges = view, .from = view, .into = view, .last_row = vertices, .reach = TG_REACH_BELOW};
        check_stream(&task, test_task_count(&task, UINT64_MAX), trial);
        test_rows_free(&rows);
    }
}

/* Bits of all ids of some blocks, none, few, many or all of each word. */
static void fill_words(test_random *random, uint64_t *words, uint64_t count)
{
    for (uint64_t w = 0; w < count; w++) {
        const uint64_t some = test_random_next(random), others = test_random_next(random);
        const uint64_t kinds[] = {
          0, some & others & test_random_next(random), some | others, UINT64_MAX, UINT64_C(1) << some % 64};
        words[w] = kinds[test_random_below(random, 5)];
    }
}

TEST_CASE(ids_are_met)
{
    enum { BLOCKS = 6, WORDS = BLOCKS * TG_BLOCK_WORDS, IDS = WORDS * 64, TRIALS = 400 };
    static _Alignas(64) uint64_t a[WORDS], b[WORDS];
    static uint32_t met[IDS + TG_IDS_SPARE], expected[IDS];
    test_random random = {10};

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        uint32_t blocks[BLOCKS];
        uint64_t count = 0, wanted = 0;
        fill_words(&random, a, WORDS);
        fill_words(&random, b, WORDS);
        for (uint32_t block = 0; block < BLOCKS; block++)
            if (trial == 0 || test_random_below(&random, 3)) blocks[count++] = block;
        for (uint64_t k = 0; k < count; k++)
            for (uint32_t id = blocks[k] * TG_BLOCK_IDS; id < (blocks[k] + 1) * TG_BLOCK_IDS; id++)
                if (a[id / 64] >> id % 64 & b[id / 64] >> id % 64 & 1) expected[wanted++] = id;
        const tg_bit_blocks lines = {a, b, blocks, count};
        TEST_EACH_ISA (isa) {
            CHECK_EQ(tg_kernels_of(isa)->common_bits(&lines, met), wanted, "%s, trial %u", tg_isa_name(isa), trial);
            CHECK(memcmp(met, expected, wanted * sizeof *met) == 0, "%s: ids of trial %u", tg_isa_name(isa), trial);
        }
    }
}

/* From no bits to all, and every number of rows. */
TEST_CASE(pairs_are_met)
{
    enum { SLAB_ROWS = 9, MOST = 40 };
    test_random random = {17};
    uint64_t *words = aligned_alloc(64, (SLAB_ROWS + 1) * TG_SLAB_WORDS * sizeof *words);
    uint32_t ids[MOST], support[MOST + 1];
    uint64_t bits[SLAB_ROWS];

    memset(words, 0xFF, TG_SLAB_WORDS * sizeof *words); /* row 0 and the first of the slab, */
    memset(words + TG_SLAB_WORDS, 0xFF, TG_SLAB_WORDS * sizeof *words);
    memset(words + 2 * TG_SLAB_WORDS, 0, TG_SLAB_WORDS * sizeof *words); /* and the second */
    for (uint64_t w = 3 * TG_SLAB_WORDS; w < (SLAB_ROWS + 1) * TG_SLAB_WORDS; w++)
        words[w] = test_random_next(&random) & test_random_next(&random);
    for (uint32_t row = 0; row <= SLAB_ROWS; row++) {
        const uint64_t *one = words + row * TG_SLAB_WORDS, *slab = words + TG_SLAB_WORDS;
        for (uint32_t r = 0; r < SLAB_ROWS; r++) {
            bits[r] = 0;
            for (uint32_t id = 0; id < TG_SLAB_WORDS * 64; id++)
                bits[r] += (one[id / 64] & slab[r * TG_SLAB_WORDS + id / 64]) >> id % 64 & 1u;
        }
        TEST_EACH_ISA (isa)
            for (uint32_t count = 0; count <= MOST; count++) {
                uint64_t expected = 0;
                for (uint32_t i = 0; i < count; i++) {
                    ids[i] = test_random_below(&random, SLAB_ROWS);
                    expected += bits[ids[i]];
                }
                for (uint32_t i = 0; i <= MOST; i++) support[i] = i;
                CHECK_EQ(tg_kernels_of(isa)->pairs(one, slab, ids, count, support), expected, "%s, row %u, %u rows",
                  tg_isa_name(isa), row, count);
                for (uint32_t i = 0; i <= MOST; i++)
                    CHECK_EQ(support[i], i + (i < count ? bits[ids[i]] : 0), "%s, row %u, %u of %u", tg_isa_name(isa),
                      row, i, count);
            }
    }
    free(words);
}

/* Also a line without a bit, with all of them, and a pair of the same one. */
TEST_CASE(lines_are_met)
{
    enum { LINES = 30, PAIRS = 40 * TG_COLUMN_GROUP, BITS = 64 * TG_COLUMN_WORDS };
    test_random random = {23};
    uint64_t *lines = aligned_alloc(64, LINES * TG_COLUMN_WORDS * sizeof *lines);
    tg_columns *columns = aligned_alloc(64, (sizeof *columns + 63) / 64 * 64);
    uint32_t a[PAIRS], b[PAIRS];
    uint64_t expected[PAIRS] = {0}, sums[BITS] = {0}, counts[BITS];
    uint16_t common[PAIRS];

    for (int w = 0; w < LINES * TG_COLUMN_WORDS; w++) lines[w] = test_random_next(&random) & test_random_next(&random);
    memset(lines, 0, TG_COLUMN_WORDS * sizeof *lines);
    memset(lines + TG_COLUMN_WORDS, 0xFF, TG_COLUMN_WORDS * sizeof *lines);
    for (int i = 0; i < PAIRS; i++) {
        a[i] = test_random_below(&random, LINES);
        b[i] = test_random_below(&random, LINES);
        for (int bit = 0; bit < BITS; bit++) {
            const uint64_t met = lines[a[i] * TG_COLUMN_WORDS + bit / 64] & lines[b[i] * TG_COLUMN_WORDS + bit / 64];
            expected[i] += met >> bit % 64 & 1;
            sums[bit] += met >> bit % 64 & 1;
        }
    }
    TEST_EACH_ISA (isa) {
        memset(columns, 0, sizeof *columns);
        memset(counts, 0, sizeof counts);
        tg_kernels_of(isa)->bit_row_pairs(&(tg_bit_row_pairs){lines, a, b, PAIRS, common, columns});
        tg_columns_sum(columns, counts);
        for (int i = 0; i < PAIRS; i++) CHECK_EQ(common[i], expected[i], "%s, pair %d", tg_isa_name(isa), i);
        for (int bit = 0; bit < BITS; bit++) CHECK_EQ(counts[bit], sums[bit], "%s, bit %d", tg_isa_name(isa), bit);
    }
    free(lines);
    free(columns);
}

TEST_MAIN()
