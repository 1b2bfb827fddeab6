/* test_grid.c - sets of vertices are cut as the rule says, blocks hold each edge once, and each
 * triangle is in exactly one task. */
#include <stdlib.h>
#include <string.h>

#include "support/fixture.h"
#include "support/families.h"
#include "task/grid.h"

static bool row_has(tg_rows rows, uint32_t row, uint32_t id)
{
    for (uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; i++)
        if (rows.ids[i] == id) return true;
    return false;
}

/* The edges of the graph with their upper ends in rows first to last - 1 and their lower ends in
 * [from, to). */
static uint64_t edges_between(const tricorn_graph *graph, uint32_t first, uint32_t last, uint32_t from, uint32_t to)
{
    uint64_t found = 0;
    for (uint32_t u = first; u < last; u++)
        for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++)
            found += graph->host.targets[e] >= from && graph->host.targets[e] < to;
    return found;
}

/* Ranges follow each other, from the first vertex to the last. */
static void check_ranges(const tg_vertices *sets, uint32_t ranges, uint32_t vertices, const char *what)
{
    uint32_t end = 0;
    for (uint32_t r = 0; r < ranges; r++) {
        CHECK_EQ(sets[r].stride, 1, "%s", what);
        CHECK_EQ(sets[r].first, end, "%s begin", what);
        CHECK(sets[r].end >= end, "%s ascend", what);
        end = sets[r].end;
    }
    CHECK_EQ(end, vertices, "%s end", what);
}

/* Column k begins with the first vertex before which there are at least k / columns of the edges.
 */
static void check_columns(const tricorn_graph *graph, const tg_grid *grid)
{
    check_ranges(grid->column_sets, grid->columns, graph->active, "columns");
    for (uint32_t k = 1; k < grid->columns; k++) {
        const uint32_t cut = grid->column_sets[k].first;
        const uint64_t wanted = graph->edges * k;
        CHECK(edges_between(graph, 0, graph->active, 0, cut) * grid->columns >= wanted,
          "column %u of %u is late enough", k, grid->columns);
        if (cut > 0)
            CHECK(edges_between(graph, 0, graph->active, 0, cut - 1) * grid->columns < wanted,
              "column %u of %u is not too late", k, grid->columns);
    }
}

static uint64_t largest_block(const tricorn_graph *graph, const tg_grid *grid, uint32_t first, uint32_t last)
{
    uint64_t most = 0;
    for (uint32_t k = 0; k < grid->columns; k++) {
        const uint64_t bytes =
          8 * ((uint64_t)last - first + 1) +
          4 * edges_between(graph, first, last, grid->column_sets[k].first, grid->column_sets[k].end);
        if (bytes > most) most = bytes;
    }
    return most;
}

/* A range has one row or fits, and would not with one row more. */
static void check_rows(const tricorn_graph *graph, const tg_grid *grid, uint64_t block_bytes)
{
    check_ranges(grid->row_sets, grid->rows, graph->active, "rows");
    for (uint32_t i = 0; i < grid->rows; i++) {
        const uint32_t first = grid->row_sets[i].first, last = grid->row_sets[i].end;
        if (last - first > 1) CHECK(largest_block(graph, grid, first, last) <= block_bytes, "range %u fits", i);
        if (last < graph->active)
            CHECK(largest_block(graph, grid, first, last + 1) > block_bytes, "range %u is long", i);
    }
}

static bool is_in(const tg_vertices *set, uint32_t x)
{
    return x >= set->first && x < set->end && (x - set->first) % set->stride == 0;
}

/* Counts the edges of the graph from one set of vertices to another. Unless `block` is NULL,
 * checks that it has each of these edges, under the numbers of its ends in the sets. */
static uint64_t edges_of(
  const tricorn_graph *graph, const tg_vertices *of, const tg_vertices *ids_of, const tg_rows *block)
{
    uint64_t found = 0;
    for (uint32_t u = 0, row = 0; u < graph->active; row += is_in(of, u++))
        for (uint64_t e = graph->host.offsets[u]; e < graph->host.offsets[u + 1]; e++) {
            const uint32_t v = graph->host.targets[e];
            if (!is_in(of, u) || !is_in(ids_of, v)) continue;
            found++;
            if (block) CHECK(row_has(*block, row, (v - ids_of->first) / ids_of->stride), "edge %u-%u", u, v);
        }
    return found;
}

