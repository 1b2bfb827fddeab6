/* levels_read.c - pieces, blocks and cells become rows. */
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/gaps.h"
#include "io/checksum.h"
#include "store/levels.h"

static bool is_read(const tg_level_view *view, const tg_level_block *block)
{
    return block->first_range <= view->last_range &&
           (view->all_levels || block->level >= view->first_range);
}

/* The end of the block's cells that the view reads. */
static uint32_t cells_end(const tg_level_view *view, const tg_level_block *block)
{
    return (block->level < view->last_range ? block->level : view->last_range) + 1;
}

/* Bytes of a piece that decoders read behind its last. */
enum { SPARE = TG_GAPS_PADDING + sizeof(uint64_t) };

/* The bytes of a block up to its last cell that is wanted. */
static uint64_t bytes_of(const tg_levels *levels, const tg_level_view *view,
                         const tg_level_block *block)
{
    uint64_t bytes = block->list_bytes;
    for (uint32_t c = block->first_range; c < cells_end(view, block); c++)
        bytes += tg_levels_cell(levels, block, c)->bytes;
    return bytes;
}

/* ---- sizes -------------------------------------------------------------------------------- */

uint64_t tg_levels_bytes(const tg_levels *levels, const tg_level_view *view)
{
    uint64_t bytes = 0;
    for (uint32_t p = view->first_piece; p < view->last_piece; p++) {
        const tg_level_piece *piece = &levels->piece[p];
        for (uint64_t b = piece->first_block; b < piece->first_block + piece->blocks; b++)
            if (is_read(view, &levels->block[b]))
                bytes += bytes_of(levels, view, &levels->block[b]);
    }
    return bytes;
}

static void add_piece(const tg_levels *levels, const tg_level_view *view, uint32_t piece,
                      tg_level_sizes *sizes)
{
    const tg_level_piece *of = &levels->piece[piece];
    for (uint64_t b = of->first_block; b < of->first_block + of->blocks; b++) {
        const tg_level_block *block = &levels->block[b];
        if (!is_read(view, block)) continue;
        sizes->bytes += bytes_of(levels, view, block);
        for (uint32_t c = block->first_range; c < cells_end(view, block); c++) {
            const tg_level_cell *cell = tg_levels_cell(levels, block, c);
            sizes->ids += cell->entries;
            if (c < view->first_range) continue;
            sizes->in_pass += cell->entries;
            sizes->wedges += cell->wedges;
        }
    }
    sizes->bytes += SPARE;
}

uint32_t tg_levels_labels(const tg_levels *levels, const tg_level_view *view)
{
    return levels->piece[view->last_piece - 1].last - levels->piece[view->first_piece].first;
}

tg_level_sizes tg_levels_sizes(const tg_levels *levels, const tg_level_view *view)
{
    tg_level_sizes sizes = {0};
    for (uint32_t p = view->first_piece; p < view->last_piece; p++)
        add_piece(levels, view, p, &sizes);
    return sizes;
}

/* ---- loading ------------------------------------------------------------------------------ */

/* Reads what is wanted of the piece's blocks, one behind the other; at once where they are so in
 * the file. */
static tricorn_status load_piece(tricorn_context *context, const tg_levels *levels,
                                 tg_disk_file *file, const tg_level_view *view,
                                 const tg_level_piece *piece, unsigned char *to)
{
    tricorn_status status = TRICORN_OK;
    uint64_t first = 0, bytes = 0; /* that are to be read */
    for (uint64_t b = piece->first_block; b < piece->first_block + piece->blocks; b++) {
        const tg_level_block *block = &levels->block[b];
        if (!is_read(view, block)) continue;
        if (block->offset != first + bytes) {
            TG_TRY(tg_disk_read(context, file, first, to, bytes));
            to += bytes;
            first = block->offset;
            bytes = 0;
        }
        bytes += bytes_of(levels, view, block);
    }
    TG_TRY(tg_disk_read(context, file, first, to, bytes));
    memset(to + bytes, 0, SPARE);
cleanup:
    return status;
}

tricorn_status tg_levels_load(tricorn_context *context, const tg_levels *levels,
                              tg_disk_file *file, const tg_level_view *view,
                              unsigned char *bytes, const atomic_bool *stop)
{
    tricorn_status status = TRICORN_OK;
    tg_level_sizes at = {0};
    for (uint32_t p = view->first_piece; p < view->last_piece && !atomic_load(stop); p++) {
        TG_TRY(load_piece(context, levels, file, view, &levels->piece[p], bytes + at.bytes));
        add_piece(levels, view, p, &at);
    }
cleanup:
    return status;
}

