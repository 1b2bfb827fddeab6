/* tri_edges.c - reads the edges of a .tri file whose graph does not fit in memory.
 *
 * - First all threads compare blocks with their checksums. Then all threads decode chunks of
 *   rows, and append the edges to parts, which may spill.
 * - So the file is read twice. A stream or a compressed file is set aside first.
 */
#include <omp.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/bytes/checksum.h"
#include "io/binary/gaps.h"
#include "io/formats/tri/tri_read.h"

enum { RAW_EDGES = 1 << 16 /* how many edges of raw rows are read at a time */ };

typedef struct reading {
    tricorn_context *context;
    const tg_input *input;
    const char *name;
    tg_tri_header header;
    tg_tri_ids ids;
    tg_tri_chunk *chunks; /* the chunks of gaps, with an additional entry for the end */
    uint64_t *checksums;
    /* The number of steps: one for each block, then one for each chunk. */
    uint64_t steps;
    _Atomic uint64_t next; /* the next step that a thread takes */
    _Atomic int failure;
    tg_edges *edges;
} reading;

/* The memory of one thread. */
typedef struct buffers {
    reading *job;
    tg_edge_part *part;
    unsigned char *bytes;
    uint32_t *lengths, *ids;
    uint64_t *offsets;
    uint64_t bytes_room, ids_room;
} buffers;

static tricorn_status damaged(const reading *job, const char *what)
{
    return tg_tri_damaged(job->context, job->name, what);
}

static tricorn_status read_at(const reading *job, tg_tri_section section, uint64_t offset, void *bytes, uint64_t count)
{
    return tg_input_read_at(job->context, job->input, job->header.sections[section].offset + offset, bytes, count);
}

/* Reads a section; *array is NULL if the section is empty. */
static tricorn_status read_section(const reading *job, tg_tri_section section, void **array)
{
    const uint64_t bytes = job->header.sections[section].bytes;
    const tricorn_status status = tg_alloc(job->context, bytes, 1, array);
    if (status != TRICORN_OK || bytes == 0) return status;
    return read_at(job, section, 0, *array, bytes);
}

/* ---- threads ---- */

static tricorn_status grow(tricorn_context *context, uint64_t need, size_t size, uint64_t *room, void **array)
{
    if (need <= *room) return TRICORN_OK;
    const tricorn_status status = tg_realloc(context, need, size, array);
    if (status == TRICORN_OK) *room = need;
    return status;
}

/* Does one step after another; each thread calls it. */
static tricorn_status do_steps(buffers *own, tricorn_status (*step)(buffers *, uint64_t))
{
    reading *job = own->job;
    tricorn_status status = TRICORN_OK;
    while (atomic_load(&job->failure) == TRICORN_OK) {
        const uint64_t next = atomic_fetch_add(&job->next, 1);
        if (next >= job->steps) break;
        TG_TRY(step(own, next));
        TG_TRY(tg_check_cancelled(job->context));
    }
cleanup:
    tg_free(own->bytes);
    tg_free(own->lengths);
    tg_free(own->ids);
    tg_free(own->offsets);
    return status;
}

static tricorn_status do_all(reading *job, uint64_t steps, tricorn_status (*step)(buffers *, uint64_t))
{
    atomic_store(&job->next, 0);
    job->steps = steps;
#pragma omp parallel num_threads((int)job->context->threads)
    {
        buffers own = {.job = job, .part = &job->edges->parts[omp_get_thread_num()]};
        tg_keep_failure(&job->failure, do_steps(&own, step));
    }
    return (tricorn_status)atomic_load(&job->failure);
}

/* ---- checksums ---- */

static tricorn_status check_block(buffers *own, uint64_t block)
{
    const reading *job = own->job;
    const uint64_t begin = job->header.sections[TG_TRI_ROWS].offset;
    const uint64_t end = job->header.sections[TG_TRI_CHECKSUMS].offset;
    const uint64_t at = begin + block * TG_TRI_BLOCK_BYTES;
    const uint64_t count = end - at < TG_TRI_BLOCK_BYTES ? end - at : TG_TRI_BLOCK_BYTES;

    TG_DO(grow(job->context, TG_TRI_BLOCK_BYTES, 1, &own->bytes_room, (void **)&own->bytes));
    TG_DO(tg_input_read_at(job->context, job->input, at, own->bytes, count));
    if (tg_checksum(own->bytes, count) != job->checksums[block])
        TG_DO(damaged(job, "a block does not match its checksum"));
    tg_work_add(job->context, count);
    return TRICORN_OK;
}

static tricorn_status check_blocks(reading *job)
{
    const tg_tri_header *header = &job->header;
    const uint64_t begin = header->sections[TG_TRI_ROWS].offset;
    const uint64_t end = header->sections[TG_TRI_CHECKSUMS].offset;
    const uint64_t table = header->sections[TG_TRI_CHECKSUMS].bytes;

    if (tg_input_size(job->input) != end + table)
        return damaged(job, "it does not have the length that its header says");
    TG_DO(read_section(job, TG_TRI_CHECKSUMS, (void **)&job->checksums));
    if (tg_checksum(job->checksums, table) != header->checksums_checksum)
        TG_DO(damaged(job, "its checksums do not match their own"));
    tg_work_begin(job->context, "checking", end - begin);
    return do_all(job, table / sizeof(uint64_t), check_block);
}

