/* stored.c - see stored.h. */
#include "support/stored.h"

#include <string.h>

#include "load/beyond.h"
#include "store/limits.h"
#include "support/check.h"

void test_store_cut(uint32_t ranges, uint64_t edges)
{
    tg_store_limits_set =
        (tg_store_limits){.always = true,
                          .intervals = 4 * ranges,
                          .page_edges = 3 + ranges % 5 + (uint32_t)(edges >> 8),
                          .keys = 24 + edges / (2 + ranges % 16),
                          .ranges = ranges,
                          .block_entries = 1 + 7 * (ranges % 4) + (uint32_t)(edges >> 8),
                          .hub_rows = 1 + 16 * (ranges % 3),
                          .kept_ranges = tg_store_limits_set.kept_ranges,
                          .batch_pieces = tg_store_limits_set.batch_pieces};
    uint32_t power = 1;
    while (power < tg_store_limits_set.intervals) power *= 2;
    tg_store_limits_set.intervals = power;
}

/* The edges in two parts; the first one is taken in two turns. */
static void fill(tricorn_context *context, const edge_list *from, tg_edges *edges)
{
    REQUIRE_OK(context, tg_edges_create(context, 2, edges));
    edges->vertices = from->vertices;
    for (uint64_t i = 0; i < from->count; i++) {
        tg_edge_part *part = &edges->parts[i % 2];
        REQUIRE_OK(context, tg_edge_part_reserve(context, part, 1, sizeof(tg_edge)));
        tg_edge_part_push(part, from->pairs[2 * i], from->pairs[2 * i + 1]);
        if (i != from->count / 2) continue;
        REQUIRE_OK(context, edges->spill->take(context, edges->spill, part->number, part->edges,
                                               part->count, sizeof(tg_edge)));
        part->count = 0;
    }
}

tricorn_graph *test_stored_graph(tricorn_context *context, const edge_list *edges,
                                 uint32_t ranges)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tg_edges raw = {0};
    tg_beyond beyond;
    tricorn_graph *made = NULL;

    test_store_cut(ranges, edges->count);
    options.scratch = "/tmp";
    REQUIRE_OK(context, tg_beyond_begin(context, NULL, &options, &raw, &beyond, &made));
    fill(context, edges, &raw);
    CHECK(tg_beyond_needed(&beyond, &raw), "the graph stays in memory");
    REQUIRE_OK(context, tg_beyond_prepare(context, &beyond, &raw, &made));
    tg_beyond_end(&beyond);
    return made;
}

void test_store_passes(uint32_t kept_ranges, uint32_t batch_pieces)
{
    tg_store_limits_set.kept_ranges = kept_ranges;
    tg_store_limits_set.batch_pieces = batch_pieces;
}

void test_store_reset(void)
{
    tg_store_limits_set = (tg_store_limits){0};
}
