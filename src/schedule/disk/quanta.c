/* quanta.c - see quanta.h. */
#include "schedule/disk/quanta.h"

#include <string.h>

#include "base/memory.h"
#include "device/device.h"
#include "io/bytes/checksum.h"
#include "schedule/disk/levels_gpu.h"
#include "schedule/partitioned.h"
#include "schedule/run_task.h"
#include "schedule/disk/share_rows.h"

enum {
    MOST_SHARES = 1 << 20, /* of a part, or of a graph in memory */
    /* Where their number is left open: enough for a few workers to share a small graph, and not
     * so many that taking them (milliseconds, in a folder) takes longer than counting. */
    FEW_QUANTA = 16,
    MANY_QUANTA = 1 << 16,
    QUANTUM_WEDGES = 1 << 30,
    /* Where each leaves sums of all rows before it, what that takes is to be small beside
     * counting: some nanoseconds of an edge against one of a wedge. */
    FEW_SUMMED = 4,
    MANY_SUMMED = 1 << 6,
    SUMMED_WEDGES = 32 /* of an edge of the graph, in a quantum */
};

typedef struct quantum {
    tg_part_key part;
    uint32_t share, shares; /* of the part */
    uint64_t wedges;        /* of the share, if rows could be cut */
} quantum;

struct tg_quanta {
    tg_plan plan;
    uint64_t count;
    tg_worker_tasks *tasks; /* of a graph in memory; NULL for one on disk, which has: */
    uint32_t *cuts;         /* rows of the shares of the part that is read */
    quantum *list;
    uint64_t room; /* of the list */
    tg_pass_limits limits;
    tg_pass pass;       /* whose rows are read; last_piece 0: none */
    tg_part_rows kept;  /* they */
    tg_part_key part;   /* a batch whose rows are read; last_piece 0: none */
    tg_part_rows batch; /* they */
    tg_part_key shared; /* the part that the cuts are of */
};

/* ---- cutting a graph on disk -------------------------------------------------------------- */

static tricorn_status add_quantum(tricorn_context *context, tg_quanta *quanta, quantum made)
{
    enum { LEAST = 64 };
    if (quanta->count == quanta->room) {
        const uint64_t room = quanta->room + quanta->room / 2 + LEAST;
        const tricorn_status status = TG_REALLOC(context, room, &quanta->list);
        if (status != TRICORN_OK) return status;
        quanta->room = room;
    }
    quanta->list[quanta->count++] = made;
    return TRICORN_OK;
}

/* Adds a part, in shares of about batch_wedges. */
static tricorn_status add_part(tricorn_context *context, tg_quanta *quanta, tg_part_key part)
{
    const tg_levels *levels = &quanta->plan.graph->store->levels;
    const uint64_t wedges = tg_part_wedges(levels, &part), most = quanta->limits.batch_wedges;
    const uint64_t wanted = wedges / most + (wedges % most > 0);
    const uint32_t shares = wanted < MOST_SHARES ? (uint32_t)wanted : MOST_SHARES;
    tricorn_status status = TRICORN_OK;

    for (uint32_t s = 0; s < shares; s++) /* without wedges it has no triangles */
        TG_TRY(add_quantum(context, quanta, (quantum){part, s, shares, wedges / shares}));
cleanup:
    return status;
}

static tricorn_status cut_stored(tricorn_context *context, tg_quanta *quanta)
{
    const tg_levels *levels = &quanta->plan.graph->store->levels;
    tricorn_status status = TRICORN_OK;
    uint32_t piece = 0;

    for (uint32_t r = 0; r < levels->ranges && levels->entries > 0;) {
        const tg_pass at = tg_pass_next(levels, &quanta->limits, r, piece);
        if (at.last_piece > at.first_piece)
            TG_TRY(add_part(context, quanta, tg_part_of(&at, at.first_piece, at.last_piece)));
        const uint32_t first = at.last_piece > at.first_piece ? at.last_piece : levels->pieces;
        for (uint32_t p = first, end; p < levels->pieces; p = end) {
            end = tg_batch_end(levels, &quanta->limits, &at, p);
            TG_TRY(add_part(context, quanta, tg_part_of(&at, p, end)));
        }
        r = at.last_range + 1;
        piece = at.last_piece;
    }
cleanup:
    return status;
}

/* ---- making ------------------------------------------------------------------------------- */

