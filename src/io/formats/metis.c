/* metis.c - METIS graph files, also those of Chaco and of the 10th DIMACS challenge (.graph,
 * .metis).
 *
 * The header is "vertices edges [fmt [ncon]]". Then each vertex has a line, which may be empty. The line has its size
 * (if fmt is 1..), its ncon weights (if fmt is .1.), and its neighbours, which count from 1; each neighbour is
 * followed by a weight if fmt is ..1. An edge is on the lines of both its ends, and the header counts it once. Lines
 * that begin with '%' are comments and belong to no vertex. Source: Karypis, "METIS, a software package for
 * partitioning unstructured graphs", manual of version 5.1, section 4.1.1.
 *
 * - To which vertex a line belongs depends on how many lines come before it. So a flat file is
 *   read twice: first all threads count the lines of each chunk, then they parse them, each
 *   chunk independently of the others.  The lines of a stream are counted chunk by chunk, in
 *   their order.
 * - Of the two lines that list an edge, only one yields the edge. Hashes check that the other
 *   line lists it, too (io/text/mirror.h).
 */
#include "io/format.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/text/digits.h"
#include "io/text/each_line.h"
#include "io/text/header.h"
#include "io/formats/metis_header.h"
#include "io/text/mirror.h"
#include "io/binary/rows.h"
#include "io/text/scan.h"

enum {
    LEAST_NEIGHBOUR = 2, /* the bytes of "1 ", the shortest neighbour */
    /* The most bytes of a number, a blank, and perhaps the end of the line. */
    WORD_MOST = TG_DIGITS_MOST + 2
};

static const char SUFFIXES[] = ".graph .metis";

/* ---- the header ---- */

/* The end of messages: texts of other formats may have the same suffix, or begin in the same way. */
#define OR_EDGES \
    "; if this is not METIS but an edge list or an adjacency list, name its format, such as " \
    "by " TG_OPTION("format=edges")

static tricorn_status read_header(tricorn_context *context, tg_input *input, tg_metis_header *found)
{
    const char *name = tg_input_name(input);
    const char *words[TG_METIS_WORDS];
    for (;;) {
        tg_header_line line;
        TG_DO(tg_header_line_read(context, input, &line));
        if (line.ended)
            return tg_fail(
              context, TRICORN_BAD_FORMAT, "%s: ends before its header (the numbers of vertices and edges)", name);
        found->lines++;
        if (line.text[0] == '%') continue;
        const size_t count = tg_header_split(line.text, words, TG_METIS_WORDS);
        const char *error = line.text[0] == '#' ? "a comment of METIS begins with '%', not with '#'"
                                                : tg_metis_header_read(words, count, found);
        if (error == NULL) return tg_header_check(context, name, found->lines, found->vertices);
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": %s" OR_EDGES, name, found->lines, error);
    }
}

/* ---- the lines ---- */

typedef struct reading {
    tg_metis_header header;
    tg_edges *edges;
    tg_mirror *mirrors; /* one for each thread */
    uint64_t seed;
    /* How many rows come before each chunk; for a stream, before the chunk that each thread has. */
    uint64_t *rows;
    /* How many rows come before the next chunk; in a flat file, used for strict reading only. */
    uint64_t row;
    bool flat;
    bool strict; /* one thread reads, and stores the line of each edge */
    uint64_t lines_room;
} reading;

static const char NOT_A_NEIGHBOUR[] = "expected neighbours of this line's vertex, whole numbers "
                                      "with blanks between them" OR_EDGES;
static const char NO_EDGE_WEIGHT[] = "a neighbour has no weight behind it, but the header (fmt) "
                                     "says that all have one" OR_EDGES;
static const char NO_VERTEX_WEIGHT[] = "the line does not begin with the vertex's size and "
                                       "weights, as many as the header (fmt, ncon) says" OR_EDGES;
static const char ZERO[] = "a neighbour is 0: METIS counts from 1" OR_EDGES;
static const char TOO_LARGE[] = "a neighbour is beyond the number of vertices that the header "
                                "says" OR_EDGES;
static const char TOO_MANY_LINES[] = "there are more lines than vertices by the header" OR_EDGES;

static bool ends_line(char byte)
{
    return byte == '\n' || byte == '\r';
}

