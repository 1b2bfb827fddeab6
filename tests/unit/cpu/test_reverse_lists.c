/* test_reverse_lists.c - edges by the vertices that they lead to, against the definition of a count.
 */
#include "cpu/reverse_lists.h"

#include "support/allocator.h"
#include "support/check.h"
#include "support/rows.h"

enum { ROWS = 150, SOURCES = 60 };

static void check_task(const tg_task *task, unsigned trial)
{
    test_allocator allocator;

    test_allocator_init(&allocator);
    /* Few threads make lists apart, more where rows are not short, very many all at once. */
    static const uint64_t rooms[] = {0, UINT64_MAX};
    static const uint32_t numbers[] = {1, 3, 8, 9, 65};
    for (size_t n = 0; n < LENGTH(numbers); n++) {
        const uint32_t threads = numbers[n];
        tricorn_context *context = test_context_create(&allocator, threads);
        for (uint32_t first = 0; first <= ROWS + 1; first += 30 + first % 7) {
            const tg_listing listing = {first, false, rooms[n % LENGTH(rooms)]};
            tg_reverse_lists lists;
            uint64_t found = 3;
            const uint64_t expected = test_task_count(task, UINT64_MAX) - test_task_count(task, first);
            const tg_hub_sink no_sink = {0};
            REQUIRE_OK(context, tg_reverse_lists_create(context, task, &listing, &lists));
            CHECK(lists.starts[lists.last - lists.first] <= tg_task_edges(task), "more edges than there are");
            REQUIRE_OK(context, tg_reverse_lists_count(context, task, &lists, &no_sink, &found));
            CHECK_EQ(found, 3 + expected, "trial %u, from %u on, %u threads", trial, first, threads);
            tg_reverse_lists_free(&lists);
        }
        test_context_free(&allocator, context);
    }
}

TEST_CASE(tasks_of_three_sets)
{
    test_random random = {13};

    for (unsigned trial = 0; trial < 20; trial++) {
        test_rows edges = test_rows_random(&random, SOURCES, ROWS, 50, TEST_ROWS_ANY);
        test_rows from = test_rows_random(&random, SOURCES, 2 * ROWS, 50, TEST_ROWS_ANY);
        test_rows into = test_rows_random(&random, ROWS, ROWS, 50, TEST_ROWS_UP_TO_OWN);
        const tg_task task = {.edges = test_rows_view(&edges),
          .from = test_rows_view(&from),
          .into = test_rows_view(&into),
          .first_row = trial,
          .last_row = SOURCES - trial};
        CHECK(tg_reverse_lists_fit(&task), "small rows fit into prefixes");
        check_task(&task, trial);
        test_rows_free(&edges);
        test_rows_free(&from);
        test_rows_free(&into);
    }
}

TEST_CASE(whole_graphs)
{
    test_random random = {14};

    for (unsigned trial = 0; trial < 10; trial++) {
        test_rows rows = test_rows_random(&random, ROWS, ROWS, 10 * trial + 5, TEST_ROWS_BELOW_OWN);
        const tg_rows view = test_rows_view(&rows);
        const tg_task task = {.edges = view, .from = view, .into = view, .last_row = ROWS, .reach = TG_REACH_BELOW};
        check_task(&task, trial);
        test_rows_free(&rows);
    }
}

TEST_CASE(too_long_rows)
{
    const uint64_t long_row[] = {0, UINT64_C(1) << TG_PREFIX_COUNT_BITS};
    const uint64_t far_row[] = {
      UINT64_C(1) << (64 - TG_PREFIX_COUNT_BITS), (UINT64_C(1) << (64 - TG_PREFIX_COUNT_BITS)) + 1};
    tg_task task = {.last_row = 1};

    task.from = (tg_rows){1, long_row, NULL};
    CHECK(!tg_reverse_lists_fit(&task), "a row of 2^24 ids");
    task.from = (tg_rows){1, far_row, NULL};
    CHECK(!tg_reverse_lists_fit(&task), "a row at 2^40");
}

TEST_MAIN()
