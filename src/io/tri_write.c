/* tri_write.c - writes tricorn's own files. */
#include "io/checksum.h"
#include "io/tri.h"

#include <omp.h>
#include <string.h>

#define XXH_INLINE_ALL /* header only: its streaming state may then live on the stack */
#include <xxhash.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/gaps.h"

enum { GAPS_PAY_PERCENT = 75 }; /* of the raw size; otherwise decoding is not worth it */

/* The file being made. */
typedef struct writing {
    const tricorn_graph *graph;
    tg_rows rows;
    tg_tri_header header;
    const void *sections[TG_TRI_SECTIONS];
    tg_tri_chunk *chunks;
    uint64_t chunk_count;
    unsigned char **encoded; /* of each chunk */
    unsigned char *targets;
    uint64_t *checksums;
} writing;

static void set_section(writing *job, tg_tri_section section, const void *bytes, uint64_t count)
{
    job->sections[section] = bytes;
    job->header.sections[section].bytes = count;
}

/* ---- gaps --------------------------------------------------------------------------------- */

/* Cuts the rows into chunks; with NULL chunks only counts them. */
static uint64_t cut_chunks(const tg_rows *rows, tg_tri_chunk *chunks)
{
    const uint64_t edges = rows->count ? rows->offsets[rows->count] : 0;
    uint64_t count = 0;
    for (uint64_t row = 0; row < rows->count; count++) {
        const uint64_t first = row, edge = rows->offsets[row];
        while (row < rows->count && row - first < TG_TRI_CHUNK_ROWS &&
               rows->offsets[row] - edge < TG_TRI_CHUNK_EDGES)
            row++;
        if (chunks) chunks[count] = (tg_tri_chunk){.first_row = first, .first_edge = edge};
    }
    if (chunks) chunks[count] = (tg_tri_chunk){.first_row = rows->count, .first_edge = edges};
    return count;
}

/* Encodes one chunk into its own block; *bytes is its size. */
static tricorn_status encode_chunk(tricorn_context *context, const writing *job, uint64_t c,
                                  uint64_t *bytes)
{
    tricorn_status status = TRICORN_OK;
    const tg_rows *graph = &job->rows;
    const uint64_t first_row = job->chunks[c].first_row;
    const uint64_t rows = job->chunks[c + 1].first_row - first_row;
    const uint64_t first_edge = job->chunks[c].first_edge;
    const uint64_t edges = job->chunks[c + 1].first_edge - first_edge;
    uint32_t *numbers = NULL;
    unsigned char *out = NULL;

    TG_TRY(TG_ALLOC(context, rows + edges, &numbers));
    TG_TRY(TG_ALLOC(context, tg_gaps_most_bytes(rows) + tg_gaps_most_bytes(edges), &out));
    for (uint64_t r = 0; r < rows; r++) {
        const uint64_t start = graph->offsets[first_row + r];
        const uint64_t length = graph->offsets[first_row + r + 1] - start;
        numbers[r] = (uint32_t)length; /* at most the row's number: distinct ids below it */
        tg_gaps_from_ids(graph->ids + start, length, numbers + rows + (start - first_edge));
    }
    *bytes = tg_gaps_encode(numbers, rows, out);
    *bytes += tg_gaps_encode(numbers + rows, edges, out + *bytes);
    TG_TRY(TG_REALLOC(context, *bytes, &out));
    job->encoded[c] = out;
    out = NULL;
cleanup:
    tg_free(numbers);
    tg_free(out);
    return status;
}

static tricorn_status encode_chunks(tricorn_context *context, writing *job)
{
    _Atomic int failure = TRICORN_OK;
    tg_work_begin(context, "encoding", job->graph->edges);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t c = 0; c < job->chunk_count; c++) {
        if (failure != TRICORN_OK || tg_cancelled(context)) continue;
        tg_keep_failure(&failure, encode_chunk(context, job, c, &job->chunks[c].first_byte));
        tg_work_add(context, job->chunks[c + 1].first_edge - job->chunks[c].first_edge);
    }
    return failure != TRICORN_OK ? (tricorn_status)failure : tg_check_cancelled(context);
}

/* Turns lengths of chunks into their offsets. */
static uint64_t place_chunks(writing *job)
{
    uint64_t sum = 0;
    for (uint64_t c = 0; c < job->chunk_count; c++) {
        const uint64_t bytes = job->chunks[c].first_byte;
        job->chunks[c].first_byte = sum;
        sum += bytes;
    }
    job->chunks[job->chunk_count].first_byte = sum;
    return sum;
}