/* That nothing in the options cuts the graph in another way. */
static tricorn_status check_request(tricorn_context *context, const tg_request *request,
                                    bool stored)
{
    const tg_partition_kind *partition = request->partition;
    const bool shared =
        partition == NULL ||
        (stored ? partition->on_disk : tg_partition_methods_of(partition)->workers != NULL);
    if (shared && (partition != NULL || request->classes <= 1)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
                   "workers share quanta of the graph: on disk leave out " TG_OPTION(
                       "partition") ", in memory name one with " TG_OPTION("blocks"));
}

static uint64_t between(uint64_t least, uint64_t wanted, uint64_t most)
{
    return wanted < least ? least : wanted < most ? wanted : most;
}

/* leave_sums: each quantum of a graph on disk does, so they are fewer. */
static uint64_t count_by_work(const tricorn_graph *graph, bool leave_sums)
{
    if (!leave_sums) return between(FEW_QUANTA, graph->wedges / QUANTUM_WEDGES, MANY_QUANTA);
    return between(FEW_SUMMED, graph->wedges / (graph->edges * SUMMED_WEDGES + 1), MANY_SUMMED);
}

/* Of a GPU algorithm: the one GPU that a worker has. */
static tricorn_status open_gpu(tricorn_context *context, const tg_request *request)
{
    if (request->setup.algorithm->gpu == NULL) return TRICORN_OK;
    const tricorn_status status = tg_device_open(context, request->gpus.numbers[0]);
    if (status == TRICORN_OK) tg_device_set_limit(context, request->device_bytes_limit);
    return status;
}

/* By what memory there is, on the host and the GPU. */
static tricorn_status find_limits(tricorn_context *context, const tg_request *request,
                                  const tricorn_graph *graph, tg_pass_limits *limits)
{
    const tricorn_status status = open_gpu(context, request);
    if (status != TRICORN_OK) return status;
    tg_memory_trim(context->memory);
    const uint64_t room = tg_memory_room(context->memory);
    *limits = request->setup.sink == TG_SINK_TOTAL ? tg_levels_limits(room)
                                                   : tg_levels_sink_limits(room);
    if (request->setup.algorithm->gpu)
        *limits = tg_levels_gpu_limits(*limits, tg_device_room(context), graph);
    return TRICORN_OK;
}

static tricorn_status cut_in_memory(tricorn_context *context, tg_quanta *quanta, uint64_t wanted)
{
    const tricorn_status status =
        tg_worker_tasks_cut(context, &quanta->plan, wanted, &quanta->tasks);
    if (status == TRICORN_OK) quanta->count = tg_worker_tasks_of(quanta->tasks)->count;
    return status;
}

static tricorn_status cut(tricorn_context *context, tg_quanta *quanta, uint64_t wanted,
                          tg_pass_limits *limits)
{
    const uint64_t all = quanta->plan.graph->wedges;

    const bool stored = quanta->plan.graph->store != NULL;
    const bool sums = stored && quanta->plan.request.setup.sink != TG_SINK_TOTAL;

    if (wanted == 0) wanted = count_by_work(quanta->plan.graph, sums);
    if (!stored) return cut_in_memory(context, quanta, wanted);
    if (limits->kept_bytes == 0) {
        const tricorn_status status =
            find_limits(context, &quanta->plan.request, quanta->plan.graph, limits);
        if (status != TRICORN_OK) return status;
        limits->batch_wedges = all > wanted ? all / wanted : 1;
    }
    quanta->limits = *limits;
    return cut_stored(context, quanta);
}

tricorn_status tg_quanta_cut(tricorn_context *context, const tricorn_graph *graph,
                             const tg_request *request, tg_pass_limits *limits,
                             tg_quanta **quanta)
{
    tricorn_status status = TRICORN_OK;
    tg_quanta *made = NULL;

    TG_TRY(check_request(context, request, graph->store != NULL));
    TG_TRY(tg_check_worker_gpus(context, &request->gpus));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->plan.graph = graph;
    made->plan.request = *request;
    {
        const tg_plan_limits before = tg_plan_begin(context, &made->plan);
        status = cut(context, made, request->quanta, limits);
        tg_plan_end(context, &before);
    }
    TG_TRY(status);
    *quanta = made;
    made = NULL;
cleanup:
    tg_quanta_free(made);
    return status;
}

void tg_quanta_free(tg_quanta *quanta)
{
    if (quanta == NULL) return;
    tg_part_drop(&quanta->kept);
    tg_part_drop(&quanta->batch);
    tg_worker_tasks_free(quanta->tasks);
    tg_free(quanta->cuts);
    tg_free(quanta->list);
    tg_free(quanta);
}

