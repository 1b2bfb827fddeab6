/* workers.c - the schedule of workers that each have the whole graph in memory and reach each other by a transport,
 * or are the GPUs of one process (gpu_parts.h). Most parts are assigned beforehand, and workers claim the others. The
 * rule of the partition says what the parts are, and which of them are claimed (schedule/cut_rules.c). */
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "schedule/disk/parts.h"
#include "schedule/partitioned.h"
#include "schedule/workers/gpu_parts.h"
#include "schedule/workers/rate_shares.h"
#include "schedule/schedule.h"
#include "store/level_support.h"

enum {
    PARTS_OF_WORKER = 64, /* used unless the options give a number of parts */
    MOST_PARTS = 1 << 20,
    /* An eighth of the parts is claimed, which makes up for an estimate that is wrong by up to an eighth. A claim
     * takes a fraction of the remaining parts, so the last claims are small. */
    CLAIMED = 8,
    CLAIMS_OF_WORKER = 4,
    /* To measure its rate, each worker first counts 1 / PROBE of an equal share of the parts. */
    PROBE = 16,
    /* The number of ranges of edges whose time is predicted, which takes some milliseconds for each. */
    LEAST_BINS = 16,
    MOST_BINS = 256
};

/* A claim takes about 20 us, so the parts that it yields should take much longer. */
static const double least_claim_seconds = 1e-3;

typedef struct job {
    tricorn_context *context;
    const tricorn_transport *transport;
    tg_parts *parts;
    const tg_sink *sink; /* NULL: counts totals only */
    uint64_t *values; /* a buffer for some of the sink's counts */
    uint64_t *rates; /* first the rate of each worker, then the cuts between their parts */
    uint64_t count, own, triangles;
    bool mixed; /* the workers have different algorithms */
    double seconds; /* the time in which this worker counted `own` parts */
} job;

static tricorn_status unreachable(tricorn_context *context)
{
    return tg_fail(context, TRICORN_IO_ERROR, "the other workers cannot be reached");
}

static const tg_cut_rule *rule_of(const job *all)
{
    return tg_worker_tasks_of(tg_parts_tasks(all->parts))->rule;
}

/* ---- counting ---- */

static tricorn_status count_some(job *all, uint64_t first, uint64_t last)
{
    uint64_t found = 0;
    const double start = tg_clock_now();
    const tricorn_status status =
      tg_parts_execute(all->context, all->parts, (tg_part_range){first, last}, all->sink, &found);
    all->triangles += found;
    all->own += last - first;
    all->seconds += tg_clock_now() - start;
    return status;
}

/* Whether parts are divided by the rates that are measured while the workers count. On a GPU
 * each range of parts is copied and indexed again, which takes long for a small one, so on GPUs
 * rates are measured only if the workers have different algorithms. */
static bool goes_by_rate(const job *all)
{
    const bool indexed = tg_parts_plan(all->parts)->request.style.at_rows;
    return all->transport->size > 1 && (all->mixed || !indexed) && rule_of(all)->claims == TG_CLAIM_FEW;
}

static uint64_t shared_out(const job *all)
{
    const bool queue = rule_of(all)->claims == TG_CLAIM_ALL;
    if (goes_by_rate(all)) return all->count - all->count / CLAIMED;
    return queue && all->transport->size > 1 ? 0 : all->count;
}

/* Returns the number of parts that a worker claims next. It is small, but large enough that claiming takes little
 * time compared with counting, and at most an equal share of what is left. */
static uint64_t next_claim(const job *all, uint64_t left)
{
    const uint64_t size = all->transport->size;
    const uint64_t part = left / (CLAIMS_OF_WORKER * size), equal = left / size;
    const double least = all->seconds > 0 ? (double)all->own / all->seconds * least_claim_seconds : 0;
    uint64_t wanted = (double)equal < least ? equal : (uint64_t)least;
    if (rule_of(all)->claims == TG_CLAIM_ALL) return 1;
    if (part > wanted) wanted = part;
    return wanted > 0 ? wanted : 1;
}

static tricorn_status claim_rest(job *all, uint64_t first)
{
    const tricorn_transport *transport = all->transport;
    const uint64_t rest = all->count - first;
    tricorn_status status = TRICORN_OK;
    for (uint64_t left = rest; left > 0;) {
        const uint64_t wanted = next_claim(all, left);
        uint64_t at = 0;
        if (transport->claim(transport->user, wanted, &at) != 0) TG_TRY(unreachable(all->context));
        if (at >= rest) break;
        const uint64_t end = wanted < rest - at ? at + wanted : rest;
        TG_TRY(count_some(all, first + at, first + end));
        left = rest - end;
    }
cleanup:
    return status;
}

/* First counts the same number of parts on each worker. Then divides the other parts before
 * `out` among the workers, according to the time that this took. Each worker reports its time
 * even after an error, so that no other worker waits for it. */