static void check_blocks(const tricorn_graph *graph, const tg_grid *grid)
{
    for (uint32_t i = 0; i < grid->rows; i++) {
        const tg_vertices *of = &grid->row_sets[i];
        for (uint32_t k = 0; k < grid->columns; k++) {
            const tg_rows block = tg_grid_block(grid, i * grid->columns + k);
            const uint64_t edges = edges_of(graph, of, &grid->column_sets[k], &block);
            CHECK_EQ(grid->entries[i * grid->columns + k], edges, "block %u %u", i, k);
            CHECK_EQ(block.offsets[block.count], edges, "block %u %u", i, k);
        }
        for (uint32_t j = 0; grid->ranges && j < grid->rows; j++) {
            const uint32_t list = i * grid->rows + j;
            const tg_rows block = tg_grid_block(grid, grid->rows * grid->columns + list);
            const uint64_t edges = edges_of(graph, of, &grid->row_sets[j], &block);
            CHECK_EQ(grid->list_entries[list], edges, "list %u %u", i, j);
            CHECK_EQ(block.offsets[block.count], edges, "list %u %u", i, j);
        }
    }
}

/* By the definition in task.h, with the edges of the graph between the two sets; the reach that
 * the task tells holds. */
static uint64_t count_task(const tricorn_graph *graph, const tg_task *task)
{
    uint64_t found = 0;
    for (uint32_t u = 0; u < task->from.count; u++)
        for (uint32_t v = 0; v < task->into.count; v++) {
            const tg_rows all = {graph->active, graph->host.offsets, graph->host.targets};
            const bool edge = row_has(all, (uint32_t)tg_vertex_of(task->u, u), (uint32_t)tg_vertex_of(task->v, v));
            if (task->edges.offsets) CHECK_EQ(row_has(task->edges, u, v), edge, "edge of rows %u, %u", u, v);
            if (!edge) continue;
            for (uint64_t i = task->from.offsets[u]; i < task->from.offsets[u + 1]; i++)
                found += row_has(task->into, v, task->from.ids[i]);
        }
    for (uint32_t v = 0; v < task->into.count; v++)
        for (uint64_t i = task->into.offsets[v]; i < task->into.offsets[v + 1]; i++) {
            const uint32_t w = task->into.ids[i];
            CHECK(task->reach == TG_REACH_ANY || w < v || (task->reach == TG_REACH_EQUAL && w == v),
              "%u is beyond the reach in row %u", w, v);
        }
    return found;
}

/* The rows a few at a time, as if they came from disk. */
static tricorn_status in_parts(tricorn_context *context, const tg_row_source *source, tg_take_rows *take, void *user)
{
    enum { MOST = 7 };
    uint64_t offsets[MOST + 1];
    for (uint32_t first = 0; first < source->count; first += MOST) {
        const uint32_t left = source->count - first, count = left < MOST ? left : MOST;
        const uint64_t *begin = source->graph->host.offsets + first;
        for (uint32_t r = 0; r <= count; r++) offsets[r] = begin[r] - begin[0];
        const tg_rows rows = {count, offsets, source->graph->host.targets + begin[0]};
        const tricorn_status status = take(context, user, &rows, first);
        if (status != TRICORN_OK) return status;
    }
    return TRICORN_OK;
}

static void check_block(const tg_grid *grid, uint32_t block, tg_vertices of, tg_vertices ids_of)
{
    const tg_grid_sets sets = tg_grid_sets_of(grid, block);
    CHECK(block < tg_grid_blocks(grid), "block %u", block);
    CHECK(memcmp(&sets.of, &of, sizeof of) == 0, "rows of block %u", block);
    CHECK(memcmp(&sets.ids_of, &ids_of, sizeof ids_of) == 0, "ids of block %u", block);
}

/* The vertices u of all shares are those of all tasks, each once; the numbers of blocks are those of their sets. */
static void check_shares(tg_grid *grid, uint32_t shares, uint32_t vertices)
{
    uint64_t sources = 0;
    grid->shares = shares;
    for (uint64_t t = 0; t < tg_grid_tasks(grid); t++) {
        const tg_grid_at at = tg_grid_at_number(grid, t);
        const tg_grid_numbers numbers = tg_grid_numbers_of(grid, at);
        const tg_vertices u = tg_grid_sources(grid, at);
        const tg_vertices v = grid->row_sets[at.j], w = grid->column_sets[at.k];
        check_block(grid, numbers.of[0], u, v);
        check_block(grid, numbers.of[1], u, w);
        check_block(grid, numbers.of[2], v, w);
        for (uint32_t x = 0; x < vertices; x++)
            if (is_in(&u, x)) {
                CHECK(is_in(&grid->row_sets[at.i], x), "share %u of row set %u", at.share, at.i);
                CHECK_EQ(tg_vertices_number(&u, x), (x - u.first) / u.stride, "vertex %u", x);
                sources++;
            }
    }
    CHECK_EQ(sources, (uint64_t)grid->rows * grid->columns * vertices, "%u shares", shares);
    grid->shares = 1;
}

