/* narrow_support.c - makes supports of 16 bits, and keeps their table. */
#include "cpu/truss/narrow_support.h"

#include "base/memory.h"

tricorn_status tg_narrow_support_create(
  tricorn_context *context, uint64_t edges, uint64_t wide, tg_narrow_support *support)
{
    TG_DO(TG_ALLOC(context, edges + 1, &support->of));
    TG_DO(TG_ALLOC(context, wide, &support->wide_edges));
    return TG_ALLOC(context, wide, &support->wide);
}

void tg_narrow_support_free(tg_narrow_support *support)
{
    tg_free(support->of);
    tg_free(support->wide_edges);
    tg_free(support->wide);
}

void tg_narrow_support_settle(tg_narrow_support *support)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < support->wide_count; i++) {
        if (support->wide[i] < support->most) {
            support->of[support->wide_edges[i]] = (uint16_t)support->wide[i];
            continue;
        }
        support->wide_edges[kept] = support->wide_edges[i];
        support->wide[kept++] = support->wide[i];
    }
    support->wide_count = kept;
}

void tg_narrow_support_compact(tg_narrow_support *support, const uint64_t *left, uint64_t edges)
{
    enum { WORD_BITS = 64 };
    uint64_t to = 0, wide = 0, wide_to = 0;
    for (uint64_t e = 0; e < edges; e++) {
        const bool kept = left[e / WORD_BITS] >> e % WORD_BITS & 1;
        if (support->of[e] == support->most) {
            support->wide_edges[wide_to] = to;
            support->wide[wide_to] = support->wide[wide++];
            wide_to += kept;
        }
        support->of[to] = support->of[e];
        to += kept;
    }
    support->wide_count = wide_to;
}
