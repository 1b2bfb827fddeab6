/* disk_rows_read.c - decodes segments, blocks and column ranges of a file to rows in memory.
 *
 * - A thread reads whole segments. Bytes that are adjacent in the file are read by one request,
 *   and the system is told which segment the thread will read next.
 * - A block is decoded in two passes: the first pass adds up the lengths of rows over its column
 *   ranges, the second one appends the ids to their rows.  So the ids are written to their final
 *   places, without sorting.
 * - All bytes are checked by checksums before they are decoded, and every count is checked
 *   before it is used as an index: a changed file leads to an error, never to an access out of
 *   bounds.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/binary/gaps.h"
#include "io/bytes/checksum.h"
#include "store/disk_rows.h"

static bool is_read(const tg_row_view *view, const tg_row_block *block)
{
    return block->first_range <= view->last_range && (view->all_levels || block->level >= view->first_range);
}

/* Returns one more than the last column range of the block that the view reads. */
static uint32_t ranges_end(const tg_row_view *view, const tg_row_block *block)
{
    return (block->level < view->last_range ? block->level : view->last_range) + 1;
}

/* How far past the end of a segment's bytes decoders may read. */
enum { SPARE = TG_GAPS_PADDING + sizeof(uint64_t) };

/* Returns the number of bytes from the block's beginning to the end of the last column range that the view reads. */
static uint64_t bytes_of(const tg_row_view *view, const tg_row_block *block)
{
    uint64_t bytes = block->list_bytes;
    for (uint32_t c = block->first_range; c < ranges_end(view, block); c++)
        bytes += tg_block_columns(view->disk, block, c)->bytes;
    return bytes;
}

/* ---- sizes ---- */

uint64_t tg_disk_rows_bytes(const tg_row_view *view)
{
    const tg_disk_rows *disk = view->disk;
    uint64_t bytes = 0;
    for (uint32_t s = view->first_segment; s < view->last_segment; s++) {
        const tg_row_segment *segment = &disk->segment[s];
        for (uint64_t b = segment->first_block; b < segment->first_block + segment->blocks; b++)
            if (is_read(view, &disk->block[b])) bytes += bytes_of(view, &disk->block[b]);
    }
    return bytes;
}

static void add_segment(const tg_row_view *view, uint32_t number, tg_view_sizes *sizes)
{
    const tg_row_segment *of = &view->disk->segment[number];
    for (uint64_t b = of->first_block; b < of->first_block + of->blocks; b++) {
        const tg_row_block *block = &view->disk->block[b];
        if (!is_read(view, block)) continue;
        sizes->bytes += bytes_of(view, block);
        for (uint32_t c = block->first_range; c < ranges_end(view, block); c++) {
            const tg_column_range *columns = tg_block_columns(view->disk, block, c);
            sizes->ids += columns->entries;
            if (c < view->first_range) continue;
            sizes->in_pass += columns->entries;
            sizes->wedges += columns->wedges;
        }
    }
    sizes->bytes += SPARE;
}

uint32_t tg_disk_rows_labels(const tg_row_view *view)
{
    const tg_row_segment *segment = view->disk->segment;
    return segment[view->last_segment - 1].last - segment[view->first_segment].first;
}

tg_view_sizes tg_disk_rows_sizes(const tg_row_view *view)
{
    tg_view_sizes sizes = {0};
    for (uint32_t s = view->first_segment; s < view->last_segment; s++) add_segment(view, s, &sizes);
    return sizes;
}

/* ---- loading ---- */

/* An interval of adjacent bytes of the file that the view reads. */
typedef struct extent {
    uint64_t first, bytes;
} extent;

/* Finds the next extent in the segment's blocks from number *b on, and sets *b to the first
 * block after the extent. Returns false if no more blocks are to be read. */
static bool next_extent(const tg_row_view *view, const tg_row_segment *segment, uint64_t *b, extent *found)
{
    *found = (extent){0, 0};
    for (; *b < segment->first_block + segment->blocks; ++*b) {
        const tg_row_block *block = &view->disk->block[*b];
        if (!is_read(view, block)) continue;
        if (found->bytes == 0) found->first = block->offset;
        if (block->offset != found->first + found->bytes) break;
        found->bytes += bytes_of(view, block);
    }
    return found->bytes > 0;
}

