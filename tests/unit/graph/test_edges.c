/* test_edges.c - parts that grow, and that become wide. */
#include <string.h>

#include "base/memory.h"
#include "graph/edges.h"
#include "support/fixture.h"

TEST_CASE(parts_grow)
{
    enum { PARTS = 3, EDGES = 5000 };
    tg_edges edges = {0};

    tricorn_context *context = test_fixture_open(1);
    REQUIRE_OK(context, tg_edges_create(context, PARTS, &edges));
    CHECK_EQ(tg_edges_count(&edges), 0, "empty");
    for (uint32_t i = 0; i < EDGES; i++) {
        tg_edge_part *part = &edges.parts[i % PARTS];
        REQUIRE_OK(context, tg_edge_part_reserve(context, part, 1, sizeof(tg_edge)));
        CHECK(part->room > part->count, "room for one more");
        tg_edge_part_push(part, i, i + 1);
    }
    CHECK_EQ(tg_edges_count(&edges), EDGES, "all parts");
    for (uint32_t i = 0; i < EDGES; i++) {
        const tg_edge edge = ((const tg_edge *)edges.parts[i % PARTS].edges)[i / PARTS];
        CHECK(edge.u == i && edge.v == i + 1, "edge %u", i);
    }
    /* Growing in proportion to the size: few moves for many edges. */
    CHECK(fixture.allocator.calls < 200, "%lld allocations", (long long)fixture.allocator.calls);
    tg_edges_free(&edges);
    CHECK(edges.parts == NULL, "freed and empty");
    test_fixture_close();
}

TEST_CASE(reserving_keeps_and_fails_cleanly)
{
    tg_edge_part part = {0};

    tricorn_context *context = test_fixture_open(1);
    REQUIRE_OK(context, tg_edge_part_reserve(context, &part, 0, sizeof(tg_edge)));
    REQUIRE_OK(context, tg_edge_part_reserve(context, &part, 10, sizeof(tg_edge)));
    tg_edge_part_push(&part, 4, 5);
    const uint64_t room = part.room;
    REQUIRE_STATUS(
      context, tg_edge_part_reserve(context, &part, UINT64_MAX / 4, sizeof(tg_edge)), TRICORN_OUT_OF_MEMORY);
    test_allocator_fail(&fixture.allocator, 0, 1);
    REQUIRE_STATUS(context, tg_edge_part_reserve(context, &part, room + 1, sizeof(tg_edge)), TRICORN_OUT_OF_MEMORY);
    CHECK_EQ(part.room, room, "the part stays as it was");
    CHECK_EQ(((const tg_edge *)part.edges)[0].v, 5, "and so do its edges");
    tg_free(part.edges);
    test_fixture_close();
}

TEST_CASE(parts_become_wide)
{
    tricorn_context *context = test_fixture_open(1);
    for (uint32_t count = 0; count < 200; count++) {
        tg_edge_part part = {0};
        REQUIRE_OK(context, tg_edge_part_reserve(context, &part, count, sizeof(tg_edge)));
        for (uint32_t i = 0; i < count; i++) tg_edge_part_push(&part, 3 * i, UINT32_MAX - i);
        REQUIRE_OK(context, tg_edge_part_widen(context, &part));
        CHECK_EQ(part.count, count, "edges");
        for (uint32_t i = 0; i < count; i++) {
            const tg_wide_edge edge = ((const tg_wide_edge *)part.edges)[i];
            CHECK(edge.u == 3 * i && edge.v == UINT32_MAX - i, "edge %u of %u", i, count);
        }
        REQUIRE_OK(context, tg_edge_part_reserve(context, &part, 1, sizeof(tg_wide_edge)));
        tg_edge_part_push_wide(&part, UINT64_MAX, 1);
        CHECK_EQ(((const tg_wide_edge *)part.edges)[count].u, UINT64_MAX, "one more");
        tg_free(part.edges);
    }
    test_fixture_close();
}

/* A spill that only adds up what it takes. */
typedef struct sums {
    tg_edge_spill base;
    uint64_t edges, ids;
} sums;

static tricorn_status take(tricorn_context *context, tg_edge_spill *spill, const tg_edge_part *part, size_t edge_bytes)
{
    sums *all = (sums *)(void *)spill;
    const char *edges = part->edges;
    (void)context;
    CHECK_EQ(part->number, 0, "the part");
    all->edges += part->count;
    for (uint64_t i = 0; i < part->count; i++) {
        if (edge_bytes == sizeof(tg_edge)) {
            tg_edge edge;
            memcpy(&edge, edges + i * sizeof edge, sizeof edge);
            all->ids += (uint64_t)edge.u + edge.v;
        } else {
            tg_wide_edge edge;
            memcpy(&edge, edges + i * sizeof edge, sizeof edge);
            all->ids += edge.u + edge.v;
        }
    }
    return TRICORN_OK;
}

/* Whatever the memory is and whenever a part becomes wide, each edge is spilled or there once. */
TEST_CASE(wide_parts_spill)
{
    enum { EDGES = 500 };
    tricorn_context *context = test_fixture_open(1);
    for (uint32_t turn = 0; turn < 300; turn++) {
        sums all = {.base = {.take = take, .room_bytes = 8 * (1 + turn * 7 % 400)}};
        tg_edge_part part = {.spill = &all.base};
        const uint32_t narrow = turn % EDGES;
        uint64_t ids = 0;
        for (uint32_t i = 0; i < EDGES; i++) {
            const bool wide = i >= narrow;
            const uint64_t u = wide ? UINT64_MAX / 3 - i : i, v = 2 * i + 1;
            if (i == narrow) REQUIRE_OK(context, tg_edge_part_widen(context, &part));
            REQUIRE_OK(context, tg_edge_part_reserve(context, &part, 1, wide ? sizeof(tg_wide_edge) : sizeof(tg_edge)));
            CHECK(part.count < part.room, "room for one more");
            if (wide)
                tg_edge_part_push_wide(&part, u, v);
            else
                tg_edge_part_push(&part, (uint32_t)u, (uint32_t)v);
            ids += u + v;
        }
        CHECK(all.base.held_bytes <= all.base.room_bytes, "turn %u: more is held", turn);
        REQUIRE_OK(context, take(context, &all.base, &part, sizeof(tg_wide_edge)));
        CHECK_EQ(all.edges, EDGES, "turn %u: edges", turn);
        CHECK_EQ(all.ids, ids, "turn %u: their ids", turn);
        tg_free(part.edges);
    }
    test_fixture_close();
}

TEST_MAIN()
