/* joined.c - the schedule of a graph on disk whose work folder several processes share: each
 * process counts some of the parts, and returns the count of all parts.
 *
 * - The first process writes the limits by which the graph is cut or, for the tasks of a
 *   partition, their number, or its blocks (schedule/grid_shared.h).
 * - Leases say which process counts which part, and journals have the counts
 *   (store/files/join.h).
 */
#include "schedule/disk/joined.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "schedule/disk/joined_sinks.h"
#include "schedule/disk/level_list.h"
#include "schedule/partitioned.h"
#include "schedule/schedule.h"
#include "store/files/join.h"

enum {
    LISTED = TG_SINK_EDGES + 1, /* what lists have in place of a sink's kind */
    LISTED_PARTS = 1 << 12 /* several for each of hundreds of processes */
};

/* Passes progress on to the caller. If the caller asks to stop while a part is counted, the
 * part is completed first, so that no other process has to count it again. */
typedef struct asker {
    tricorn_progress_function callback;
    void *user;
    /* counting: a part is counted now; stop: the caller asked to stop meanwhile. */
    bool counting, stop;
} asker;

static int ask(void *user, const char *phase, uint64_t done, uint64_t total)
{
    asker *of = user;
    const int stop = of->callback ? of->callback(of->user, phase, done, total) : 0;
    of->stop = of->stop || stop != 0;
    return of->counting ? 0 : stop;
}

/* Replaces the limits by those that the first process wrote. */
static tricorn_status agree(tricorn_context *context, tg_join *join, tg_pass_limits *limits)
{
    tg_join_cut cut = {limits->kept_bytes, limits->batch_bytes, limits->batch_wedges};
    const tricorn_status status = tg_join_agree(context, join, &cut);
    *limits =
      (tg_pass_limits){.kept_bytes = cut.kept_bytes, .batch_bytes = cut.batch_bytes, .batch_wedges = cut.batch_wedges};
    return status;
}

/* Cuts the graph by the limits that the first process wrote or, if each has all rows in memory,
 * into as many parts as that process did. */
static tricorn_status cut_agreed(
  tricorn_context *context, const tricorn_graph *graph, const tg_request *request, tg_join *join, tg_parts **parts)
{
    const bool whole = tg_partition_is_whole(request->partition);
    tricorn_status status = TRICORN_OK;
    tg_request agreed = *request;
    tg_parts *own = NULL;
    tg_pass_limits limits = {0};

    TG_TRY(tg_parts_cut(context, graph, request, &limits, &own));
    tg_join_cut cut = {limits.kept_bytes, limits.batch_bytes, limits.batch_wedges};
    if (whole) cut = (tg_join_cut){1, 1, tg_parts_count(own)};
    TG_TRY(tg_join_agree(context, join, &cut));
    if (!whole || cut.batch_wedges != tg_parts_count(own)) {
        limits = (tg_pass_limits){
          .kept_bytes = cut.kept_bytes, .batch_bytes = cut.batch_bytes, .batch_wedges = cut.batch_wedges};
        if (whole) agreed.parts = cut.batch_wedges;
        tg_parts_free(own);
        own = NULL;
        TG_TRY(tg_parts_cut(context, graph, &agreed, &limits, &own));
    }
    *parts = own;
    own = NULL;
cleanup:
    tg_parts_free(own);
    return status;
}

/* Opens the files that the processes share, and cuts the graph in the same way as all of them. */
static tricorn_status open_join(
  tricorn_context *context, const tricorn_graph *graph, const tg_request *request, tg_join **join, tg_parts **parts)
{
    tricorn_status status = TRICORN_OK;
    const tg_store *store = graph->store;
    const tg_partition_kind *partition = request->partition;
    const bool tasks = tg_partition_has_tasks(partition);
    /* Totals, vertices and edges are counted in different folders, and so are the tasks of each partition. */
    const uint64_t shared[] = {store->identity, tg_parts_algorithm(request), request->setup.sink,
      tasks ? tg_checksum(partition->name, strlen(partition->name)) : 0, request->classes, tg_request_order(request)};
    tg_pass_limits none = {0};
    tg_join *made = NULL;

    TG_TRY(tg_join_open(context, &store->folder, tg_checksum(shared, sizeof shared), store->lease_seconds, &made));
    TG_TRY(tasks && !tg_partition_is_whole(partition) ? tg_parts_cut(context, graph, request, &none, parts)
                                                      : cut_agreed(context, graph, request, made, parts));
    *join = made;
    made = NULL;
cleanup:
    tg_join_close(made);
    return status;
}

/* Counts a part, and writes its count to the journal. `sink` is NULL for totals. */
static tricorn_status count_part(
  tricorn_context *context, tg_join *join, tg_parts *parts, tg_joined_sink *sink, uint64_t number)
{
    tg_join_found found = {0};

    if (sink) return tg_joined_sink_count(context, sink, parts, number);
    const tg_part_range which = {number, number + 1};
    TG_DO(tg_parts_execute(context, parts, which, NULL, &found.triangles));
    return tg_join_add(context, join, number, &found);
}

