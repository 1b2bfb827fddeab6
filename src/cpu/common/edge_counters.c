/* edge_counters.c - allocates counters of edges and adds them up: one array of all edges, and for
 * each further thread an array of the first edges. */
#include "cpu/common/edge_counters.h"

#include "base/memory.h"

enum { ROOM_SHARE = 4 }; /* counters may use 1/ROOM_SHARE of the free memory */

uint64_t tg_edge_counters_most(const tricorn_context *context)
{
    const uint64_t room = tg_memory_room(context->memory) / ROOM_SHARE;
    return room / sizeof(uint32_t) / context->threads;
}

bool tg_edge_counters_fit(const tricorn_context *context, uint64_t own)
{
    return own <= tg_edge_counters_most(context);
}

tricorn_status tg_edge_counters_create(
  tricorn_context *context, uint32_t *counts, uint64_t own, tg_edge_counters *counters)
{
    tg_edge_counters made = {.counts = counts, .own = own, .threads = context->threads};
    tricorn_status status = TRICORN_OK;
    if (tg_edge_counters_fit(context, own)) status = TG_ALLOC_ZERO(context, (made.threads - 1) * own, &made.others);
    if (status == TRICORN_OK) *counters = made;
    return status;
}

void tg_edge_counters_sum(const tg_edge_counters *counters)
{
    if (counters->others == NULL) return;
#pragma omp parallel for num_threads((int)counters->threads) schedule(static)
    for (uint64_t e = 0; e < counters->own; e++)
        for (uint32_t t = 1; t < counters->threads; t++) counters->counts[e] += tg_edge_counters_of(counters, t)[e];
}

void tg_edge_counters_free(tg_edge_counters *counters)
{
    tg_free(counters->others);
    *counters = (tg_edge_counters){0};
}
