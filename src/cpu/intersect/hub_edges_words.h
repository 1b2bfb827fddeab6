/* hub_edges_words.h - tg_kernels.hub_rows_edges by words, for variants without their own; to be
 * included after hub_into_words.h. */
#include "cpu/intersect/hub_edges_queue.h"

static inline uint64_t meet_line(met_words *queue, into_block ids, const uint64_t *line,
                                 uint32_t place)
{
    uint64_t found = 0;
    for (uint32_t w = 0; w < TG_BLOCK_WORDS; w++) {
        const uint64_t met = ids.words[w] & line[w], at = queue->count;
        queue->met[at] = met;
        queue->line[at] = line[w];
        queue->where[at] = place | (uint64_t)w * 64 << WHERE_ID;
        queue->count += met != 0;
        place += (uint32_t)__builtin_popcountll(line[w]);
        found += (uint64_t)__builtin_popcountll(met);
    }
    queue->bits += found;
    return found;
}

#include "cpu/intersect/hub_edges_body.h"
