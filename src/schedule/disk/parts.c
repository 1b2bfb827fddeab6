/* parts.c - cuts a count into numbered parts, and counts some of them.
 *
 * For a graph on disk, the rows of the pass and of the batch stay in memory from one call to the
 * next, because consecutive parts mostly need the same rows. The ids of a row are smaller than
 * its own number, so a part of the rows of the pass needs no later rows, and they are not read.
 */
#include "schedule/disk/parts.h"

#include <string.h>

#include "base/memory.h"
#include "device/device.h"
#include "io/bytes/checksum.h"
#include "schedule/disk/levels_gpu.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"

enum {
    /* The most shares of a batch, and the most parts of a graph in memory. */
    MOST_SHARES = 1 << 20,
    /* The number of parts if the caller leaves it open: enough for a few workers to share a small graph, but too few
     * for claiming a part (milliseconds, in a folder) to take longer than counting it. */
    FEW_PARTS = 16,
    MANY_PARTS = 1 << 16,
    PART_WEDGES = 1 << 30,
    /* The number of parts if each part writes sums for all rows before its own. Writing takes some nanoseconds per
     * edge; this must be little compared with counting, about one nanosecond per wedge. */
    FEW_SUMMED = 4,
    MANY_SUMMED = 1 << 6,
    SUMMED_WEDGES = 32 /* the wedges of a part, for each edge of the graph */
};

typedef struct part {
    tg_part_key rows;
    uint32_t share, shares; /* the part has range number `share` of `shares` ranges of the rows */
    uint64_t wedges; /* about how many wedges the share has */
} part;

struct tg_parts {
    tg_plan plan;
    uint64_t count;
    /* The tasks of a graph in memory, or of one in blocks; NULL: the graph is on disk by levels,
     * and has the members below. */
    tg_worker_tasks *tasks;
    uint64_t *wedges; /* the wedges of each segment of the batch `shared` */
    part *list;
    uint64_t room; /* how many parts fit in the list */
    tg_pass_limits limits;
    tg_pass pass; /* the pass whose rows are in `kept`; last_segment is 0 if `kept` is empty */
    uint32_t kept_segment; /* the rows of the segments before this one are in `kept` */
    tg_part_rows kept; /* rows of `pass` */
    /* The batch whose rows are in `batch`; last_segment is 0 if `batch` is empty. */
    tg_part_key read;
    tg_part_rows batch; /* the rows of `read` */
    tg_part_key shared; /* the batch whose segments are in `wedges` */
};

/* ---- cutting a graph on disk ---- */

static tricorn_status add_part(tricorn_context *context, tg_parts *parts, part made)
{
    enum { LEAST = 64 };
    if (parts->count == parts->room) {
        const uint64_t room = parts->room + parts->room / 2 + LEAST;
        TG_DO(TG_REALLOC(context, room, &parts->list));
        parts->room = room;
    }
    parts->list[parts->count++] = made;
    return TRICORN_OK;
}

/* Adds the parts of a batch: shares of its rows with about batch_wedges wedges each. */
static tricorn_status add_batch(tricorn_context *context, tg_parts *parts, tg_part_key rows)
{
    const tg_disk_rows *disk = &parts->plan.graph->store->disk_rows;
    const uint64_t wedges = tg_part_wedges(disk, &rows), most = parts->limits.batch_wedges;
    const uint64_t wanted = wedges / most + (wedges % most > 0);
    const uint32_t shares = wanted < MOST_SHARES ? (uint32_t)wanted : MOST_SHARES;

    /* A batch without wedges has no triangles, and no parts. */
    for (uint32_t s = 0; s < shares; s++) TG_DO(add_part(context, parts, (part){rows, s, shares, wedges / shares}));
    return TRICORN_OK;
}

