/* hub_sink_words.h - tg_kernels.hub_rows_sink, word by word, for instruction sets that have no
 * vector code for it. The compiler makes vectors of the words if it can. */
#include <string.h>

typedef struct sink_block {
    uint64_t words[TG_BLOCK_WORDS];
} sink_block;

static inline sink_block gather_sink(const uint32_t **from, const uint32_t *end, uint32_t number)
{
    sink_block ids = {{0}};
    for (; *from < end && **from >> TG_BLOCK_BITS == number; ++*from)
        ids.words[**from / 64 % TG_BLOCK_WORDS] |= UINT64_C(1) << **from % 64;
    return ids;
}

#include "cpu/intersect/hub_sink_body.h"

static inline __attribute__((always_inline)) uint64_t add_group(const into_group *group, sink_block ids)
{
    uint64_t common[TG_COLUMN_GROUP][TG_BLOCK_WORDS], sum = 0;
    for (uint64_t i = 0; i < group->count; i++) {
        const uint32_t v = group->edges[i];
        const uint64_t *line = tg_hub_bits(group->matrix, group->number, v);
        uint64_t found = 0;
        for (int w = 0; w < TG_BLOCK_WORDS; w++) {
            common[i][w] = ids.words[w] & line[w];
            found += (uint64_t)__builtin_popcountll(common[i][w]);
        }
        group->counts[v] += found;
        sum += found;
    }
    if (sum == 0) return 0;
    for (uint64_t i = group->count; i < TG_COLUMN_GROUP; i++) memset(common[i], 0, sizeof common[i]);
    tg_columns_add_group(
      group->columns->levels[0].planes, (const uint64_t(*)[TG_COLUMN_WORDS])common, tg_columns_carry(group->columns));
    tg_columns_carried(group->columns);
    return sum;
}