static tricorn_status join_chunks(tricorn_context *context, writing *job, uint64_t bytes)
{
    const tricorn_status status = TG_ALLOC(context, bytes, &job->targets);
    if (status != TRICORN_OK) return status;
    for (uint64_t c = 0; c < job->chunk_count; c++) {
        memcpy(job->targets + job->chunks[c].first_byte, job->encoded[c],
               job->chunks[c + 1].first_byte - job->chunks[c].first_byte);
        tg_free(job->encoded[c]);
        job->encoded[c] = NULL;
    }
    job->header.encoding = TG_TRI_GAPS;
    set_section(job, TG_TRI_ROWS, job->chunks, (job->chunk_count + 1) * sizeof *job->chunks);
    set_section(job, TG_TRI_TARGETS, job->targets, bytes);
    return TRICORN_OK;
}

static tricorn_status encode_rows(tricorn_context *context, writing *job)
{
    tricorn_status status = TRICORN_OK;
    const tg_rows *rows = &job->rows;
    const uint64_t offset_bytes = ((uint64_t)rows->count + 1) * sizeof *rows->offsets;
    const uint64_t id_bytes = job->graph->edges * sizeof *rows->ids;
    const uint64_t raw = offset_bytes + id_bytes;

    job->chunk_count = cut_chunks(rows, NULL);
    TG_TRY(TG_ALLOC(context, job->chunk_count + 1, &job->chunks));
    TG_TRY(TG_ALLOC_ZERO(context, job->chunk_count, &job->encoded));
    cut_chunks(rows, job->chunks);
    TG_TRY(encode_chunks(context, job));
    const uint64_t bytes = place_chunks(job);
    if (bytes <= raw / 100 * GAPS_PAY_PERCENT) {
        TG_TRY(join_chunks(context, job, bytes));
    } else {
        job->header.encoding = TG_TRI_RAW;
        set_section(job, TG_TRI_ROWS, rows->offsets, offset_bytes);
        set_section(job, TG_TRI_TARGETS, rows->ids, id_bytes);
    }
cleanup:
    return status;
}

/* ---- layout ------------------------------------------------------------------------------- */

/* The numbers that the input uses: the entries of the sections by input number. */
static uint64_t input_numbers(const tricorn_graph *graph)
{
    uint64_t most = 0;
    if (graph->input_ids == NULL) return graph->vertices;
    for (uint32_t u = 0; u < graph->vertices; u++)
        if (graph->input_ids[u] >= most) most = (uint64_t)graph->input_ids[u] + 1;
    return most;
}

static void add_ids(writing *job)
{
    const tricorn_graph *graph = job->graph;
    const uint64_t numbers = input_numbers(graph);
    if (graph->input_ids)
        set_section(job, TG_TRI_INPUT_IDS, graph->input_ids,
                    graph->vertices * sizeof *graph->input_ids);
    if (graph->ids.numbers)
        set_section(job, TG_TRI_NUMBERS, graph->ids.numbers, numbers * sizeof *graph->ids.numbers);
    if (graph->ids.text && numbers) {
        const uint64_t last = graph->ids.starts[numbers - 1];
        set_section(job, TG_TRI_STARTS, graph->ids.starts, numbers * sizeof *graph->ids.starts);
        set_section(job, TG_TRI_TEXT, graph->ids.text, last + strlen(graph->ids.text + last) + 1);
    }
}

static uint64_t align(uint64_t offset)
{
    return (offset + TG_TRI_ALIGNMENT - 1) / TG_TRI_ALIGNMENT * TG_TRI_ALIGNMENT;
}

/* Sets the offsets of all sections; returns the number of blocks with a checksum. */
static uint64_t place_sections(tg_tri_header *header)
{
    uint64_t offset = align(sizeof *header);
    const uint64_t begin = offset;
    for (int s = 0; s < TG_TRI_CHECKSUMS; s++) {
        header->sections[s].offset = offset;
        offset = align(offset + header->sections[s].bytes);
    }
    const uint64_t blocks = (offset - begin + TG_TRI_BLOCK_BYTES - 1) / TG_TRI_BLOCK_BYTES;
    header->sections[TG_TRI_CHECKSUMS].offset = offset;
    header->sections[TG_TRI_CHECKSUMS].bytes = blocks * sizeof(uint64_t);
    return blocks;
}