static tricorn_status cut_stored(tricorn_context *context, tg_parts *parts)
{
    const tg_disk_rows *disk = &parts->plan.graph->store->disk_rows;
    uint32_t segment = 0;

    for (uint32_t r = 0; r < disk->ranges && disk->entries > 0;) {
        const tg_pass at = tg_pass_next(disk, &parts->limits, r, segment);
        if (at.last_segment > at.first_segment)
            TG_DO(add_batch(context, parts, tg_part_of(&at, at.first_segment, at.last_segment)));
        const uint32_t first = at.last_segment > at.first_segment ? at.last_segment : disk->segments;
        for (uint32_t p = first, end; p < disk->segments; p = end) {
            end = tg_batch_end(disk, &parts->limits, &at, p);
            TG_DO(add_batch(context, parts, tg_part_of(&at, p, end)));
        }
        r = at.last_range + 1;
        segment = at.last_segment;
    }
    return TRICORN_OK;
}

/* ---- making ---- */

/* Checks that no option cuts the graph in a way that parts cannot follow. */
static tricorn_status check_request(tricorn_context *context, const tg_request *request, const tg_store *store)
{
    const tg_partition_kind *partition = request->partition;
    const tg_partition_methods *of = partition ? tg_partition_methods_of(partition) : NULL;
    const bool shared = of == NULL || (tg_store_is_joined(store) ? of->joined != NULL
                                        : store ? partition->on_disk || tg_partition_is_whole(partition)
                                                : of->rule != NULL);
    if (shared && (partition != NULL || request->classes <= 1)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "workers share parts of the graph: on disk leave out " TG_OPTION(
        "partition") ", in memory name one with " TG_OPTION("blocks"));
}

static uint64_t between(uint64_t least, uint64_t wanted, uint64_t most)
{
    return wanted < least ? least : wanted < most ? wanted : most;
}

/* Returns the number of parts that suits the work. If leave_sums is true, each part of a graph
 * on disk writes sums, so the number is smaller. */
static uint64_t count_by_work(const tricorn_graph *graph, bool leave_sums)
{
    if (!leave_sums) return between(FEW_PARTS, graph->wedges / PART_WEDGES, MANY_PARTS);
    return between(FEW_SUMMED, graph->wedges / (graph->edges * SUMMED_WEDGES + 1), MANY_SUMMED);
}

/* Finds the limits of passes from the memory that is free on the host and on the GPU. */
static tricorn_status find_limits(
  tricorn_context *context, const tg_request *request, const tricorn_graph *graph, tg_pass_limits *limits)
{
    TG_DO(tg_request_open_gpu(context, request));
    tg_memory_trim(context->memory);
    const uint64_t room = tg_memory_room(context->memory);
    *limits = request->setup.sink == TG_SINK_TOTAL ? tg_levels_limits(room) : tg_levels_sink_limits(room);
    if (request->setup.algorithm->gpu) *limits = tg_levels_gpu_limits(*limits, tg_device_room(context), graph);
    return TRICORN_OK;
}

static tricorn_status cut_tasks(tricorn_context *context, tg_parts *parts, uint64_t wanted)
{
    const tricorn_status status = tg_worker_tasks_cut(context, &parts->plan, wanted, &parts->tasks);
    if (status == TRICORN_OK) parts->count = tg_worker_tasks_of(parts->tasks)->count;
    return status;
}

static tricorn_status cut(tricorn_context *context, tg_parts *parts, uint64_t wanted, tg_pass_limits *limits)
{
    const uint64_t all = parts->plan.graph->wedges;

    const bool stored = parts->plan.graph->store != NULL;
    const bool sums = stored && parts->plan.request.setup.sink != TG_SINK_TOTAL;

    if (wanted == 0) wanted = count_by_work(parts->plan.graph, sums);
    if (!stored || tg_partition_has_tasks(parts->plan.request.partition)) return cut_tasks(context, parts, wanted);
    if (limits->kept_bytes == 0) {
        TG_DO(find_limits(context, &parts->plan.request, parts->plan.graph, limits));
        limits->batch_wedges = all > wanted ? all / wanted : 1;
    }
    parts->limits = *limits;
    return cut_stored(context, parts);
}

tricorn_status tg_parts_cut(tricorn_context *context, const tricorn_graph *graph, const tg_request *request,
  tg_pass_limits *limits, tg_parts **parts)
{
    TG_DO(check_request(context, request, graph->store));
    TG_DO(tg_check_worker_gpus(context, &request->gpus));
    return tg_parts_cut_alone(context, graph, request, limits, parts);
}

