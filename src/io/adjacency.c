/* adjacency.c - the AdjacencyGraph text of PBBS, Ligra and GBBS.
 *
 * The word AdjacencyGraph, then whole numbers with any white space between them: n, m, n offsets
 * and m neighbours, counted from 0.  WeightedAdjacencyGraph has m weights behind them.
 * Source: "Problem Based Benchmark Suite, graph file formats", cs.cmu.edu/~pbbs.
 *
 * The meaning of a number depends on how many numbers precede it.  So a flat file is read twice:
 * first the numbers of each block are counted.  One thread reads a stream.
 */
#include "io/format.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/csr.h"
#include "io/digits.h"
#include "io/lines.h"
#include "io/rows.h"
#include "io/scan.h"
#include "io/text.h"

enum {
    HEADER_NUMBERS = 2,
    WORD_BYTES = 64, /* of the header; all valid words are shorter */
    LINE_MOST = TG_DIGITS_MOST + 1,
    ROWS_AT_ONCE = 4096 /* a thread's share when sources are filled in */
};

static const char NAME[] = "AdjacencyGraph";
static const char WEIGHTED_NAME[] = "WeightedAdjacencyGraph";

typedef struct header {
    bool weighted;
    uint64_t vertices, arcs;
    uint64_t line; /* of the first number behind the header, or of the number before it */
} header;

static bool is_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* ---- the header --------------------------------------------------------------------------- */

/* Reads the next word and the byte behind it. */
static tricorn_status read_word(tricorn_context *context, tg_input *input, char word[WORD_BYTES],
                                uint64_t *line)
{
    size_t length = 0;
    for (;;) {
        char byte = 0;
        size_t got = 0;
        const tricorn_status status = tg_input_read(context, input, &byte, 1, &got);
        if (status != TRICORN_OK) return status;
        if (got > 0 && byte == 0)
            return tg_fail(context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": " TG_NUL_IN_LINE,
                           tg_input_name(input), *line);
        *line += got > 0 && byte == '\n';
        if (got == 0 || (is_space(byte) && length > 0)) break;
        if (is_space(byte)) continue;
        word[length++] = byte;
        if (length == WORD_BYTES - 1) break;
    }
    word[length] = 0;
    return TRICORN_OK;
}

static tricorn_status read_count(tricorn_context *context, tg_input *input, const char *what,
                                 uint64_t *count, uint64_t *line)
{
    char word[WORD_BYTES];
    const uint64_t stands_on = *line;
    const tricorn_status status = read_word(context, input, word, line);
    if (status != TRICORN_OK) return status;
    const char *end = tg_scan_index(word, count);
    if (end && *end == 0 && *count <= INT64_MAX) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
                   "%s:%" PRIu64 ": expected the number of %s, but found '%s'",
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
        return tg_fail(context, TRICORN_UNSUPPORTED,
                       "%s: is a hypergraph ('%s'), whose edges have any number of ends", name,
                       word);
    if (!found->weighted && strcmp(word, NAME) != 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: begins with '%.40s', not with AdjacencyGraph or "
                       "WeightedAdjacencyGraph",
                       name, word);
    status = read_count(context, input, "vertices", &found->vertices, &found->line);
    if (status == TRICORN_OK)
        status = read_count(context, input, "edges", &found->arcs, &found->line);
    return status == TRICORN_OK ? tg_csr_check_vertices(context, name, found->vertices) : status;
}

/* ---- the numbers -------------------------------------------------------------------------- */

typedef struct reading {
    header header;
    uint64_t *before;  /* flat files: numbers before each block */
    uint64_t number;   /* streams: before the next block */
    uint64_t *offsets; /* vertices + 1 of them at the end */
    uint64_t offsets_room;
    tg_edge_part *part;    /* the only part; at first only v of its edges is set */
    bool grows;            /* a stream: it grows while numbers are read */
    _Atomic uint64_t seen; /* flat files: numbers read so far */
} reading;

static const char NO_NUMBER[] = "expected whole numbers, not negative, with blanks between them";
static const char NO_WEIGHT[] = "expected a weight, a number";
static const char NO_VERTEX[] = "a neighbour is not below the number of vertices, which the "
                                "header says";
static const char OFFSET_TOO_LARGE[] = "an offset is larger than the number of edges, which the "
                                       "header says";
static const char TOO_MANY[] = "more numbers come than the header says";

/* Number of words in the block: each begins behind white space.  The loop has no branches, so
 * that compilers vectorise it. */
static uint64_t words_of(const char *begin, const char *end)
{
    uint64_t words = !is_space(*begin);
    for (const char *at = begin + 1; at < end; at++)
        words += (unsigned)is_space(at[-1]) & (unsigned)!is_space(*at);
    return words;
}

static tricorn_status count_block(tricorn_context *context, void *user,
                                  const tg_text_block *block, tg_text_outcome *outcome)
{
    reading *job = user;
    (void)context;
    outcome->lines = tg_count_lines(block->begin, block->end);
    job->before[block->index] = words_of(block->begin, block->end);
    return TRICORN_OK;
}

