/* hub_wedges.h - supports by looking up, for each two hubs of a row, whether they have an edge.
 *
 * For rows of few hubs: each two of them take the look-up of one bit.  Beside the bits of a hub's
 * row are the positions of its ids, so that the third edge of a triangle is found without a
 * search.
 */
#ifndef TG_CPU_HUB_WEDGES_H
#define TG_CPU_HUB_WEDGES_H

#include "cpu/edge_counters.h"
#include "task/task.h"

/* The rows of the first vertices, 32 ids in a word: bits for the ids that a row has, and the
 * position of the first of them, or of the row's next id.  In two arrays, because most words that are
 * looked up lack the id. */
typedef struct tg_hub_words {
    uint32_t *bits, *places;
} tg_hub_words;

enum { TG_HUB_WORD_IDS = 32 };

/* Words before those of row v: a row has one for each 32 ids up to its own. */
static inline uint64_t tg_hub_words_before(uint32_t v)
{
    const uint64_t group = v / TG_HUB_WORD_IDS, inside = v % TG_HUB_WORD_IDS;
    return TG_HUB_WORD_IDS * group * (group + 1) / 2 + inside * (group + 1);
}

/* The most bytes of tg_hub_wedges_count beside the counters. */
uint64_t tg_hub_wedges_bytes(const tricorn_context *context, uint32_t hubs);

/* Adds the triangles u > v > w of a whole graph with first_row <= u and v < hubs to the counters
 * of their edges, and their number to *found.  Each thread must have its own counters for the
 * edges of hubs, fewer than 2^32; the counters of other rows are the first thread's. */
tricorn_status tg_hub_wedges_count(tricorn_context *context, const tg_task *task, uint32_t hubs,
                                   uint32_t first_row, const tg_edge_counters *counters,
                                   uint64_t *found);

#endif