/* Adds the part of a section that lies in the block [from, to) to its checksum. */
static void add_to_checksum(XXH3_state_t *state, const writing *job, int section, uint64_t from,
                            uint64_t to)
{
    static const unsigned char zeros[TG_TRI_ALIGNMENT];
    const uint64_t offset = job->header.sections[section].offset;
    const uint64_t end = offset + job->header.sections[section].bytes, padded = align(end);
    const uint64_t first = from > offset ? from : offset, last = to < end ? to : end;
    const uint64_t pad_first = from > end ? from : end, pad_last = to < padded ? to : padded;
    if (first < last)
        XXH3_64bits_update(state, (const char *)job->sections[section] + (first - offset),
                           last - first);
    if (pad_first < pad_last) XXH3_64bits_update(state, zeros, pad_last - pad_first);
}

static void check_block(const writing *job, uint64_t block)
{
    const uint64_t begin = align(sizeof job->header);
    const uint64_t end = job->header.sections[TG_TRI_CHECKSUMS].offset;
    const uint64_t from = begin + block * TG_TRI_BLOCK_BYTES;
    const uint64_t to = end - from < TG_TRI_BLOCK_BYTES ? end : from + TG_TRI_BLOCK_BYTES;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    for (int s = 0; s < TG_TRI_CHECKSUMS; s++) add_to_checksum(&state, job, s, from, to);
    job->checksums[block] = XXH3_64bits_digest(&state);
}

static tricorn_status finish_header(tricorn_context *context, writing *job)
{
    tg_tri_header *header = &job->header;
    const uint64_t blocks = place_sections(header);
    const tricorn_status status = TG_ALLOC(context, blocks, &job->checksums);
    if (status != TRICORN_OK) return status;
#pragma omp parallel for num_threads((int)context->threads) schedule(static)
    for (uint64_t b = 0; b < blocks; b++) check_block(job, b);
    set_section(job, TG_TRI_CHECKSUMS, job->checksums, blocks * sizeof *job->checksums);
    header->checksums_checksum = tg_checksum(job->checksums, blocks * sizeof *job->checksums);
    header->header_checksum = tg_checksum(header, offsetof(tg_tri_header, header_checksum));
    return TRICORN_OK;
}

/* Writes zeros from `offset` to the next section. */
static tricorn_status pad(tricorn_context *context, tg_output *output, uint64_t offset)
{
    static const unsigned char zeros[TG_TRI_ALIGNMENT];
    return tg_output_write(context, output, zeros, align(offset) - offset);
}

static tricorn_status write_sections(tricorn_context *context, const writing *job,
                                    tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    const tg_tri_header *header = &job->header;
    TG_TRY(tg_output_write(context, output, header, sizeof *header));
    TG_TRY(pad(context, output, sizeof *header));
    for (int s = 0; s < TG_TRI_SECTIONS; s++) {
        const uint64_t bytes = header->sections[s].bytes;
        if (bytes) TG_TRY(tg_output_write(context, output, job->sections[s], bytes));
        if (s < TG_TRI_CHECKSUMS) TG_TRY(pad(context, output, header->sections[s].offset + bytes));
    }
cleanup:
    return status;
}

tricorn_status tg_tri_write(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    writing job = {.graph = graph};
    job.header = (tg_tri_header){.version = TG_TRI_VERSION,
                                 .order = graph->order,
                                 .active = graph->active,
                                 .vertices = graph->vertices,
                                 .edges = graph->edges,
                                 .input_edges = graph->input_edges,
                                 .self_loops = graph->self_loops,
                                 .duplicates = graph->duplicates,
                                 .both_directions = graph->both_directions,
                                 .first_id = graph->ids.first};
    memcpy(job.header.magic, TG_TRI_MAGIC, TG_TRI_MAGIC_BYTES);
    TG_TRY(tg_graph_rows(context, graph, &job.rows));
    TG_TRY(encode_rows(context, &job));
    add_ids(&job);
    TG_TRY(finish_header(context, &job));
    TG_TRY(write_sections(context, &job, output));

cleanup:
    for (uint64_t c = 0; job.encoded && c < job.chunk_count; c++) tg_free(job.encoded[c]);
    tg_free(job.encoded);
    tg_free(job.chunks);
    tg_free(job.targets);
    tg_free(job.checksums);
    return status;
}
