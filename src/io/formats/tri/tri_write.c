/* tri_write.c - writes a graph in tricorn's own format: all threads encode chunks of rows as
 * gaps; if these are not smaller by a quarter, the rows are written raw. */
#include "io/formats/tri/tri.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/binary/gaps.h"

/* If gaps need more than this share of the raw size, decoding them is not worth while. */
enum { GAPS_PAY_PERCENT = 75 };

typedef struct writing {
    const tricorn_graph *graph;
    tg_rows rows;
    tg_tri_header header;
    tg_tri_source sources[TG_TRI_SECTIONS];
    tg_tri_chunk *chunks;
    uint64_t chunk_count;
    unsigned char **encoded; /* the encoded bytes of each chunk */
    unsigned char *targets;
} writing;

static void set_section(writing *job, tg_tri_section section, const void *bytes, uint64_t count)
{
    job->sources[section].bytes = bytes;
    job->header.sections[section].bytes = count;
}

/* ---- gaps ---- */

uint64_t tg_tri_cut_chunks(const tg_rows *rows, tg_tri_chunk *chunks)
{
    const uint64_t edges = rows->count ? rows->offsets[rows->count] : 0;
    uint64_t count = 0;
    for (uint64_t row = 0; row < rows->count; count++) {
        const uint64_t first = row, edge = rows->offsets[row];
        while (row < rows->count && row - first < TG_TRI_CHUNK_ROWS && rows->offsets[row] - edge < TG_TRI_CHUNK_EDGES)
            row++;
        if (chunks) chunks[count] = (tg_tri_chunk){.first_row = first, .first_edge = edge};
    }
    if (chunks) chunks[count] = (tg_tri_chunk){.first_row = rows->count, .first_edge = edges};
    return count;
}

tricorn_status tg_tri_encode_chunk(
  tricorn_context *context, const tg_rows *rows, const tg_tri_chunk *chunk, unsigned char **encoded, uint64_t *bytes)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t first_row = chunk->first_row, first_edge = chunk->first_edge;
    const uint64_t count = chunk[1].first_row - first_row;
    const uint64_t edges = chunk[1].first_edge - first_edge;
    uint32_t *numbers = NULL;
    unsigned char *out = NULL;

    TG_TRY(TG_ALLOC(context, count + edges, &numbers));
    TG_TRY(TG_ALLOC(context, tg_gaps_most_bytes(count) + tg_gaps_most_bytes(edges), &out));
    for (uint64_t r = 0; r < count; r++) {
        const uint64_t start = rows->offsets[first_row + r];
        const uint64_t length = rows->offsets[first_row + r + 1] - start;
        /* Fits, because the ids of a row are different and below the row's own number. */
        numbers[r] = (uint32_t)length;
        tg_gaps_from_ids(rows->ids + start, length, numbers + count + (start - first_edge));
    }
    *bytes = tg_gaps_encode(numbers, count, out);
    *bytes += tg_gaps_encode(numbers + count, edges, out + *bytes);
    TG_TRY(TG_REALLOC(context, *bytes, &out));
    *encoded = out;
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
        tg_keep_failure(&failure,
          tg_tri_encode_chunk(context, &job->rows, &job->chunks[c], &job->encoded[c], &job->chunks[c].first_byte));
        tg_work_add(context, job->chunks[c + 1].first_edge - job->chunks[c].first_edge);
    }
    return failure != TRICORN_OK ? (tricorn_status)failure : tg_check_cancelled(context);
}

/* Replaces the lengths of the chunks by their offsets. */
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
    TG_DO(TG_ALLOC(context, bytes, &job->targets));
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
    const tg_rows *rows = &job->rows;
    const uint64_t offset_bytes = ((uint64_t)rows->count + 1) * sizeof *rows->offsets;
    const uint64_t id_bytes = job->graph->edges * sizeof *rows->ids;
    const uint64_t raw = offset_bytes + id_bytes;

    job->chunk_count = tg_tri_cut_chunks(rows, NULL);
    TG_DO(TG_ALLOC(context, job->chunk_count + 1, &job->chunks));
    TG_DO(TG_ALLOC_ZERO(context, job->chunk_count, &job->encoded));
    tg_tri_cut_chunks(rows, job->chunks);
    TG_DO(encode_chunks(context, job));
    const uint64_t bytes = place_chunks(job);
    if (bytes <= raw / 100 * GAPS_PAY_PERCENT) {
        TG_DO(join_chunks(context, job, bytes));
    } else {
        job->header.encoding = TG_TRI_RAW;
        set_section(job, TG_TRI_ROWS, rows->offsets, offset_bytes);
        set_section(job, TG_TRI_TARGETS, rows->ids, id_bytes);
    }
    return TRICORN_OK;
}

/* ---- the whole ---- */

/* Returns the bound of the numbers in the input, which is the number of entries of the sections
 * that have an entry for each such number. */
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
        set_section(job, TG_TRI_INPUT_IDS, graph->input_ids, graph->vertices * sizeof *graph->input_ids);
    if (graph->ids.numbers) set_section(job, TG_TRI_NUMBERS, graph->ids.numbers, numbers * sizeof *graph->ids.numbers);
    if (graph->ids.text && numbers) {
        set_section(job, TG_TRI_STARTS, graph->ids.starts, numbers * sizeof *graph->ids.starts);
        set_section(job, TG_TRI_TEXT, graph->ids.text, tg_ids_text_bytes(&graph->ids, numbers));
    }
}

tg_tri_header tg_tri_header_of(const tricorn_graph *graph)
{
    tg_tri_header header = {.version = TG_TRI_VERSION,
      .order = graph->order,
      .active = graph->active,
      .vertices = graph->vertices,
      .edges = graph->edges,
      .input_edges = graph->input_edges,
      .self_loops = graph->self_loops,
      .duplicates = graph->duplicates,
      .both_directions = graph->both_directions,
      .first_id = graph->ids.first};
    memcpy(header.magic, TG_TRI_MAGIC, TG_TRI_MAGIC_BYTES);
    return header;
}

tricorn_status tg_tri_write(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    writing job = {.graph = graph, .header = tg_tri_header_of(graph)};
    TG_TRY(tg_graph_rows(context, graph, &job.rows));
    TG_TRY(encode_rows(context, &job));
    add_ids(&job);
    TG_TRY(tg_tri_write_sections(context, &job.header, job.sources, output));

cleanup:
    for (uint64_t c = 0; job.encoded && c < job.chunk_count; c++) tg_free(job.encoded[c]);
    tg_free(job.encoded);
    tg_free(job.chunks);
    tg_free(job.targets);
    return status;
}
