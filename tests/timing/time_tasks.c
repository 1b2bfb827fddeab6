/* time_tasks.c - what each task of TRUST's partition takes on one GPU, counted alone.
 *
 *     time_tasks [--repeat N] [--label KEY=VALUE]... CLASSES:SHARES:EVERY[,...] MODEL=PARAMETERS
 *
 * CLASSES^3 tasks, each split into SHARES by its sources; one in EVERY is timed. One JSON object
 * a line: the least seconds of each count by gpu-hash-team-vertex, without bringing and
 * indexing, and those of the whole graph. Exit code 1 where all were timed and do not add up.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "registry/registry.h"
#include "schedule/device/on_device.h"
#include "support/timing.h"
#include "task/grid.h"

static const char algorithm[] = "gpu-hash-team-vertex";

typedef struct shape {
    uint32_t classes, shares, every;
} shape;

/* What was timed. */
typedef struct taken {
    uint64_t count, triangles;
    double *seconds;
} taken;

static bool read_shape(const char *text, char **end, shape *read)
{
    read->classes = (uint32_t)strtoul(text, end, 10);
    if (**end != ':') return false;
    read->shares = (uint32_t)strtoul(*end + 1, end, 10);
    if (**end != ':') return false;
    read->every = (uint32_t)strtoul(*end + 1, end, 10);
    return read->classes > 0 && read->shares > 0 && read->every > 0 && (**end == ',' || **end == '\0');
}

/* ---- a share of the sources ---- */

typedef struct own_rows {
    uint64_t *offsets;
    uint32_t *ids;
} own_rows;

static void drop_rows(own_rows *rows)
{
    tg_free(rows->offsets);
    tg_free(rows->ids);
}

/* The rows r % shares == share; the others have no ids. */
static tricorn_status take_rows(
  tricorn_context *context, const tg_rows *rows, const shape *of, uint32_t share, own_rows *some)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *offsets = NULL;
    uint32_t *ids = NULL;

    TG_TRY(TG_ALLOC(context, (uint64_t)rows->count + 1, &offsets));
    offsets[0] = 0;
    for (uint32_t r = 0; r < rows->count; r++)
        offsets[r + 1] = offsets[r] + (r % of->shares == share ? tg_row_length(rows, r) : 0);
    TG_TRY(TG_ALLOC(context, offsets[rows->count] + 1, &ids));
#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t r = share; r < rows->count; r += of->shares)
        memcpy(ids + offsets[r], rows->ids + rows->offsets[r], tg_row_length(rows, r) * sizeof *ids);
    *some = (own_rows){offsets, ids};
    offsets = NULL;
    ids = NULL;
cleanup:
    tg_free(offsets);
    tg_free(ids);
    return status;
}

/* ---- timing ---- */

static tricorn_status time_plan(
  tricorn_context *context, const tg_device_plan *plan, int repeat, double *seconds, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_device_times *times = tg_device_times_of(context);
    for (int i = 0; i <= repeat; i++) {
        const double before = times->count_seconds;
        TG_TRY(tg_device_plan_run(context, plan, found));
        const double one = times->count_seconds - before;
        if (i == 0 || one < *seconds) *seconds = one;
    }
cleanup:
    return status;
}

static tricorn_status time_task(
  tricorn_context *context, const tg_setup *setup, const tg_task *task, int repeat, taken *to)
{
    tricorn_status status = TRICORN_OK;
    tg_device_plan *plan = NULL;
    uint64_t found = 0;

    to->seconds[to->count] = 0;
    if (tg_task_edges(task) > 0) {
        TG_TRY(tg_device_plan_create(context, task, setup, &plan));
        TG_TRY(time_plan(context, plan, repeat, &to->seconds[to->count], &found));
    }
    to->count++;
    to->triangles += found;
cleanup:
    tg_device_plan_free(plan);
    return status;
}

static tricorn_status time_share(
  tricorn_context *context, const tg_setup *setup, tg_task task, const shape *of, uint32_t share, int repeat, taken *to)
{
    tricorn_status status = TRICORN_OK;
    const bool same = task.edges.ids == task.from.ids;
    own_rows edges = {0}, from = {0};

    if (of->shares > 1) {
        TG_TRY(take_rows(context, &task.edges, of, share, &edges));
        if (!same) TG_TRY(take_rows(context, &task.from, of, share, &from));
        task.edges = (tg_rows){task.edges.count, edges.offsets, edges.ids};
        task.from = same ? task.edges : (tg_rows){task.from.count, from.offsets, from.ids};
    }
    TG_TRY(time_task(context, setup, &task, repeat, to));
cleanup:
    drop_rows(&edges);
    drop_rows(&from);
    return status;
}

