/* rows.h - random rows and tasks, and a task's count by definition. */
#pragma once

#include "support/random.h"

#include "task/task.h"

/* Rows that a test owns. */
typedef struct test_rows {
    uint32_t count;
    uint64_t *offsets;
    uint32_t *ids;
} test_rows;

typedef enum test_row_kind {
    TEST_ROWS_ANY,
    TEST_ROWS_UP_TO_OWN, /* row r has no ids above r */
    TEST_ROWS_BELOW_OWN /* nor r itself: an oriented graph */
} test_row_kind;

/* A row has each id below `columns` with the row's own probability, of up to `percent`; one row in four is empty. */
test_rows test_rows_random(test_random *random, uint32_t count, uint32_t columns, uint32_t percent, test_row_kind kind);
void test_rows_free(test_rows *rows);

static inline tg_rows test_rows_view(const test_rows *rows)
{
    return (tg_rows){rows->count, rows->offsets, rows->ids};
}

/* The number of common ids of both rows below `bound`. */
uint64_t test_shared(const tg_rows *a, uint32_t a_row, const tg_rows *b, uint32_t b_row, uint64_t bound);

/* As in task/task.h; only edges to vertices below `bound`. */
uint64_t test_task_count(const tg_task *task, uint64_t bound);
