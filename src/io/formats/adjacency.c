/* adjacency.c - reads and writes the AdjacencyGraph text of PBBS, Ligra and GBBS.
 *
 * The text is the word AdjacencyGraph, followed by integers with any white space between them:
 * n, m, n offsets, and m neighbours, which count from 0. In a WeightedAdjacencyGraph, m weights follow. Source:
 * "Problem Based Benchmark Suite, graph file formats", cs.cmu.edu/~pbbs.
 *
 * - What a number means depends on how many numbers come before it. So a flat file is read
 *   twice: first all threads count the numbers in each chunk, then they parse them, each chunk
 *   independently of the others.
 * - A stream is read by one thread, and so is a file whose edges do not fit in memory.
 */
#include "io/format.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/binary/csr.h"
#include "io/text/digits.h"
#include "io/text/lines.h"
#include "io/binary/rows.h"
#include "io/text/scan.h"
#include "io/text/text.h"

enum {
    HEADER_NUMBERS = 2,
    WORD_BYTES = 64, /* the most bytes of a word in the header; all valid words are shorter */
    LINE_MOST = TG_DIGITS_MOST + 1,
    EDGES_AT_ONCE = 1 << 10, /* how many edges a part makes room for at a time */
    CHUNK_ROWS = 4096 /* how many rows a thread takes at a time when sources are filled in */
};

static const char NAME[] = "AdjacencyGraph";
static const char WEIGHTED_NAME[] = "WeightedAdjacencyGraph";

typedef struct header {
    bool weighted;
    uint64_t vertices, arcs;
    /* The line of the first number after the header, or of the last number in it. */
    uint64_t line;
} header;

static bool is_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* ---- the header ---- */

/* Reads the next word, and the byte after it. */
static tricorn_status read_word(tricorn_context *context, tg_input *input, char word[WORD_BYTES], uint64_t *line)
{
    size_t length = 0;
    for (;;) {
        char byte = 0;
        size_t got = 0;
        TG_DO(tg_input_read(context, input, &byte, 1, &got));
        if (got > 0 && byte == 0)
            return tg_fail(context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": " TG_NUL_IN_LINE, tg_input_name(input), *line);
        *line += got > 0 && byte == '\n';
        if (got == 0 || (is_space(byte) && length > 0)) break;
        if (is_space(byte)) continue;
        word[length++] = byte;
        if (length == WORD_BYTES - 1) break;
    }
    word[length] = 0;
    return TRICORN_OK;
}

static tricorn_status read_count(
  tricorn_context *context, tg_input *input, const char *what, uint64_t *count, uint64_t *line)
{
    char word[WORD_BYTES];
    const uint64_t stands_on = *line;
    TG_DO(read_word(context, input, word, line));
    const char *end = tg_scan_index(word, count);
    if (end && *end == 0 && *count <= INT64_MAX) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": expected the number of %s, but found '%s'",
      tg_input_name(input), stands_on, what, word);
}

static tricorn_status read_header(tricorn_context *context, tg_input *input, header *found)
{
    char word[WORD_BYTES];
    const char *name = tg_input_name(input);
    found->line = 1;
    tricorn_status status = read_word(context, input, word, &found->line);
    if (status != TRICORN_OK) return status;
    found->weighted = strcmp(word, WEIGHTED_NAME) == 0;
    if (strstr(word, "Hypergraph"))
        return tg_fail(
          context, TRICORN_UNSUPPORTED, "%s: is a hypergraph ('%s'), whose edges have any number of ends", name, word);
    if (!found->weighted && strcmp(word, NAME) != 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: begins with '%.40s', not with AdjacencyGraph or "
          "WeightedAdjacencyGraph",
          name, word);
    status = read_count(context, input, "vertices", &found->vertices, &found->line);
    if (status == TRICORN_OK) status = read_count(context, input, "edges", &found->arcs, &found->line);
    return status == TRICORN_OK ? tg_csr_check_vertices(context, name, found->vertices) : status;
}

/* ---- the numbers ---- */

typedef struct reading {
    const char *name;
    header header;
    tg_csr csr;
    uint64_t offsets_room; /* how many offsets fit in the memory */
    tg_edge_part *part; /* the part that receives all edges */

    /* If all threads read, edges get their sources once all numbers are read. */
    uint64_t *before; /* how many numbers come before each chunk */
    _Atomic uint64_t seen;

    bool in_order; /* one thread reads, and the memory of offsets and edges grows meanwhile */
    uint64_t number; /* how many numbers come before the next chunk */
    bool complete;
    bool wrong; /* the offsets are wrong, which finish() will report */
    tg_offsets_view view;
    uint64_t row; /* the row of the last neighbour that was read */
} reading;