/* ---- rows ---- */

static uint32_t number_of(const reading *job, uint64_t vertex)
{
    return job->ids.input_ids ? job->ids.input_ids[vertex] : (uint32_t)vertex;
}

static void push(const buffers *own, uint64_t row, const uint32_t *ids, uint64_t count)
{
    const uint32_t u = number_of(own->job, row);
    for (uint64_t i = 0; i < count; i++) tg_edge_part_push(own->part, u, number_of(own->job, ids[i]));
}

/* Decodes the gaps of a chunk, whose bytes are in own->bytes, and appends the edges. */
static tricorn_status push_gaps(buffers *own, const tg_tri_chunk *chunk, uint64_t room)
{
    const reading *job = own->job;
    const uint64_t rows = chunk[1].first_row - chunk->first_row;
    const uint64_t edges = chunk[1].first_edge - chunk->first_edge;
    const size_t length_bytes = tg_gaps_bytes(own->bytes, rows, room);
    uint64_t at = 0;

    if (length_bytes == SIZE_MAX ||
        tg_gaps_bytes(own->bytes + length_bytes, edges, room - length_bytes) != room - length_bytes)
        return damaged(job, tg_tri_bad_rows);
    tg_gaps_decode(own->bytes, rows, own->lengths);
    tg_gaps_decode(own->bytes + length_bytes, edges, own->ids);
    for (uint64_t r = 0; r < rows; r++) {
        const uint64_t row = chunk->first_row + r, length = own->lengths[r];
        if (length > edges - at || !tg_gaps_to_ids(own->ids + at, length, row)) return damaged(job, tg_tri_bad_rows);
        push(own, row, own->ids + at, length);
        at += length;
    }
    return at == edges ? TRICORN_OK : damaged(job, tg_tri_bad_rows);
}

static tricorn_status read_gaps(buffers *own, uint64_t c)
{
    reading *job = own->job;
    const tg_tri_chunk *chunk = &job->chunks[c];
    const uint64_t bytes = chunk[1].first_byte - chunk->first_byte;
    const uint64_t edges = chunk[1].first_edge - chunk->first_edge;

    if (edges > bytes) return damaged(job, tg_tri_bad_rows); /* an edge has at least one byte */
    TG_DO(grow(job->context, bytes + TG_GAPS_PADDING, 1, &own->bytes_room, (void **)&own->bytes));
    TG_DO(grow(job->context, edges, sizeof *own->ids, &own->ids_room, (void **)&own->ids));
    if (own->lengths == NULL) TG_DO(TG_ALLOC(job->context, TG_TRI_CHUNK_ROWS, &own->lengths));
    TG_DO(read_at(job, TG_TRI_TARGETS, chunk->first_byte, own->bytes, bytes));
    TG_DO(tg_edge_part_reserve(job->context, own->part, edges, sizeof(tg_edge)));
    TG_DO(push_gaps(own, chunk, bytes));
    tg_work_add(job->context, bytes);
    return TRICORN_OK;
}

/* Appends `count` edges of raw rows. The first one is edge number `first`, in row *row or in a later one. */
static tricorn_status push_raw(buffers *own, uint64_t first_row, uint64_t *row, uint64_t first, uint64_t count)
{
    const reading *job = own->job;
    for (uint64_t i = 0; i < count; i++) {
        while (first + i >= own->offsets[*row + 1]) ++*row;
        const bool begins = first + i == own->offsets[*row];
        /* ids[0] is the last id of the edges that were read before */
        if (own->ids[i + 1] >= first_row + *row || (!begins && own->ids[i + 1] <= own->ids[i]))
            return damaged(job, tg_tri_bad_rows);
        push(own, first_row + *row, &own->ids[i + 1], 1);
    }
    if (count > 0) own->ids[0] = own->ids[count];
    return TRICORN_OK;
}

