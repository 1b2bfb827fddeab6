/* common_bits.h - looks ids up in a row of bits. Each variant of common.h includes it, so that
 * its popcounts are compiled for that instruction set. */
#include "cpu/truss/common.h"

static inline const uint32_t *edge_of_bit(const tg_common *common, const tg_edge_bits *many, uint32_t id)
{
    const uint32_t word = id / TG_COMMON_WORD_BITS;
    const uint64_t below = (UINT64_C(1) << id % TG_COMMON_WORD_BITS) - 1;
    const int before = __builtin_popcountll(many->bits[word] & below);
    return common->many.edges + many->before[word] + before;
}

/* First finds all common ids, then their edges, so that no load waits for a branch. */
static void common_by_bits(tg_common *common, const tg_edge_bits *many)
{
    const tg_edge_row few = common->few;
    const uint32_t room = TG_COMMON_EDGES_MOST - common->edges->count;
    const uint32_t ids = few.count < room ? few.count : room;
    uint32_t found[TG_COMMON_EDGES_MOST], count = 0;
    for (uint32_t i = 0; i < ids; i++) {
        const uint32_t id = few.ids[i];
        found[count] = i;
        count += many->bits[id / TG_COMMON_WORD_BITS] >> id % TG_COMMON_WORD_BITS & 1;
    }
    for (uint32_t m = 0; m < count; m++)
        tg_common_list(common->edges, few.edges + found[m], edge_of_bit(common, many, few.ids[found[m]]));
    tg_edge_row_skip(&common->few, ids);
}