static const char NO_NUMBER[] = "expected whole numbers, not negative, with blanks between them";
static const char NO_WEIGHT[] = "expected a weight, a number";
static const char NO_VERTEX[] = "a neighbour is not below the number of vertices, which the "
                                "header says";
static const char OFFSET_TOO_LARGE[] = "an offset is larger than the number of edges, which the "
                                       "header says";
static const char TOO_MANY[] = "the file has more numbers than the header says";

/* Returns the number of words in the chunk; a word begins after white space. The loop has no
 * branches, so compilers can vectorise it. */
static uint64_t words_of(const char *begin, const char *end)
{
    uint64_t words = !is_space(*begin);
    for (const char *at = begin + 1; at < end; at++) words += (unsigned)is_space(at[-1]) & (unsigned)!is_space(*at);
    return words;
}

static tricorn_status count_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    reading *job = user;
    (void)context;
    outcome->lines = tg_count_lines(chunk->begin, chunk->end);
    job->before[chunk->index] = words_of(chunk->begin, chunk->end);
    return TRICORN_OK;
}

static tricorn_status add_offset(tricorn_context *context, reading *job, uint64_t index, uint64_t value)
{
    tg_offsets *offsets = &job->csr.offsets;
    if (offsets->marks) return tg_offsets_put(context, offsets, value);
    if (index == job->offsets_room) {
        const uint64_t room = index + index / 2 + EDGES_AT_ONCE;
        TG_DO(TG_REALLOC(context, room, &offsets->all));
        job->offsets_room = room;
    }
    offsets->all[index] = value;
    return TRICORN_OK;
}

/* Checks the offsets once the last one of the file is read; used if one thread reads. */
static tricorn_status complete_offsets(tricorn_context *context, reading *job)
{
    tricorn_status status = TRICORN_OK;
    if (job->complete) return TRICORN_OK;
    job->complete = true;
    TG_TRY(add_offset(context, job, job->csr.vertices, job->csr.arcs));
    status = tg_csr_check_offsets(context, job->name, &job->csr);
    job->wrong = status == TRICORN_BAD_FORMAT;
    if (job->wrong) return TRICORN_OK;
    TG_TRY(status);
    job->view.of = &job->csr.offsets;
    TG_TRY(tg_offsets_view_at(context, &job->view, 0));

cleanup:
    return status;
}

static tricorn_status add_edge(tricorn_context *context, reading *job, uint64_t arc, uint64_t target)
{
    TG_DO(complete_offsets(context, job));
    if (job->wrong) return TRICORN_OK;
    TG_DO(tg_offsets_follow(context, &job->view, arc, &job->row));
    if (job->part->count == job->part->room)
        TG_DO(tg_edge_part_reserve(context, job->part, EDGES_AT_ONCE, sizeof(tg_edge)));
    tg_edge_part_push(job->part, (uint32_t)job->row, (uint32_t)target);
    return TRICORN_OK;
}

/* Stores the number with this index; sets *error if the number is wrong. */
static tricorn_status store_number(
  tricorn_context *context, reading *job, uint64_t index, uint64_t value, const char **error)
{
    const header *stated = &job->header;
    if (index < stated->vertices) {
        if (value > stated->arcs) *error = OFFSET_TOO_LARGE;
        if (job->in_order && *error == NULL) return add_offset(context, job, index, value);
        if (*error == NULL) job->csr.offsets.all[index] = value;
        return TRICORN_OK;
    }
    const uint64_t arc = index - stated->vertices;
    if (value >= stated->vertices) *error = NO_VERTEX;
    if (job->in_order && *error == NULL) return add_edge(context, job, arc, value);
    if (*error == NULL) ((tg_edge *)job->part->edges)[arc] = (tg_edge){0, (uint32_t)value};
    return TRICORN_OK;
}

