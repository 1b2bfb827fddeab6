/* test_common.c - the common ids of two rows, and of a row and a row of bits, on every
 * instruction set: against a loop over all pairs. */
#include "cpu/truss/common.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/isa.h"

enum { MOST_IDS = 6000, WORDS = MOST_IDS / TG_COMMON_WORD_BITS + 1 };

/* A row of random ids; the edge to id i is 2 i + its number. */
typedef struct row {
    uint32_t ids[MOST_IDS], edges[MOST_IDS], count;
    uint64_t bits[WORDS];
    uint32_t before[WORDS];
} row;

static void make_row(row *to, uint32_t number, uint32_t among, uint32_t count, test_random *random)
{
    memset(to, 0, sizeof *to);
    for (uint32_t id = 0; id < among; id++) {
        if (id % TG_COMMON_WORD_BITS == 0) to->before[id / TG_COMMON_WORD_BITS] = to->count;
        if (test_random_below(random, among) >= count) continue;
        to->ids[to->count] = id;
        to->edges[to->count++] = 2 * id + number;
        to->bits[id / TG_COMMON_WORD_BITS] |= UINT64_C(1) << id % TG_COMMON_WORD_BITS;
    }
}

static bool has(const row *in, uint32_t id)
{
    return in->bits[id / TG_COMMON_WORD_BITS] >> id % TG_COMMON_WORD_BITS & 1;
}

/* What was listed, in order, and the list is emptied. */
static void take(tg_common_edges *edges, uint32_t *got, uint32_t *count)
{
    CHECK(edges->count <= TG_COMMON_EDGES_MOST + TG_COMMON_EDGES_SPARE, "%u matches", edges->count);
    for (uint32_t i = 0; i < edges->count; i++) {
        CHECK_EQ(*edges->of_many[i], *edges->of_few[i] + 1, "edges of match %u", *count);
        got[(*count)++] = *edges->of_few[i] / 2;
    }
    edges->count = 0;
}

static void check(const tg_common_variant *variant, const row *few, const row *many, bool by_bits)
{
    static uint32_t got[MOST_IDS];
    tg_common_edges edges = {.count = 0};
    tg_common common = {{few->ids, few->edges, few->count}, {many->ids, many->edges, many->count}, &edges};
    const tg_edge_bits bits = {many->bits, many->before};
    uint32_t count = 0, expected = 0;
    while (common.few.count > 0 && common.many.count > 0) {
        const uint32_t left = common.few.count + common.many.count;
        if (by_bits)
            variant->bits(&common, &bits);
        else
            tg_common_of_rows(variant, &common);
        const bool taken = common.few.count + common.many.count < left;
        CHECK(taken, "no ids are taken");
        if (!taken) break;
        if (edges.count >= TG_COMMON_EDGES_MOST) take(&edges, got, &count);
    }
    take(&edges, got, &count);
    for (uint32_t i = 0; i < few->count; i++)
        if (has(many, few->ids[i])) {
            CHECK(expected < count && got[expected] == few->ids[i], "id %u", few->ids[i]);
            expected++;
        }
    CHECK_EQ(count, expected, "common ids of %u and %u", few->count, many->count);
}

TEST_CASE(rows_and_bits)
{
    static const uint32_t counts[] = {0, 1, 7, 8, 15, 16, 17, 40, 300, 1200, 6000};
    enum { COUNTS = LENGTH(counts) };
    row *few = test_allocate(1, sizeof *few), *many = test_allocate(1, sizeof *many);
    test_random random = {61};
    for (size_t a = 0; a < COUNTS; a++)
        for (size_t b = 0; b < COUNTS; b++) {
            const uint32_t among = (a + b) % 2 ? MOST_IDS : 1200;
            make_row(few, 0, among, counts[a], &random);
            make_row(many, 1, among, counts[b], &random);
            TEST_EACH_ISA (isa) {
                test_by("%s", tg_isa_name(isa));
                check(tg_common_variant_of(isa), few, many, false);
                check(tg_common_variant_of(isa), few, many, true);
            }
        }
    free(few);
    free(many);
}

TEST_MAIN()
