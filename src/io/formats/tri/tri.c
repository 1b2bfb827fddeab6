/* tri.c - reads tricorn's own files: all threads check blocks, and then decode chunks.
 *
 * - The file has the graph in the form in which it is used, so nothing is sorted or numbered
 *   again.
 * - No file is trusted, since it may have been made to do harm: checksums find damage, and the
 *   content is checked against the invariants of graph/graph.h before it becomes a graph.
 */
#include "io/bytes/checksum.h"
#include "io/formats/tri/tri_read.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/format.h"
#include "io/binary/gaps.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the .tri reader and writer move little-endian numbers as they stand"
#endif

enum { STREAM_STEP = 4 << 20 }; /* how many bytes of a stream are read at a time */

typedef struct reading {
    tg_input *input;
    const char *name;
    tg_tri_header header;
    /* The content from offset `begin` to the end of the checksums, with padding. */
    unsigned char *content;
    uint64_t begin, bytes;
    tricorn_graph *graph;
} reading;

tricorn_status tg_tri_damaged(tricorn_context *context, const char *name, const char *what)
{
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: is damaged: %s; make it again from its source", name, what);
}

static tricorn_status damaged(tricorn_context *context, const reading *job, const char *what)
{
    return tg_tri_damaged(context, job->name, what);
}

/* ---- header ---- */

/* Returns the fault if sections overlap, or if they do not have the sizes that the counts
 * require; NULL: they are right. */
static const char *header_fault(const tg_tri_header *header)
{
    const uint64_t most = UINT64_MAX / 64; /* with this bound, no product below overflows */
    uint64_t offset = sizeof *header;
    for (int s = 0; s < TG_TRI_SECTIONS; s++) {
        if (header->sections[s].offset < offset || header->sections[s].offset % TG_TRI_ALIGNMENT ||
            header->sections[s].offset > most || header->sections[s].bytes > most)
            return "its sections overlap";
        offset = header->sections[s].offset + header->sections[s].bytes;
    }
    if (header->vertices >= UINT32_MAX || header->active > header->vertices) return "it has too many vertices";
    if (header->edges > most || header->order > TG_ORDER_REVERSED) return "its counts make no sense";
    const uint64_t content = header->sections[TG_TRI_CHECKSUMS].offset - header->sections[TG_TRI_ROWS].offset;
    const uint64_t blocks = (content + TG_TRI_BLOCK_BYTES - 1) / TG_TRI_BLOCK_BYTES;
    if (header->sections[TG_TRI_CHECKSUMS].bytes != blocks * sizeof(uint64_t))
        return "it does not have one checksum for each block";
    if (header->encoding == TG_TRI_RAW
          ? header->sections[TG_TRI_ROWS].bytes != (header->active + 1) * sizeof(uint64_t) ||
              header->sections[TG_TRI_TARGETS].bytes != header->edges * sizeof(uint32_t)
          : header->encoding != TG_TRI_GAPS || header->sections[TG_TRI_ROWS].bytes < sizeof(tg_tri_chunk) ||
              header->sections[TG_TRI_ROWS].bytes % sizeof(tg_tri_chunk))
        return "its rows are not as long as its counts say";
    const uint64_t input_ids = header->sections[TG_TRI_INPUT_IDS].bytes;
    if (input_ids && input_ids != header->vertices * sizeof(uint32_t)) return "its ids are not as many as its vertices";
    return NULL;
}

tricorn_status tg_tri_read_header(tricorn_context *context, tg_input *input, tg_tri_header *header)
{
    const char *name = tg_input_name(input);
    size_t count = 0;
    TG_DO(tg_input_read(context, input, header, sizeof *header, &count));
    if (count < TG_TRI_MAGIC_BYTES || memcmp(header->magic, TG_TRI_MAGIC, TG_TRI_MAGIC_BYTES) != 0)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: is not a .tri file", name);
    if (count < sizeof *header) return tg_tri_damaged(context, name, "it ends within its header");
    if (header->version != TG_TRI_VERSION)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: is a .tri file of version %" PRIu32 ", but this program reads version "
          "%d; convert it again from its source",
          name, header->version, TG_TRI_VERSION);
    if (header->header_checksum != tg_checksum(header, offsetof(tg_tri_header, header_checksum)))
        return tg_tri_damaged(context, name, "its header does not match its checksum");
    const char *fault = header_fault(header);
    return fault ? tg_tri_damaged(context, name, fault) : TRICORN_OK;
}

