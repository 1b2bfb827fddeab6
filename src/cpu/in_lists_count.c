/* in_lists_count.c - tests against a bitmap: their number, or counters of vertices or edges for
 * what they find. */
#include "cpu/in_lists.h"

#include <omp.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/bitmap.h"

enum {
    LISTS_AT_ONCE = 256, /* a thread's next share */
    AHEAD = 16, /* prefixes whose ids are fetched before their turn: about a memory latency */
    FETCHED_BYTES = 512, /* of a prefix; the CPU itself follows the longer ones */
    CACHE_LINE = 64,
    WORD_BITS = 64
};
static const uint64_t count_mask = (UINT64_C(1) << TG_PREFIX_BITS) - 1;

/* Of one thread; without counts and support it only counts. */
typedef struct worker {
    const tg_task *task;
    const tg_in_lists *lists;
    uint64_t *bits;    /* of the marked row, that of v; zero between rows */
    uint32_t *before;  /* for edges: see tg_bits_set_ranked */
    uint64_t *counts;  /* of vertices, or NULL */
    uint32_t *support; /* of edges, or NULL; other threads may count for the same */
    bool shared;       /* whether there are others */
} worker;

/* ---- the total ---------------------------------------------------------------------------- */

/* Always inlined: compilers find that it has no effect, and drop calls. */
static inline __attribute__((always_inline)) void fetch_ids(const uint32_t *ids, uint64_t count)
{
    const uint64_t bytes = count * sizeof *ids;
    for (uint64_t i = 0; i < bytes && i < FETCHED_BYTES; i += CACHE_LINE)
        __builtin_prefetch((const void *)((uintptr_t)ids + i));
}

static uint64_t count_list(const worker *own, uint32_t v)
{
    const tg_task *task = own->task;
    const tg_in_lists *lists = own->lists;
    const uint64_t *into = task->into.offsets + v, *starts = lists->starts + (v - lists->first);
    const uint64_t last_prefix = lists->starts[lists->last - lists->first];
    uint64_t found = 0;

    if (starts[0] == starts[1]) return 0;
    tg_bits_set(own->bits, task->into.ids + into[0], into[1] - into[0]);
    for (uint64_t p = starts[0]; p < starts[1]; p++) {
        const uint64_t prefix = lists->prefixes[p];
        if (p + AHEAD < last_prefix) {
            const uint64_t near = lists->prefixes[p + AHEAD];
            fetch_ids(task->from.ids + (near >> TG_PREFIX_BITS), near & count_mask);
        }
        found += tg_bits_count(own->bits, task->from.ids + (prefix >> TG_PREFIX_BITS),
                               prefix & count_mask);
    }
    tg_bits_clear(own->bits, task->into.ids + into[0], into[1] - into[0]);
    return found;
}

/* ---- into a sink -------------------------------------------------------------------------- */

/* Fetches the ids of the prefix at p + AHEAD and its counter, and the offset of that at
 * p + 2 * AHEAD. */
static inline __attribute__((always_inline)) void fetch(const worker *own, uint64_t p,
                                                        uint64_t last)
{
    if (p + 2 * AHEAD >= last) return;
    const tg_rows *rows = &own->task->from;
    const uint64_t *prefixes = own->lists->prefixes + p;
    const uint64_t near = prefixes[AHEAD] >> TG_PREFIX_BITS, count = prefixes[AHEAD] & count_mask;
    __builtin_prefetch(&rows->offsets[prefixes[2 * AHEAD] >> TG_PREFIX_BITS]);
    fetch_ids(rows->ids + rows->offsets[near], count);
    if (own->counts) __builtin_prefetch(&own->counts[near], 1);
}

/* Counts each of a prefix's ids that is set; how many there are. */
static inline uint64_t count_prefix(const uint64_t *bits, const uint32_t *ids, uint64_t count,
                                    uint64_t *counts)
{
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i += WORD_BITS) {
        const uint64_t left = count - i;
        uint64_t met = tg_bits_met(bits, ids + i, left < WORD_BITS ? left : WORD_BITS);
        for (; met; met &= met - 1, found++) counts[ids[i + (uint64_t)__builtin_ctzll(met)]]++;
    }
    return found;
}

/* The same for the edges to each of the ids, in the prefix's row, from position u on, and in the
 * marked row, from position v on. */
