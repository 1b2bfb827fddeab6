/* levels.c - the index of an oriented graph on disk. */
#include "store/levels.h"

#include "base/memory.h"

void tg_levels_free(tg_levels *levels)
{
    tg_free(levels->cuts);
    tg_free(levels->piece);
    tg_free(levels->block);
    tg_free(levels->cell);
    *levels = (tg_levels){0};
}

uint32_t tg_levels_range(const tg_levels *levels, uint32_t label)
{
    uint32_t first = 0, last = levels->ranges;
    while (last - first > 1) {
        const uint32_t middle = first + (last - first) / 2;
        if (levels->cuts[middle] <= label)
            first = middle;
        else
            last = middle;
    }
    return first;
}
