/* rows.c - see rows.h. */
#include "support/rows.h"

#include <stdlib.h>

#include "support/edge_list.h"

test_rows test_rows_random(test_random *random, uint32_t count, uint32_t columns, uint32_t percent, test_row_kind kind)
{
    test_rows rows = {.count = count,
      .offsets = test_allocate((uint64_t)count + 1, sizeof *rows.offsets),
      .ids = test_allocate((uint64_t)count * columns + 1, sizeof *rows.ids)};
    uint64_t filled = 0;

    for (uint32_t r = 0; r < count; r++) {
        const uint32_t own = test_random_below(random, 4) ? test_random_below(random, percent) : 0;
        const uint64_t bound = kind == TEST_ROWS_ANY ? columns : (uint64_t)r + (kind == TEST_ROWS_UP_TO_OWN);
        for (uint32_t c = 0; c < columns && c < bound; c++)
            if (test_random_below(random, 100) < own) rows.ids[filled++] = c;
        rows.offsets[r + 1] = filled;
    }
    return rows;
}

void test_rows_free(test_rows *rows)
{
    free(rows->offsets);
    free(rows->ids);
}

uint64_t test_shared(const tg_rows *a, uint32_t a_row, const tg_rows *b, uint32_t b_row, uint64_t bound)
{
    uint64_t found = 0;
    for (uint64_t i = a->offsets[a_row]; i < a->offsets[a_row + 1]; i++)
        for (uint64_t j = b->offsets[b_row]; j < b->offsets[b_row + 1]; j++)
            found += a->ids[i] == b->ids[j] && a->ids[i] < bound;
    return found;
}

uint64_t test_task_count(const tg_task *task, uint64_t bound)
{
    uint64_t found = 0;
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        for (uint64_t e = task->edges.offsets[u]; e < task->edges.offsets[u + 1]; e++)
            if (task->edges.ids[e] < bound)
                found += test_shared(&task->from, u, &task->into, task->edges.ids[e], UINT64_MAX);
    return found;
}