/* Reads the word at *at, which is the number with this index, and sets *at to its end. */
static tricorn_status read_number(
  tricorn_context *context, reading *job, const char **at, uint64_t index, const char **error)
{
    const uint64_t weights = job->header.vertices + job->header.arcs;
    uint64_t value = 0;
    const char *end;
    if (index < weights) {
        end = tg_scan_index(*at, &value);
        if (end == NULL || !is_space(*end)) {
            *error = NO_NUMBER;
            return TRICORN_OK;
        }
        *at = end;
        return store_number(context, job, index, value, error);
    }
    if (job->header.weighted && index < weights + job->header.arcs) {
        end = tg_scan_number(*at);
        *error = end && is_space(*end) ? NULL : NO_WEIGHT;
        *at = end;
    } else {
        *error = TOO_MANY;
    }
    return TRICORN_OK;
}

static tricorn_status parse_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    reading *job = user;
    uint64_t index = job->in_order ? job->number : job->before[chunk->index];

    const char *at = chunk->begin;
    outcome->lines = 1; /* counts the line of the first byte */
    while (outcome->error == NULL) {
        for (; at < chunk->end && is_space(*at); at++) outcome->lines += *at == '\n' && at + 1 < chunk->end;
        if (at == chunk->end) break;
        TG_DO(read_number(context, job, &at, index++, &outcome->error));
    }
    if (job->in_order)
        job->number = index;
    else
        atomic_fetch_add(&job->seen, index - job->before[chunk->index]);
    return TRICORN_OK;
}

/* ---- the whole ---- */

static tricorn_status check_total(tricorn_context *context, const char *name, const header *stated, uint64_t found)
{
    const uint64_t expected = stated->vertices + stated->arcs * (stated->weighted ? 2 : 1);
    if (found == expected) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: with %" PRIu64 " vertices and %" PRIu64 " edges, as the header says, %" PRIu64
      " numbers must follow it, but there are %" PRIu64 "%s",
      name, stated->vertices, stated->arcs, expected, found, found < expected ? "; is the file cut?" : "");
}

/* For a flat file: fills job->before, and checks how many numbers the file has. */
static tricorn_status count_numbers(tricorn_context *context, tg_input *input, reading *job)
{
    const header *stated = &job->header;
    const uint64_t content = tg_input_size(input) - tg_input_consumed(input);
    const uint64_t chunks = content / tg_text_chunk_bytes + 1;
    const tg_text_reader counter = {
      .threads = context->threads, .first_line = stated->line, .user = job, .parse = count_chunk};

    TG_DO(TG_ALLOC_ZERO(context, chunks + 1, &job->before));
    TG_DO(tg_text_read(context, input, &counter));
    const uint64_t total = tg_prefix_sum(context, job->before, chunks);
    return check_total(context, tg_input_name(input), stated, total);
}

/* If all threads read, makes room for all numbers. Otherwise, if the offsets are many, prepares to set them aside. */
static tricorn_status make_room(tricorn_context *context, reading *job)
{
    tg_offsets *offsets = &job->csr.offsets;
    if (job->in_order)
        return tg_offsets_are_many(offsets->spill, offsets->count) ? tg_offsets_begin(context, offsets) : TRICORN_OK;
    TG_DO(TG_ALLOC(context, offsets->count, &offsets->all));
    TG_DO(tg_edge_part_reserve(context, job->part, job->csr.arcs, sizeof(tg_edge)));
    job->part->count = job->csr.arcs;
    return TRICORN_OK;
}

/* Sets the sources of edges whose targets are known, from the offsets. */
static void fill_sources(const tricorn_context *context, const tg_csr *csr, tg_edge *edges)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, CHUNK_ROWS)
    for (uint64_t row = 0; row < csr->vertices; row++)
        for (uint64_t i = csr->offsets.all[row]; i < csr->offsets.all[row + 1]; i++) edges[i].u = (uint32_t)row;
}

/* Whether memory can hold all numbers at the same time. */
static bool fits(const tg_edge_spill *spill, const tg_csr *csr)
{
    return spill == NULL ||
           (!tg_offsets_are_many(spill, csr->vertices + 1) && csr->arcs <= spill->room_bytes / sizeof(tg_edge));
}