/* Counts parts for which this process gets the lease, until all parts are counted by any process. */
static tricorn_status count_parts(
  tricorn_context *context, tg_join *join, tg_parts *parts, tg_joined_sink *sink, asker *asks)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = tg_parts_count(parts);
    uint64_t number;
    bool taken = count > 0;

    tg_work_begin(context, "counting", count);
    tg_work_hold(context, true);
    for (uint64_t told = 0; taken;) {
        (void)tg_work_finish(context, tg_join_done(join) - told);
        told = tg_join_done(join);
        TG_TRY(tg_check_cancelled(context));
        TG_TRY(tg_join_take(context, join, &number, &taken));
        if (!taken) break;
        asks->counting = true;
        status = count_part(context, join, parts, sink, number);
        asks->counting = false;
        TG_TRY(status);
        if (asks->stop) atomic_store(&context->cancelled, true);
    }
cleanup:
    tg_work_hold(context, false);
    return status;
}

static tricorn_status count_asking(tricorn_context *context, tg_join *join, tg_parts *parts, tg_joined_sink *sink)
{
    asker asks = {context->progress, context->progress_user, false, false};
    context->progress = ask;
    context->progress_user = &asks;
    const tricorn_status status = count_parts(context, join, parts, sink, &asks);
    context->progress = asks.callback;
    context->progress_user = asks.user;
    return status;
}

/* ---- the schedule ---- */

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){0};
    return tg_store_is_joined(plan->graph->store);
}

/* Counts all parts: the total if `sink` is NULL, otherwise the support of the edges. */
static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    const double start = tg_clock_now();
    tg_join *join = NULL;
    tg_parts *parts = NULL;
    tg_joined_sink *sums = NULL;

    tg_memory_trim(context->memory);
    TG_TRY(open_join(context, plan->graph, &plan->request, &join, &parts));
    tg_join_set_step(join, (tg_step)(TG_STEP_TOTALS + plan->request.setup.sink));
    TG_TRY(tg_join_begin(context, join, tg_parts_identity(parts), tg_parts_count(parts)));
    if (sink) TG_TRY(tg_joined_sink_open(context, plan, sink, join, &sums));
    TG_TRY(count_asking(context, join, parts, sums));
    if (sink) TG_TRY(tg_joined_sink_finish(context, sums));
    result->triangles = tg_join_triangles(join);
    result->cut.parts = tg_parts_count(parts);
    result->cut.own_parts = tg_join_own(join);
    result->cut.workers = tg_join_processes(join);
    result->cut.blocks = (uint32_t)result->cut.parts;
    result->seconds.count = tg_clock_now() - start;
cleanup:
    tg_joined_sink_close(sums);
    tg_parts_free(parts);
    tg_join_close(join);
    return status;
}

/* A result also names this schedule "levels", and the partition if the request names one. */
const tg_schedule tg_schedule_joined = {
  .name = "levels", .stored = true, .relabels = true, .fits = fits, .execute = execute};

/* ---- for callers that count or list parts by number ---- */

tricorn_status tg_joined_parts(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tg_parts **parts)
{
    tricorn_status status = TRICORN_OK;
    tg_pass_limits limits = {0};
    tg_join *join = NULL;
    tg_request request;

    TG_TRY(tg_request_read(context, graph, options, TG_SINK_TOTAL, &request));
    if (graph->store && tg_partition_has_tasks(request.partition))
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "parts of a graph on disk have numbers without " TG_OPTION("partition") " and " TG_OPTION(
            "relabel") ": leave them out, or count "
                       "the graph as a whole"));
    TG_TRY(tg_store_is_joined(graph->store) ? open_join(context, graph, &request, &join, parts)
                                            : tg_parts_cut(context, graph, &request, &limits, parts));
cleanup:
    tg_join_close(join);
    return status;
}

tricorn_status tg_joined_listed_parts(tricorn_context *context, const tg_plan *plan, tg_parts **parts)
{
    const tricorn_graph *graph = plan->graph;
    const tg_store *store = graph->store;
    const bool tasks = tg_partition_has_tasks(plan->request.partition);
    const char *rule = tasks ? plan->request.partition->name : "";
    const uint64_t shared[] = {store->identity, LISTED, tg_checksum(rule, strlen(rule))};
    const uint64_t wanted = plan->request.parts ? plan->request.parts : LISTED_PARTS;
    tricorn_status status = TRICORN_OK;
    tg_request request = plan->request;
    tg_join *join = NULL;

    if (!tasks) request.partition = NULL;
    if (!tasks) request.classes = 1;
    request.relabel = NULL; /* lists ignore it */
    tg_memory_trim(context->memory);
    tg_pass_limits limits = tg_level_list_limits(context);
    limits.batch_wedges = tasks ? wanted : graph->wedges > wanted ? graph->wedges / wanted : 1;
    TG_TRY(tg_join_open(context, &store->folder, tg_checksum(shared, sizeof shared), store->lease_seconds, &join));
    TG_TRY(agree(context, join, &limits));
    if (tasks) request.parts = limits.batch_wedges; /* that of the first process, for all */
    TG_TRY(tg_parts_cut(context, graph, &request, &limits, parts));
cleanup:
    tg_join_close(join);
    return status;
}