/* Tells the system that the segment will be read soon. */
static void fetch_segment(const tg_row_view *view, const tg_disk_file *file, uint32_t number)
{
    const tg_row_segment *segment = &view->disk->segment[number];
    extent next;
    for (uint64_t b = segment->first_block; next_extent(view, segment, &b, &next);)
        tg_disk_fetch(file, next.first, next.bytes);
}

/* Reads those bytes of the segment's blocks that the view needs, and stores them without gaps. */
static tricorn_status load_segment(
  tricorn_context *context, const tg_row_view *view, tg_disk_file *file, uint32_t number, unsigned char *to)
{
    const tg_row_segment *segment = &view->disk->segment[number];
    extent next;
    for (uint64_t b = segment->first_block; next_extent(view, segment, &b, &next);) {
        TG_DO(tg_disk_read(context, file, next.first, to, next.bytes));
        to += next.bytes;
    }
    memset(to, 0, SPARE);
    return TRICORN_OK;
}

tricorn_status tg_disk_rows_load(
  tricorn_context *context, const tg_row_view *view, tg_disk_file *file, unsigned char *bytes, const atomic_bool *stop)
{
    tg_view_sizes at = {0};
    fetch_segment(view, file, view->first_segment);
    for (uint32_t s = view->first_segment; s < view->last_segment && !atomic_load(stop); s++) {
        if (s + 1 < view->last_segment) fetch_segment(view, file, s + 1);
        TG_DO(load_segment(context, view, file, s, bytes + at.bytes));
        add_segment(view, s, &at);
    }
    return TRICORN_OK;
}

/* ---- reading a segment ---- */

typedef struct reading {
    const tg_disk_rows *disk; /* the index that the view refers to */
    const tg_row_view *view;
    tg_disk_file *file;
    tg_view_rows all, in_pass;
    tg_view_sizes *bases; /* for each segment, the total sizes of the segments before it */
    _Atomic int failure;
} reading;

/* The buffers of one thread. */
typedef struct reader {
    tricorn_context *context;
    const reading *job;
    unsigned char *bytes; /* the bytes of a segment, unless the view was loaded before */
    uint32_t *numbers; /* the decoded gaps of one column range */
    uint32_t *rows; /* the rows of one block, as numbers within the segment */
    uint32_t *lengths; /* the lengths of these rows in one column range */
    /* First the length of each row of the segment, then the place of its next id. */
    uint32_t *places, *places_in_pass;
    uint32_t first_label; /* the label of the segment's first row */
    uint32_t *ids, *ids_in_pass; /* where the ids of the segment are stored */
    uint64_t bytes_room, numbers_room, rows_room, places_room;
} reader;

static tricorn_status changed(const reader *at, uint64_t offset)
{
    const tg_disk_file *file = at->job->file;
    return tg_fail(at->context, TRICORN_BAD_FORMAT,
      "%s/%s: was changed or damaged: the part at byte %" PRIu64
      " is not what was written; remove the folder's content and prepare again",
      file->folder->path, file->name, offset);
}

static tricorn_status check_block(const reader *at, const tg_row_block *block, const unsigned char *bytes)
{
    uint64_t place = block->list_bytes;
    if (tg_checksum(bytes, block->list_bytes) != block->checksum) return changed(at, block->offset);
    for (uint32_t c = block->first_range; c < ranges_end(at->job->view, block); c++) {
        const tg_column_range *columns = tg_block_columns(at->job->disk, block, c);
        if (tg_checksum(bytes + place, columns->bytes) != columns->checksum) return changed(at, block->offset + place);
        place += columns->bytes;
    }
    return TRICORN_OK;
}