static tricorn_status begin(tricorn_context *context, tg_input *input, reading *job, tg_edges *edges)
{
    const bool flat = tg_input_is_flat(input);
    tg_csr *csr = &job->csr;
    const char *peeked;
    size_t peeked_bytes;

    TG_DO(tg_input_peek(context, input, &peeked, &peeked_bytes));
    TG_DO(read_header(context, input, &job->header));
    *csr = (tg_csr){.vertices = job->header.vertices,
      .arcs = job->header.arcs,
      .offsets = {.count = job->header.vertices + 1, .spill = edges->spill},
      .offsets_at = TG_SIZE_UNKNOWN};
    job->in_order = !flat || !fits(edges->spill, csr);
    TG_DO(tg_edges_create(context, 1, edges));
    job->part = &edges->parts[0];
    if (flat) TG_DO(count_numbers(context, input, job));
    return make_room(context, job);
}

static tricorn_status finish(tricorn_context *context, reading *job)
{
    const char *name = job->name;
    const tg_csr *csr = &job->csr;
    TG_DO(check_total(context, name, &job->header, job->in_order ? job->number : atomic_load(&job->seen)));
    if (csr->vertices == 0 && csr->arcs > 0)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: %" PRIu64 " edges, but no vertices", name, csr->arcs);
    if (job->in_order) {
        TG_DO(complete_offsets(context, job));
        if (job->wrong) TG_DO(tg_csr_check_offsets(context, name, csr));
    } else {
        csr->offsets.all[csr->vertices] = csr->arcs;
        TG_DO(tg_csr_check_offsets(context, name, csr));
        fill_sources(context, csr, job->part->edges);
    }
    return TRICORN_OK;
}

static tricorn_status read_adjacency(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.name = tg_input_name(input)};
    (void)options;

    TG_TRY(begin(context, input, &job, edges));
    const tg_text_reader reader = {.threads = job.in_order ? 1 : context->threads,
      .first_line = job.header.line,
      .user = &job,
      .parse = parse_chunk};
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(finish(context, &job));
    edges->declared = true;
    edges->vertices = job.csr.vertices;

cleanup:
    tg_offsets_free(&job.csr.offsets);
    tg_free(job.view.buffer);
    tg_free(job.before);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    static const char hyper[] = "AdjacencyHypergraph", weighted_hyper[] = "WeightedAdjacencyHyper";
    static const char *const begins[] = {NAME, WEIGHTED_NAME, hyper, weighted_hyper};
    (void)name;
    while (count > 0 && is_space(*bytes)) {
        bytes++;
        count--;
    }
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (count >= strlen(begins[i]) && memcmp(bytes, begins[i], strlen(begins[i])) == 0) return TG_BY_CONTENT;
    return TG_NOT_MINE;
}

/* ---- writing ---- */

static tricorn_status write_lines(
  tricorn_context *context, tg_output *output, const uint64_t *offsets, const uint32_t *ids, uint64_t count)
{
    for (uint64_t i = 0; i < count;) {
        char *begin, *end;
        const uint64_t first = i;
        TG_DO(tg_output_room(context, output, LINE_MOST, &begin, &end));
        char *at = begin;
        for (; i < count && end - at >= LINE_MOST; i++) {
            at = tg_put_digits(at, ids ? ids[i] : offsets[i]);
            *at++ = '\n';
        }
        tg_output_advance(output, (size_t)(at - begin));
        if (tg_work_add(context, i - first)) return tg_check_cancelled(context);
    }
    return TRICORN_OK;
}

static tricorn_status write_adjacency(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t arcs = 2 * graph->edges;
    tg_rows rows = {0};

    tg_work_begin(context, "writing", graph->vertices + arcs);
    TG_TRY(tg_dense_rows(context, graph, 1, &rows));
    TG_TRY(tg_output_print(context, output, "%s\n%" PRIu32 "\n%" PRIu64 "\n", NAME, rows.count, arcs));
    TG_TRY(write_lines(context, output, rows.offsets, NULL, rows.count));
    TG_TRY(write_lines(context, output, NULL, rows.ids, arcs));

cleanup:
    tg_rows_free(&rows);
    return status;
}

static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    header found = {0};
    const char *bytes;
    size_t count;
    (void)options;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    TG_DO(read_header(context, input, &found));
    *sizes = tg_sizes_declared(found.arcs, found.vertices);
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(adjacency) = {
  .estimate = estimate,
  .description = {.name = "adjacency",
    .summary = "AdjacencyGraph text of PBBS, Ligra, GBBS; weighted too",
    .suffixes = ".adj",
    .reads = "isolated large pipe parallel",
    .writes = "isolated pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_adjacency,
  .write = write_adjacency,
};