tricorn_status tg_parts_cut_alone(tricorn_context *context, const tricorn_graph *graph, const tg_request *request,
  tg_pass_limits *limits, tg_parts **parts)
{
    tricorn_status status = TRICORN_OK;
    tg_parts *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->plan.graph = graph;
    made->plan.request = *request;
    {
        const tg_plan_limits before = tg_plan_begin(context, &made->plan);
        status = tg_plan_relabel(context, &made->plan);
        if (status == TRICORN_OK) status = cut(context, made, request->parts, limits);
        tg_plan_end(context, &before);
    }
    TG_TRY(status);
    *parts = made;
    made = NULL;
cleanup:
    tg_parts_free(made);
    return status;
}

void tg_parts_free(tg_parts *parts)
{
    if (parts == NULL) return;
    tg_part_drop(&parts->kept);
    tg_part_drop(&parts->batch);
    tg_worker_tasks_free(parts->tasks);
    tg_plan_drop_relabelled(&parts->plan);
    tg_free(parts->wedges);
    tg_free(parts->list);
    tg_free(parts);
}

uint64_t tg_parts_count(const tg_parts *parts)
{
    return parts->count;
}

uint64_t tg_parts_wedges(const tg_parts *parts, uint64_t number)
{
    return parts->tasks ? tg_worker_tasks_size(parts->tasks, number).wedges : parts->list[number].wedges;
}

tg_worker_tasks *tg_parts_tasks(const tg_parts *parts)
{
    return parts->tasks;
}

const tg_plan *tg_parts_plan(const tg_parts *parts)
{
    return &parts->plan;
}

uint64_t tg_parts_algorithm(const tg_request *request)
{
    const char *name = request->setup.algorithm->description.name;
    return request->verify ? tg_checksum(name, strlen(name)) : 0;
}

uint64_t tg_parts_identity(const tg_parts *parts)
{
    const tg_store *store = parts->plan.graph->store;
    const tg_request *request = &parts->plan.request;
    uint64_t words[] = {tg_parts_algorithm(request), parts->count, 0, 0, tg_request_order(request)};

    if (store) words[2] = store->identity;
    words[3] = parts->tasks ? tg_worker_tasks_identity(parts->tasks)
                            : tg_checksum(parts->list, parts->count * sizeof *parts->list);
    return tg_checksum(words, sizeof words);
}

/* ---- reading ---- */

static bool same_rows(const tg_part_key *a, const tg_part_key *b)
{
    return a->last_segment > 0 && memcmp(a, b, sizeof *a) == 0;
}

/* Returns the pass to which a batch belongs. */
static tg_pass pass_of(const tg_disk_rows *disk, const tg_part_key *rows)
{
    tg_pass at = {rows->first_range, rows->last_range, 0, 0};
    while (at.first_segment < disk->segments && disk->segment[at.first_segment].range < rows->first_range)
        at.first_segment++;
    at.last_segment = at.first_segment;
    while (at.last_segment < disk->segments && disk->segment[at.last_segment].range <= rows->last_range)
        at.last_segment++;
    return at;
}

static void forget(tg_parts *parts)
{
    tg_part_drop(&parts->batch);
    parts->read = (tg_part_key){0};
}

/* Makes room for the rows of the pass, unless it has been made. */
static tricorn_status begin_pass(tricorn_context *context, tg_parts *parts, const tg_pass *at)
{
    const tg_disk_rows *disk = &parts->plan.graph->store->disk_rows;
    const tg_part_key own = tg_part_of(at, at->first_segment, at->last_segment);
    if (parts->pass.last_segment > 0 && memcmp(&parts->pass, at, sizeof *at) == 0) return TRICORN_OK;
    forget(parts);
    tg_part_drop(&parts->kept);
    parts->pass = (tg_pass){0};
    const tg_part_reading which = {own, tg_pass_first_label(disk, at), NULL};
    TG_DO(tg_part_reserve(context, disk, &which, &parts->kept));
    parts->kept_segment = at->first_segment;
    parts->pass = *at;
    return TRICORN_OK;
}

