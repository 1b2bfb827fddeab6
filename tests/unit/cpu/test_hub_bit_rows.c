/* test_hub_bit_rows.c - a bit for each id of each hub's row, in the row's own lines, and no other.
 */
#include "cpu/hub_bit_rows.h"

#include "cpu/common/bitmap.h"
#include "support/fixture.h"
#include "support/rows.h"

static void check_row(const tg_hub_bit_rows *lines, const test_rows *rows, uint32_t v)
{
    const uint64_t *bits = tg_hub_bit_rows_of(lines, v);
    const uint32_t ids = (v / TG_BLOCK_IDS + 1) * TG_BLOCK_IDS;
    uint64_t at = rows->offsets[v];

    CHECK_EQ((uintptr_t)bits % 64, 0, "row %u is aligned", v);
    CHECK_EQ(tg_hub_bit_rows_of(lines, v + 1) - bits, ids / 64, "words of row %u", v);
    for (uint32_t id = 0; id < ids; id++) {
        const bool there = at < rows->offsets[v + 1] && rows->ids[at] == id;
        at += there;
        CHECK_EQ(tg_bits_get(bits, id), there, "id %u of row %u", id, v);
    }
}

TEST_CASE(every_bit)
{
    static const uint32_t hubs[] = {1, 2, 511, 512, 513, 1024, 1500};
    test_random random = {31};

    for (size_t h = 0; h < LENGTH(hubs); h++) {
        test_rows rows = test_rows_random(&random, 1500, 1500, 30, TEST_ROWS_BELOW_OWN);
        const tg_rows view = test_rows_view(&rows);
        tg_hub_bit_rows lines = {0};
        WORKS(tg_hub_bit_rows_create(fixture.context, &view, hubs[h], &lines));
        CHECK_EQ(lines.hubs, hubs[h], "hubs");
        CHECK(tg_hub_bit_rows_of(&lines, 0) == lines.words, "the first row");
        for (uint32_t v = 0; v < hubs[h]; v++) check_row(&lines, &rows, v);
        tg_hub_bit_rows_free(&lines);
        CHECK(lines.words == NULL && lines.hubs == 0, "freed");
        test_rows_free(&rows);
    }
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