/* Room for the block's numbers, at most `words` of them. */
static tricorn_status make_room(tricorn_context *context, reading *job, uint64_t words)
{
    const header *told = &job->header;
    const uint64_t end = job->number + words;
    tricorn_status status = TRICORN_OK;
    if (!job->grows) return TRICORN_OK;
    const uint64_t offsets = (end < told->vertices ? end : told->vertices) + 1;
    if (offsets > job->offsets_room) {
        const uint64_t grown = job->offsets_room + job->offsets_room / 2;
        job->offsets_room = offsets > grown ? offsets : grown;
        status = TG_REALLOC(context, job->offsets_room, &job->offsets);
    }
    if (status != TRICORN_OK || end <= told->vertices) return status;
    const uint64_t arcs = end - told->vertices < told->arcs ? end - told->vertices : told->arcs;
    return arcs > job->part->count
               ? tg_edge_part_reserve(context, job->part, arcs - job->part->count,
                                      sizeof(tg_edge))
               : TRICORN_OK;
}

/* Stores number `index`; returns its error, or NULL. */
static const char *store_number(reading *job, uint64_t index, uint64_t value)
{
    const header *told = &job->header;
    if (index < told->vertices) {
        job->offsets[index] = value;
        return value > told->arcs ? OFFSET_TOO_LARGE : NULL;
    }
    if (value >= told->vertices) return NO_VERTEX;
    ((tg_edge *)job->part->edges)[index - told->vertices] = (tg_edge){0, (uint32_t)value};
    return NULL;
}

/* Reads the word at `at`, number `index`; returns the position behind it. */
static const char *read_number(reading *job, const char *at, uint64_t index, const char **error)
{
    const uint64_t weights = job->header.vertices + job->header.arcs;
    uint64_t value = 0;
    const char *end;
    if (index < weights) {
        end = tg_scan_index(at, &value);
        *error = end && is_space(*end) ? store_number(job, index, value) : NO_NUMBER;
    } else if (job->header.weighted && index < weights + job->header.arcs) {
        end = tg_scan_number(at);
        *error = end && is_space(*end) ? NULL : NO_WEIGHT;
    } else {
        end = at;
        *error = TOO_MANY;
    }
    return end;
}

static tricorn_status parse_block(tricorn_context *context, void *user,
                                  const tg_text_block *block, tg_text_outcome *outcome)
{
    reading *job = user;
    uint64_t index = job->before ? job->before[block->index] : job->number;
    /* A number and the white space behind it have two bytes or more. */
    const tricorn_status status =
        make_room(context, job, (uint64_t)(block->end - block->begin) / 2 + 1);
    if (status != TRICORN_OK) return status;

    const char *at = block->begin;
    outcome->lines = 1; /* the current line */
    while (outcome->error == NULL) {
        for (; at < block->end && is_space(*at); at++)
            outcome->lines += *at == '\n' && at + 1 < block->end;
        if (at == block->end) break;
        at = read_number(job, at, index++, &outcome->error);
    }
    if (job->grows) {
        const uint64_t arcs = index > job->header.vertices ? index - job->header.vertices : 0;
        job->part->count = arcs < job->header.arcs ? arcs : job->header.arcs;
        job->number = index;
    } else {
        atomic_fetch_add(&job->seen, index - job->before[block->index]);
    }
    return TRICORN_OK;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static tricorn_status check_total(tricorn_context *context, const char *name, const header *told,
                                  uint64_t found)
{
    const uint64_t expected = told->vertices + told->arcs * (told->weighted ? 2 : 1);
    if (found == expected) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
                   "%s: with %" PRIu64 " vertices and %" PRIu64
                   " edges, as the header says, %" PRIu64
                   " numbers must follow it, but there are %" PRIu64 "%s",
                   name, told->vertices, told->arcs, expected, found,
                   found < expected ? "; is the file cut?" : "");
}

/* Computes job->before, checks the number of numbers, and makes room for all. */
static tricorn_status count_numbers(tricorn_context *context, tg_input *input, reading *job)
{
    tricorn_status status = TRICORN_OK;
    const header *told = &job->header;
    const uint64_t content = tg_input_size(input) - tg_input_consumed(input);
    const uint64_t blocks = content / tg_text_block_bytes + 1;
    const tg_text_reader counter = {
        .threads = context->threads, .first_line = told->line, .user = job, .parse = count_block};

    TG_TRY(TG_ALLOC_ZERO(context, blocks + 1, &job->before));
    TG_TRY(tg_text_read(context, input, &counter));
    const uint64_t total = tg_prefix_sum(context, job->before, blocks);
    TG_TRY(check_total(context, tg_input_name(input), told, total));
    TG_TRY(TG_ALLOC(context, told->vertices + 1, &job->offsets));
    TG_TRY(tg_edge_part_reserve(context, job->part, told->arcs, sizeof(tg_edge)));
    job->part->count = told->arcs;

cleanup:
    return status;
}