static tricorn_status count_by_rate(job *all, uint64_t out)
{
    const tricorn_transport *transport = all->transport;
    const uint64_t rank = transport->rank, size = transport->size, each = out / PROBE / size;
    const double nanoseconds = 1e9;
    uint64_t *const cuts = all->rates + size;
    tricorn_status status = count_some(all, each * rank, each * (rank + 1));

    for (uint64_t w = 0; w < size; w++) all->rates[w] = 0;
    if (status == TRICORN_OK) all->rates[rank] = (uint64_t)(all->seconds * nanoseconds);
    const int lost = transport->sum(transport->user, all->rates, size);
    TG_TRY(status);
    if (lost) TG_TRY(unreachable(all->context));
    tg_share_by_rates(out - each * size, all->rates, transport->size, cuts);
    TG_TRY(count_some(all, each * size + cuts[rank], each * size + cuts[rank + 1]));
cleanup:
    return status;
}

/* Counts this worker's share of the first `out` parts; it is proportional to the number of its threads. */
static tricorn_status count_by_threads(job *all, uint64_t out)
{
    const tricorn_transport *transport = all->transport;
    uint64_t before = 0, threads = 0;
    for (uint64_t w = 0; w < transport->size; w++) all->rates[w] = 0;
    all->rates[transport->rank] = all->context->threads;
    if (transport->sum(transport->user, all->rates, transport->size) != 0) return unreachable(all->context);
    for (uint64_t w = 0; w < transport->size; w++) {
        before += w < transport->rank ? all->rates[w] : 0;
        threads += all->rates[w];
    }
    const uint64_t last = before + all->rates[transport->rank];
    return count_some(all, out * before / threads, out * last / threads);
}

static tricorn_status count_own(job *all)
{
    const uint64_t out = shared_out(all);
    tricorn_status status = TRICORN_OK;
    TG_TRY(goes_by_rate(all) ? count_by_rate(all, out) : count_by_threads(all, out));
    TG_TRY(claim_rest(all, out));
cleanup:
    return status;
}

/* ---- what all workers do together ---- */

/* Adds up the values of all workers; the last value becomes the number of workers that failed.
 * Every worker must call it, even after an error, so that none waits forever. */
static tricorn_status add_up(job *all, tricorn_status own, uint64_t *values, uint64_t count)
{
    const tricorn_transport *transport = all->transport;
    values[count - 1] = own != TRICORN_OK;
    const int lost = transport->sum(transport->user, values, count);
    if (own != TRICORN_OK) return own;
    if (lost) return unreachable(all->context);
    if (values[count - 1] == 0) return TRICORN_OK;
    return tg_fail(
      all->context, TRICORN_IO_ERROR, "another worker has failed, so the count is not complete: see its message");
}

/* Makes all workers cut ranges of edges in the same way: a flag that one of them needs is set
 * for all. Each worker must call it. */
static tricorn_status agree_on_style(const job *all, tg_cut_style *style)
{
    uint64_t votes[] = {style->merges, style->at_rows};
    if (all->transport->sum(all->transport->user, votes, 2) != 0) return unreachable(all->context);
    *style = (tg_cut_style){.merges = votes[0] > 0, .at_rows = votes[1] > 0};
    return TRICORN_OK;
}

/* Checks that all workers have the same graph and the same cut, so that part numbers mean the
 * same to all. Also finds out whether they have the same algorithm. */
static tricorn_status compare(job *all, const char *algorithm, tricorn_status cut)
{
    const tricorn_transport *transport = all->transport;
    const uint64_t own[] = {
      cut == TRICORN_OK ? tg_parts_identity(all->parts) : 0, tg_checksum(algorithm, strlen(algorithm))};
    uint64_t first[] = {own[0], own[1]}, values[] = {0, 0, 0};
    const int lost = transport->broadcast(transport->user, first, sizeof first);
    if (cut == TRICORN_OK && lost) cut = unreachable(all->context);
    values[0] = cut == TRICORN_OK && first[0] != own[0];
    values[1] = first[1] != own[1];
    const tricorn_status status = add_up(all, cut, values, 3);
    all->mixed = values[1] > 0;
    if (status != TRICORN_OK || values[0] == 0) return status;
    return tg_fail(all->context, TRICORN_INVALID_ARGUMENT,
      "the workers have different graphs or options: all must load the same file in "
      "the same way, and with " TG_OPTION("verify") " take the same algorithm");
}

/* Cuts the parts again so that they take equally long: each worker predicts the time of some
 * ranges of edges, and these predictions are shared. Predictions of different algorithms cannot
 * be compared, so then the cut does not change. */
static tricorn_status cost(job *all)
{
    const tricorn_transport *transport = all->transport;
    const uint32_t size = transport->size;
    const uint32_t bins = size < LEAST_BINS ? LEAST_BINS : size < MOST_BINS ? size : MOST_BINS;
    const double nanoseconds = 1e9;
    const tg_setup *setup = &tg_parts_plan(all->parts)->request.setup;
    tg_worker_tasks *tasks = tg_parts_tasks(all->parts);
    uint64_t costs[MOST_BINS] = {0};
    if (size <= 1 || all->mixed || rule_of(all) != &tg_cut_rule_own) return TRICORN_OK;
    for (uint32_t b = transport->rank; b < bins; b += size)
        costs[b] = (uint64_t)(tg_worker_tasks_predict(all->context, tasks, setup, b, bins) * nanoseconds);
    if (transport->sum(transport->user, costs, bins) != 0) return unreachable(all->context);
    tg_worker_tasks_recut(tasks, costs, bins);
    return TRICORN_OK;
}