/* Reads the rows of the pass before a segment, unless they are in memory. */
static tricorn_status read_pass(tricorn_context *context, tg_parts *parts, const tg_pass *at, uint32_t segment)
{
    TG_DO(begin_pass(context, parts, at));
    if (segment <= parts->kept_segment) return TRICORN_OK;
    const tg_part_reading which = {.part = tg_part_of(at, parts->kept_segment, segment)};
    const tricorn_status status = tg_part_append(context, parts->plan.graph->store, &which, &parts->kept);
    if (status == TRICORN_OK)
        parts->kept_segment = segment;
    else
        parts->pass = (tg_pass){0};
    return status;
}

static tricorn_status read_batch(tricorn_context *context, tg_parts *parts, const tg_part_key *batch)
{
    tg_store *store = parts->plan.graph->store;
    if (same_rows(&parts->read, batch)) return TRICORN_OK;
    forget(parts);
    const tg_part_reading which = {*batch, store->disk_rows.segment[batch->first_segment].first, NULL};
    const tricorn_status status = tg_part_read(context, store, &which, &parts->batch);
    if (status == TRICORN_OK) parts->read = *batch;
    return status;
}

/* Where a share of a batch begins: in a segment, after this number of its wedges. */
typedef struct share_begin {
    uint32_t segment;
    uint64_t wedges;
} share_begin;

/* Adds up the wedges of each segment of the batch, unless that was done. */
static tricorn_status find_wedges(tricorn_context *context, tg_parts *parts, const tg_part_key *batch)
{
    const tg_disk_rows *disk = &parts->plan.graph->store->disk_rows;
    if (same_rows(&parts->shared, batch)) return TRICORN_OK;
    parts->shared = (tg_part_key){0};
    TG_DO(TG_REALLOC(context, batch->last_segment - batch->first_segment, &parts->wedges));
    for (uint32_t p = batch->first_segment; p < batch->last_segment; p++) {
        const tg_part_key segment = {batch->first_range, batch->last_range, p, p + 1};
        parts->wedges[p - batch->first_segment] = tg_part_wedges(disk, &segment);
    }
    parts->shared = *batch;
    return TRICORN_OK;
}

/* Returns all * share / shares; the product cannot overflow. */
static uint64_t share_of(uint64_t all, uint32_t share, uint32_t shares)
{
    return (uint64_t)((unsigned __int128)all * share / shares);
}

/* Returns where a share of the batch `shared` begins, or the end of the batch for the number of shares. */
static share_begin find_share(const tg_parts *parts, uint32_t share, uint32_t shares)
{
    const uint32_t first = parts->shared.first_segment, count = parts->shared.last_segment - first;
    uint64_t wedges = 0;
    uint32_t p = 0;

    if (share == shares) return (share_begin){first + count, 0};
    for (uint32_t q = 0; q < count; q++) wedges += parts->wedges[q];
    wedges = share_of(wedges, share, shares);
    while (p + 1 < count && parts->wedges[p] < wedges) wedges -= parts->wedges[p++];
    return (share_begin){first + p, wedges};
}

/* Returns the wedges of a row from lengths alone: the edge at position i of its row is in i wedges, and the last k of d
 * ids have d - 1, d - 2, ..., d - k ids before them. */
static uint64_t row_wedges(const tg_task *task, uint32_t u)
{
    const uint64_t ids = task->from.offsets[u + 1] - task->from.offsets[u];
    const uint64_t edges = task->edges.offsets[u + 1] - task->edges.offsets[u];
    return edges * ids - edges * (edges + 1) / 2;
}

/* Returns the first row of a share of the batch `shared`; the rows of its segment are in memory. */
static uint32_t first_row(const tg_parts *parts, const tg_task *task, const share_begin *share)
{
    if (share->segment == parts->shared.last_segment) return task->last_row;
    const tg_row_segment *at = &parts->plan.graph->store->disk_rows.segment[share->segment];
    const uint32_t end = at->last - task->u.first;
    uint32_t u = at->first - task->u.first;
    for (uint64_t before = 0; u < end && before < share->wedges; u++) before += row_wedges(task, u);
    return u;
}

