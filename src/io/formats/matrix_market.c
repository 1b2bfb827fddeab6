/* matrix_market.c - Matrix Market coordinate files (.mtx): the adjacency matrix of a graph.
 *
 * Lines such as "%%GraphBLAS type" are read as comments. Source: Boisvert, Pozo, Remington,
 * "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935, 1996.
 */
#include "io/format.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "io/text/digits.h"
#include "io/text/each_line.h"
#include "io/text/fields.h"
#include "io/text/gather.h"
#include "io/text/header.h"
#include "io/binary/rows.h"
#include "io/text/scan.h"

enum {
    BANNER_WORDS = 5,
    SIZE_WORDS = 3,
    LINE_MOST = 2 * TG_DIGITS_MOST + 2, /* two numbers, a blank and a newline */
};

static const char SUFFIXES[] = ".mtx .mmio .mm";
#define VALUE_COLUMN "3"
static const char BANNER[] = "%%MatrixMarket";
static const char REMEDY[] = "keep only its rows and columns, under the banner "
                             "'%%MatrixMarket matrix coordinate pattern general'";

typedef enum symmetry { GENERAL, SYMMETRIC, SKEW_SYMMETRIC } symmetry;

typedef struct header {
    symmetry symmetry;
    bool values; /* each entry has a value after its row and column */
    bool bipartite; /* set before: rows and columns may be different things */
    uint64_t rows, columns, vertices, entries;
    uint64_t lines; /* the number of the size line */
} header;

/* ---- the header ---- */

static int same(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

static tricorn_status read_field(tricorn_context *context, const char *name, const char *field, header *found)
{
    found->values = !same(field, "pattern");
    if (same(field, "complex"))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s:%" PRIu64 ": a matrix of complex numbers is not a graph that tricorn "
          "reads; %s",
          name, found->lines, REMEDY);
    if (found->values && !same(field, "real") && !same(field, "integer"))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": the banner's 4th word is '%.40s', not real, integer, complex "
          "or pattern",
          name, found->lines, field);
    return TRICORN_OK;
}

static tricorn_status read_symmetry(tricorn_context *context, const char *name, const char *word, header *found)
{
    if (same(word, "Hermitian"))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s:%" PRIu64 ": a Hermitian matrix has complex numbers and is no graph that tricorn "
          "knows; %s",
          name, found->lines, REMEDY);
    if (same(word, "general"))
        found->symmetry = GENERAL;
    else if (same(word, "symmetric"))
        found->symmetry = SYMMETRIC;
    else if (same(word, "skew-symmetric"))
        found->symmetry = SKEW_SYMMETRIC;
    else
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": the banner's 5th word is '%.40s', not general, symmetric, "
          "skew-symmetric or Hermitian",
          name, found->lines, word);
    if (found->symmetry == SKEW_SYMMETRIC && !found->values)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": a pattern has no signs, so it cannot be skew-symmetric", name, found->lines);
    return TRICORN_OK;
}

static tricorn_status read_banner(tricorn_context *context, const char *name, char *line, header *found)
{
    const char *words[BANNER_WORDS] = {"", "", "", "", ""};
    const size_t count = tg_header_split(line, words, BANNER_WORDS);
    if (!same(words[0], BANNER))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": a Matrix Market file begins with '%s'; if this is a plain list of "
          "edges, give " TG_OPTION("format=edges"),
          name, found->lines, BANNER);
    if (count != BANNER_WORDS)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": the banner has %zu words and must have 5, such as "
          "'%s matrix coordinate pattern symmetric'",
          name, found->lines, count, BANNER);
    if (!same(words[1], "matrix"))
        return tg_fail(context, TRICORN_UNSUPPORTED, "%s:%" PRIu64 ": it holds a '%.40s'; a graph is a 'matrix'", name,
          found->lines, words[1]);
    if (same(words[2], "array"))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s:%" PRIu64 ": an array lists every element of a dense matrix, so it does not say "
          "which are edges; write those in coordinate format",
          name, found->lines);
    if (!same(words[2], "coordinate"))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": the banner's 3rd word is '%.40s', not coordinate or array", name, found->lines, words[2]);
    TG_DO(read_field(context, name, words[3], found));
    return read_symmetry(context, name, words[4], found);
}

