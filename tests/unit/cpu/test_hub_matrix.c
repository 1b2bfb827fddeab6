/* test_hub_matrix.c - the matrix has the bits of the rows, and counts their common ids, in every
 * variant and in passes of every size. */
#include "cpu/hub_matrix.h"

#include <stdlib.h>
#include <string.h>

#include "cpu/intersect/intersect.h"
#include "support/fixture.h"
#include "support/isa.h"
#include "support/rows.h"

enum { ROWS = 1300, SOURCES = 40 }; /* three blocks, the last one partly used */

static bool has(const tg_rows *rows, uint32_t row, uint32_t id)
{
    for (uint64_t i = rows->offsets[row]; i < rows->offsets[row + 1]; i++)
        if (rows->ids[i] == id) return true;
    return false;
}

static void check_lines(const tg_hub_matrix *matrix, const tg_rows *rows)
{
    for (uint32_t v = 0; v < matrix->hubs; v += 7)
        for (uint32_t id = 0; id >> TG_BLOCK_BITS <= v >> TG_BLOCK_BITS && id < ROWS; id++) {
            const uint64_t *line = tg_hub_bits(matrix, id >> TG_BLOCK_BITS, v);
            CHECK_EQ(line[id / 64 % TG_BLOCK_WORDS] >> id % 64 & 1, has(rows, v, id), "row %u, id %u of %u hubs", v, id,
              matrix->hubs);
        }
}

/* Returns cursors before the first pass, for ids up to those of the largest hub of each row. */
static tg_hub_cursor *make_cursors(const tg_task *task, uint32_t hubs)
{
    tg_hub_cursor *cursors = calloc(task->last_row - task->first_row + 1, sizeof *cursors);
    for (uint32_t u = task->first_row; u < task->last_row; u++) {
        tg_hub_cursor *of = &cursors[u - task->first_row];
        uint32_t largest = 0;
        for (uint64_t e = task->edges.offsets[u]; e < task->edges.offsets[u + 1]; e++)
            if (task->edges.ids[e] < hubs) of->edges++, largest = task->edges.ids[e];
        for (uint64_t i = task->from.offsets[u]; i < task->from.offsets[u + 1]; i++)
            of->end += of->edges > 0 && task->from.ids[i] <= largest;
    }
    return cursors;
}

/* Returns the count of all passes of `size` blocks. */
static uint64_t count_passes(const tg_kernels *kernels, const tg_hub_pass *all, uint32_t size)
{
    uint64_t found = 0;
    tg_hub_pass pass = *all;
    for (uint32_t b = 0; b < all->last_block; b += size) {
        pass.first_block = b;
        pass.last_block = b + size < all->last_block ? b + size : all->last_block;
        for (uint32_t u = all->task->first_row; u < all->task->last_row; u += 3)
            found += kernels->hub_rows(&pass, u, u + 3 < all->task->last_row ? u + 3 : all->task->last_row);
    }
    return found;
}

static void check_passes(const tg_task *task, const tg_hub_matrix *matrix, uint64_t expected)
{
    const uint32_t blocks = (matrix->hubs + TG_BLOCK_IDS - 1) / TG_BLOCK_IDS;
    TEST_EACH_ISA (isa)
        for (uint32_t size = 1; size <= blocks; size++)
            for (int with_cursors = 0; with_cursors < 2; with_cursors++) {
                tg_hub_pass pass = {task, matrix, 0, blocks, NULL};
                if (with_cursors) pass.cursors = make_cursors(task, matrix->hubs);
                CHECK_EQ(count_passes(tg_kernels_of(isa), &pass, size), expected,
                  "%s, %u hubs, passes of %u blocks, cursors %d", tg_isa_name(isa), matrix->hubs, size, with_cursors);
                free(pass.cursors);
            }
}

static void check_task(const tg_task *task)
{
    static const uint32_t hubs[] = {0, 1, 300, 512, 513, 1024, ROWS};
    tricorn_context *context = test_fixture_open(2);
    for (size_t h = 0; h < LENGTH(hubs); h++) {
        tg_hub_matrix matrix;
        const uint64_t expected = test_task_count(task, hubs[h]);
        uint64_t found = 5;
        REQUIRE_OK(context, tg_hub_matrix_create(context, task, hubs[h], &matrix));
        check_lines(&matrix, &task->into);
        check_passes(task, &matrix, expected);
        const tg_hub_sink no_sink = {0};
        REQUIRE_OK(context, tg_hub_matrix_count(context, task, &matrix, &no_sink, &found));
        CHECK_EQ(found, 5 + expected, "%u hubs", hubs[h]);
        tg_hub_matrix_free(&matrix);
    }
    test_fixture_close();
}