/* ---- reading a piece ---------------------------------------------------------------------- */

typedef struct reading {
    const tg_levels *levels;
    tg_disk_file *file;
    const tg_level_view *view;
    tg_level_rows all, in_pass;
    tg_level_sizes *bases; /* of each piece: what is before it */
    _Atomic int failure;
} reading;

/* The memory of a thread. */
typedef struct reader {
    tricorn_context *context;
    const reading *job;
    unsigned char *bytes; /* of a piece that is not loaded */
    uint32_t *numbers, *rows, *lengths, *lengths_in_pass;
    uint64_t bytes_room, numbers_room, rows_room, lengths_room;
} reader;

static tricorn_status changed(const reader *at, uint64_t offset)
{
    const tg_disk_file *file = at->job->file;
    return tg_fail(at->context, TRICORN_BAD_FORMAT,
                   "%s/%s: was changed or damaged: the part at byte %" PRIu64
                   " is not what was written; remove the folder's content and prepare again",
                   file->folder->path, file->name, offset);
}

static tricorn_status check_block(const reader *at, const tg_level_block *block,
                                  const unsigned char *bytes)
{
    uint64_t place = block->list_bytes;
    if (tg_checksum(bytes, block->list_bytes) != block->checksum)
        return changed(at, block->offset);
    for (uint32_t c = block->first_range; c < cells_end(at->job->view, block); c++) {
        const tg_level_cell *cell = tg_levels_cell(at->job->levels, block, c);
        if (tg_checksum(bytes + place, cell->bytes) != cell->checksum)
            return changed(at, block->offset + place);
        place += cell->bytes;
    }
    return TRICORN_OK;
}

/* The bytes of the piece, which are read unless they are loaded. */
static tricorn_status take_bytes(reader *at, uint32_t number, const unsigned char **bytes)
{
    const reading *job = at->job;
    tricorn_status status = TRICORN_OK;
    tg_level_sizes sizes = {0};

    if (job->view->loaded) {
        *bytes = job->view->loaded + job->bases[number - job->view->first_piece].bytes;
        return TRICORN_OK;
    }
    add_piece(job->levels, job->view, number, &sizes);
    TG_TRY(TG_MAKE_ROOM(at->context, sizes.bytes, &at->bytes_room, &at->bytes));
    TG_TRY(load_piece(at->context, job->levels, job->file, job->view,
                      &job->levels->piece[number], at->bytes));
    *bytes = at->bytes;
cleanup:
    return status;
}

static tricorn_status check_blocks(const reader *at, const tg_level_piece *piece,
                                   const unsigned char *bytes)
{
    const reading *job = at->job;
    for (uint64_t b = piece->first_block; b < piece->first_block + piece->blocks; b++) {
        const tg_level_block *block = &job->levels->block[b];
        if (!is_read(job->view, block)) continue;
        const tricorn_status status = check_block(at, block, bytes);
        if (status != TRICORN_OK) return status;
        bytes += bytes_of(job->levels, job->view, block);
    }
    return TRICORN_OK;
}

/* The rows of the block, as numbers within the piece; false if they are not in it. */
static bool take_rows(reader *at, const tg_level_block *block, const tg_level_piece *piece,
                      const unsigned char *bytes)
{
    if (tg_gaps_bytes(bytes, block->rows, block->list_bytes) != block->list_bytes) return false;
    tg_gaps_decode(bytes, block->rows, at->rows);
    uint64_t next = 0;
    for (uint32_t r = 0; r < block->rows; r++) {
        next += at->rows[r];
        at->rows[r] = (uint32_t)next++;
    }
    return block->rows == 0 || next <= piece->last - piece->first;
}

/* The ones at bit *at on, up to a zero, which is skipped; UINT32_MAX behind the end. */
static inline uint32_t take_ones(const unsigned char *bits, uint64_t end, uint64_t *at)
{
    uint32_t ones = 0;
    for (;;) {
        uint64_t word;
        if (*at >= end) return UINT32_MAX;
        memcpy(&word, bits + *at / 8, sizeof word);
        word = ~(word >> *at % 8);
        const unsigned run = word ? (unsigned)__builtin_ctzll(word) : 64, known = 64 - *at % 8;
        if (run < known) {
            *at += run + 1;
            return ones + run;
        }
        ones += known;
        *at += known;
    }
}