static tricorn_status read_size(tricorn_context *context, const char *name, char *line, header *found)
{
    const char *words[SIZE_WORDS];
    uint64_t rows, columns, entries;
    if (tg_header_split(line, words, SIZE_WORDS) != SIZE_WORDS || !tg_header_count(words[0], &rows) ||
        !tg_header_count(words[1], &columns) || !tg_header_count(words[2], &entries))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": expected the size line: three whole numbers, how many "
          "rows, columns and entries there are",
          name, found->lines);
    if (rows != columns && found->symmetry != GENERAL)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": the banner says %ssymmetric but there are %" PRIu64 " rows and %" PRIu64 " columns", name,
          found->lines, found->symmetry == SKEW_SYMMETRIC ? "skew-" : "", rows, columns);
    if (rows != columns && !found->bipartite)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s:%" PRIu64 ": with %" PRIu64 " rows and %" PRIu64
          " columns, rows and columns are different things (the graph is bipartite: "
          "it has no triangles); the adjacency matrix of a graph is square",
          name, found->lines, rows, columns);
    found->rows = rows;
    found->columns = columns;
    found->vertices = rows > columns ? rows : columns;
    found->entries = entries;
    return tg_header_check(context, name, found->lines, found->vertices);
}

static bool is_banner(const char *bytes, size_t count)
{
    const size_t banner = sizeof BANNER - 1;
    return count >= banner && strncasecmp(bytes, BANNER, banner) == 0;
}

/* Reads the line of the banner, which comments and blank lines may precede. */
static tricorn_status read_first_line(tricorn_context *context, tg_input *input, tg_header_line *line, header *found)
{
    tricorn_status status = tg_header_skip_mark(context, input);
    for (found->lines = 1; status == TRICORN_OK; found->lines++) {
        status = tg_header_line_read(context, input, line);
        const char *text = line->text + strspn(line->text, " \t\r");
        const bool skipped = *text == 0 || *text == '%' || *text == '#';
        if (line->ended || !skipped || is_banner(text, strlen(text))) break;
    }
    return status;
}

static tricorn_status read_header(tricorn_context *context, tg_input *input, header *found)
{
    const char *name = tg_input_name(input);
    tg_header_line line;
    tricorn_status status = read_first_line(context, input, &line, found);
    if (status == TRICORN_OK) status = read_banner(context, name, line.text, found);
    if (status != TRICORN_OK) return status;
    for (;;) {
        status = tg_header_line_read(context, input, &line);
        if (status != TRICORN_OK) return status;
        if (line.ended)
            return tg_fail(context, TRICORN_BAD_FORMAT,
              "%s: the file ends before its size line (the numbers of rows, columns and "
              "entries there are)",
              name);
        found->lines++;
        const char *text = line.text + strspn(line.text, " \t\r");
        if (*text == '%') continue;
        if (line.cut)
            return tg_fail(context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": the line is longer than %d bytes", name,
              found->lines, TG_HEADER_LINE_BYTES - 1);
        if (*text != 0) return read_size(context, name, line.text, found);
    }
}

/* ---- the entries ---- */

typedef struct reading {
    tg_input *input;
    tg_text_reader text;
    header header;
    tg_gathering gathering;
    int weights; /* as in tricorn_load_graph */
} reading;

/* An entry; `weight` is its value, if weights are wanted. */
typedef struct entry {
    tg_edge edge;
    double weight;
} entry;

static const char ZERO[] = "the row or the column is 0: Matrix Market counts from 1";
static const char TOO_LARGE[] = "the row or the column is beyond the number that the size line says";
static const char NOT_PATTERN[] = "expected a row and a column, two whole numbers and nothing else "
                                  "(the banner says pattern: entries have no value)";
static const char NOT_VALUED[] = "expected a row and a column, whole numbers, and one number, the "
                                 "value; for entries without a value the banner must say pattern";
static const char ABOVE[] = "the entry is above the diagonal: where the banner says symmetric, the "
                            "file has only the lower triangle (row >= column); if it has both, the "
                            "banner must say general";
static const char ON_DIAGONAL[] = "the entry is on the diagonal, where a skew-symmetric matrix has "
                                  "none";

/* Returns the fault of an entry whose numbers were read, or NULL. */
static const char *check_entry(const header *expected, uint64_t row, uint64_t column)
{
    if (row == 0 || column == 0) return ZERO;
    if (row > expected->rows || column > expected->columns) return TOO_LARGE;
    if (expected->symmetry != GENERAL && row < column) return ABOVE;
    if (expected->symmetry == SKEW_SYMMETRIC && row == column) return ON_DIAGONAL;
    return NULL;
}