/* ---- content ---- */

static const void *section(const reading *job, tg_tri_section section)
{
    return job->content + (job->header.sections[section].offset - job->begin);
}

static bool block_is_right(const reading *job, uint64_t block)
{
    const uint64_t from = block * TG_TRI_BLOCK_BYTES;
    const uint64_t end = job->header.sections[TG_TRI_CHECKSUMS].offset - job->begin;
    const uint64_t count = end - from < TG_TRI_BLOCK_BYTES ? end - from : TG_TRI_BLOCK_BYTES;
    uint64_t expected;
    memcpy(&expected, (const char *)section(job, TG_TRI_CHECKSUMS) + block * sizeof expected, sizeof expected);
    return tg_checksum(job->content + from, count) == expected;
}

static tricorn_status read_flat(tricorn_context *context, reading *job)
{
    _Atomic int failure = TRICORN_OK;
    if (tg_input_size(job->input) < job->begin + job->bytes) return damaged(context, job, "it ends too early");
    TG_DO(TG_ALLOC(context, job->bytes + TG_GAPS_PADDING, &job->content));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint64_t at = 0; at < job->bytes; at += TG_TRI_BLOCK_BYTES) {
        const uint64_t left = job->bytes - at;
        const uint64_t count = left < TG_TRI_BLOCK_BYTES ? left : TG_TRI_BLOCK_BYTES;
        tg_keep_failure(&failure, tg_input_read_at(context, job->input, job->begin + at, job->content + at, count));
        tg_work_add(context, count);
    }
    return (tricorn_status)failure;
}

/* Reads a stream. Its header may state a wrong length, so memory grows only with bytes that were really read. */
static tricorn_status read_stream(tricorn_context *context, reading *job)
{
    unsigned char skipped[TG_TRI_ALIGNMENT];
    size_t count = 0;
    tricorn_status status = tg_input_read(context, job->input, skipped, job->begin - sizeof job->header, &count);
    for (uint64_t at = 0; status == TRICORN_OK && at < job->bytes; at += count) {
        const uint64_t left = job->bytes - at;
        const uint64_t step = left < STREAM_STEP ? left : STREAM_STEP;
        status = TG_REALLOC(context, at + step + TG_GAPS_PADDING, &job->content);
        if (status == TRICORN_OK) status = tg_input_read(context, job->input, job->content + at, step, &count);
        if (status == TRICORN_OK && count < step) status = damaged(context, job, "it ends too early");
        tg_work_add(context, count);
    }
    return status;
}

/* Refuses bytes after the checksums: they would belong to another file, perhaps one that was appended. */
static tricorn_status require_end(tricorn_context *context, const reading *job)
{
    size_t more = 0;
    char byte;
    if (tg_input_is_flat(job->input)) {
        more = tg_input_size(job->input) > job->begin + job->bytes;
    } else {
        TG_DO(tg_input_read(context, job->input, &byte, 1, &more));
    }
    return more > 0 ? damaged(context, job, "bytes follow behind its end") : TRICORN_OK;
}

static tricorn_status read_content(tricorn_context *context, reading *job)
{
    const tg_tri_header *header = &job->header;
    const uint64_t table = header->sections[TG_TRI_CHECKSUMS].bytes;
    uint64_t wrong = 0;

    job->begin = header->sections[TG_TRI_ROWS].offset;
    job->bytes = header->sections[TG_TRI_CHECKSUMS].offset + table - job->begin;
    if (job->begin > sizeof *header + TG_TRI_ALIGNMENT) return damaged(context, job, "its sections begin too late");
    tg_work_begin(context, "reading", job->bytes);
    TG_DO(tg_input_is_flat(job->input) ? read_flat(context, job) : read_stream(context, job));
    TG_DO(require_end(context, job));
    TG_DO(tg_check_cancelled(context));
    if (tg_checksum(section(job, TG_TRI_CHECKSUMS), table) != header->checksums_checksum)
        TG_DO(damaged(context, job, "its checksums do not match their own"));
#pragma omp parallel for num_threads((int)context->threads) reduction(+ : wrong) schedule(static)
    for (uint64_t b = 0; b < table / sizeof(uint64_t); b++) wrong += !block_is_right(job, b);
    if (wrong) TG_DO(damaged(context, job, "a block does not match its checksum"));
    return TRICORN_OK;
}

