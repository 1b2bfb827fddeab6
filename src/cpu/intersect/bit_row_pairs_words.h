/* bit_row_pairs_words.h - tg_kernels.bit_row_pairs, word by word, for instruction sets that have
 * no vector code for it. The compiler makes vectors of the words if it can. */
static void bit_row_pairs(const tg_bit_row_pairs *pairs)
{
    uint64_t common[TG_COLUMN_GROUP][TG_COLUMN_WORDS];
    for (uint64_t first = 0; first < pairs->count; first += TG_COLUMN_GROUP) {
        uint64_t any = 0;
        for (uint64_t i = 0; i < TG_COLUMN_GROUP; i++) {
            const uint64_t *a = pairs->rows + (uint64_t)pairs->a[first + i] * TG_COLUMN_WORDS;
            const uint64_t *b = pairs->rows + (uint64_t)pairs->b[first + i] * TG_COLUMN_WORDS;
            uint64_t found = 0;
            for (int w = 0; w < TG_COLUMN_WORDS; w++) {
                common[i][w] = a[w] & b[w];
                found += (uint64_t)__builtin_popcountll(common[i][w]);
            }
            pairs->common[first + i] = (uint16_t)found;
            any |= found;
        }
        if (any == 0) continue;
        tg_columns_add_group(pairs->columns->levels[0].planes, (const uint64_t(*)[TG_COLUMN_WORDS])common,
          tg_columns_carry(pairs->columns));
        tg_columns_carried(pairs->columns);
    }
}