/* Reads "row column [value]", and sets *at to the '\n' of the line. Returns the fault, or NULL. */
static const char *read_entry(const header *expected, int weights, const char **at, entry *found)
{
    const char *const wrong = expected->values ? NOT_VALUED : NOT_PATTERN;
    uint64_t row, column;
    const char *next = tg_scan_index(*at, &row);
    if (next == NULL || !tg_is_blank(*next)) return wrong;
    next = tg_scan_index(tg_skip_blanks(next), &column);
    if (next == NULL) return wrong;
    if (expected->values) {
        if (!tg_is_blank(*next)) return wrong;
        const char *value = tg_skip_blanks(next);
        next = tg_scan_number(value);
        if (next == NULL) return wrong;
        const tg_field field = {.text = value, .bytes = (size_t)(next - value)};
        const tg_weight_kind kind =
          weights ? tg_field_weight(field, weights == TRICORN_SIGNED, &found->weight) : TG_WEIGHT_FITS;
        if (kind != TG_WEIGHT_FITS) return tg_weight_fault(kind);
    }
    if (*next != '\n') {
        next = tg_skip_blanks(next);
        if (*next == '\r') next++;
        if (*next != '\n') return wrong;
    }
    const char *error = check_entry(expected, row, column);
    if (error) return error;
    found->edge = (tg_edge){(uint32_t)(row - 1), (uint32_t)(column - 1)};
    *at = next;
    return NULL;
}

/* Returns the '\n' of a line that has no entry; NULL if the line is something else. */
static const char *skip_comment(const char *at, const char *end)
{
    if (*at == '%') return memchr(at, '\n', (size_t)(end - at) + 1);
    if (*at == '\r') at++;
    return *at == '\n' ? at : NULL;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *line)
{
    reading *job = user;
    entry found;
    const char *at = tg_skip_blanks(line->at);
    if (!tg_is_digit(*at)) {
        const char *end = skip_comment(at, line->stop);
        if (end != NULL) {
            line->at = end + 1;
            return TRICORN_OK;
        }
    }
    line->error = read_entry(&job->header, job->weights, &at, &found);
    if (line->error != NULL) return TRICORN_OK;
    line->at = at + 1;
    TG_DO(
      tg_gather_edge(context, &job->gathering, line->thread, (tg_wide_edge){found.edge.u, found.edge.v}, line->number));
    if (job->weights) TG_DO(tg_edge_part_weigh(context, &job->gathering.own[line->thread].part, found.weight));
    return TRICORN_OK;
}

static tricorn_status parse_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    reading *job = user;
    TG_DO(tg_gather_chunk(context, &job->gathering, chunk->thread, chunk->index));
    return tg_text_each_line(context, read_line, user, chunk, outcome);
}

static tricorn_status check_weights(
  tricorn_context *context, const char *name, const tricorn_load_options *options, const header *found)
{
    if (!options->graph.weights) return TRICORN_OK;
    if (!found->values)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: the banner says pattern: the entries have no value that could be a weight", name);
    const char *column = options->text.columns.weight;
    if (column != NULL && strcmp(column, VALUE_COLUMN) != 0)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "%s: the value of an entry is in column " VALUE_COLUMN ", and weights are asked for of column %s", name,
          column);
    return TRICORN_OK;
}

/* Samples edges from all regions of the file, for tg_edge_spill. */
static tricorn_status sample_entries(tricorn_context *context, void *reader, uint64_t most, tg_edges *sampled)
{
    enum { USUAL_LINE = 16 }; /* about how many bytes a line has */
    const reading *job = reader;
    const tricorn_load_options lax = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_status status = TRICORN_OK;
    reading own = *job;
    tg_text_reader text = job->text;

    text.user = &own;
    TG_TRY(tg_gather_begin(context, &lax, true, sampled, &own.gathering));
    TG_TRY(tg_text_sample(context, job->input, &text, most * USUAL_LINE));
cleanup:
    tg_gather_end(&own.gathering);
    return status;
}