/* Sets *bytes to the bytes of the segment, which are read now unless the view was loaded before. */
static tricorn_status find_bytes(reader *at, uint32_t number, const unsigned char **bytes)
{
    const reading *job = at->job;
    tg_view_sizes sizes = {0};

    if (job->view->loaded) {
        *bytes = job->view->loaded + job->bases[number - job->view->first_segment].bytes;
        return TRICORN_OK;
    }
    const uint32_t later = number + at->context->threads;
    if (later < job->view->last_segment) fetch_segment(job->view, job->file, later);
    add_segment(job->view, number, &sizes);
    TG_DO(TG_MAKE_ROOM(at->context, sizes.bytes, &at->bytes_room, &at->bytes));
    TG_DO(load_segment(at->context, job->view, job->file, number, at->bytes));
    *bytes = at->bytes;
    return TRICORN_OK;
}

static tricorn_status check_blocks(const reader *at, const tg_row_segment *segment, const unsigned char *bytes)
{
    const reading *job = at->job;
    for (uint64_t b = segment->first_block; b < segment->first_block + segment->blocks; b++) {
        const tg_row_block *block = &job->disk->block[b];
        if (!is_read(job->view, block)) continue;
        TG_DO(check_block(at, block, bytes));
        bytes += bytes_of(job->view, block);
    }
    return TRICORN_OK;
}

/* Returns how many bytes the bits take that encode the row lengths of a column range. */
static uint64_t bits_bytes(const tg_row_block *block, const tg_column_range *columns)
{
    return ((uint64_t)block->rows + columns->entries + 7) / 8;
}

/* Decodes the block's list of rows; returns false if the list names a row outside the segment. */
static bool decode_rows(
  reader *at, const tg_row_block *block, const tg_row_segment *segment, const unsigned char *bytes)
{
    if (tg_gaps_bytes(bytes, block->rows, block->list_bytes) != block->list_bytes) return false;
    tg_gaps_decode(bytes, block->rows, at->rows);
    uint64_t next = 0;
    for (uint32_t r = 0; r < block->rows; r++) {
        next += at->rows[r];
        at->rows[r] = (uint32_t)next++;
    }
    return block->rows == 0 || next <= segment->last - segment->first;
}

/* Decodes the lengths of rows in a column range: a row's length is the number of ones before the
 * row's zero bit. Returns false unless the bits have exactly one zero for each row, end with a
 * zero, and have a one for each entry. */
static bool decode_lengths(const unsigned char *bits, uint32_t rows, uint32_t entries, uint32_t *lengths)
{
    enum { WORD_BITS = 64 };
    const uint64_t end = (uint64_t)rows + entries;
    uint64_t begin = 0; /* the position of the row's first bit */
    uint32_t r = 0;
    for (uint64_t first = 0; first < end; first += WORD_BITS) {
        uint64_t zeros;
        memcpy(&zeros, bits + first / 8, sizeof zeros);
        zeros = ~zeros;
        if (end - first < WORD_BITS) zeros &= (UINT64_C(1) << (end - first)) - 1;
        for (; zeros; zeros &= zeros - 1) {
            const uint64_t at = first + (unsigned)__builtin_ctzll(zeros);
            if (r == rows) return false;
            lengths[r++] = (uint32_t)(at - begin);
            begin = at + 1;
        }
    }
    return r == rows && begin == end;
}

/* Adds the row lengths in each column range of the block to the total lengths of the segment's
 * rows; returns false if a row was in another block already. */
static bool add_lengths(reader *at, const tg_row_block *block, const unsigned char *bits)
{
    const reading *job = at->job;
    for (uint32_t r = 0; r < block->rows; r++)
        if (at->places[at->rows[r]] > 0) return false;
    for (uint32_t c = block->first_range; c < ranges_end(job->view, block); c++) {
        const tg_column_range *columns = tg_block_columns(job->disk, block, c);
        if (bits_bytes(block, columns) > columns->bytes ||
            !decode_lengths(bits, block->rows, columns->entries, at->lengths))
            return false;
        for (uint32_t r = 0; r < block->rows; r++) at->places[at->rows[r]] += at->lengths[r];
        if (job->in_pass.offsets && c >= job->view->first_range)
            for (uint32_t r = 0; r < block->rows; r++) at->places_in_pass[at->rows[r]] += at->lengths[r];
        bits += columns->bytes;
    }
    return true;
}