/* ---- rows ---- */

const char tg_tri_bad_rows[] = "its rows break the rules of the format";

static uint64_t chunks_of(const tg_tri_header *header)
{
    return header->sections[TG_TRI_ROWS].bytes / sizeof(tg_tri_chunk) - 1;
}

bool tg_tri_chunks_are_right(const tg_tri_header *header, const tg_tri_chunk *all)
{
    const uint64_t chunks = chunks_of(header);
    const tg_tri_chunk *end = &all[chunks];
    if (all[0].first_row || all[0].first_edge || all[0].first_byte) return false;
    for (uint64_t c = 0; c < chunks; c++) {
        if (all[c + 1].first_row < all[c].first_row || all[c + 1].first_edge < all[c].first_edge ||
            all[c + 1].first_byte < all[c].first_byte || all[c + 1].first_row - all[c].first_row > TG_TRI_CHUNK_ROWS)
            return false;
    }
    return end->first_row == header->active && end->first_edge == header->edges &&
           end->first_byte == header->sections[TG_TRI_TARGETS].bytes;
}

/* Decodes a chunk to offsets and targets; returns false if the chunk breaks the rules. */
static bool decode_chunk(const reading *job, uint64_t c, uint32_t *lengths)
{
    tricorn_graph *graph = job->graph;
    tg_tri_chunk chunk, next;
    memcpy(&chunk, (const tg_tri_chunk *)section(job, TG_TRI_ROWS) + c, sizeof chunk);
    memcpy(&next, (const tg_tri_chunk *)section(job, TG_TRI_ROWS) + c + 1, sizeof next);
    const uint64_t rows = next.first_row - chunk.first_row;
    const uint64_t edges = next.first_edge - chunk.first_edge;
    const unsigned char *in = (const unsigned char *)section(job, TG_TRI_TARGETS) + chunk.first_byte;
    const size_t room = next.first_byte - chunk.first_byte;
    const size_t length_bytes = tg_gaps_bytes(in, rows, room);
    if (length_bytes == SIZE_MAX) return false;
    if (tg_gaps_bytes(in + length_bytes, edges, room - length_bytes) != room - length_bytes) return false;
    tg_gaps_decode(in, rows, lengths);
    tg_gaps_decode(in + length_bytes, edges, graph->host.targets + chunk.first_edge);
    uint64_t edge = chunk.first_edge;
    for (uint64_t r = 0; r < rows; r++) {
        const uint64_t row = chunk.first_row + r;
        graph->host.offsets[row] = edge;
        if (lengths[r] > next.first_edge - edge) return false;
        if (!tg_gaps_to_ids(graph->host.targets + edge, lengths[r], row)) return false;
        edge += lengths[r];
    }
    return edge == next.first_edge;
}

/* Decodes one chunk after another; each thread calls it. */
static tricorn_status decode_some(tricorn_context *context, const reading *job, uint64_t chunks, _Atomic uint64_t *next)
{
    uint32_t *lengths = NULL;
    tricorn_status status = TG_ALLOC(context, TG_TRI_CHUNK_ROWS, &lengths);
    for (uint64_t c; status == TRICORN_OK && (c = atomic_fetch_add(next, 1)) < chunks;)
        if (!decode_chunk(job, c, lengths)) status = damaged(context, job, tg_tri_bad_rows);
    tg_free(lengths);
    return status;
}