/* Counts the lines of a chunk that belong to vertices: all lines except for comments. */
static uint64_t rows_of(const tg_text_chunk *chunk, uint64_t lines)
{
    const char *at = memchr(chunk->begin, '%', (size_t)(chunk->end - chunk->begin));
    for (; at; at = memchr(at + 1, '%', (size_t)(chunk->end - at - 1))) lines -= at == chunk->begin || at[-1] == '\n';
    return lines;
}

static tricorn_status count_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    reading *job = user;
    (void)context;
    outcome->lines = tg_count_lines(chunk->begin, chunk->end);
    job->rows[chunk->index] = rows_of(chunk, outcome->lines);
    return TRICORN_OK;
}

static void count_in_order(void *user, const tg_text_chunk *chunk)
{
    reading *job = user;
    job->rows[chunk->thread] = job->row;
    if (chunk->begin < chunk->end) job->row += rows_of(chunk, tg_count_lines(chunk->begin, chunk->end));
}

/* Skips the numbers that belong to the vertex itself. */
static const char *skip_vertex_words(const char *at, uint64_t count, const char **error)
{
    for (; count > 0; count--) {
        const char *end = tg_scan_number(at);
        if (end == NULL || (!tg_is_blank(*end) && !ends_line(*end))) {
            *error = NO_VERTEX_WEIGHT;
            return at;
        }
        at = tg_skip_blanks(end);
    }
    return at;
}

/* Reads a neighbour and its weight, if edges have weights; returns the position after them. */
static const char *read_neighbour(
  const tg_metis_header *expected, const char *at, uint64_t *neighbour, const char **error)
{
    const char *end = tg_scan_index(at, neighbour);
    if (end == NULL || (!tg_is_blank(*end) && !ends_line(*end)))
        *error = NOT_A_NEIGHBOUR;
    else if (*neighbour == 0)
        *error = ZERO;
    else if (*neighbour > expected->vertices)
        *error = TOO_LARGE;
    if (*error == NULL && expected->edge_weights) {
        end = tg_scan_number(tg_skip_blanks(end));
        if (end == NULL || (!tg_is_blank(*end) && !ends_line(*end))) *error = NO_EDGE_WEIGHT;
    }
    return *error ? at : end;
}

/* The rows of a chunk. `part` and `mirror` are copies, because the originals of two threads may
 * be on the same cache line. */
typedef struct chunk_rows {
    reading *job;
    tg_edge_part part;
    tg_mirror mirror;
    uint64_t row; /* the vertex to which the next line belongs */
} chunk_rows;

/* Reads the line of the next vertex; returns the position of its '\n'. Only edges to larger ids
 * are appended, for which the part has room; the lines of their other ends yield the others. */
static const char *read_row(chunk_rows *rows, const char *at, const char **error)
{
    const tg_metis_header *expected = &rows->job->header;
    const uint64_t seed = rows->job->seed;
    const uint32_t row = (uint32_t)rows->row;
    tg_edge *edges = rows->part.edges;
    uint64_t count = rows->part.count;
    at = skip_vertex_words(tg_skip_blanks(at), expected->vertex_words, error);
    while (*error == NULL && !ends_line(*at)) {
        uint64_t neighbour = 0;
        at = read_neighbour(expected, at, &neighbour, error);
        if (*error) break;
        const uint32_t other = (uint32_t)(neighbour - 1);
        tg_mirror_add(&rows->mirror, seed, row, other);
        edges[count] = (tg_edge){row, other};
        count += row <= other;
        at = tg_skip_blanks(at);
    }
    rows->part.count = count;
    if (*error == NULL && *at == '\r' && *++at != '\n') *error = NOT_A_NEIGHBOUR;
    return at;
}

/* Reads a line after the lines of all vertices, which must be empty; returns the position of its '\n'. */
static const char *read_surplus(const char *at, const char **error)
{
    at = tg_skip_blanks(at);
    if (*at == '\r') at++;
    if (*at != '\n') *error = TOO_MANY_LINES;
    return at;
}

