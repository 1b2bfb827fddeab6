/* disk_rows_write.c - encodes sorted keys as segments, blocks and column ranges of a file.
 *
 * - Each thread has a writer with an index of its own; all writers append blocks to one file,
 *   and their indexes are joined at the end.
 * - A block is encoded in memory and written by one call, with a checksum for each column range,
 *   so that a reader can check single column ranges.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "io/binary/gaps.h"
#include "io/bytes/checksum.h"
#include "store/disk_rows.h"

/* A row of the segment that is being written: its keys are those from `begin` to `end` - 1, and
 * the first `done` of them have been written. */
typedef struct row_span {
    uint32_t label, level, begin, end, done;
} row_span;

/* Rows of a segment that have the same level: all of them, or those of one block. */
typedef struct level_rows {
    const uint64_t *keys; /* the keys of the whole segment */
    row_span *rows;
    uint64_t count;
    uint64_t entries; /* the ids of these rows that are not written yet */
    uint32_t first_label; /* the first label of the segment */
} level_rows;

struct tg_row_writer {
    const tg_disk_rows *disk; /* only its cuts are read */
    tg_disk_file *file;
    tg_row_limits most;
    row_span *rows, *sorted; /* the segment's rows by label, and the same rows by level */
    uint64_t *level_starts; /* levels + 1 entries: where each level begins in `sorted` */
    uint32_t *numbers; /* the numbers to encode: gaps of a column range, or a list of rows */
    uint64_t numbers_room, rows_room, sorted_room;
    unsigned char *bytes; /* the encoded bytes of a block */
    uint64_t bytes_room;
    tg_disk_rows made; /* the index of everything that was written, without cuts */
    uint64_t segment_room, block_room, column_range_room;
};

tricorn_status tg_row_writer_create(
  tricorn_context *context, const tg_disk_rows *disk, tg_disk_file *file, tg_row_limits most, tg_row_writer **writer)
{
    tricorn_status status = TRICORN_OK;
    tg_row_writer *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->disk = disk;
    made->file = file;
    made->most = most;
    TG_TRY(TG_ALLOC(context, disk->ranges + 1, &made->level_starts));
    *writer = made;
    made = NULL;
cleanup:
    tg_row_writer_free(made);
    return status;
}

void tg_row_writer_free(tg_row_writer *writer)
{
    if (writer == NULL) return;
    tg_free(writer->rows);
    tg_free(writer->sorted);
    tg_free(writer->level_starts);
    tg_free(writer->numbers);
    tg_free(writer->bytes);
    tg_disk_rows_free(&writer->made);
    tg_free(writer);
}

/* ---- growing lists ---- */

static tricorn_status grow(tricorn_context *context, uint64_t need, size_t size, uint64_t *room, void **list)
{
    enum { LEAST = 64 };
    if (need <= *room) return TRICORN_OK;
    const uint64_t more = *room + *room / 2;
    const uint64_t wanted = need > more ? (need > LEAST ? need : LEAST) : more;
    const tricorn_status status = tg_realloc(context, wanted, size, list);
    if (status == TRICORN_OK) *room = wanted;
    return status;
}

#define GROW(context, need, room, list) grow((context), (need), sizeof **(list), (room), (void **)(list))

/* ---- a column range ---- */

static uint32_t id_of(uint64_t key)
{
    return (uint32_t)(key >> TG_KEY_ID_SHIFT);
}

/* Writes the lengths of the rows in the column range as bits, stores the gaps of their ids in
 * writer->numbers, and counts entries and wedges. Each row then begins after these ids. */