/* Reads the rows that a part needs, and makes its task. */
static tricorn_status read_rows(tricorn_context *context, tg_parts *parts, const part *of, tg_disk_part *made)
{
    const tg_disk_rows *disk = &parts->plan.graph->store->disk_rows;
    tg_pass at = pass_of(disk, &of->rows);
    const bool own = of->rows.first_segment == at.first_segment;

    TG_DO(find_wedges(context, parts, &of->rows));
    const share_begin begin = find_share(parts, of->share, of->shares);
    const share_begin end = find_share(parts, of->share + 1, of->shares);
    made->rows = of->rows;
    if (own && end.segment < at.last_segment) made->rows.last_segment = end.segment + 1;
    TG_DO(read_pass(context, parts, &at, own ? made->rows.last_segment : at.last_segment));
    if (own)
        at.last_segment = made->rows.last_segment;
    else
        TG_DO(read_batch(context, parts, &of->rows));
    made->kept = tg_part_of(&at, at.first_segment, at.last_segment);
    made->task = tg_part_task(disk, &at, &made->rows, own ? &parts->kept : &parts->batch, &parts->kept.all);
    const uint32_t last = first_row(parts, &made->task, &end);
    made->task.first_row = first_row(parts, &made->task, &begin);
    made->task.last_row = last;
    return TRICORN_OK;
}

/* ---- counting ---- */

static tricorn_status count_part(tricorn_context *context, tg_parts *parts, uint64_t number, uint64_t *triangles)
{
    tg_disk_part made;
    uint64_t found = 0;

    TG_DO(read_rows(context, parts, &parts->list[number], &made));
    if (tg_task_edges(&made.task) == 0) return TRICORN_OK;
    const tricorn_status status = tg_count_task(context, &made.task, &parts->plan.request.setup, NULL, &found);
    *triangles += found;
    return status;
}

static tricorn_status count_all(
  tricorn_context *context, tg_parts *parts, tg_part_range which, const tg_sink *sink, uint64_t *triangles)
{
    if (parts->tasks)
        return tg_worker_tasks_count(
          context, parts->tasks, &parts->plan.request.setup, which.first, which.last, sink, triangles);
    for (uint64_t p = which.first; p < which.last; p++) TG_DO(count_part(context, parts, p, triangles));
    return TRICORN_OK;
}

tricorn_status tg_parts_execute(
  tricorn_context *context, tg_parts *parts, tg_part_range which, const tg_sink *sink, uint64_t *triangles)
{
    const tg_plan_limits before = tg_plan_begin(context, &parts->plan);
    uint64_t found = 0;
    tricorn_status status = tg_request_open_gpu(context, &parts->plan.request);
    if (status == TRICORN_OK) status = count_all(context, parts, which, sink, &found);
    tg_plan_end(context, &before);
    if (status == TRICORN_OK) *triangles = found;
    return status;
}

static tricorn_status visit(tricorn_context *context, tg_parts *parts, const part *of, tg_disk_part *rows)
{
    TG_DO(tg_request_open_gpu(context, &parts->plan.request));
    return read_rows(context, parts, of, rows);
}

/* Who receives the parts. */
typedef struct visitor {
    tg_visit_part *take;
    void *user;
} visitor;

static tricorn_status visit_task(tricorn_context *context, void *user, const tg_task *task)
{
    const visitor *to = user;
    return to->take(context, to->user, &(tg_disk_part){.task = *task});
}

tricorn_status tg_parts_visit(
  tricorn_context *context, tg_parts *parts, uint64_t number, tg_visit_part *take, void *user)
{
    const tg_plan_limits before = tg_plan_begin(context, &parts->plan);
    visitor to = {take, user};
    tg_disk_part rows;
    tricorn_status status = parts->tasks ? tg_worker_tasks_visit(context, parts->tasks, number, visit_task, &to)
                                         : visit(context, parts, &parts->list[number], &rows);
    if (status == TRICORN_OK && parts->tasks == NULL) status = take(context, user, &rows);
    tg_plan_end(context, &before);
    return status;
}