/* ---- counts of vertices and edges ---- */

enum { VALUES_AT_ONCE = 1 << 20 };

/* Allocates the buffers. Each worker calls it; a worker that has not enough memory reports that in compare(). */
static tricorn_status make_room(job *all, const tricorn_graph *graph)
{
    const uint64_t most = graph->edges < VALUES_AT_ONCE ? graph->edges : VALUES_AT_ONCE;
    tricorn_status status = TRICORN_OK;
    TG_TRY(TG_ALLOC(all->context, 2 * (uint64_t)all->transport->size + 1, &all->rates));
    if (all->sink && all->sink->edges) TG_TRY(TG_ALLOC(all->context, most, &all->values));
cleanup:
    return status;
}

static tricorn_status sum_supports(job *all, uint64_t edges)
{
    const tricorn_transport *transport = all->transport;
    for (uint64_t done = 0, now; done < edges; done += now) {
        uint32_t *support = all->sink->edges + done;
        now = edges - done < VALUES_AT_ONCE ? edges - done : VALUES_AT_ONCE;
        for (uint64_t e = 0; e < now; e++) all->values[e] = support[e];
        if (transport->sum(transport->user, all->values, now) != 0) return unreachable(all->context);
        for (uint64_t e = 0; e < now; e++) support[e] = (uint32_t)all->values[e];
    }
    return TRICORN_OK;
}

/* Replaces the arrays of each worker by the sum of the arrays of all workers. */
static tricorn_status sum_sink(job *all, const tricorn_graph *graph)
{
    const tricorn_transport *transport = all->transport;
    if (all->sink == NULL || all->sink->writer) return TRICORN_OK;
    if (all->sink->edges) return sum_supports(all, graph->edges);
    if (graph->active > 0 && transport->sum(transport->user, all->sink->u, graph->active) != 0)
        return unreachable(all->context);
    return TRICORN_OK;
}

/* ---- the whole ---- */

/* Returns the number of parts to cut. The partitions of papers have one task for each worker. */
static uint64_t wanted_parts(const tg_request *request, const tricorn_transport *transport)
{
    const uint64_t of_worker = request->partition ? 1 : PARTS_OF_WORKER;
    const uint64_t wanted = transport->size * of_worker;
    return wanted < MOST_PARTS ? wanted : MOST_PARTS;
}

/* The transport of a single worker: the values stay as they are. */
static int keep(void *user, void *bytes, uint64_t count)
{
    (void)user, (void)bytes, (void)count;
    return 0;
}

static int keep_sum(void *user, uint64_t *values, uint64_t count)
{
    return keep(user, values, count);
}

static tricorn_status count_parts(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    tg_request request = plan->request;
    tg_pass_limits limits = {0};
    const tricorn_transport alone = {.size = 1, .broadcast = keep, .sum = keep_sum};
    const bool reached = plan->request.transport.size > 0;
    tg_sum_writer writer;
    const tg_sink stored = {.writer = &writer};
    job all = {.context = context,
      .transport = reached ? &plan->request.transport : &alone,
      .sink = sink && sink->stored ? &stored : sink};

    if (request.parts == 0) request.parts = wanted_parts(&request, all.transport);
    tricorn_status status = agree_on_style(&all, &request.style);
    if (status == TRICORN_OK && all.sink == &stored) status = tg_level_support_begin(context, sink->stored, &writer);
    if (status == TRICORN_OK) status = make_room(&all, plan->graph);
    if (status == TRICORN_OK) status = tg_parts_cut(context, plan->graph, &request, &limits, &all.parts);
    TG_TRY(compare(&all, request.setup.algorithm->description.name, status));
    TG_TRY(cost(&all));
    all.count = tg_parts_count(all.parts);
    status = count_own(&all);
    uint64_t values[] = {all.triangles, 0};
    TG_TRY(add_up(&all, status, values, 2));
    TG_TRY(sum_sink(&all, plan->graph));
    result->triangles = values[0];
    result->cut.workers = all.transport->size;
    result->cut.parts = all.count;
    result->cut.own_parts = all.own;
cleanup:
    tg_parts_free(all.parts);
    tg_free(all.values);
    tg_free(all.rates);
    return status;
}

static tricorn_status execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result)
{
    const double start = tg_clock_now();
    if (tg_partition_by_gpus(plan)) return tg_gpu_parts_execute(context, plan, sink, result);
    const tricorn_status status = count_parts(context, plan, sink, result);
    result->seconds.count = tg_clock_now() - start;
    return status;
}

static bool fits(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes)
{
    (void)context;
    *bytes = (tg_plan_bytes){0};
    if (plan->graph->store) return tg_partition_is_whole(plan->request.partition) || tg_partition_by_gpus(plan);
    return plan->request.transport.size > 0 || plan->request.partition != NULL;
}

const tg_schedule tg_schedule_workers = {.name = "workers", .relabels = true, .fits = fits, .execute = execute};
