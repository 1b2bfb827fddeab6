/* group.c - writes and reads the array file of some units' rows, which has their index and bitmaps. */
#include "store/group.h"

#include <string.h>

#include "base/memory.h"
#include "store/files/array_file.h"

enum { ARRAYS = 5 };

/* The head of the array file. Its arrays follow: segments, blocks, column ranges, and both
 * bitmaps without the zero words at their ends. */
typedef struct head {
    tg_array_file_head common;
    uint64_t rows_bytes, both_directions;
    uint64_t segments, blocks, column_ranges, entries, longest, wedges;
    uint64_t seen_words, looped_words;
} head;

static const tg_array_file_kind kind = {.name = "tricorn-group",
  .magic = {'T', 'R', 'I', 'G', 'R', 'O', 'U', '\n'},
  .version = 1,
  .head_bytes = sizeof(head),
  .count = ARRAYS};

static void list_arrays(tg_built *made, const head *of, tg_array arrays[ARRAYS])
{
    tg_disk_rows *disk = &made->disk_rows;
    const tg_array all[ARRAYS] = {{(void **)&disk->segment, of->segments, sizeof *disk->segment},
      {(void **)&disk->block, of->blocks, sizeof *disk->block},
      {(void **)&disk->column_range, of->column_ranges, sizeof *disk->column_range},
      {(void **)&made->seen, of->seen_words, sizeof *made->seen},
      {(void **)&made->looped, of->looped_words, sizeof *made->looped}};
    memcpy(arrays, all, sizeof all);
}

static uint64_t used_words(const uint64_t *set, uint64_t words)
{
    while (words > 0 && set[words - 1] == 0) words--;
    return words;
}

tricorn_status tg_group_write(
  tricorn_context *context, tg_disk_folder *folder, uint64_t fingerprint, const tg_disk_file *rows, tg_built *made)
{
    const tg_disk_rows *disk = &made->disk_rows;
    tg_array arrays[ARRAYS];
    uint64_t checksum;
    head of = {.common = {.fingerprint = fingerprint},
      .rows_bytes = rows->end,
      .both_directions = made->both_directions,
      .segments = disk->segments,
      .blocks = disk->blocks,
      .column_ranges = disk->column_ranges,
      .entries = disk->entries,
      .longest = disk->longest,
      .wedges = disk->wedges,
      .seen_words = used_words(made->seen, made->words),
      .looped_words = used_words(made->looped, made->words)};
    TG_DO(tg_disk_sync(context, rows));
    list_arrays(made, &of, arrays);
    const tg_array_file_content content = {&of, arrays};
    return tg_array_file_write(context, folder, &kind, &content, &checksum);
}

tricorn_status tg_group_read(
  tricorn_context *context, const tg_disk_folder *folder, uint64_t fingerprint, tg_built *made, uint64_t *rows_bytes)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t words = made->words;
    tg_array arrays[ARRAYS];
    uint64_t checksum;
    char *bytes = NULL;
    head of = {0};

    TG_TRY(tg_array_file_read(context, folder, &kind, &bytes, &checksum));
    if (bytes != NULL) memcpy(&of, bytes, sizeof of);
    if (bytes == NULL || of.common.fingerprint != fingerprint || of.seen_words > words || of.looped_words > words ||
        of.segments > UINT32_MAX)
        TG_TRY(tg_array_file_refuse(context, folder, kind.name, "is of another graph"));
    list_arrays(made, &of, arrays);
    TG_TRY(tg_array_file_copy(context, folder, &kind, bytes, arrays));
    TG_TRY(TG_REALLOC(context, words, &made->seen));
    TG_TRY(TG_REALLOC(context, words, &made->looped));
    memset(made->seen + of.seen_words, 0, (words - of.seen_words) * sizeof *made->seen);
    memset(made->looped + of.looped_words, 0, (words - of.looped_words) * sizeof *made->looped);
    made->disk_rows.segments = (uint32_t)of.segments;
    made->disk_rows.blocks = of.blocks;
    made->disk_rows.column_ranges = of.column_ranges;
    made->disk_rows.entries = of.entries;
    made->disk_rows.longest = of.longest;
    made->disk_rows.wedges = of.wedges;
    made->both_directions = of.both_directions;
    *rows_bytes = of.rows_bytes;
cleanup:
    tg_free(bytes);
    return status;
}