/* Adds the lengths of the block's rows in its cells. */
static bool add_lengths(reader *at, const tg_level_block *block, const unsigned char *bits)
{
    const reading *job = at->job;
    for (uint32_t c = block->first_range; c < cells_end(job->view, block); c++) {
        const tg_level_cell *cell = tg_levels_cell(job->levels, block, c);
        const uint64_t end = (uint64_t)block->rows + cell->entries;
        const bool counts = job->in_pass.offsets && c >= job->view->first_range;
        uint64_t bit = 0, sum = 0;
        if ((end + 7) / 8 > cell->bytes) return false;
        for (uint32_t r = 0; r < block->rows; r++) {
            const uint32_t ones = take_ones(bits, end, &bit);
            if (ones > cell->entries) return false;
            sum += ones;
            at->lengths[at->rows[r]] += ones;
            if (counts) at->lengths_in_pass[at->rows[r]] += ones;
        }
        if (sum != cell->entries) return false;
        bits += cell->bytes;
    }
    return true;
}

/* Turns lengths into offsets, but the one behind the last; the lengths are zero behind it. */
static void set_offsets(const tg_level_piece *piece, uint32_t *lengths, uint64_t sum,
                        const tg_level_rows *rows)
{
    uint64_t *const offsets = rows->offsets + (piece->first - rows->first_label);
    for (uint32_t r = 0; r < piece->last - piece->first; r++) {
        offsets[r] = sum;
        sum += lengths[r];
        lengths[r] = 0;
    }
}

/* The place of the next id of a row. */
static inline uint32_t *next_of(const tg_level_rows *rows, uint32_t label, uint32_t *length,
                                uint32_t more)
{
    uint32_t *place = rows->ids + rows->offsets[label - rows->first_label] + *length;
    *length += more;
    return place;
}

static inline void copy_ids(const uint32_t *ids, uint32_t count, uint32_t less, uint32_t *to)
{
    for (uint32_t i = 0; i < count; i++) to[i] = ids[i] - less;
}

/* Appends the ids of a cell to their rows; false if one is beyond the cell. */
static bool take_cell(reader *at, const tg_level_block *block, const tg_level_piece *piece,
                      uint32_t c, const unsigned char *bytes)
{
    const reading *job = at->job;
    const tg_level_cell *cell = tg_levels_cell(job->levels, block, c);
    const uint64_t bits_end = (uint64_t)block->rows + cell->entries, bits = (bits_end + 7) / 8;
    const uint32_t begin = job->levels->cuts[c], end = job->levels->cuts[c + 1];
    const bool counts = job->in_pass.offsets && c >= job->view->first_range;
    const uint32_t *gap = at->numbers;
    uint64_t bit = 0;
    if (tg_gaps_bytes(bytes + bits, cell->entries, cell->bytes - bits) != cell->bytes - bits)
        return false;
    tg_gaps_decode(bytes + bits, cell->entries, at->numbers);
    for (uint32_t r = 0; r < block->rows; r++) {
        const uint32_t ones = take_ones(bytes, bits_end, &bit), row = at->rows[r];
        uint32_t *to = next_of(&job->all, piece->first + row, &at->lengths[row], ones);
        uint64_t next = begin;
        for (uint32_t i = 0; i < ones; i++) {
            next += *gap++;
            to[i] = (uint32_t)next++;
        }
        if (next > end) return false;
        if (counts && ones > 0)
            copy_ids(to, ones, job->in_pass.first_id,
                     next_of(&job->in_pass, piece->first + row, &at->lengths_in_pass[row], ones));
    }
    return true;
}

static bool take_cells(reader *at, const tg_level_block *block, const tg_level_piece *piece,
                       const unsigned char *bytes)
{
    for (uint32_t c = block->first_range; c < cells_end(at->job->view, block); c++) {
        if (!take_cell(at, block, piece, c, bytes)) return false;
        bytes += tg_levels_cell(at->job->levels, block, c)->bytes;
    }
    return true;
}

/* The most rows of a block of the piece, and the most entries of a cell. */
static void measure_piece(const tg_levels *levels, const tg_level_piece *piece, uint64_t *rows,
                          uint64_t *entries)
{
    *rows = *entries = 1;
    for (uint64_t b = piece->first_block; b < piece->first_block + piece->blocks; b++) {
        const tg_level_block *block = &levels->block[b];
        if (block->rows > *rows) *rows = block->rows;
        for (uint32_t c = block->first_range; c <= block->level; c++)
            if (tg_levels_cell(levels, block, c)->entries > *entries)
                *entries = tg_levels_cell(levels, block, c)->entries;
    }
}