static void collect_columns(
  tg_row_writer *writer, const level_rows *block, uint32_t range, unsigned char *bits, tg_column_range *made)
{
    const uint32_t begin = writer->disk->cuts[range], end = writer->disk->cuts[range + 1];
    const uint64_t *keys = block->keys;
    uint32_t entries = 0;
    uint64_t bit = 0, wedges = 0;
    for (uint64_t r = 0; r < block->count; r++, bit++) {
        row_span *row = &block->rows[r];
        uint32_t least = begin;
        for (; row->begin < row->end && id_of(keys[row->begin]) < end; row->begin++) {
            const uint32_t id = id_of(keys[row->begin]);
            writer->numbers[entries++] = id - least;
            least = id + 1;
            bits[bit / 8] |= (unsigned char)(1u << bit % 8);
            bit++;
            wedges += row->done++;
        }
    }
    made->entries = entries;
    made->wedges = wedges;
}

/* Encodes a column range and appends it to the block's bytes, whose number is *at so far. */
static tricorn_status write_columns(
  tricorn_context *context, tg_row_writer *writer, level_rows *block, uint32_t range, uint64_t *at)
{
    const uint64_t count = block->count, bits_most = (count + block->entries + 7) / 8;
    TG_DO(GROW(context, *at + bits_most + tg_gaps_most_bytes(block->entries), &writer->bytes_room, &writer->bytes));
    TG_DO(GROW(context, writer->made.column_ranges + 1, &writer->column_range_room, &writer->made.column_range));
    unsigned char *const out = writer->bytes + *at;
    memset(out, 0, bits_most);
    tg_column_range *const made = &writer->made.column_range[writer->made.column_ranges++];
    collect_columns(writer, block, range, out, made);
    const uint64_t bits = (count + made->entries + 7) / 8;
    const size_t bytes = bits + tg_gaps_encode(writer->numbers, made->entries, out + bits);
    made->bytes = (uint32_t)bytes;
    made->checksum = tg_checksum(out, bytes);
    block->entries -= made->entries;
    *at += bytes;
    return TRICORN_OK;
}

/* ---- a block ---- */

static tricorn_status write_block(tricorn_context *context, tg_row_writer *writer, level_rows *rows)
{
    const uint32_t count = (uint32_t)rows->count;
    tg_row_block block = {
      .level = rows->rows[0].level, .rows = count, .first_column_range = writer->made.column_ranges};
    uint32_t next = rows->first_label;
    uint64_t at = 0;

    TG_DO(GROW(context, writer->made.blocks + 1, &writer->block_room, &writer->made.block));
    TG_DO(TG_MAKE_ROOM(context, tg_gaps_most_bytes(count), &writer->bytes_room, &writer->bytes));
    TG_DO(TG_MAKE_ROOM(context, rows->entries, &writer->numbers_room, &writer->numbers));
    uint32_t least = UINT32_MAX;
    for (uint32_t r = 0; r < count; r++) {
        const row_span *row = &rows->rows[r];
        if (id_of(rows->keys[row->begin]) < least) least = id_of(rows->keys[row->begin]);
        writer->numbers[r] = row->label - next;
        next = row->label + 1;
    }
    block.first_range = tg_disk_rows_range(writer->disk, least);
    at = tg_gaps_encode(writer->numbers, count, writer->bytes);
    block.list_bytes = (uint32_t)at;
    block.checksum = tg_checksum(writer->bytes, at);
    for (uint32_t c = block.first_range; c <= block.level; c++) TG_DO(write_columns(context, writer, rows, c, &at));
    TG_DO(tg_disk_append(context, writer->file, writer->bytes, at, &block.offset));
    writer->made.block[writer->made.blocks++] = block;
    return TRICORN_OK;
}

/* Writes the rows of a level in blocks of at most block_entries, or of one longer row. */
static tricorn_status write_level(tricorn_context *context, tg_row_writer *writer, const level_rows *level)
{
    for (uint64_t begin = 0, end; begin < level->count; begin = end) {
        level_rows block = *level;
        block.rows += begin;
        block.entries = 0;
        for (end = begin; end < level->count; end++) {
            const uint64_t more = level->rows[end].end - level->rows[end].begin;
            if (end > begin && block.entries + more > writer->most.block_entries) break;
            block.entries += more;
        }
        block.count = end - begin;
        TG_DO(write_block(context, writer, &block));
    }
    return TRICORN_OK;
}

/* ---- a segment ---- */