static tricorn_status decode_rows(tricorn_context *context, reading *job)
{
    const uint64_t chunks = chunks_of(&job->header);
    _Atomic int failure = TRICORN_OK;
    _Atomic uint64_t next = 0;
    if (!tg_tri_chunks_are_right(&job->header, section(job, TG_TRI_ROWS)))
        return damaged(context, job, tg_tri_bad_rows);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&failure, decode_some(context, job, chunks, &next));
    job->graph->host.offsets[job->graph->active] = job->graph->edges;
    return (tricorn_status)failure;
}

static bool raw_row_is_right(const tricorn_graph *graph, uint64_t row)
{
    const uint64_t start = graph->host.offsets[row], end = graph->host.offsets[row + 1];
    if (start > end || end > graph->edges) return false;
    for (uint64_t e = start; e < end; e++)
        if (graph->host.targets[e] >= row || (e > start && graph->host.targets[e] <= graph->host.targets[e - 1]))
            return false;
    return true;
}

static tricorn_status copy_rows(tricorn_context *context, reading *job)
{
    tricorn_graph *graph = job->graph;
    uint64_t wrong = 0;
    memcpy(graph->host.offsets, section(job, TG_TRI_ROWS), job->header.sections[TG_TRI_ROWS].bytes);
    if (graph->edges)
        memcpy(graph->host.targets, section(job, TG_TRI_TARGETS), job->header.sections[TG_TRI_TARGETS].bytes);
#pragma omp parallel for num_threads((int)context->threads) reduction(+ : wrong) schedule(static)
    for (uint64_t row = 0; row < graph->active; row++) wrong += !raw_row_is_right(graph, row);
    if (wrong || graph->host.offsets[0] != 0 || graph->host.offsets[graph->active] != graph->edges)
        return damaged(context, job, tg_tri_bad_rows);
    return TRICORN_OK;
}

static tricorn_status read_rows(tricorn_context *context, reading *job)
{
    tricorn_graph *graph = job->graph;
    /* An encoded row or edge has at least one byte, a raw one has four. So a false header
     * cannot cause a large allocation. */
    const uint64_t encoded = job->header.sections[TG_TRI_TARGETS].bytes + job->header.sections[TG_TRI_ROWS].bytes;
    if ((uint64_t)graph->active + graph->edges > encoded) return damaged(context, job, tg_tri_bad_rows);
    TG_DO(TG_ALLOC(context, (uint64_t)graph->active + 1, &graph->host.offsets));
    TG_DO(TG_ALLOC(context, graph->edges, &graph->host.targets));
    return job->header.encoding == TG_TRI_GAPS ? decode_rows(context, job) : copy_rows(context, job);
}

/* ---- ids ---- */

/* Copies a section; *copy is NULL if the section is empty. */
static tricorn_status copy_section(tricorn_context *context, const reading *job, tg_tri_section which, void **copy)
{
    const uint64_t bytes = job->header.sections[which].bytes;
    const tricorn_status status = tg_alloc(context, bytes, 1, copy);
    if (status == TRICORN_OK && bytes) memcpy(*copy, section(job, which), bytes);
    return status;
}

const char *tg_tri_ids_fault(const tg_tri_header *header, const tg_tri_ids *of)
{
    const uint64_t numbers = header->sections[TG_TRI_NUMBERS].bytes / sizeof(uint64_t);
    const uint64_t starts = header->sections[TG_TRI_STARTS].bytes / sizeof(uint64_t);
    const uint64_t text = header->sections[TG_TRI_TEXT].bytes;
    const uint64_t least = numbers ? numbers : starts ? starts : UINT32_MAX;
    if ((text == 0) != (starts == 0) || (numbers && starts)) return "its ids are of two kinds";
    if (text && of->ids.text[text - 1] != 0) return "its last id does not end";
    for (uint64_t s = 0; s < starts; s++)
        if (of->ids.starts[s] >= text) return "an id begins behind the last";
    if (of->input_ids == NULL && header->vertices > least) return "it has too few ids";
    for (uint64_t u = 0; of->input_ids && u < header->vertices; u++)
        if (of->input_ids[u] >= least) return "a vertex has no id";
    return NULL;
}