static tricorn_status read_matrix(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const char *peeked;
    size_t peeked_bytes;
    reading job = {.input = input, .weights = options->graph.weights, .header = {.bipartite = options->bipartite != 0}};

    TG_TRY(tg_input_peek(context, input, &peeked, &peeked_bytes));
    TG_TRY(read_header(context, input, &job.header));
    TG_TRY(check_weights(context, tg_input_name(input), options, &job.header));
    TG_TRY(tg_gather_begin(context, options, false, edges, &job.gathering));
    edges->declared = true;
    edges->symmetric = job.header.symmetry != GENERAL;
    edges->vertices = job.header.vertices;
    edges->ids.first = 1;
    if (job.header.bipartite && job.header.symmetry == GENERAL) {
        edges->sides[0] = job.header.rows;
        edges->sides[1] = job.header.columns;
    }
    job.text = (tg_text_reader){
      .threads = job.gathering.threads, .first_line = job.header.lines + 1, .user = &job, .parse = parse_chunk};
    if (edges->spill && tg_input_is_flat(input)) {
        edges->spill->sample = sample_entries;
        edges->spill->reader = &job;
    }
    TG_TRY(tg_text_read(context, input, &job.text));
    tg_gather_end(&job.gathering);
    const uint64_t entries = tg_edges_count(edges);
    if (entries != job.header.entries)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: the size line says %" PRIu64 " entries, but there are %" PRIu64 "%s", tg_input_name(input),
          job.header.entries, entries, entries < job.header.entries ? "; is the file cut?" : ""));

cleanup:
    tg_gather_end(&job.gathering);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    const size_t mark = tg_mark_bytes(bytes, count);
    bytes += mark;
    count -= mark;
    do
        if (is_banner(bytes, count)) return TG_BY_CONTENT;
    while (tg_header_skip_comment(&bytes, &count));
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

/* ---- writing ---- */

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    tg_rows rows;
} writing;

/* Writes "row column" of an entry in the lower triangle: row > column. */
static char *put_entry(char *at, uint32_t row, uint32_t column)
{
    at = tg_put_digits(at, (uint64_t)row + 1);
    *at++ = ' ';
    at = tg_put_digits(at, (uint64_t)column + 1);
    *at++ = '\n';
    return at;
}

/* Writes column u: the neighbours of u that have larger numbers. */
static tricorn_status write_column(void *user, uint32_t u)
{
    const writing *job = user;
    const uint64_t *offsets = job->rows.offsets;
    for (uint64_t i = offsets[u]; i < offsets[u + 1];) {
        char *begin, *end;
        TG_DO(tg_output_room(job->context, job->output, LINE_MOST, &begin, &end));
        char *at = begin;
        for (; i < offsets[u + 1] && end - at >= LINE_MOST; i++) at = put_entry(at, job->rows.ids[i], u);
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

static tricorn_status write_header(tricorn_context *context, tg_output *output, uint64_t vertices, uint64_t edges)
{
    return tg_output_print(context, output,
      "%s matrix coordinate pattern symmetric\n%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", BANNER, vertices, vertices,
      edges);
}

/* Writes the lower triangle, one column after another. The format has no ids: vertices become
 * 1, 2, 3, ... in the order of their numbers in the input. */
static tricorn_status write_matrix(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    writing job = {.context = context, .output = output};

    tg_work_begin(context, "writing", graph->edges);
    TG_TRY(tg_dense_rows(context, graph, 0, &job.rows));
    TG_TRY(write_header(context, output, graph->vertices, graph->edges));
    TG_TRY(tg_rows_write(context, &job.rows, write_column, &job));

cleanup:
    tg_rows_free(&job.rows);
    return status;
}

static tricorn_status write_entries(void *user, const tg_edge *edges, uint64_t count)
{
    const writing *job = user;
    for (uint64_t i = 0; i < count;) {
        char *begin, *end;
        TG_DO(tg_output_room(job->context, job->output, LINE_MOST, &begin, &end));
        char *at = begin;
        for (; i < count && end - at >= LINE_MOST; i++) {
            const tg_edge edge = edges[i];
            at = edge.u > edge.v ? put_entry(at, edge.u, edge.v) : put_entry(at, edge.v, edge.u);
        }
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

static tricorn_status write_matrix_of_edges(tricorn_context *context, const tg_edge_stream *edges, tg_output *output)
{
    writing job = {.context = context, .output = output};
    TG_DO(write_header(context, output, edges->vertices, edges->edges));
    return tg_edge_stream_each(context, edges, write_entries, &job);
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
    *sizes = tg_sizes_declared(found.entries, found.vertices);
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(matrix_market) = {
  .estimate = estimate,
  .description =
    {
      .name = "matrix-market",
      .summary = "Matrix Market coordinate: real, integer or pattern",
      .suffixes = SUFFIXES,
      .reads = "weights directions isolated large pipe parallel",
      .writes = "isolated large pipe",
    },
  .both_ways = true,
  .recognise = recognise,
  .read = read_matrix,
  .write = write_matrix,
  .write_edges = write_matrix_of_edges,
  .edge_numbers = TG_EDGES_OF_VERTICES,
};
