/* disk_rows.c - frees the index of a graph on disk, checks it, and finds the range that contains a label. */
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

/* ---- checking ---- */

/* What the segments that were checked so far have in all. */
typedef struct tally {
    uint64_t labels, blocks, column_ranges, entries;
    uint64_t bytes_left; /* of the file; no two blocks have the same bytes */
    uint64_t file_bytes;
} tally;

static bool cuts_are_sound(const tg_disk_rows *disk, uint64_t label_count)
{
    if (disk->ranges == 0 || label_count > UINT32_MAX || disk->cuts[0] != 0) return false;
    for (uint32_t r = 0; r < disk->ranges; r++)
        if (disk->cuts[r] >= disk->cuts[r + 1]) return false;
    return disk->cuts[disk->ranges] == label_count;
}

static bool block_is_sound(const tg_disk_rows *disk, const tg_row_segment *of, const tg_row_block *block, tally *all)
{
    if (block->first_range > block->level || block->level > of->range || block->rows > of->last - of->first)
        return false;
    const uint64_t count = (uint64_t)block->level - block->first_range + 1;
    if (count > disk->column_ranges - all->column_ranges || block->first_column_range > disk->column_ranges - count)
        return false;
    uint64_t bytes = block->list_bytes;
    for (uint32_t c = block->first_range; c <= block->level; c++) {
        const tg_column_range *columns = tg_block_columns(disk, block, c);
        all->entries += columns->entries;
        bytes += columns->bytes;
    }
    if (bytes > all->bytes_left || block->offset > all->file_bytes - bytes) return false;
    all->column_ranges += count;
    all->bytes_left -= bytes;
    return true;
}

static bool segment_is_sound(const tg_disk_rows *disk, const tg_row_segment *of, tally *all)
{
    const uint64_t before = all->entries;
    if (of->first != all->labels || of->first >= of->last || of->range >= disk->ranges ||
        of->first < disk->cuts[of->range] || of->last > disk->cuts[of->range + 1] ||
        of->blocks > disk->blocks - all->blocks || of->first_block > disk->blocks - of->blocks)
        return false;
    all->labels = of->last;
    all->blocks += of->blocks;
    for (uint64_t b = of->first_block; b < of->first_block + of->blocks; b++)
        if (!block_is_sound(disk, of, &disk->block[b], all)) return false;
    return all->entries - before == of->entries;
}

bool tg_disk_rows_are_sound(const tg_disk_rows *disk, uint64_t label_count, uint64_t bytes)
{
    tally all = {.bytes_left = bytes, .file_bytes = bytes};
    if (!cuts_are_sound(disk, label_count)) return false;
    for (uint32_t s = 0; s < disk->segments; s++)
        if (!segment_is_sound(disk, &disk->segment[s], &all)) return false;
    return (disk->segments == 0 || all.labels == label_count) && all.entries == disk->entries;
}
