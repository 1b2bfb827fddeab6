/* vertex_counters.c - allocates counters of vertices and adds them up: one array per thread, or
 * one array for all threads. */
#include "cpu/common/vertex_counters.h"

#include "base/memory.h"

enum { ROOM_SHARE = 4 }; /* counters may use 1/ROOM_SHARE of the free memory */

tricorn_status tg_vertex_counters_create(
  tricorn_context *context, uint64_t *counts, uint32_t vertices, tg_vertex_counters *counters)
{
    tg_vertex_counters made = {.counts = counts, .vertices = vertices, .threads = context->threads};
    const uint64_t others = (uint64_t)(made.threads - 1) * vertices;
    const uint64_t room = tg_memory_room(context->memory) / ROOM_SHARE;
    tricorn_status status = TRICORN_OK;
    if (others <= room / sizeof *made.others) status = TG_ALLOC_ZERO(context, others, &made.others);
    if (status == TRICORN_OK) *counters = made;
    return status;
}

void tg_vertex_counters_sum(const tg_vertex_counters *counters)
{
    if (counters->others == NULL) return;
#pragma omp parallel for num_threads((int)counters->threads) schedule(static)
    for (uint32_t v = 0; v < counters->vertices; v++)
        for (uint32_t t = 1; t < counters->threads; t++) counters->counts[v] += tg_vertex_counters_of(counters, t)[v];
}

void tg_vertex_counters_free(tg_vertex_counters *counters)
{
    tg_free(counters->others);
    *counters = (tg_vertex_counters){0};
}
