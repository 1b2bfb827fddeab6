/* in_lists_into.c - the tests of in_lists.c, with counters of vertices for what they find. */
#include <omp.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/bitmap.h"
#include "cpu/in_lists.h"

enum {
    LISTS_AT_ONCE = 256, /* a thread's next share */
    AHEAD = 16,          /* prefixes whose ids are fetched before their turn */
    FETCHED_BYTES = 256, /* of a prefix; the CPU itself follows the longer ones */
    CACHE_LINE = 64,
    WORD_BITS = 64
};
static const uint64_t count_mask = (UINT64_C(1) << TG_PREFIX_BITS) - 1;

/* Fetches the ids of the prefix at p + AHEAD, and the offset of that at p + 2 * AHEAD.  Always
 * inlined: compilers find that it has no effect, and drop calls. */
static inline __attribute__((always_inline)) void
fetch(const tg_task *task, const tg_in_lists *lists, uint64_t p, uint64_t last)
{
    if (p + 2 * AHEAD >= last) return;
    const uint64_t *far = &lists->prefixes[p + 2 * AHEAD], near = lists->prefixes[p + AHEAD];
    __builtin_prefetch(&task->from.offsets[*far >> TG_PREFIX_BITS]);
    const uint64_t bytes = (near & count_mask) * sizeof(uint32_t);
    const uintptr_t ids =
        (uintptr_t)(task->from.ids + task->from.offsets[near >> TG_PREFIX_BITS]);
    for (uint64_t i = 0; i < bytes && i < FETCHED_BYTES; i += CACHE_LINE)
        __builtin_prefetch((const void *)(ids + i));
}

/* Up to 64 ids: bit i is set where ids[i] is. */
static inline uint64_t met_of(const uint64_t *bits, const uint32_t *ids, uint64_t count)
{
    uint64_t a = 0, b = 0, c = 0, d = 0, i = 0;
    for (; i + 4 <= count; i += 4) {
        a |= tg_bits_get(bits, ids[i]) << i;
        b |= tg_bits_get(bits, ids[i + 1]) << i;
        c |= tg_bits_get(bits, ids[i + 2]) << i;
        d |= tg_bits_get(bits, ids[i + 3]) << i;
    }
    a |= b << 1 | c << 2 | d << 3;
    for (; i < count; i++) a |= tg_bits_get(bits, ids[i]) << i;
    return a;
}

/* Counts each of the ids that is set; how many there are. */
static inline uint64_t count_prefix(const uint64_t *bits, const uint32_t *ids, uint64_t count,
                                    uint64_t *counts)
{
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i += WORD_BITS) {
        const uint64_t left = count - i;
        uint64_t met = met_of(bits, ids + i, left < WORD_BITS ? left : WORD_BITS);
        for (; met; met &= met - 1, found++) counts[ids[i + (uint64_t)__builtin_ctzll(met)]]++;
    }
    return found;
}

static uint64_t count_list(const tg_task *task, const tg_in_lists *lists, uint32_t v,
                           uint64_t *bits, uint64_t *counts)
{
    const uint64_t *into = task->into.offsets + v, *starts = lists->starts + (v - lists->first);
    const uint64_t last_prefix = lists->starts[lists->last - lists->first];
    uint64_t sum = 0;

    if (starts[0] == starts[1]) return 0;
    tg_bits_set(bits, task->into.ids + into[0], into[1] - into[0]);
    for (uint64_t p = starts[0]; p < starts[1]; p++) {
        const uint64_t u = lists->prefixes[p] >> TG_PREFIX_BITS;
        fetch(task, lists, p, last_prefix);
        const uint64_t found = count_prefix(bits, task->from.ids + task->from.offsets[u],
                                            lists->prefixes[p] & count_mask, counts);
        if (found == 0) continue;
        counts[u] += found;
        sum += found;
    }
    tg_bits_clear(bits, task->into.ids + into[0], into[1] - into[0]);
    counts[v] += sum;
    return sum;
}

/* Takes lists until there are none left; one call for each thread. */
static trigon_status count_some(trigon_context *context, const tg_task *task,
                                const tg_in_lists *lists, _Atomic uint64_t *next,
                                uint64_t *counts, uint64_t *found)
{
    uint64_t *bits = NULL;
    const trigon_status status = TG_ALLOC_ZERO(context, lists->last / WORD_BITS + 1, &bits);
    if (status != TRIGON_OK) return status;
    for (uint64_t v; (v = atomic_fetch_add(next, LISTS_AT_ONCE)) < lists->last;) {
        const uint64_t left = lists->last - v,
                       count = left < LISTS_AT_ONCE ? left : LISTS_AT_ONCE;
        const uint64_t *starts = lists->starts + (v - lists->first);
        for (uint64_t i = 0; i < count; i++)
            *found += count_list(task, lists, (uint32_t)(v + i), bits, counts);
        if (tg_work_add(context, starts[count] - starts[0])) break;
    }
    tg_free(bits);
    return TRIGON_OK;
}

trigon_status tg_in_lists_count_into(trigon_context *context, const tg_task *task,
                                     const tg_in_lists *lists, const tg_vertex_counters *counters,
                                     uint64_t *found)
{
    trigon_status status = TRIGON_OK;
    _Atomic uint64_t next = lists->first;
    _Atomic int failure = TRIGON_OK;
    uint64_t sum = 0;

    tg_work_begin(context, "counting", lists->starts[lists->last - lists->first]);
    if (lists->prefixes == NULL) return TRIGON_OK;
#pragma omp parallel num_threads((int)context->threads) reduction(+ : sum)
    {
        uint64_t *own = tg_vertex_counters_of(counters, (uint32_t)omp_get_thread_num());
        tg_keep_failure(&failure, count_some(context, task, lists, &next, own, &sum));
    }
    TG_TRY((trigon_status)failure);
    TG_TRY(tg_check_cancelled(context));
    *found += sum;
cleanup:
    return status;
}