static inline uint64_t support_prefix(const worker *own, uint64_t u, uint64_t v, uint64_t count)
{
    const uint32_t *ids = own->task->from.ids + u;
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i += WORD_BITS) {
        const uint64_t left = count - i;
        uint64_t met = tg_bits_met(own->bits, ids + i, left < WORD_BITS ? left : WORD_BITS);
        for (; met; met &= met - 1, found++) {
            const uint64_t at = i + (uint64_t)__builtin_ctzll(met);
            const uint64_t place = v + tg_bits_rank(own->bits, own->before, ids[at]);
            tg_support_add(own->support + u + at, 1, own->shared);
            tg_support_add(own->support + place, 1, own->shared);
        }
    }
    return found;
}

/* The prefix ends before the edge u -> v itself. */
static inline uint64_t sink_prefix(const worker *own, uint64_t prefix, uint32_t v)
{
    const tg_task *task = own->task;
    const uint64_t u = prefix >> TG_PREFIX_BITS, count = prefix & count_mask;
    const uint64_t row = task->from.offsets[u];
    uint64_t found;

    if (own->support) {
        found = support_prefix(own, row, task->into.offsets[v], count);
        if (found) tg_support_add(own->support + row + count, (uint32_t)found, own->shared);
    } else {
        found = count_prefix(own->bits, task->from.ids + row, count, own->counts);
        if (found) own->counts[u] += found;
    }
    return found;
}

static uint64_t sink_list(const worker *own, uint32_t v)
{
    const tg_in_lists *lists = own->lists;
    const uint64_t *into = own->task->into.offsets + v;
    const uint64_t *starts = lists->starts + (v - lists->first);
    const uint64_t last_prefix = lists->starts[lists->last - lists->first];
    const uint32_t *ids = own->task->into.ids + into[0];
    uint64_t sum = 0;

    if (starts[0] == starts[1]) return 0;
    if (own->support)
        tg_bits_set_ranked(own->bits, own->before, ids, into[1] - into[0]);
    else
        tg_bits_set(own->bits, ids, into[1] - into[0]);
    for (uint64_t p = starts[0]; p < starts[1]; p++) {
        fetch(own, p, last_prefix);
        sum += sink_prefix(own, lists->prefixes[p], v);
    }
    tg_bits_clear(own->bits, ids, into[1] - into[0]);
    if (own->counts) own->counts[v] += sum;
    return sum;
}

/* ---- the lists ---------------------------------------------------------------------------- */

static uint64_t take_list(const worker *own, uint32_t v)
{
    return own->counts || own->support ? sink_list(own, v) : count_list(own, v);
}

/* Takes lists until there are none left; one call for each thread. */
static trigon_status take_some(trigon_context *context, const worker *shape,
                               _Atomic uint64_t *next, uint64_t *found)
{
    trigon_status status = TRIGON_OK;
    const tg_in_lists *lists = shape->lists;
    worker own = *shape;

    TG_TRY(TG_ALLOC_ZERO(context, lists->last / WORD_BITS + 1, &own.bits));
    if (own.support) TG_TRY(TG_ALLOC(context, lists->last / WORD_BITS + 1, &own.before));
    for (uint64_t v; (v = atomic_fetch_add(next, LISTS_AT_ONCE)) < lists->last;) {
        const uint64_t left = lists->last - v,
                       count = left < LISTS_AT_ONCE ? left : LISTS_AT_ONCE;
        const uint64_t *starts = lists->starts + (v - lists->first);
        for (uint64_t i = 0; i < count; i++) *found += take_list(&own, (uint32_t)(v + i));
        if (tg_work_add(context, starts[count] - starts[0])) break;
    }
cleanup:
    tg_free(own.bits);
    tg_free(own.before);
    return status;
}

trigon_status tg_in_lists_count(trigon_context *context, const tg_task *task,
                                const tg_in_lists *lists, const tg_hub_sink *sink,
                                uint64_t *found)
{
    trigon_status status = TRIGON_OK;
    const worker shape = {.task = task,
                          .lists = lists,
                          .support = sink->edges ? sink->edges->counts : NULL,
                          .shared = context->threads > 1};
    _Atomic uint64_t next = lists->first;
    _Atomic int failure = TRIGON_OK;
    uint64_t sum = 0;

    tg_work_begin(context, "counting", lists->starts[lists->last - lists->first]);
    if (lists->prefixes == NULL) return TRIGON_OK;
#pragma omp parallel num_threads((int)context->threads) reduction(+ : sum)
    {
        worker own = shape;
        if (sink->vertices)
            own.counts = tg_vertex_counters_of(sink->vertices, (uint32_t)omp_get_thread_num());
        tg_keep_failure(&failure, take_some(context, &own, &next, &sum));
    }
    TG_TRY((trigon_status)failure);
    TG_TRY(tg_check_cancelled(context));
    *found += sum;
cleanup:
    return status;
}