/* Converts the rows' lengths to offsets (except the end of the last row), and to the places of
 * the rows' first ids. */
static void set_offsets(const tg_row_segment *segment, uint32_t *places, uint64_t base, const tg_view_rows *rows)
{
    uint64_t *const offsets = rows->offsets + (segment->first - rows->first_label);
    uint32_t sum = 0;
    for (uint32_t r = 0; r < segment->last - segment->first; r++) {
        const uint32_t length = places[r];
        offsets[r] = base + sum;
        places[r] = sum;
        sum += length;
    }
}

/* Appends the ids of a column range to their rows; returns false if an id is outside the range,
 * or not below the label of its row. */
static bool decode_columns(reader *at, const tg_row_block *block, uint32_t c, const unsigned char *bytes)
{
    const reading *job = at->job;
    const tg_column_range *columns = tg_block_columns(job->disk, block, c);
    const uint64_t bits = bits_bytes(block, columns);
    const uint32_t begin = job->disk->cuts[c], end = job->disk->cuts[c + 1];
    const bool counts = job->in_pass.offsets && c >= job->view->first_range;
    const uint32_t *gap = at->numbers;
    uint64_t last = begin;
    if (tg_gaps_bytes(bytes + bits, columns->entries, columns->bytes - bits) != columns->bytes - bits) return false;
    tg_gaps_decode(bytes + bits, columns->entries, at->numbers);
    (void)decode_lengths(bytes, block->rows, columns->entries, at->lengths);
    for (uint32_t r = 0; r < block->rows; r++) {
        const uint32_t count = at->lengths[r], row = at->rows[r];
        uint32_t *to = at->ids + at->places[row];
        uint64_t next = begin;
        at->places[row] += count;
        for (uint32_t i = 0; i < count; i++) {
            next += *gap++;
            to[i] = (uint32_t)next++;
        }
        if (next > last) last = next;
        if (count > 0 && next > (uint64_t)at->first_label + row) return false;
        if (!counts) continue;
        uint32_t *in_pass = at->ids_in_pass + at->places_in_pass[row];
        at->places_in_pass[row] += count;
        for (uint32_t i = 0; i < count; i++) in_pass[i] = to[i] - job->in_pass.first_id;
    }
    return last <= end;
}

static bool decode_column_ranges(reader *at, const tg_row_block *block, const unsigned char *bytes)
{
    for (uint32_t c = block->first_range; c < ranges_end(at->job->view, block); c++) {
        if (!decode_columns(at, block, c, bytes)) return false;
        bytes += tg_block_columns(at->job->disk, block, c)->bytes;
    }
    return true;
}

/* Finds the largest number of rows in a block of the segment, and of entries in a column range. */
static void measure_segment(const tg_disk_rows *disk, const tg_row_segment *segment, uint64_t *rows, uint64_t *entries)
{
    *rows = *entries = 1;
    for (uint64_t b = segment->first_block; b < segment->first_block + segment->blocks; b++) {
        const tg_row_block *block = &disk->block[b];
        if (block->rows > *rows) *rows = block->rows;
        for (uint32_t c = block->first_range; c <= block->level; c++)
            if (tg_block_columns(disk, block, c)->entries > *entries)
                *entries = tg_block_columns(disk, block, c)->entries;
    }
}

static tricorn_status prepare_reader(reader *at, const tg_row_segment *segment)
{
    const uint64_t labels = segment->last - segment->first;
    uint64_t rows, entries, lengths_room = at->rows_room, room = at->places_room;
    measure_segment(at->job->disk, segment, &rows, &entries);
    TG_DO(TG_MAKE_ROOM(at->context, entries + 4, &at->numbers_room, &at->numbers));
    TG_DO(TG_MAKE_ROOM(at->context, rows + 4, &lengths_room, &at->lengths));
    TG_DO(TG_MAKE_ROOM(at->context, rows + 4, &at->rows_room, &at->rows));
    TG_DO(TG_MAKE_ROOM(at->context, labels, &room, &at->places));
    TG_DO(TG_MAKE_ROOM(at->context, labels, &at->places_room, &at->places_in_pass));
    at->first_label = segment->first;
    memset(at->places, 0, labels * sizeof *at->places);
    memset(at->places_in_pass, 0, labels * sizeof *at->places_in_pass);
    return TRICORN_OK;
}

