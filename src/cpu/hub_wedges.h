/* hub_wedges.h - supports by asking of any two hubs of a row whether they have an edge.
 *
 * For rows of few hubs: each two of them are a bit to look up, and beside the bits of a hub's row
 * stands where its ids stand, so that a triangle is told to its third edge without a search.
 */
#ifndef TG_CPU_HUB_WEDGES_H
#define TG_CPU_HUB_WEDGES_H

#include "cpu/edge_counters.h"
#include "task/task.h"

/* The rows of the first vertices, 32 ids a word: which of them a row has, and the position of the
 * first one, or of what stands there in its place.  Apart, for most words that are asked for have
 * not the id. */
typedef struct tg_hub_words {
    uint32_t *bits, *places;
} tg_hub_words;

enum { TG_HUB_WORD_IDS = 32 };

/* Words before those of row v: it has one for each 32 ids up to its own. */
static inline uint64_t tg_hub_words_before(uint32_t v)
{
    const uint64_t group = v / TG_HUB_WORD_IDS, inside = v % TG_HUB_WORD_IDS;
    return TG_HUB_WORD_IDS * group * (group + 1) / 2 + inside * (group + 1);
}

/* Bytes that tg_hub_wedges_count takes beside the counters, at most. */
uint64_t tg_hub_wedges_bytes(const tricorn_context *context, uint32_t hubs);

/* Adds the triangles u > v > w of a whole graph with first_row <= u and v < hubs to the counters
 * of their edges, and their number to *found.  Each thread must have counters of its own for the
 * edges of hubs, fewer than 2^32; those of other rows are the first thread's, whoever counts. */
tricorn_status tg_hub_wedges_count(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                   uint32_t first_row, const tg_edge_counters *counters,
                                   uint64_t *found);

#endif