static tricorn_status prepare_reader(reader *at, const tg_level_piece *piece)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t labels = piece->last - piece->first;
    uint64_t rows, entries, room = at->lengths_room;
    measure_piece(at->job->levels, piece, &rows, &entries);
    TG_TRY(TG_MAKE_ROOM(at->context, entries + 4, &at->numbers_room, &at->numbers));
    TG_TRY(TG_MAKE_ROOM(at->context, rows + 4, &at->rows_room, &at->rows));
    TG_TRY(TG_MAKE_ROOM(at->context, labels, &room, &at->lengths));
    TG_TRY(TG_MAKE_ROOM(at->context, labels, &at->lengths_room, &at->lengths_in_pass));
    memset(at->lengths, 0, labels * sizeof *at->lengths);
    memset(at->lengths_in_pass, 0, labels * sizeof *at->lengths_in_pass);
cleanup:
    return status;
}

/* Takes the lengths, or the ids, of all blocks of the piece. */
static tricorn_status each_block(reader *at, const tg_level_piece *piece,
                                 const unsigned char *bytes, bool ids)
{
    for (uint64_t b = piece->first_block; b < piece->first_block + piece->blocks; b++) {
        const tg_level_block *block = &at->job->levels->block[b];
        if (!is_read(at->job->view, block)) continue;
        const unsigned char *cells = bytes + block->list_bytes;
        if (!take_rows(at, block, piece, bytes) ||
            !(ids ? take_cells(at, block, piece, cells) : add_lengths(at, block, cells)))
            return changed(at, block->offset);
        bytes += bytes_of(at->job->levels, at->job->view, block);
    }
    return TRICORN_OK;
}

static tricorn_status read_piece(reader *at, uint32_t number)
{
    const reading *job = at->job;
    const tg_level_piece *piece = &job->levels->piece[number];
    const tg_level_sizes *base = &job->bases[number - job->view->first_piece];
    tricorn_status status = TRICORN_OK;
    const unsigned char *bytes = NULL;
    TG_TRY(prepare_reader(at, piece));
    TG_TRY(take_bytes(at, number, &bytes));
    TG_TRY(check_blocks(at, piece, bytes));
    TG_TRY(each_block(at, piece, bytes, false));
    set_offsets(piece, at->lengths, base->ids, &job->all);
    if (job->in_pass.offsets)
        set_offsets(piece, at->lengths_in_pass, base->in_pass, &job->in_pass);
    TG_TRY(each_block(at, piece, bytes, true));
cleanup:
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static void free_reader(reader *at)
{
    tg_free(at->bytes);
    tg_free(at->numbers);
    tg_free(at->rows);
    tg_free(at->lengths);
    tg_free(at->lengths_in_pass);
}

/* The offsets of the rows before the view's labels, and the one behind. */
static void bound_offsets(const tg_levels *levels, const tg_level_view *view, uint64_t ids,
                          const tg_level_rows *rows)
{
    const uint32_t first = levels->piece[view->first_piece].first - rows->first_label;
    memset(rows->offsets, 0, first * sizeof *rows->offsets);
    rows->offsets[first + tg_levels_labels(levels, view)] = ids;
}

tricorn_status tg_levels_read(tricorn_context *context, const tg_levels *levels,
                              tg_disk_file *file, const tg_level_view *view, tg_level_rows all,
                              tg_level_rows in_pass)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.levels = levels, .file = file, .view = view, .all = all, .in_pass = in_pass};
    const uint32_t pieces = view->last_piece - view->first_piece;
    tg_level_sizes sum = {0};

    TG_TRY(TG_ALLOC(context, pieces, &job.bases));
    for (uint32_t p = 0; p < pieces; p++) {
        job.bases[p] = sum;
        add_piece(levels, view, view->first_piece + p, &sum);
    }
#pragma omp parallel num_threads((int)context->threads)
    {
        reader own = {.context = context, .job = &job};
#pragma omp for schedule(dynamic, 1)
        for (uint32_t p = 0; p < pieces; p++)
            if (atomic_load(&job.failure) == TRICORN_OK)
                tg_keep_failure(&job.failure, read_piece(&own, view->first_piece + p));
        free_reader(&own);
    }
    bound_offsets(levels, view, sum.ids, &all);
    if (in_pass.offsets) bound_offsets(levels, view, sum.in_pass, &in_pass);
    status = (tricorn_status)atomic_load(&job.failure);
cleanup:
    tg_free(job.bases);
    return status;
}