/* Decodes all blocks of the segment: the ids if `ids`, otherwise the lengths of the rows. */
static tricorn_status each_block(reader *at, const tg_row_segment *segment, const unsigned char *bytes, bool ids)
{
    for (uint64_t b = segment->first_block; b < segment->first_block + segment->blocks; b++) {
        const tg_row_block *block = &at->job->disk->block[b];
        if (!is_read(at->job->view, block)) continue;
        const unsigned char *column_ranges = bytes + block->list_bytes;
        if (!decode_rows(at, block, segment, bytes) ||
            !(ids ? decode_column_ranges(at, block, column_ranges) : add_lengths(at, block, column_ranges)))
            return changed(at, block->offset);
        bytes += bytes_of(at->job->view, block);
    }
    return TRICORN_OK;
}

static tricorn_status read_segment(reader *at, uint32_t number)
{
    const reading *job = at->job;
    const tg_row_segment *segment = &job->disk->segment[number];
    const tg_view_sizes *base = &job->bases[number - job->view->first_segment];
    const unsigned char *bytes = NULL;
    TG_DO(prepare_reader(at, segment));
    TG_DO(find_bytes(at, number, &bytes));
    TG_DO(check_blocks(at, segment, bytes));
    TG_DO(each_block(at, segment, bytes, false));
    set_offsets(segment, at->places, base->ids, &job->all);
    at->ids = job->all.ids + base->ids;
    if (job->in_pass.offsets) {
        set_offsets(segment, at->places_in_pass, base->in_pass, &job->in_pass);
        at->ids_in_pass = job->in_pass.ids + base->in_pass;
    }
    return each_block(at, segment, bytes, true);
}

/* ---- the whole ---- */

static void free_reader(reader *at)
{
    tg_free(at->bytes);
    tg_free(at->numbers);
    tg_free(at->rows);
    tg_free(at->lengths);
    tg_free(at->places);
    tg_free(at->places_in_pass);
}

/* Sets the offsets of the empty rows before the view's first label, and the end of the last row. */
static void bound_offsets(const tg_row_view *view, uint64_t ids, const tg_view_rows *rows)
{
    const uint32_t first = view->disk->segment[view->first_segment].first - rows->first_label;
    memset(rows->offsets, 0, first * sizeof *rows->offsets);
    rows->offsets[first + tg_disk_rows_labels(view)] = ids;
}

tricorn_status tg_disk_rows_read(
  tricorn_context *context, const tg_row_view *view, tg_disk_file *file, tg_view_rows all, tg_view_rows in_pass)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.disk = view->disk, .view = view, .file = file, .all = all, .in_pass = in_pass};
    const uint32_t segments = view->last_segment - view->first_segment;
    tg_view_sizes sum = {0};

    TG_TRY(TG_ALLOC(context, segments, &job.bases));
    for (uint32_t s = 0; s < segments; s++) {
        job.bases[s] = sum;
        add_segment(view, view->first_segment + s, &sum);
    }
#pragma omp parallel num_threads((int)context->threads)
    {
        reader own = {.context = context, .job = &job};
#pragma omp for schedule(dynamic, 1) nowait
        for (uint32_t s = 0; s < segments; s++)
            if (atomic_load(&job.failure) == TRICORN_OK)
                tg_keep_failure(&job.failure, read_segment(&own, view->first_segment + s));
        free_reader(&own);
    }
    bound_offsets(view, sum.ids, &all);
    if (in_pass.offsets) bound_offsets(view, sum.in_pass, &in_pass);
    status = (tricorn_status)atomic_load(&job.failure);
cleanup:
    tg_free(job.bases);
    return status;
}
