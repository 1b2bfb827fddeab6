/* common_bits_words.h - tg_kernels.common_bits, word by word, for instruction sets that have no
 * vector code for it. */

static uint64_t common_bits(const tg_bit_blocks *sets, uint32_t *common)
{
    uint64_t count = 0;
    for (uint64_t k = 0; k < sets->count; k++) {
        const uint64_t first = (uint64_t)sets->blocks[k] * TG_BLOCK_WORDS;
        for (uint64_t w = first; w < first + TG_BLOCK_WORDS; w++)
            for (uint64_t bits = sets->a[w] & sets->b[w]; bits; bits &= bits - 1)
                common[count++] = (uint32_t)(w * 64 + (uint64_t)__builtin_ctzll(bits));
    }
    return count;
}
