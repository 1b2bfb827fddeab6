/* test_relabel.c - graphs on disk under other numbers: they get the numbers that the same rows
 * get in memory, and each row has the same ids, however few rows are collected at a time. */
#include <stdlib.h>
#include <string.h>

#include "graph/transpose.h"
#include "prepare/reorder.h"
#include "store/files/limits.h"
#include "store/relabel.h"
#include "store/stream.h"
#include "support/fixture.h"
#include "support/stored.h"

/* All rows, as they came. */
typedef struct taken {
    uint64_t offsets[512];
    uint32_t ids[1 << 15], rows;
} taken;

static tricorn_status take(tricorn_context *context, void *user, const tg_rows *rows, uint32_t first)
{
    taken *to = user;
    (void)context;
    for (; to->rows < first; to->rows++) to->offsets[to->rows + 1] = to->offsets[to->rows];
    for (uint32_t r = 0; r < rows->count; r++, to->rows++) {
        uint64_t end = to->offsets[to->rows];
        for (uint64_t e = rows->offsets[r]; e < rows->offsets[r + 1]; e++) to->ids[end++] = rows->ids[e];
        to->offsets[to->rows + 1] = end;
    }
    return TRICORN_OK;
}

static tricorn_status take_stored(tricorn_context *context, void *user, const tg_stored_rows *rows)
{
    const tg_rows some = {rows->last - rows->first, rows->offsets, rows->ids};
    return take(context, user, &some, rows->first);
}

static void check_rows(const tg_rows *rows, const uint32_t *places, const taken *found)
{
    CHECK_EQ(found->rows, rows->count, "rows");
    for (uint32_t u = 0; u < rows->count; u++) {
        const uint64_t *row = found->offsets + places[u];
        CHECK_EQ(row[1] - row[0], tg_row_length(rows, u), "the length of row %u", u);
        for (uint64_t e = row[0] + 1; e < row[1]; e++) CHECK(found->ids[e - 1] < found->ids[e], "row %u ascends", u);
        for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            uint64_t at = row[0];
            while (at < row[1] && found->ids[at] != places[rows->ids[e]]) at++;
            CHECK(at < row[1], "row %u has lost an id", u);
        }
    }
}

static void check_names(tg_store *store, const tg_rows *rows, const char *names)
{
    static taken found;
    uint32_t *places = test_allocate(rows->count + 1, sizeof *places);
    tg_relabelling by = {.names = names};
    tg_rows above;

    REQUIRE_OK(fixture.context, tg_rows_transpose(fixture.context, rows, &above));
    if (strcmp(names, "input") != 0)
        REQUIRE_OK(fixture.context, tg_graph_places(fixture.context, NULL, rows, &above, places, tg_find_order(names)));
    for (uint64_t most = 0; most <= 600; most = 3 * most + 1) {
        memset(&found, 0, sizeof found);
        tg_store_limits_set.collected_ids = most;
        REQUIRE_OK(fixture.context, tg_store_each_relabelled(fixture.context, store, &by, take, &found));
        for (uint32_t u = 0; u < rows->count; u++)
            for (uint32_t v = 0; strcmp(names, "input") == 0 && v < rows->count; v++)
                CHECK(tg_label_id(&store->labels, u) >= tg_label_id(&store->labels, v) || by.numbers[u] < by.numbers[v],
                  "the input's order of %u, %u", u, v);
        if (strcmp(names, "input") == 0) memcpy(places, by.numbers, rows->count * sizeof *places);
        CHECK(memcmp(places, by.numbers, rows->count * sizeof *places) == 0, "%s", names);
        check_rows(rows, places, &found);
        if (most % 2) tg_relabelling_drop(&by);
    }
    tg_relabelling_drop(&by);
    tg_rows_free(&above);
    free(places);
}

TEST_CASE(random_graphs)
{
    static const char *const names[] = {"input", "in-degree", "collective", "collective-degree"};
    static const uint32_t percents[] = {0, 2, 12, 90}; /* of 90, rows are in all three classes */
    static taken all;
    test_random random = {11};
    for (uint32_t i = 0; i < 16; i++) {
        edge_list edges = make_random(40 + 40 * (i % 4), percents[i % 4], &random);
        tricorn_graph *graph = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, 1 + i);
        memset(&all, 0, sizeof all);
        REQUIRE_OK(fixture.context, tg_store_each_row(fixture.context, graph->store, NULL, take_stored, &all));
        for (; all.rows < graph->store->label_count; all.rows++) all.offsets[all.rows + 1] = all.offsets[all.rows];
        const tg_rows rows = {all.rows, all.offsets, all.ids};
        for (size_t n = 0; n < LENGTH(names); n++) check_names(graph->store, &rows, names[n]);
        tricorn_graph_free(graph);
        test_store_reset();
        edge_list_free(&edges);
    }
}

TEST_MAIN_EACH(test_create, test_destroy)