static void print_tasks(
  const char *name, const timing_settings *timing, const shape *of, const taken *to, const taken *whole)
{
    printf("{\"kind\": \"tasks\", \"dataset\": \"%s\", \"algorithm\": \"%s\", "
           "\"partition\": \"trust\", \"classes\": %u, \"shares\": %u, \"every\": %u",
      name, algorithm, of->classes, of->shares, of->every);
    timing_print_labels(timing);
    printf(", \"triangles\": %" PRIu64 ", \"verified\": %s, \"whole_seconds\": %.7f", to->triangles,
      of->every == 1 && to->triangles == whole->triangles ? "true" : "false", whole->seconds[0]);
    timing_print_seconds("seconds", to->seconds, (int)to->count);
    printf("}\n");
    fflush(stdout);
}

static tricorn_status time_shape(tricorn_context *context, const tricorn_graph *graph, const char *name,
  const timing_settings *timing, const shape *of, const taken *whole)
{
    const tg_setup setup = tg_standard_setup(tg_algorithm_find(algorithm), TG_SINK_TOTAL);
    const uint64_t n = of->classes, all = n * n * n * of->shares;
    tricorn_status status = TRICORN_OK;
    tg_grid grid = {0};
    tg_rows rows;
    taken to = {0};

    TG_TRY(TG_ALLOC(context, all, &to.seconds));
    TG_TRY(tg_grid_classes(context, graph->active, of->classes, &grid));
    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(tg_grid_fill(context, &rows, &grid));
    for (uint64_t t = 0; t < all; t += of->every) {
        const uint64_t number = t / of->shares;
        const tg_task task = tg_grid_task(&grid, tg_grid_at_number(&grid, number));
        TG_TRY(time_share(context, &setup, task, of, (uint32_t)(t % of->shares), timing->repeat, &to));
    }
    print_tasks(name, timing, of, &to, whole);
    if (of->every == 1 && to.triangles != whole->triangles)
        TG_TRY(tg_fail(context, TRICORN_WRONG_COUNT, "the tasks do not add up"));
cleanup:
    tg_grid_free(&grid);
    tg_free(to.seconds);
    return status;
}

static tricorn_status time_graph(
  tricorn_context *context, const char *name, char *shapes, const timing_settings *timing)
{
    const tg_setup setup = tg_standard_setup(tg_algorithm_find(algorithm), TG_SINK_TOTAL);
    tricorn_status status = TRICORN_OK;
    tricorn_graph *graph = NULL;
    double seconds = 0;
    taken whole = {.seconds = &seconds};
    tg_task task;
    shape of;

    TG_TRY(timing_generate(context, name, &graph));
    TG_TRY(tg_device_open(context, 0));
    TG_TRY(tg_task_in_core(context, graph, &task));
    TG_TRY(time_task(context, &setup, &task, timing->repeat, &whole));
    for (char *at = shapes; *at; at += *at == ',') {
        if (!read_shape(at, &at, &of)) TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "no CLASSES:SHARES:EVERY"));
        TG_TRY(time_shape(context, graph, name, timing, &of, &whole));
    }
cleanup:
    tricorn_graph_free(graph);
    return status;
}

int main(int argc, char **argv)
{
    timing_settings set = {.repeat = 2};
    tricorn_context *context = NULL;
    const int at = timing_read_options(&set, argc, argv);

    if (at == 0 || at + 2 != argc) {
        fprintf(stderr, "time_tasks [--repeat N] [--label KEY=VALUE]... "
                        "CLASSES:SHARES:EVERY[,...] MODEL=PARAMETERS\n");
        return 2;
    }
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    const tricorn_status status = time_graph(context, argv[at + 1], argv[at], &set);
    if (status != TRICORN_OK) fprintf(stderr, "%s: %s\n", argv[at + 1], tricorn_context_message(context));
    tricorn_context_free(context);
    return status == TRICORN_OK ? 0 : 1;
}
