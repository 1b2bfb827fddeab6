/* disk_rows.c - frees the index of a graph on disk, returns its memory, and finds the range that
 * contains a label. */
#include "store/disk_rows.h"

#include "base/memory.h"
#include "base/search.h"

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
    tg_search in = {1, disk->ranges - UINT64_C(1)};
    while (in.left > 0) tg_search_step(&in, disk->cuts[tg_search_at(&in)] <= label);
    return (uint32_t)in.first - 1;
}