/* Reads raw rows: at most as many as a chunk of gaps has. */
static tricorn_status read_raw(buffers *own, uint64_t c)
{
    reading *job = own->job;
    const uint64_t first = c * TG_TRI_CHUNK_ROWS, left = job->header.active - first;
    const uint64_t rows = left < TG_TRI_CHUNK_ROWS ? left : TG_TRI_CHUNK_ROWS;
    uint64_t row = 0, some;

    TG_DO(grow(job->context, RAW_EDGES + 1, sizeof *own->ids, &own->ids_room, (void **)&own->ids));
    if (own->offsets == NULL) TG_DO(TG_ALLOC(job->context, TG_TRI_CHUNK_ROWS + 1, &own->offsets));
    TG_DO(read_at(job, TG_TRI_ROWS, first * sizeof *own->offsets, own->offsets, (rows + 1) * sizeof *own->offsets));
    bool right = own->offsets[rows] <= job->header.edges && (first > 0 || own->offsets[0] == 0) &&
                 (rows < left || own->offsets[rows] == job->header.edges);
    for (uint64_t r = 0; r < rows; r++) right &= own->offsets[r] <= own->offsets[r + 1];
    if (!right) TG_DO(damaged(job, tg_tri_bad_rows));
    for (uint64_t at = own->offsets[0]; at < own->offsets[rows]; at += some) {
        some = own->offsets[rows] - at;
        if (some > RAW_EDGES) some = RAW_EDGES;
        TG_DO(read_at(job, TG_TRI_TARGETS, at * sizeof *own->ids, own->ids + 1, some * sizeof *own->ids));
        TG_DO(tg_edge_part_reserve(job->context, own->part, some, sizeof(tg_edge)));
        TG_DO(push_raw(own, first, &row, at, some));
        tg_work_add(job->context, some * sizeof *own->ids);
    }
    return TRICORN_OK;
}

static tricorn_status read_rows(reading *job)
{
    const uint64_t bytes = job->header.sections[TG_TRI_TARGETS].bytes;

    tg_work_begin(job->context, "reading", bytes);
    if (job->header.encoding != TG_TRI_GAPS)
        return do_all(job, (job->header.active + TG_TRI_CHUNK_ROWS - 1) / TG_TRI_CHUNK_ROWS, read_raw);
    const uint64_t count = job->header.sections[TG_TRI_ROWS].bytes / sizeof *job->chunks - 1;
    TG_DO(read_section(job, TG_TRI_ROWS, (void **)&job->chunks));
    if (!tg_tri_chunks_are_right(&job->header, job->chunks)) return damaged(job, tg_tri_bad_rows);
    return do_all(job, count, read_gaps);
}

/* ---- ids ---- */

static tricorn_status read_ids(reading *job)
{
    tg_tri_ids *ids = &job->ids;
    ids->ids.first = job->header.first_id;
    TG_DO(read_section(job, TG_TRI_INPUT_IDS, (void **)&ids->input_ids));
    TG_DO(read_section(job, TG_TRI_NUMBERS, (void **)&ids->ids.numbers));
    TG_DO(read_section(job, TG_TRI_STARTS, (void **)&ids->ids.starts));
    TG_DO(read_section(job, TG_TRI_TEXT, (void **)&ids->ids.text));
    const char *fault = tg_tri_ids_fault(&job->header, ids);
    if (fault) TG_DO(damaged(job, fault));
    return TRICORN_OK;
}

/* Declares the vertices that have no edge, and sets the bound of the numbers. */
static tricorn_status declare(reading *job)
{
    const uint64_t active = job->header.active, vertices = job->header.vertices;
    tg_edges *edges = job->edges;
    tg_edge_part *part = &edges->parts[0];
    uint32_t most = 0;

    edges->vertices = vertices;
    edges->declared = job->ids.input_ids == NULL;
    if (edges->declared) return TRICORN_OK;
    for (uint64_t u = 0; u < vertices; u++)
        if (job->ids.input_ids[u] > most) most = job->ids.input_ids[u];
    edges->vertices = vertices > 0 ? (uint64_t)most + 1 : 0;
    edges->declarations = vertices - active;
    for (uint64_t u = active, end; u < vertices; u = end) {
        end = vertices - u < RAW_EDGES ? vertices : u + RAW_EDGES;
        TG_DO(tg_edge_part_reserve(job->context, part, end - u, sizeof(tg_edge)));
        for (uint64_t v = u; v < end; v++) tg_edge_part_push(part, job->ids.input_ids[v], job->ids.input_ids[v]);
    }
    return TRICORN_OK;
}

/* ---- the whole ---- */

tricorn_status tg_tri_read_edges(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.context = context, .input = input, .name = tg_input_name(input), .edges = edges};
    const tg_tri_header *header = &job.header;

    (void)options;
    tg_work_begin(context, "reading", tg_input_size(input));
    TG_TRY(tg_input_hold(context, input, edges->spill));
    TG_TRY(tg_tri_read_header(context, input, &job.header));
    TG_TRY(tg_edges_create(context, context->threads, edges));
    TG_TRY(check_blocks(&job));
    TG_TRY(read_ids(&job));
    TG_TRY(read_rows(&job));
    TG_TRY(declare(&job));
    edges->cleaned = (tg_cleaned){.known = true,
      .vertices = header->vertices,
      .edges = header->edges,
      .input_edges = header->input_edges,
      .self_loops = header->self_loops,
      .duplicates = header->duplicates,
      .both_directions = header->both_directions};
    edges->ids = job.ids.ids;
    job.ids.ids = (tg_ids){0};
cleanup:
    tg_free(job.chunks);
    tg_free(job.checksums);
    tg_free(job.ids.input_ids);
    tg_ids_free(&job.ids.ids);
    return status;
}
