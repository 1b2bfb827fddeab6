/* test_hub_matrix.c - the matrix has the bits of the rows, and counts their common ids, in every
 * variant and in passes of every size. */
#include "cpu/hub_matrix.h"

#include "cpu/intersect/intersect.h"
#include "support/allocator.h"
#include "support/check.h"
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
            CHECK_EQ(line[id / 64 % TG_BLOCK_WORDS] >> id % 64 & 1, has(rows, v, id),
                     "row %u, id %u of %u hubs", v, id, matrix->hubs);
        }
}

static void check_passes(const tg_task *task, const tg_hub_matrix *matrix, uint64_t expected)
{
    const uint32_t blocks = (matrix->hubs + TG_BLOCK_IDS - 1) / TG_BLOCK_IDS;
    TEST_EACH_ISA (isa)
        for (uint32_t size = 1; size <= blocks; size++) {
            uint64_t found = 0;
            for (uint32_t b = 0; b < blocks; b += size) {
                const tg_hub_pass pass = {task, matrix, b, b + size < blocks ? b + size : blocks};
                for (uint32_t u = task->first_row; u < task->last_row; u += 3)
                    found += tg_kernels_of(isa)->hub_rows(
                        &pass, u, u + 3 < task->last_row ? u + 3 : task->last_row);
            }
            CHECK_EQ(found, expected, "%s, %u hubs, passes of %u blocks", tg_isa_name(isa),
                     matrix->hubs, size);
        }
}

static void check_task(const tg_task *task)
{
    static const uint32_t hubs[] = {0, 1, 300, 512, 513, 1024, ROWS};
    test_allocator allocator;

    test_allocator_init(&allocator);
    tricorn_context *context = test_context_create(&allocator, 2);
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
    test_context_free(&allocator, context);
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
    const tg_task task = {
        .edges = view, .from = view, .into = view, .last_row = ROWS, .reach = TG_REACH_BELOW};

    check_task(&task);
    test_rows_free(&rows);
}

TEST_PROGRAM(
    cmocka_unit_test(tasks_of_three_sets),
    cmocka_unit_test(whole_graphs))
