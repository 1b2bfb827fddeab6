/* workers.c - the schedule of workers that have the graph in memory, each all of it, and reach
 * each other by a transport: most quanta are shared out beforehand, the rest is claimed.
 *
 * Source: TRUST, section 5.1 (the graph on every GPU, each takes a part of the vertices u), with
 * parts of equal work in place of u modulo the number of workers.
 */
#include "base/clock.h"
#include "schedule/quanta.h"
#include "schedule/schedule.h"

enum {
    QUANTA_OF_WORKER = 64, /* unless the options say how many there are */
    MOST_QUANTA = 1 << 20,
    /* One eighth of all is claimed, which makes up for an estimate that is wrong by as much; each
     * claim is a share of what is left, so that the last ones are small. */
    CLAIMED = 8,
    CLAIMS_OF_WORKER = 4
};

typedef struct job {
    tricorn_context *context;
    const tricorn_transport *transport;
    tg_quanta *quanta;
    uint64_t count, own, triangles;
} job;

static tricorn_status unreachable(tricorn_context *context)
{
    return tg_fail(context, TRICORN_IO_ERROR, "the other workers cannot be reached");
}

/* ---- counting ----------------------------------------------------------------------------- */

static tricorn_status count_some(job *all, uint64_t first, uint64_t last)
{
    uint64_t found = 0;
    const tricorn_status status =
        tg_quanta_execute(all->context, all->quanta, first, last, &found);
    all->triangles += found;
    all->own += last - first;
    return status;
}

/* On a GPU each part is copied there again: then all is shared out beforehand. */
static uint64_t shared_out(const job *all)
{
    const bool claims = all->transport->size > 1 &&
                        tg_quanta_run(all->quanta)->request.setup.algorithm->cpu != NULL;
    return claims ? all->count - all->count / CLAIMED : all->count;
}

static tricorn_status claim_rest(job *all, uint64_t first)
{
    const tricorn_transport *transport = all->transport;
    const uint64_t rest = all->count - first;
    tricorn_status status = TRICORN_OK;
    for (uint64_t left = rest; left > 0;) {
        const uint64_t share = left / (CLAIMS_OF_WORKER * (uint64_t)transport->size);
        const uint64_t wanted = share > 0 ? share : 1;
        uint64_t at = 0;
        if (transport->claim(transport->user, wanted, &at) != 0)
            TG_TRY(unreachable(all->context));
        if (at >= rest) break;
        const uint64_t end = wanted < rest - at ? at + wanted : rest;
        TG_TRY(count_some(all, first + at, first + end));
        left = rest - end;
    }
cleanup:
    return status;
}

static tricorn_status count_own(job *all)
{
    const uint64_t rank = all->transport->rank, size = all->transport->size;
    const uint64_t out = shared_out(all);
    tricorn_status status = TRICORN_OK;
    TG_TRY(count_some(all, out * rank / size, out * (rank + 1) / size));
    TG_TRY(claim_rest(all, out));
cleanup:
    return status;
}

/* ---- together ----------------------------------------------------------------------------- */

/* Adds up the values of all, of which the last one says how many have failed.  Each worker calls
 * it, whatever has happened to it, so that none waits for ever. */
static tricorn_status add_up(job *all, tricorn_status own, uint64_t *values, uint64_t count)
{
    const tricorn_transport *transport = all->transport;
    values[count - 1] = own != TRICORN_OK;
    const int lost = transport->sum(transport->user, values, count);
    if (own != TRICORN_OK) return own;
    if (lost) return unreachable(all->context);
    if (values[count - 1] == 0) return TRICORN_OK;
    return tg_fail(all->context, TRICORN_IO_ERROR,
                   "another worker has failed, so the count is not complete: see its message");
}

/* That all have the same graph, cut and algorithm: numbers of quanta mean nothing else. */
static tricorn_status compare(job *all, tricorn_status cut)
{
    const tricorn_transport *transport = all->transport;
    const uint64_t own = cut == TRICORN_OK ? tg_quanta_identity(all->quanta) : 0;
    uint64_t first = own, values[] = {0, 0};
    const int lost = transport->broadcast(transport->user, &first, sizeof first);
    if (cut == TRICORN_OK && lost) cut = unreachable(all->context);
    values[0] = cut == TRICORN_OK && first != own;
    const tricorn_status status = add_up(all, cut, values, 2);
    if (status != TRICORN_OK || values[0] == 0) return status;
    return tg_fail(all->context, TRICORN_INVALID_ARGUMENT,
                   "the workers have different graphs or options: all must load the same file in "
                   "the same way");
}

static tricorn_status execute(tricorn_context *context, const tg_run *run, const tg_sink *sink,
                              tricorn_result *result)
{
    const double start = tg_clock_now();
    tg_request request = run->request;
    tg_pass_limits limits = {0};
    job all = {.context = context, .transport = &run->request.transport};
    (void)sink; /* totals only */

    const uint64_t wanted = (uint64_t)all.transport->size * QUANTA_OF_WORKER;
    if (request.quanta == 0) request.quanta = wanted < MOST_QUANTA ? wanted : MOST_QUANTA;
    tricorn_status status = tg_quanta_cut(context, run->graph, &request, &limits, &all.quanta);
    TG_TRY(compare(&all, status));
    all.count = tg_quanta_count(all.quanta);
    status = count_own(&all);
    uint64_t values[] = {all.triangles, 0};
    TG_TRY(add_up(&all, status, values, 2));
    result->triangles = values[0];
    result->workers = all.transport->size;
    result->quanta = all.count;
    result->own_quanta = all.own;
    result->count_seconds = tg_clock_now() - start;
cleanup:
    tg_quanta_free(all.quanta);
    return status;
}

static bool fits(const tricorn_context *context, const tg_run *run, tg_run_bytes *bytes)
{
    (void)context;
    *bytes = (tg_run_bytes){0};
    return run->request.transport.size > 0;
}

const tg_schedule tg_schedule_workers = {.name = "workers", .fits = fits, .execute = execute};
