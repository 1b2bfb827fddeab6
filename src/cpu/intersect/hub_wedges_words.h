/* hub_wedges_words.h - tg_kernels.hub_wedges, word by word, for instruction sets that have no vector code for it.
 * Matches only change positions, so that no branch can be mispredicted. The including file defines bits_below(bits,
 * at), which returns how many of the 32 bits are set below bit `at`. */

static inline uint64_t look_up_hub(
  const tg_hub_wedges *job, const uint32_t *ids, uint64_t j, uint32_t *support, uint32_t *thirds)
{
    const uint64_t before = tg_hub_words_before(ids[j]);
    uint64_t found = 0;
    for (uint64_t i = 0; i < j; i++) {
        const uint64_t word = before + ids[i] / TG_HUB_WORD_IDS;
        const uint32_t bit = ids[i] % TG_HUB_WORD_IDS, bits = job->words.bits[word];
        thirds[found] = job->words.places[word] + bits_below(bits, bit);
        found += bits >> bit & 1;
        support[i] += bits >> bit & 1;
    }
    return found;
}

#include "cpu/intersect/hub_wedges_body.h"
