/* hub_wedges.c - counts supports by wedges: stores the hubs' rows as words, then looks up the
 * wedges of all rows in them.
 *
 * - Each word has its 32 bits and the position of its first id, in two arrays, because most
 *   look-ups need only the bits.
 * - Third edges of triangles are collected before they are counted: additions to their counters
 *   wait for memory, which would delay the next look-up.
 */
#include "cpu/hub_wedges.h"

#include <omp.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/chunks.h"
#include "cpu/intersect/intersect.h"

enum {
    ROWS_AT_ONCE = 64, /* rows that a thread claims at a time while words are made */
    CHUNK_EDGES = 1 << 14 /* edges that a thread claims at a time */
};

uint64_t tg_hub_wedges_bytes(const tricorn_context *context, uint32_t hubs)
{
    return tg_hub_words_before(hubs) * 2 * sizeof(uint32_t) +
           context->threads * (TG_THIRDS_AT_ONCE + (uint64_t)hubs + TG_THIRDS_SPARE) * sizeof(uint32_t);
}

static void make_row(const tg_rows *rows, uint32_t v, const tg_hub_words *words)
{
    const uint64_t before = tg_hub_words_before(v);
    uint64_t i = rows->offsets[v];
    for (uint32_t w = 0; w <= v / TG_HUB_WORD_IDS; w++) {
        uint32_t bits = 0;
        words->places[before + w] = (uint32_t)i;
        for (; i < rows->offsets[v + UINT64_C(1)] && rows->ids[i] / TG_HUB_WORD_IDS == w; i++)
            bits |= UINT32_C(1) << rows->ids[i] % TG_HUB_WORD_IDS;
        words->bits[before + w] = bits;
    }
}

static tricorn_status make_words(tricorn_context *context, const tg_rows *rows, uint32_t hubs, tg_hub_words *words)
{
    TG_DO(TG_ALLOC(context, tg_hub_words_before(hubs), &words->bits));
    TG_DO(TG_ALLOC(context, tg_hub_words_before(hubs), &words->places));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < hubs; v++) make_row(rows, v, words);
    return TRICORN_OK;
}

/* Claims chunks and counts their triangles, until all chunks are claimed; each thread calls this. */
static tricorn_status count_some(tricorn_context *context, tg_hub_wedges own, _Atomic uint64_t *next, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_task *task = own.task;
    const tg_kernels *kernels = tg_kernels_of(context->isa);
    const uint64_t chunks = tg_chunk_count(task, CHUNK_EDGES);

    TG_TRY(TG_ALLOC(context, TG_THIRDS_AT_ONCE + (uint64_t)own.hubs + TG_THIRDS_SPARE, &own.thirds));
    for (uint64_t c; (c = atomic_fetch_add(next, 1)) < chunks;) {
        uint32_t first, last;
        tg_chunk_rows(task, CHUNK_EDGES, c, &first, &last);
        *found += kernels->hub_wedges(&own, first, last);
        if (tg_work_add(context, CHUNK_EDGES)) break;
    }
cleanup:
    tg_free(own.thirds);
    return status;
}

tricorn_status tg_hub_wedges_count(
  tricorn_context *context, const tg_task *task, uint32_t hubs, const tg_edge_counters *counters, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    tg_hub_words words = {0};
    _Atomic uint64_t next = 0;
    _Atomic int failure = TRICORN_OK;
    uint64_t sum = 0;

    if (hubs == 0) return TRICORN_OK;
    TG_TRY(make_words(context, &task->into, hubs, &words));
    tg_work_begin(context, "counting with hubs", tg_chunk_count(task, CHUNK_EDGES) * CHUNK_EDGES);
#pragma omp parallel num_threads((int)context->threads) reduction(+ : sum)
    {
        const tg_hub_wedges own = {.task = task,
          .words = words,
          .hubs = hubs,
          .support = counters->counts,
          .own = tg_edge_counters_of(counters, (uint32_t)omp_get_thread_num())};
        tg_keep_failure(&failure, count_some(context, own, &next, &sum));
    }
    TG_TRY((tricorn_status)failure);
    TG_TRY(tg_check_cancelled(context));
    *found += sum;
cleanup:
    tg_free(words.bits);
    tg_free(words.places);
    return status;
}