static uint64_t count_rows(const tg_row_keys *of)
{
    uint64_t rows = of->count > 0;
    for (uint64_t i = 1; i < of->count; i++)
        rows += of->keys[i] >> TG_KEY_ROW_SHIFT != of->keys[i - 1] >> TG_KEY_ROW_SHIFT;
    return rows;
}

/* Finds the rows of a segment in its keys and counts the rows of each level. `base` is the
 * label from which the keys count their rows. */
static void find_rows(tg_row_writer *writer, const tg_row_keys *of, uint32_t base)
{
    const uint64_t *keys = of->keys;
    uint64_t rows = 0;
    memset(writer->level_starts, 0, (writer->disk->ranges + 1) * sizeof *writer->level_starts);
    for (uint64_t begin = 0, end; begin < of->count; begin = end) {
        const uint64_t row = keys[begin] >> TG_KEY_ROW_SHIFT;
        for (end = begin + 1; end < of->count && keys[end] >> TG_KEY_ROW_SHIFT == row;) end++;
        const uint32_t level = tg_disk_rows_range(writer->disk, id_of(keys[end - 1]));
        writer->rows[rows++] = (row_span){base + (uint32_t)row, level, (uint32_t)begin, (uint32_t)end, 0};
        const uint64_t length = end - begin;
        if (length > writer->made.longest) writer->made.longest = length;
        writer->made.wedges += length * (length - 1) / 2;
        writer->level_starts[level + 1]++;
    }
}

/* Writes the rows of a segment. `base` is the label from which the keys count their rows. */
static tricorn_status put_segment(tricorn_context *context, tg_row_writer *writer, const tg_row_keys *of, uint32_t base)
{
    tg_disk_rows *made = &writer->made;
    const uint32_t ranges = writer->disk->ranges;
    uint64_t *starts = writer->level_starts;

    const uint64_t rows = count_rows(of);
    TG_DO(TG_MAKE_ROOM(context, rows, &writer->rows_room, &writer->rows));
    TG_DO(TG_MAKE_ROOM(context, rows, &writer->sorted_room, &writer->sorted));
    find_rows(writer, of, base);
    for (uint32_t l = 0; l < ranges; l++) starts[l + 1] += starts[l];
    for (uint64_t r = 0; r < rows; r++) writer->sorted[starts[writer->rows[r].level]++] = writer->rows[r];
    TG_DO(GROW(context, (uint64_t)made->segments + 1, &writer->segment_room, &made->segment));
    const uint64_t first_block = made->blocks;
    for (uint64_t begin = 0, end; begin < rows; begin = end) {
        end = starts[writer->sorted[begin].level];
        const level_rows level = {
          .keys = of->keys, .rows = writer->sorted + begin, .count = end - begin, .first_label = of->first};
        TG_DO(write_level(context, writer, &level));
    }
    made->segment[made->segments++] = (tg_row_segment){.first = of->first,
      .last = (uint32_t)of->last,
      .range = tg_disk_rows_range(writer->disk, of->first),
      .blocks = (uint32_t)(made->blocks - first_block),
      .first_block = first_block,
      .entries = of->count};
    made->entries += of->count;
    return TRICORN_OK;
}

/* Returns the position of the first key of row `row` or of a later row. */
static uint64_t find_key(const tg_row_keys *of, uint64_t row)
{
    tg_search in = {0, of->count};
    while (in.left > 0) tg_search_step(&in, of->keys[tg_search_at(&in)] >> TG_KEY_ROW_SHIFT < row);
    return in.first;
}

/* Returns the position of the first key with which a segment would be too large; if no key
 * is such, returns the number of keys. */
static uint64_t first_beyond(const tg_row_keys *of, const tg_row_limits *most)
{
    uint64_t rows = 0, i = 0;
    for (; i < of->count && i < most->segment_entries; i++) {
        rows += i == 0 || of->keys[i] >> TG_KEY_ROW_SHIFT != of->keys[i - 1] >> TG_KEY_ROW_SHIFT;
        if (rows > most->segment_rows) break;
    }
    return i;
}