/* For strict reading: stores the line of the edges from number `before` on. */
static tricorn_status note_lines(tricorn_context *context, const chunk_rows *rows, uint64_t before, uint64_t line)
{
    reading *job = rows->job;
    const uint64_t after = rows->part.count;
    if (after > job->lines_room) {
        const uint64_t doubled = job->lines_room * 2, room = after > doubled ? after : doubled;
        TG_DO(TG_REALLOC(context, room, &job->edges->lines));
        job->lines_room = room;
    }
    for (uint64_t i = before; i < after; i++) job->edges->lines[i] = line;
    return TRICORN_OK;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *line)
{
    chunk_rows *rows = user;
    const uint64_t before = rows->part.count;
    const char *at = line->at;
    /* If the last line of a chunk does not end with '\n', one follows the chunk. */
    if (*at == '%') {
        line->at = (const char *)memchr(at, '\n', (size_t)(line->stop - at) + 1) + 1;
        return TRICORN_OK;
    }
    at = rows->row < rows->job->header.vertices ? read_row(rows, at, &line->error) : read_surplus(at, &line->error);
    line->at = at + 1;
    rows->row++;
    return rows->job->strict ? note_lines(context, rows, before, line->number) : TRICORN_OK;
}

static uint64_t first_row(const reading *job, const tg_text_chunk *chunk)
{
    if (job->strict) return job->row;
    return job->rows[job->flat ? chunk->index : chunk->thread];
}

static tricorn_status parse_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    reading *job = user;
    tricorn_status status = TRICORN_OK;
    chunk_rows rows = {.job = job,
      .part = job->edges->parts[chunk->thread],
      .mirror = job->mirrors[chunk->thread],
      .row = first_row(job, chunk)};
    const char *stop = chunk->end[-1] == '\n' ? chunk->end : chunk->end + 1;
    const uint64_t share = tg_edge_part_share(&rows.part, job->edges->part_count, sizeof(tg_edge));

    tg_text_chunk some = *chunk;
    for (; some.begin < stop && outcome->error == NULL; some.begin = some.end) {
        tg_text_outcome found = {0};
        some.end = tg_text_some_lines(some.begin, stop, share, LEAST_NEIGHBOUR);
        const uint64_t most = (uint64_t)(some.end - some.begin) / LEAST_NEIGHBOUR + 1;
        TG_TRY(tg_edge_part_reserve(context, &rows.part, most, sizeof(tg_edge)));
        some.line = chunk->line + outcome->lines;
        status = tg_text_each_line(context, read_line, &rows, &some, &found);
        outcome->lines += found.lines;
        outcome->error = found.error;
        TG_TRY(status);
    }

cleanup:
    job->edges->parts[chunk->thread] = rows.part;
    job->mirrors[chunk->thread] = rows.mirror;
    if (job->strict) job->row = rows.row;
    return status;
}

/* ---- the whole ---- */

/* Fills job->rows; *total receives the number of all rows. */
static tricorn_status count_rows(tricorn_context *context, tg_input *input, reading *job, uint64_t *total)
{
    const uint64_t content = tg_input_size(input) - tg_input_consumed(input);
    const uint64_t chunks = content / tg_text_chunk_bytes + 1;
    tricorn_status status = TG_ALLOC_ZERO(context, chunks + 1, &job->rows);
    if (status != TRICORN_OK) return status;
    const tg_text_reader counter = {.threads = context->threads,
      .first_line = job->header.lines + 1,
      /* The second reading refuses NUL bytes. */
      .any_bytes = true,
      .user = job,
      .parse = count_chunk};
    status = tg_text_read(context, input, &counter);
    if (status == TRICORN_OK) *total = tg_prefix_sum(context, job->rows, chunks);
    return status;
}

/* Compares the number of edges with the header. The format allows no loops, but some programs
 * write them, and count them once, twice or not at all. */
static tricorn_status check_edges(
  tricorn_context *context, const char *name, const tg_metis_header *stated, const tg_mirror *all)
{
    const uint64_t loops = stated->edges - all->up, entries = all->up + all->down + all->loops;
    if (loops == 0 || loops == all->loops || loops * 2 == all->loops) return TRICORN_OK;
    if (stated->edges == entries)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": the header counts each edge twice, %" PRIu64
          " in all: METIS counts it once, so it must say %" PRIu64 OR_EDGES,
          name, stated->lines, stated->edges, all->up);
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s:%" PRIu64 ": the header says %" PRIu64 " edges, but the lines have %" PRIu64
      " (each edge is on the lines of both its ends and counts once)%s" OR_EDGES,
      name, stated->lines, stated->edges, all->up + all->loops,
      stated->edges < all->up + all->loops ? "" : ": is the file cut?");
}

