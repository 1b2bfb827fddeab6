/* label_set.c - see label_set.h. */
#include "store/label_set.h"

#include "base/memory.h"

enum { WORD_BITS = 64 };

static uint64_t lines_of(const tg_label_set *set)
{
    return (set->words + TG_LABEL_SET_LINE - 1) / TG_LABEL_SET_LINE;
}

tricorn_status tg_label_set_number(tricorn_context *context, tg_label_set *set)
{
    const uint64_t lines = lines_of(set);
    uint64_t count = 0;
    const tricorn_status status = TG_ALLOC(context, lines, &set->before);
    if (status != TRICORN_OK) return status;
    for (uint64_t w = 0; w < set->words; w++) {
        if (w % TG_LABEL_SET_LINE == 0) set->before[w / TG_LABEL_SET_LINE] = (uint32_t)count;
        count += (uint64_t)__builtin_popcountll(set->bits[w]);
    }
    set->count = (uint32_t)count;
    return TRICORN_OK;
}

void tg_label_set_free(tg_label_set *set)
{
    tg_free(set->bits);
    tg_free(set->before);
    *set = (tg_label_set){0};
}

/* The word with the member of that number; *left is its number among the word's. */
static uint64_t word_of(const tg_label_set *set, uint32_t number, uint32_t *left)
{
    uint64_t first = 0, last = lines_of(set);
    while (last - first > 1) {
        const uint64_t middle = first + (last - first) / 2;
        if (set->before[middle] <= number)
            first = middle;
        else
            last = middle;
    }
    uint64_t word = first * TG_LABEL_SET_LINE;
    *left = number - set->before[first];
    for (;; word++) {
        const uint32_t members = (uint32_t)__builtin_popcountll(set->bits[word]);
        if (*left < members) return word;
        *left -= members;
    }
}

void tg_label_set_members(const tg_label_set *set, uint32_t number, uint64_t wanted,
                          uint32_t *labels)
{
    uint32_t left;
    if (wanted == 0) return;
    uint64_t word = word_of(set, number, &left), bits = set->bits[word];
    for (; left > 0; left--) bits &= bits - 1;
    for (uint64_t i = 0; i < wanted; i++) {
        while (bits == 0) bits = set->bits[++word];
        labels[i] = (uint32_t)(word * WORD_BITS + (uint64_t)__builtin_ctzll(bits));
        bits &= bits - 1;
    }
}

uint32_t tg_label_set_member(const tg_label_set *set, uint32_t number)
{
    uint32_t label;
    tg_label_set_members(set, number, 1, &label);
    return label;
}
