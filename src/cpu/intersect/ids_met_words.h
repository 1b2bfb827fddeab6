/* ids_met_words.h - tg_kernels.ids_met word by word, for variants without their own. */

static uint64_t ids_met(const tg_met_lines *lines, uint32_t *met)
{
    uint64_t count = 0;
    for (uint64_t k = 0; k < lines->count; k++) {
        const uint64_t first = (uint64_t)lines->blocks[k] * TG_BLOCK_WORDS;
        for (uint64_t w = first; w < first + TG_BLOCK_WORDS; w++)
            for (uint64_t bits = lines->a[w] & lines->b[w]; bits; bits &= bits - 1)
                met[count++] = (uint32_t)(w * 64 + (uint64_t)__builtin_ctzll(bits));
    }
    return count;
}