uint64_t tg_quanta_count(const tg_quanta *quanta)
{
    return quanta->count;
}

uint64_t tg_quanta_wedges(const tg_quanta *quanta, uint64_t number)
{
    return quanta->tasks ? tg_quanta_size(quanta, number).wedges : quanta->list[number].wedges;
}

const tg_worker_rule *tg_quanta_rule(const tg_quanta *quanta)
{
    return tg_worker_tasks_of(quanta->tasks)->rule;
}

tg_worker_size tg_quanta_size(const tg_quanta *quanta, uint64_t number)
{
    return tg_worker_tasks_size(quanta->tasks, number);
}

double tg_quanta_predict(tricorn_context *context, const tg_quanta *quanta, uint32_t bin,
                         uint32_t bins)
{
    const tg_plan_limits before = tg_plan_begin(context, &quanta->plan);
    const double seconds =
        tg_worker_tasks_predict(context, quanta->tasks, &quanta->plan.request.setup, bin, bins);
    tg_plan_end(context, &before);
    return seconds;
}

void tg_quanta_recut(tg_quanta *quanta, const uint64_t *prices, uint32_t bins)
{
    tg_worker_tasks_recut(quanta->tasks, prices, bins);
}

const tg_plan *tg_quanta_plan(const tg_quanta *quanta)
{
    return &quanta->plan;
}

uint64_t tg_quanta_algorithm(const tg_request *request)
{
    const char *name = request->setup.algorithm->description.name;
    return request->verify ? tg_checksum(name, strlen(name)) : 0;
}