static tricorn_status read_ids(tricorn_context *context, reading *job)
{
    tricorn_graph *graph = job->graph;
    graph->ids.first = job->header.first_id;
    TG_DO(copy_section(context, job, TG_TRI_INPUT_IDS, (void **)&graph->input_ids));
    TG_DO(copy_section(context, job, TG_TRI_NUMBERS, (void **)&graph->ids.numbers));
    TG_DO(copy_section(context, job, TG_TRI_STARTS, (void **)&graph->ids.starts));
    TG_DO(copy_section(context, job, TG_TRI_TEXT, (void **)&graph->ids.text));
    const tg_tri_ids ids = {graph->input_ids, graph->ids};
    const char *fault = tg_tri_ids_fault(&job->header, &ids);
    if (fault) TG_DO(damaged(context, job, fault));
    return TRICORN_OK;
}

/* ---- the format ---- */

static tricorn_status load(tricorn_context *context, tg_input *input, tricorn_graph **graph)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.input = input, .name = tg_input_name(input)};
    const tg_tri_header *header = &job.header;

    TG_TRY(tg_tri_read_header(context, input, &job.header));
    TG_TRY(read_content(context, &job));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &job.graph));
    *job.graph = (tricorn_graph){.active = (uint32_t)header->active,
      .vertices = (uint32_t)header->vertices,
      .edges = header->edges,
      .order = (tg_order)header->order,
      .input_edges = header->input_edges,
      .self_loops = header->self_loops,
      .duplicates = header->duplicates,
      .both_directions = header->both_directions};
    TG_TRY(read_rows(context, &job));
    TG_TRY(read_ids(context, &job));
    *graph = job.graph;
    job.graph = NULL;

cleanup:
    tricorn_graph_free(job.graph);
    tg_free(job.content);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    (void)name;
    return count >= TG_TRI_MAGIC_BYTES && memcmp(bytes, TG_TRI_MAGIC, TG_TRI_MAGIC_BYTES) == 0 ? TG_BY_CONTENT
                                                                                               : TG_NOT_MINE;
}

/* Computes the memory of the raw content, and of the graph that is made from it. */
static void sizes_of(const tg_tri_header *header, tg_sizes *sizes)
{
    *sizes = tg_sizes_declared(header->input_edges, header->vertices);
    sizes->graph_bytes = (header->active + 1) * sizeof(uint64_t) + header->edges * sizeof(uint32_t) +
                         header->sections[TG_TRI_CHECKSUMS].offset - header->sections[TG_TRI_INPUT_IDS].offset;
    sizes->read_bytes =
      sizes->graph_bytes + header->sections[TG_TRI_CHECKSUMS].offset + header->sections[TG_TRI_CHECKSUMS].bytes;
    sizes->end_degree = tg_mean_degree_if_flat(header->order, header->edges, header->active);
}

static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    tg_tri_header header;
    (void)options;
    const tricorn_status status = tg_tri_read_header(context, input, &header);
    if (status == TRICORN_OK) sizes_of(&header, sizes);
    return status;
}

/* Estimates the memory from the first bytes; if these are wrong, reading will report it. */
static tricorn_status load_bytes(tricorn_context *context, tg_input *input, uint64_t *bytes)
{
    tg_tri_header header;
    tg_sizes sizes;
    const char *first = NULL;
    size_t count = 0;

    *bytes = 0;
    const tricorn_status status = tg_input_peek(context, input, &first, &count);
    if (status != TRICORN_OK || count < sizeof header) return status;
    memcpy(&header, first, sizeof header);
    if (header_fault(&header) != NULL) return TRICORN_OK;
    sizes_of(&header, &sizes);
    *bytes = sizes.read_bytes;
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(tri) = {
  .binary = true,
  .estimate = estimate,
  .description = {.name = "tri",
    .summary = "tricorn's own: the graph cleaned and oriented, checked, loads at once",
    .suffixes = ".tri",
    .reads = "names isolated large pipe",
    .writes = "names isolated pipe"},
  .recognise = recognise,
  .load = load,
  .load_bytes = load_bytes,
  .read = tg_tri_read_edges,
  .write = tg_tri_write,
};