TEST_CASE(tasks_of_three_sets)
{
    test_random random = {11};

    for (unsigned trial = 0; trial < 4; trial++) {
        const uint32_t percent = trial % 2 ? 40 : 4;
        test_rows edges = test_rows_random(&random, SOURCES, ROWS, percent, TEST_ROWS_ANY);
        test_rows from = test_rows_random(&random, SOURCES, ROWS, percent, TEST_ROWS_ANY);
        test_rows into = test_rows_random(&random, ROWS, ROWS, percent, TEST_ROWS_UP_TO_OWN);
        const tg_task task = {.edges = test_rows_view(&edges),
          .from = test_rows_view(&from),
          .into = test_rows_view(&into),
          .first_row = trial,
          .last_row = SOURCES - trial};
        check_task(&task);
        test_rows_free(&edges);
        test_rows_free(&from);
        test_rows_free(&into);
    }
}

TEST_CASE(whole_graphs)
{
    test_random random = {12};
    test_rows rows = test_rows_random(&random, ROWS, ROWS, 6, TEST_ROWS_BELOW_OWN);
    const tg_rows view = test_rows_view(&rows);
    const tg_task task = {.edges = view, .from = view, .into = view, .last_row = ROWS, .reach = TG_REACH_BELOW};

    check_task(&task);
    test_rows_free(&rows);
}

/* So many hubs that their lines need several passes. */
enum { HUBS = 18000, ROWS_BEHIND = 2000 };

static void check_by_vertex(
  tricorn_context *context, const tg_task *task, const tg_hub_matrix *matrix, uint64_t expected)
{
    static uint64_t counts[HUBS + ROWS_BEHIND];
    tg_vertex_counters counters;
    uint64_t found = 0, sum = 0;
    memset(counts, 0, sizeof counts);
    REQUIRE_OK(context, tg_vertex_counters_create(context, counts, LENGTH(counts), &counters));
    REQUIRE_OK(context, tg_hub_matrix_count(context, task, matrix, &(tg_hub_sink){.vertices = &counters}, &found));
    tg_vertex_counters_sum(&counters);
    tg_vertex_counters_free(&counters);
    for (size_t v = 0; v < LENGTH(counts); v++) sum += counts[v];
    CHECK_EQ(found, expected, "by vertex");
    CHECK_EQ(sum, 3 * expected, "a triangle has three vertices");
}

static void check_many_hubs(const tg_task *task)
{
    const uint64_t expected = test_task_count(task, HUBS);
    for (uint32_t threads = 1; threads <= 40; threads += 13) {
        tricorn_context *context = test_fixture_open(threads);
        tg_hub_matrix matrix;
        uint64_t found = 0;
        CHECK(threads > 8 || tg_hub_matrix_passes(HUBS, threads) >= TG_PASSES_WITH_CURSORS, "rows have cursors");
        REQUIRE_OK(context, tg_hub_matrix_create(context, task, HUBS, &matrix));
        REQUIRE_OK(context, tg_hub_matrix_count(context, task, &matrix, &(tg_hub_sink){0}, &found));
        CHECK_EQ(found, expected, "%u threads", threads);
        if (tg_task_is_whole(task)) check_by_vertex(context, task, &matrix, expected);
        tg_hub_matrix_free(&matrix);
        test_fixture_close();
    }
}

TEST_CASE(several_passes)
{
    enum { ALL = HUBS + ROWS_BEHIND };
    test_random random = {15};
    test_rows into = test_rows_random(&random, ALL, ALL, 1, TEST_ROWS_BELOW_OWN);
    test_rows edges = test_rows_random(&random, SOURCES, ALL, 3, TEST_ROWS_ANY);
    test_rows from = test_rows_random(&random, SOURCES, ALL, 3, TEST_ROWS_ANY);
    const tg_rows view = test_rows_view(&into);
    const tg_task whole = tg_task_of_rows(&view);
    const tg_task part = {.edges = test_rows_view(&edges),
      .from = test_rows_view(&from),
      .into = view,
      .first_row = 3,
      .last_row = SOURCES - 2};
    check_many_hubs(&whole);
    check_many_hubs(&part);
    test_rows_free(&into);
    test_rows_free(&edges);
    test_rows_free(&from);
}

TEST_MAIN()