uint64_t tg_quanta_identity(const tg_quanta *quanta)
{
    const tg_store *store = quanta->plan.graph->store;
    uint64_t parts[4] = {tg_quanta_algorithm(&quanta->plan.request), quanta->count};

    if (store) {
        parts[2] = store->identity;
        parts[3] = tg_checksum(quanta->list, quanta->count * sizeof *quanta->list);
    } else {
        parts[2] = tg_worker_tasks_identity(quanta->tasks);
    }
    return tg_checksum(parts, sizeof parts);
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool same_part(const tg_part_key *a, const tg_part_key *b)
{
    return a->last_piece > 0 && memcmp(a, b, sizeof *a) == 0;
}

/* The pass of a part. */
static tg_pass pass_of(const tg_levels *levels, const tg_part_key *part)
{
    tg_pass at = {part->first_range, part->last_range, 0, 0};
    while (at.first_piece < levels->pieces &&
           levels->piece[at.first_piece].range < part->first_range)
        at.first_piece++;
    at.last_piece = at.first_piece;
    while (at.last_piece < levels->pieces &&
           levels->piece[at.last_piece].range <= part->last_range)
        at.last_piece++;
    return at;
}

static void forget(tg_quanta *quanta)
{
    tg_part_drop(&quanta->batch);
    quanta->part = quanta->shared = (tg_part_key){0};
}

/* Reads the rows of the pass, unless they are there. */
static tricorn_status read_pass(tricorn_context *context, tg_quanta *quanta, const tg_pass *at)
{
    tg_store *store = quanta->plan.graph->store;
    const tg_part_key own = tg_part_of(at, at->first_piece, at->last_piece);
    if (quanta->pass.last_piece > 0 && memcmp(&quanta->pass, at, sizeof *at) == 0)
        return TRICORN_OK;
    forget(quanta);
    tg_part_drop(&quanta->kept);
    quanta->pass = (tg_pass){0};
    const tricorn_status status = tg_part_read(
        context, store, &own, tg_pass_first_label(&store->levels, at), NULL, &quanta->kept);
    if (status == TRICORN_OK) quanta->pass = *at;
    return status;
}

static tricorn_status read_batch(tricorn_context *context, tg_quanta *quanta,
                                 const tg_part_key *part)
{
    tg_store *store = quanta->plan.graph->store;
    if (same_part(&quanta->part, part)) return TRICORN_OK;
    forget(quanta);
    const tricorn_status status = tg_part_read(
        context, store, part, store->levels.piece[part->first_piece].first, NULL, &quanta->batch);
    if (status == TRICORN_OK) quanta->part = *part;
    return status;
}

/* Reads what a part needs; the task is the whole of it. */
static tricorn_status read_part(tricorn_context *context, tg_quanta *quanta,
                                const tg_part_key *part, tg_quantum_rows *rows)
{
    const tg_levels *levels = &quanta->plan.graph->store->levels;
    const tg_pass at = pass_of(levels, part);
    const bool own = part->first_piece == at.first_piece;
    tricorn_status status = TRICORN_OK;

    TG_TRY(read_pass(context, quanta, &at));
    if (!own) TG_TRY(read_batch(context, quanta, part));
    rows->part = *part;
    rows->kept = tg_part_of(&at, at.first_piece, at.last_piece);
    rows->task =
        tg_part_task(levels, &at, part, own ? &quanta->kept : &quanta->batch, &quanta->kept.all);
cleanup:
    return status;
}

/* ---- counting ----------------------------------------------------------------------------- */

/* Lets the task of a part be that of its shares first to last - 1. */
static tricorn_status take_shares(tricorn_context *context, tg_quanta *quanta, const quantum *of,
                                  uint32_t last, tg_task *task)
{
    tricorn_status status = TRICORN_OK;
    if (of->shares == 1) return TRICORN_OK;
    if (!same_part(&quanta->shared, &of->part)) {
        quanta->shared = (tg_part_key){0};
        TG_TRY(TG_REALLOC(context, of->shares + 1, &quanta->cuts));
        TG_TRY(tg_share_rows(context, task, of->shares, quanta->cuts));
        quanta->shared = of->part;
    }
    task->first_row = quanta->cuts[of->share];
    task->last_row = quanta->cuts[last];
cleanup:
    return status;
}

static tricorn_status count_rows(tricorn_context *context, const tg_quanta *quanta,
                                 const tg_task *task, uint64_t *triangles)
{
    uint64_t found = 0;
    if (tg_task_edges(task) == 0) return TRICORN_OK;
    const tricorn_status status =
        tg_count_task(context, task, &quanta->plan.request.setup, NULL, &found);
    *triangles += found;
    return status;
}

/* Quanta of one part, or shares of it, from number first on; *end: behind them. */
static tricorn_status count_part(tricorn_context *context, tg_quanta *quanta, uint64_t first,
                                 uint64_t last, uint64_t *end, uint64_t *triangles)
{
    const quantum *of = &quanta->list[first];
    tricorn_status status = TRICORN_OK;
    tg_quantum_rows rows;

    for (*end = first + 1; *end < last && quanta->list[*end].share > 0;) ++*end;
    TG_TRY(read_part(context, quanta, &of->part, &rows));
    TG_TRY(take_shares(context, quanta, of, of->share + (uint32_t)(*end - first), &rows.task));
    TG_TRY(count_rows(context, quanta, &rows.task, triangles));
cleanup:
    return status;
}

static tricorn_status count_all(tricorn_context *context, tg_quanta *quanta, uint64_t first,
                                uint64_t last, const tg_sink *sink, uint64_t *triangles)
{
    tricorn_status status = TRICORN_OK;

    if (quanta->tasks)
        return tg_worker_tasks_count(context, quanta->tasks, &quanta->plan.request.setup, first,
                                     last, sink, triangles);
    for (uint64_t q = first, end; q < last; q = end)
        TG_TRY(count_part(context, quanta, q, last, &end, triangles));
cleanup:
    return status;
}

tricorn_status tg_quanta_execute(tricorn_context *context, tg_quanta *quanta, uint64_t first,
                                 uint64_t last, const tg_sink *sink, uint64_t *triangles)
{
    const tg_plan_limits before = tg_plan_begin(context, &quanta->plan);
    uint64_t found = 0;
    tricorn_status status = open_gpu(context, &quanta->plan.request);
    if (status == TRICORN_OK) status = count_all(context, quanta, first, last, sink, &found);
    tg_plan_end(context, &before);
    if (status == TRICORN_OK) *triangles = found;
    return status;
}

static tricorn_status visit(tricorn_context *context, tg_quanta *quanta, const quantum *of,
                            tg_quantum_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(open_gpu(context, &quanta->plan.request));
    TG_TRY(read_part(context, quanta, &of->part, rows));
    TG_TRY(take_shares(context, quanta, of, of->share + 1, &rows->task));
cleanup:
    return status;
}

tricorn_status tg_quanta_visit(tricorn_context *context, tg_quanta *quanta, uint64_t number,
                               tg_take_quantum *take, void *user)
{
    const tg_plan_limits before = tg_plan_begin(context, &quanta->plan);
    tg_quantum_rows rows;
    tricorn_status status = visit(context, quanta, &quanta->list[number], &rows);
    if (status == TRICORN_OK) status = take(context, user, &rows);
    tg_plan_end(context, &before);
    return status;
}