/* The edges have their targets; the offsets give their sources. */
static void fill_sources(const tricorn_context *context, const tg_csr *csr, tg_edge *edges)
{
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint64_t row = 0; row < csr->vertices; row++)
        for (uint64_t i = csr->offsets.all[row]; i < csr->offsets.all[row + 1]; i++)
            edges[i].u = (uint32_t)row;
}

static tricorn_status read_adjacency(tricorn_context *context, tg_input *input,
                                     const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const bool flat = tg_input_is_flat(input);
    const char *name = tg_input_name(input), *peeked;
    reading job = {.grows = !flat};
    size_t peeked_bytes;
    (void)options;

    TG_TRY(tg_input_peek(context, input, &peeked, &peeked_bytes));
    TG_TRY(read_header(context, input, &job.header));
    TG_TRY(tg_edges_create(context, 1, edges));
    job.part = &edges->parts[0];
    if (flat) TG_TRY(count_numbers(context, input, &job));
    const tg_text_reader reader = {.threads = flat ? context->threads : 1,
                                   .first_line = job.header.line,
                                   .user = &job,
                                   .parse = parse_block};
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(check_total(context, name, &job.header, flat ? atomic_load(&job.seen) : job.number));
    if (!flat) {
        TG_TRY(TG_REALLOC(context, job.header.vertices + 1, &job.offsets));
    }
    job.offsets[job.header.vertices] = job.header.arcs;
    const tg_csr csr = {.vertices = job.header.vertices,
                        .arcs = job.header.arcs,
                        .offsets = {.count = job.header.vertices + 1, .all = job.offsets},
                        .offsets_at = TG_SIZE_UNKNOWN};
    if (csr.vertices == 0 && job.header.arcs > 0)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s: %" PRIu64 " edges, but no vertices",
                       name, job.header.arcs));
    TG_TRY(tg_csr_check_offsets(context, name, &csr));
    fill_sources(context, &csr, job.part->edges);
    edges->declared = true;
    edges->vertices = csr.vertices;

cleanup:
    tg_free(job.offsets);
    tg_free(job.before);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    static const char hyper[] = "AdjacencyHypergraph",
                      weighted_hyper[] = "WeightedAdjacencyHyper";
    static const char *const begins[] = {NAME, WEIGHTED_NAME, hyper, weighted_hyper};
    (void)name;
    while (count > 0 && is_space(*bytes)) {
        bytes++;
        count--;
    }
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (count >= strlen(begins[i]) && memcmp(bytes, begins[i], strlen(begins[i])) == 0)
            return TG_BY_CONTENT;
    return TG_NOT_MINE;
}

/* ---- writing ------------------------------------------------------------------------------ */

/* One number a line. */
static tricorn_status write_lines(tricorn_context *context, tg_output *output,
                                  const uint64_t *offsets, const uint32_t *ids, uint64_t count)
{
    for (uint64_t i = 0; i < count;) {
        char *begin, *end;
        const uint64_t first = i;
        const tricorn_status status = tg_output_room(context, output, LINE_MOST, &begin, &end);
        if (status != TRICORN_OK) return status;
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

static tricorn_status write_adjacency(tricorn_context *context, const tricorn_graph *graph,
                                      tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t arcs = 2 * graph->edges;
    tg_rows rows = {0};

    tg_work_begin(context, "writing", graph->vertices + arcs);
    TG_TRY(tg_dense_rows(context, graph, 1, &rows));
    TG_TRY(tg_output_print(context, output, "%s\n%" PRIu32 "\n%" PRIu64 "\n", NAME, rows.count,
                           arcs));
    TG_TRY(write_lines(context, output, rows.offsets, NULL, rows.count));
    TG_TRY(write_lines(context, output, NULL, rows.ids, arcs));

cleanup:
    tg_rows_free(&rows);
    return status;
}

static tricorn_status estimate(tricorn_context *context, tg_input *input,
                               const tricorn_load_options *options, tg_sizes *sizes)
{
    header found = {0};
    const char *bytes;
    size_t count;
    (void)options;
    tricorn_status status = tg_input_peek(context, input, &bytes, &count);
    if (status == TRICORN_OK) status = read_header(context, input, &found);
    if (status == TRICORN_OK) *sizes = tg_sizes_declared(found.arcs, found.vertices);
    return status;
}

TG_DEFINE_FORMAT(adjacency) = {
    .estimate = estimate,
    .description = {.name = "adjacency",
                    .summary = "AdjacencyGraph text of PBBS, Ligra, GBBS; weighted too",
                    .suffixes = ".adj",
                    .reads = 1,
                    .writes = 1},
    .both_ways = true,
    .recognise = recognise,
    .read = read_adjacency,
    .write = write_adjacency,
};
