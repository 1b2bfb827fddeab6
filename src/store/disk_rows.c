/* levels.c - the index of an oriented graph on disk. */
#include "store/disk_rows.h"

#include "base/memory.h"

void tg_disk_rows_free(tg_disk_rows *disk)
{
    tg_free(disk->cuts);
    tg_free(disk->segment);
    tg_free(disk->block);
    tg_free(disk->column_range);
    *disk = (tg_disk_rows){0};
}

uint32_t tg_disk_rows_range(const tg_disk_rows *disk, uint32_t label)
{
    uint32_t first = 0, last = disk->ranges;
    while (last - first > 1) {
        const uint32_t middle = first + (last - first) / 2;
        if (disk->cuts[middle] <= label)
            first = middle;
        else
            last = middle;
    }
    return first;
}
