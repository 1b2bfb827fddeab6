/* test_tasks.c - every algorithm on tasks that are not whole graphs: three different sets of
 * rows, ranges of rows, empty rows, against the definition in task/task.h. */
#include "support/per_algorithm.h"

#include <stdlib.h>

/* Random rows that a test owns. */
typedef struct own_rows {
    uint32_t count;
    uint64_t *offsets;
    uint32_t *ids;
} own_rows;

/* A row has each of `columns` ids with the row's own probability. */
static own_rows random_rows(test_random *random, uint32_t count, uint32_t columns)
{
    own_rows rows = {.count = count,
      .offsets = test_allocate((uint64_t)count + 1, sizeof *rows.offsets),
      .ids = test_allocate((uint64_t)count * columns, sizeof *rows.ids)};
    uint64_t filled = 0;

    for (uint32_t r = 0; r < count; r++) {
        const uint32_t percent = test_random_below(random, 4) ? test_random_below(random, 100) : 0;
        for (uint32_t c = 0; c < columns; c++)
            if (test_random_below(random, 100) < percent) rows.ids[filled++] = c;
        rows.offsets[r + 1] = filled;
    }
    return rows;
}

static void free_rows(own_rows *rows)
{
    free(rows->offsets);
    free(rows->ids);
}

static tg_rows view(const own_rows *rows)
{
    return (tg_rows){rows->count, rows->offsets, rows->ids};
}

static uint64_t shared(const tg_rows *from, uint32_t u, const tg_rows *into, uint32_t v)
{
    uint64_t found = 0;
    for (uint64_t i = from->offsets[u]; i < from->offsets[u + 1]; i++)
        for (uint64_t j = into->offsets[v]; j < into->offsets[v + 1]; j++) found += from->ids[i] == into->ids[j];
    return found;
}

static uint64_t by_definition(const tg_task *task)
{
    uint64_t found = 0;
    for (uint32_t u = task->first_row; u < task->last_row; u++)
        for (uint64_t e = task->edges.offsets[u]; e < task->edges.offsets[u + 1]; e++)
            found += shared(&task->from, u, &task->into, task->edges.ids[e]);
    return found;
}

static void check_task(property_state *state, const tg_task *task, unsigned trial)
{
    CHECK_EQ(count_task(state, task), by_definition(task), "%s, task %u, rows %u to %u",
      state->algorithm->description.name, trial, task->first_row, task->last_row);
}

static void random_tasks(property_state *state)
{
    enum { TRIALS = 80, MOST_ROWS = 60, MOST_COLUMNS = 150 };

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const uint32_t sources = 1 + test_random_below(&state->random, MOST_ROWS);
        const uint32_t targets = 1 + test_random_below(&state->random, MOST_ROWS);
        const uint32_t columns = 1 + test_random_below(&state->random, MOST_COLUMNS);
        own_rows edges = random_rows(&state->random, sources, targets);
        own_rows from = random_rows(&state->random, sources, columns);
        own_rows into = random_rows(&state->random, targets, columns);
        tg_task task = {.edges = view(&edges), .from = view(&from), .into = view(&into)};

        task.last_row = sources;
        check_task(state, &task, trial);
        for (uint32_t cut = 0; cut <= sources; cut += 1 + sources / 5) {
            task.first_row = cut;
            check_task(state, &task, trial);
            task.last_row = cut;
            check_task(state, &task, trial); /* nothing to do */
            task.first_row = 0;
            check_task(state, &task, trial);
            task.last_row = sources;
        }
        free_rows(&edges);
        free_rows(&from);
        free_rows(&into);
    }
}

/* Row v keeps its ids below v + lead. */
static void cut_rows(own_rows *rows, uint32_t lead)
{
    uint64_t filled = 0, begin = 0;
    for (uint32_t v = 0; v < rows->count; v++) {
        const uint64_t end = rows->offsets[v + 1];
        for (uint64_t i = begin; i < end; i++)
            if (rows->ids[i] < v + lead) rows->ids[filled++] = rows->ids[i];
        begin = end;
        rows->offsets[v + 1] = filled;
    }
}

/* Rows v that begin some numbers behind the ids w; rows u have numbers of their own. */
static void rows_numbered_apart(property_state *state)
{
    enum { TRIALS = 80, MOST_ROWS = 80, MOST_LEAD = 100 };

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const uint32_t sources = 1 + test_random_below(&state->random, MOST_ROWS);
        const uint32_t targets = 1 + test_random_below(&state->random, MOST_ROWS);
        const uint32_t lead = test_random_below(&state->random, MOST_LEAD);
        own_rows edges = random_rows(&state->random, sources, targets);
        own_rows from = random_rows(&state->random, sources, targets + lead);
        own_rows into = random_rows(&state->random, targets, targets + lead);
        cut_rows(&into, lead);
        const tg_task task = {.edges = view(&edges),
          .from = view(&from),
          .into = view(&into),
          .last_row = sources,
          .reach = TG_REACH_BELOW,
          .lead = lead,
          .u = {lead + targets, 1},
          .v = {lead, 1},
          .w = {0, 1}};
        check_task(state, &task, trial);
        free_rows(&edges);
        free_rows(&from);
        free_rows(&into);
    }
}

/* Rows of ids up to the largest possible one. */
static void largest_ids(property_state *state)
{
    static const uint32_t ids[] = {0, 1, 65535, 65536, 0x7fffffffu, 0x80000000u, UINT32_MAX - 1};
    enum { IDS = LENGTH(ids) };
    static const uint64_t row_offsets[] = {0, IDS}, edge_offsets[] = {0, 1};
    static const uint32_t edge_ids[] = {0};
    const tg_rows rows = {1, row_offsets, ids};
    const tg_task task = {.edges = {1, edge_offsets, edge_ids}, .from = rows, .into = rows, .last_row = 1};

    check_task(state, &task, 0);
}

PROPERTIES_MAIN(
  {"random tasks", random_tasks}, {"rows numbered apart", rows_numbered_apart}, {"the largest ids", largest_ids})
