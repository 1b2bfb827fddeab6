/* stored.c - see stored.h. */
#include "support/stored.h"

#include <string.h>

#include "load/out_of_core.h"
#include "store/files/limits.h"
#include "support/check.h"
#include "support/files.h"

void test_store_cut(uint32_t ranges, uint64_t edges)
{
    tg_store_limits_set = (tg_store_limits){.always = true,
      .intervals = 4 * ranges,
      .page_edges = 3 + ranges % 5 + (uint32_t)(edges >> 8),
      .keys = 24 + edges / (2 + ranges % 16),
      .ranges = ranges,
      .block_entries = 1 + 7 * (ranges % 4) + (uint32_t)(edges >> 8),
      .segment_entries = 9 + 40 * (ranges % 3) + (uint32_t)(edges >> 6),
      .segment_rows = 3 + 20 * (ranges % 3) + (uint32_t)(edges >> 8),
      .hub_rows = 1 + 16 * (ranges % 3),
      .id_buckets = UINT32_C(1) << ranges % 4,
      .mapped_ids = 16 + edges / 4,
      .word_bytes = (UINT64_C(60) << 10) + edges,
      .number = tg_store_limits_set.number,
      .room_bytes = tg_store_limits_set.room_bytes,
      .table_bytes = tg_store_limits_set.table_bytes,
      .kept_ranges = tg_store_limits_set.kept_ranges,
      .batch_segments = tg_store_limits_set.batch_segments};
    uint32_t power = 1;
    while (power < tg_store_limits_set.intervals) power *= 2;
    tg_store_limits_set.intervals = power;
}

uint64_t test_id_of(test_ids ids, uint32_t vertex)
{
    switch (ids) {
    case TEST_IDS_SPARSE: return (uint32_t)(vertex * UINT32_C(2654435761) + 77);
    case TEST_IDS_WIDE: return vertex * UINT64_C(0x9E3779B97F4A7C15) + 77;
    case TEST_IDS_MIXED: return vertex % 2 ? UINT64_MAX - vertex : vertex;
    default: return vertex;
    }
}

static void add_edge(tricorn_context *context, tg_edges *edges, uint32_t part_number, tg_wide_edge edge, bool wide[2])
{
    tg_edge_part *part = &edges->parts[part_number];
    if (!wide[part_number] && (edge.u >= UINT32_MAX || edge.v >= UINT32_MAX)) {
        REQUIRE_OK(context, tg_edge_part_widen(context, part));
        wide[part_number] = true;
    }
    REQUIRE_OK(
      context, tg_edge_part_reserve(context, part, 1, wide[part_number] ? sizeof(tg_wide_edge) : sizeof(tg_edge)));
    if (wide[part_number])
        tg_edge_part_push_wide(part, edge.u, edge.v);
    else
        tg_edge_part_push(part, (uint32_t)edge.u, (uint32_t)edge.v);
}

/* The edges in two parts, as readers fill them: the first one is taken in two turns, and parts
 * become wide when an id needs it. */
static void fill(tricorn_context *context, const edge_list *from, test_ids ids, tg_edges *edges)
{
    bool wide[2] = {false, false};
    REQUIRE_OK(context, tg_edges_create(context, 2, edges));
    edges->vertices = ids == TEST_IDS_SPARSE ? UINT32_MAX : from->vertices;
    for (uint64_t i = 0; i < from->count; i++) {
        tg_edge_part *part = &edges->parts[i % 2];
        add_edge(context, edges, i % 2,
          (tg_wide_edge){test_id_of(ids, from->pairs[2 * i]), test_id_of(ids, from->pairs[2 * i + 1])}, wide);
        if (i != from->count / 2) continue;
        REQUIRE_OK(context,
          edges->spill->take(context, edges->spill, part, wide[i % 2] ? sizeof(tg_wide_edge) : sizeof(tg_edge)));
        part->count = 0;
    }
    edges->wide = wide[0] || wide[1];
    for (unsigned p = 0; edges->wide && p < 2; p++)
        if (!wide[p]) REQUIRE_OK(context, tg_edge_part_widen(context, &edges->parts[p]));
}

tricorn_graph *test_stored_graph(tricorn_context *context, const edge_list *edges, test_ids ids, uint32_t ranges)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tg_edges raw = {0};
    tg_out_of_core out_of_core;
    const tg_reader reader = {.options = &options, .format = tg_format_find("edges")};
    tricorn_graph *made = NULL;
    bool needed = false;

    test_store_cut(ranges, edges->count);
    if (ids == TEST_IDS_NUMBERED) test_store_number();
    options.disk.scratch = test_temporary();
    REQUIRE_OK(context, tg_out_of_core_begin(context, &reader, &raw, &out_of_core, &made));
    fill(context, edges, ids, &raw);
    REQUIRE_OK(context, tg_out_of_core_needed(context, &out_of_core, &raw, &needed));
    CHECK(needed, "the graph stays in memory");
    REQUIRE_OK(context, tg_out_of_core_prepare(context, &out_of_core, &raw, &made));
    tg_out_of_core_end(&out_of_core);
    return made;
}

void test_store_passes(uint32_t kept_ranges, uint32_t batch_segments)
{
    tg_store_limits_set.kept_ranges = kept_ranges;
    tg_store_limits_set.batch_segments = batch_segments;
}

void test_store_words(uint64_t bytes)
{
    tg_store_limits_set.word_bytes = bytes;
}

void test_store_readers(uint64_t room_bytes, uint64_t table_bytes)
{
    tg_store_limits_set.room_bytes = room_bytes;
    tg_store_limits_set.table_bytes = table_bytes;
}

void test_store_number(void)
{
    tg_store_limits_set.number = true;
}

void test_store_reset(void)
{
    tg_store_limits_set = (tg_store_limits){0};
}
