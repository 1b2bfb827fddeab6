/* number_set.c - see number_set.h. */
#include "io/text/number_set.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

tg_number_set tg_number_set_of(uint64_t *numbers, size_t count)
{
    size_t different = 0;
    qsort(numbers, count, sizeof *numbers, compare);
    for (size_t i = 0; i < count; i++)
        if (different == 0 || numbers[different - 1] != numbers[i]) numbers[different++] = numbers[i];
    return (tg_number_set){numbers, different};
}

size_t tg_numbers_in_both(const tg_number_set *a, const tg_number_set *b)
{
    size_t common = 0;
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        const uint64_t x = a->numbers[i], y = b->numbers[j];
        common += x == y;
        i += x <= y;
        j += y <= x;
    }
    return common;
}

size_t tg_numbers_alike(const tg_number_set *a, const tg_number_set *b)
{
    const size_t common = tg_numbers_in_both(a, b), all = a->count + b->count - common;
    return all > 0 ? TG_ALL_ALIKE * common / all : 0;
}