/* Fills the blocks and counts all tasks. */
static void check_tasks(tricorn_context *context, const tricorn_graph *graph, tg_grid *grid, uint64_t expected)
{
    uint64_t triangles = 0;
    const tg_rows rows = {graph->active, graph->host.offsets, graph->host.targets};
    REQUIRE_OK(context, tg_grid_fill(context, &rows, grid));
    if (grid->ranges) REQUIRE_OK(context, tg_grid_fill_lists(context, &rows, grid));
    check_blocks(graph, grid);
    for (uint64_t t = 0; t < tg_grid_tasks(grid); t++) {
        const tg_grid_at at = tg_grid_at_number(grid, t);
        const tg_task task = tg_grid_task(grid, at);
        if (!grid->ranges) CHECK_EQ(tg_task_is_whole(&task), at.i == at.j && at.j == at.k, "%u classes", grid->rows);
        triangles += count_task(graph, &task);
    }
    CHECK_EQ(triangles, expected, "%u columns, %u rows", grid->columns, grid->rows);
    tg_grid_free(grid);
}

static void check_ranges_of(
  tricorn_context *context, const tricorn_graph *graph, uint32_t columns, uint64_t block_bytes, uint64_t expected)
{
    const tg_row_source source = {graph, graph->active, in_parts, NULL, NULL};
    tg_grid grid = {0};

    REQUIRE_OK(context, tg_grid_ranges(context, &source, columns, block_bytes, &grid));
    CHECK_EQ(grid.columns, columns, "columns");
    REQUIRE_OK(context, tg_grid_count(context, &source, &grid));
    check_columns(graph, &grid);
    check_rows(graph, &grid, block_bytes);
    check_shares(&grid, 1, graph->active);
    check_tasks(context, graph, &grid, expected);
}

static void check_classes_of(tricorn_context *context, const tricorn_graph *graph, uint32_t classes, uint64_t expected)
{
    const tg_row_source source = {graph, graph->active, in_parts, NULL, NULL};
    tg_grid grid = {0};

    REQUIRE_OK(context, tg_grid_classes(context, graph->active, classes, &grid));
    for (uint32_t i = 0; i < classes; i++)
        for (uint32_t x = 0; x < graph->active; x++)
            CHECK_EQ(is_in(&grid.row_sets[i], x), x % classes == i, "vertex %u", x);
    for (uint32_t shares = 1; shares <= 3; shares++) check_shares(&grid, shares, graph->active);
    REQUIRE_OK(context, tg_grid_count(context, &source, &grid));
    for (uint32_t b = 0; b < classes * classes; b++)
        CHECK_EQ(grid.entries[b], edges_of(graph, &grid.row_sets[b / classes], &grid.column_sets[b % classes], NULL),
          "block %u", b);
    check_tasks(context, graph, &grid, expected);
}

static void check_graph(tricorn_context *context, edge_list edges)
{
    const uint64_t expected = edge_list_brute_force(&edges);
    tricorn_graph *graph = edge_list_into_graph(context, edges);
    for (uint32_t columns = 1; columns <= 5; columns++)
        for (uint64_t bytes = 16; bytes < 8192; bytes = bytes * 5 / 2)
            check_ranges_of(context, graph, columns, bytes, expected);
    for (uint32_t classes = 1; classes <= 5; classes++) check_classes_of(context, graph, classes, expected);
    check_classes_of(context, graph, graph->active + 3, expected);
    tricorn_graph_free(graph);
}

TEST_CASE(grids)
{
    test_random random = {7};

    tricorn_context *context = test_fixture_open(2);
    check_graph(context, make_karate());
    check_graph(context, make_complete(20));
    check_graph(context, make_star(30));
    check_graph(context, edge_list_create(0));
    for (uint32_t vertices = 3; vertices <= 60; vertices += 19)
        check_graph(context, make_random(vertices, 300, &random));
    test_fixture_close();
}

TEST_CASE(too_many_ranges)
{
    tg_grid grid = {0};

    tricorn_context *context = test_fixture_open(2);
    tricorn_graph *graph = edge_list_into_graph(context, make_path(TG_GRID_MOST_ROWS + 2));
    const tg_row_source source = {graph, graph->active, in_parts, NULL, NULL};
    REQUIRE_STATUS(context, tg_grid_ranges(context, &source, 1, 1, &grid), TRICORN_INVALID_ARGUMENT);
    REQUIRE_STATUS(
      context, tg_grid_ranges(context, &source, TG_GRID_MOST_COLUMNS + 1, 1 << 20, &grid), TRICORN_INVALID_ARGUMENT);
    tricorn_graph_free(graph);
    test_fixture_close();
}

/* 4 E + 8 V c bytes in c x c blocks. */
TEST_CASE(columns_of_a_memory)
{
    CHECK_EQ(tg_grid_columns(1000, 100, 4801), 1, "4800 bytes fit");
    CHECK_EQ(tg_grid_columns(1000, 100, 4800), 2, "4800 bytes do not");
    CHECK_EQ(tg_grid_columns(1000, 100, 1401), 2, "5600 / 4");
    CHECK_EQ(tg_grid_columns(1000, 100, 1400), 3, "6400 / 9");
    CHECK_EQ(tg_grid_columns(1000, 100, 1), TG_GRID_MOST_COLUMNS + 1, "none");
}

TEST_MAIN()