static tricorn_status check_counts(tricorn_context *context, const char *name, const reading *job, uint64_t rows)
{
    const tg_metis_header *stated = &job->header;
    tg_mirror all = {0};
    if (rows < stated->vertices)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: the header says %" PRIu64 " vertices, but there are lines for %" PRIu64
          " only: the file is cut, or empty lines (vertices without neighbours) were "
          "removed" OR_EDGES,
          name, stated->vertices, rows);
    for (uint32_t t = 0; t < job->edges->part_count; t++) tg_mirror_join(&all, &job->mirrors[t]);
    const tricorn_status status = tg_mirror_check(context, name, &all, job->seed, 1);
    if (status == TRICORN_OK) return check_edges(context, name, stated, &all);
    tg_message_suffix(context, OR_EDGES);
    return status;
}

static tricorn_status read_metis(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {
      .edges = edges, .flat = tg_input_is_flat(input), .strict = options->graph.strict != 0, .seed = tg_hash_seed()};
    const uint32_t threads = job.strict ? 1 : context->threads;
    const bool streams = !job.strict && !job.flat;

    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(read_header(context, input, &job.header));
    TG_TRY(tg_edges_create(context, threads, edges));
    TG_TRY(TG_ALLOC_ZERO(context, threads, &job.mirrors));
    if (streams)
        TG_TRY(TG_ALLOC_ZERO(context, threads, &job.rows));
    else if (!job.strict)
        TG_TRY(count_rows(context, input, &job, &job.row));
    const tg_text_reader reader = {.threads = threads,
      .first_line = job.header.lines + 1,
      .user = &job,
      .parse = parse_chunk,
      .in_order = streams ? count_in_order : NULL};
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(check_counts(context, tg_input_name(input), &job, job.row));
    edges->declared = true;
    edges->vertices = job.header.vertices;
    edges->ids.first = 1;

cleanup:
    tg_free(job.mirrors);
    tg_free(job.rows);
    return status;
}

/* Recognises the format. A text with the suffix is of this format whatever its header is;
 * reading then reports the fault. */
static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (!tg_suffix_matches(name, SUFFIXES)) return tg_metis_look(bytes, count);
    if (tg_metis_begins(bytes, count)) return TG_BY_CONTENT;
    const bool bits = tg_is_binary(bytes, count) && !tg_suffix_matches(name, ".metis");
    return bits ? TG_NOT_MINE : TG_BY_NAME;
}

/* ---- writing ---- */

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    tg_rows rows;
} writing;

/* Writes a row. A blank also follows the last neighbour: without it GAPBS's reader would skip this neighbour. */
static tricorn_status write_row(void *user, uint32_t u)
{
    const writing *job = user;
    const uint32_t *ids = job->rows.ids + job->rows.offsets[u];
    const uint64_t count = job->rows.offsets[u + 1] - job->rows.offsets[u];
    for (uint64_t i = 0; i < count;) {
        char *begin, *end;
        TG_DO(tg_output_room(job->context, job->output, WORD_MOST, &begin, &end));
        char *at = begin;
        for (; i < count && end - at >= WORD_MOST; i++) {
            at = tg_put_digits(at, (uint64_t)ids[i] + 1);
            *at++ = ' ';
            if (i + 1 == count) *at++ = '\n';
        }
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return count == 0 ? tg_output_write(job->context, job->output, "\n", 1) : TRICORN_OK;
}

static tricorn_status write_metis(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    writing job = {.context = context, .output = output};

    tg_work_begin(context, "writing", 2 * graph->edges);
    TG_TRY(tg_dense_rows(context, graph, 1, &job.rows));
    TG_TRY(tg_output_print(context, output, "%" PRIu32 " %" PRIu64 "\n", job.rows.count, graph->edges));
    TG_TRY(tg_rows_write(context, &job.rows, write_row, &job));

cleanup:
    tg_rows_free(&job.rows);
    return status;
}

static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    tg_metis_header found = {0};
    (void)options;
    TG_DO(tg_header_skip_mark(context, input));
    TG_DO(read_header(context, input, &found));
    *sizes = tg_sizes_declared(found.edges, found.vertices);
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(metis) = {
  .estimate = estimate,
  .description = {.name = "metis",
    .summary = "METIS, Chaco, 10th DIMACS challenge: a line for each vertex",
    .suffixes = SUFFIXES,
    .reads = "isolated large pipe parallel",
    .writes = "isolated pipe"},
  .recognise = recognise,
  .read = read_metis,
  .write = write_metis,
};