/* Cuts the rows of one range down to one segment: all labels, or as many as a segment may have, at least one. `base`
 * is the label from which the keys count their rows; keys of later rows may follow. */
static void cut_segment(const tg_row_limits *most, uint32_t base, tg_row_keys *of)
{
    of->count = find_key(of, of->last - base);
    const uint64_t beyond = first_beyond(of, most);
    if (beyond == of->count) return;
    of->last = base + (of->keys[beyond] >> TG_KEY_ROW_SHIFT);
    if (of->last == of->first) of->last++;
    of->count = find_key(of, of->last - base);
}

tricorn_status tg_row_writer_put(tricorn_context *context, tg_row_writer *writer, const tg_row_keys *rows)
{
    const uint32_t *cuts = writer->disk->cuts;
    uint64_t taken = 0;
    for (uint64_t label = rows->first, end; label < rows->last; label = end) {
        const uint32_t range = tg_disk_rows_range(writer->disk, (uint32_t)label);
        const bool cut = range + 1 < writer->disk->ranges && cuts[range + 1] < rows->last;
        tg_row_keys segment = {
          rows->keys + taken, rows->count - taken, (uint32_t)label, cut ? cuts[range + 1] : rows->last};
        cut_segment(&writer->most, rows->first, &segment);
        TG_DO(put_segment(context, writer, &segment, rows->first));
        taken += segment.count;
        end = segment.last;
    }
    return TRICORN_OK;
}

/* ---- joining ---- */

static int by_label(const void *a, const void *b)
{
    const tg_row_segment *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

static void append(tg_disk_rows *disk, const tg_disk_rows *part, uint64_t offset)
{
    for (uint32_t p = 0; p < part->segments; p++) {
        disk->segment[disk->segments] = part->segment[p];
        disk->segment[disk->segments++].first_block += disk->blocks;
    }
    for (uint64_t b = 0; b < part->blocks; b++) {
        disk->block[disk->blocks + b] = part->block[b];
        disk->block[disk->blocks + b].first_column_range += disk->column_ranges;
        disk->block[disk->blocks + b].offset += offset;
    }
    disk->blocks += part->blocks;
    if (part->column_ranges > 0)
        memcpy(disk->column_range + disk->column_ranges, part->column_range,
          part->column_ranges * sizeof *part->column_range);
    disk->column_ranges += part->column_ranges;
    disk->entries += part->entries;
    disk->wedges += part->wedges;
    if (part->longest > disk->longest) disk->longest = part->longest;
}

tricorn_status tg_disk_rows_join(tricorn_context *context, const tg_disk_rows *const *parts, const uint64_t *offsets,
  uint64_t count, tg_disk_rows *disk)
{
    uint64_t segments = 0, blocks = 0, column_ranges = 0;
    for (uint64_t p = 0; p < count; p++) {
        segments += parts[p]->segments;
        blocks += parts[p]->blocks;
        column_ranges += parts[p]->column_ranges;
    }
    TG_DO(TG_ALLOC(context, segments, &disk->segment));
    TG_DO(TG_ALLOC(context, blocks, &disk->block));
    TG_DO(TG_ALLOC(context, column_ranges, &disk->column_range));
    for (uint64_t p = 0; p < count; p++) append(disk, parts[p], offsets ? offsets[p] : 0);
    if (segments > 0) qsort(disk->segment, segments, sizeof *disk->segment, by_label);
    return TRICORN_OK;
}

tricorn_status tg_row_writers_join(
  tricorn_context *context, tg_row_writer *const *writers, uint32_t count, tg_disk_rows *disk)
{
    tricorn_status status = TRICORN_OK;
    const tg_disk_rows **parts = NULL;
    TG_TRY(TG_ALLOC(context, count, &parts));
    for (uint32_t w = 0; w < count; w++) parts[w] = &writers[w]->made;
    TG_TRY(tg_disk_rows_join(context, parts, NULL, count, disk));
cleanup:
    tg_free(parts);
    return status;
}
