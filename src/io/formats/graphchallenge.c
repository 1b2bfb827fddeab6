/* graphchallenge.c - the two text formats of the graphs of the GraphChallenge.
 *
 *     NAME_adj.tsv  adjacency: lines "row column value", counted from 1, each edge in both
 *                   directions.  It is read as an edge list.
 *     NAME_inc.tsv  incidence: lines "edge vertex value", two for each edge.  In some files the
 *                   columns are swapped; the edges are in the one where each number occurs twice.
 *                   (If this is so in both, the graph consists of cycles, and both readings
 *                   yield cycles of the same lengths.)
 *
 * Source: Samsi et al., "Static Graph Challenge: Subgraph Isomorphism", HPEC 2017, its data folder.
 */
#include "io/formats/graphchallenge.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "io/text/digits.h"
#include "io/formats/edge_list.h"
#include "io/format.h"
#include "io/formats/incidence_spill.h"
#include "io/text/mirror.h"
#include "io/binary/rows.h"
#include "io/text/scan.h"

enum {
    COLUMNS = 3,
    ENDS = 2,
    /* The most bytes of a line: two numbers, a 1, two tabs and a newline. */
    LINE_MOST = 2 * TG_DIGITS_MOST + 4,
    /* Numbers of edges may have gaps, but a count for each number must not need more memory than the lines. */
    NUMBERS_PER_LINE = 4
};

static const char ADJACENCY_SUFFIXES[] = "_adj.tsv";
static const char INCIDENCE_SUFFIXES[] = "_inc.tsv";
static const tg_edge_list_rules TABLE = {.lines = {.table = true, .least = COLUMNS, .most = COLUMNS}};
static const char ADJACENCY_NAME[] = "graphchallenge-adj";
static const char INCIDENCE_NAME[] = "graphchallenge-inc";

/* Whether the first line has three columns, and the first two are integers. */
static bool has_columns(const char *bytes, size_t count)
{
    char line[COLUMNS * (TG_DIGITS_MOST + 1) + 1];
    uint64_t number;
    const size_t mark = tg_mark_bytes(bytes, count);
    bytes += mark;
    count -= mark;
    count = count < sizeof line - 1 ? count : sizeof line - 1;
    memcpy(line, bytes, count);
    line[count] = 0;
    const char *at = line;
    for (int c = 0; c < COLUMNS - 1; c++) {
        at = tg_scan_index(tg_skip_blanks(at), &number);
        if (at == NULL || !tg_is_blank(*at)) return false;
    }
    return tg_scan_number(tg_skip_blanks(at)) != NULL;
}

/* ---- incidence ---- */

typedef struct matrix {
    const tg_edges *lines; /* the first two columns, in the form of edges */
    bool second; /* the edges are in the second column */
    uint64_t numbers; /* all numbers of edges are below this bound */
    uint32_t *lines_of; /* how many lines each number of an edge has */
} matrix;

static uint32_t edge_of(const matrix *job, tg_edge line)
{
    return job->second ? line.v : line.u;
}

static uint32_t vertex_of(const matrix *job, tg_edge line)
{
    return job->second ? line.u : line.v;
}

/* Counts how often each number occurs in the column. Returns the smallest number that is not below the bound; if all
 * are below it, the smallest one that occurs but not exactly twice; if all are right, UINT64_MAX. */
static uint64_t count_ends(const tricorn_context *context, matrix *job)
{
    const int threads = (int)context->threads;
    uint64_t first = UINT64_MAX, beyond = UINT64_MAX;
    if (job->numbers > 0) memset(job->lines_of, 0, job->numbers * sizeof *job->lines_of);
    for (uint32_t p = 0; p < job->lines->part_count; p++) {
        const tg_edge_part *part = &job->lines->parts[p];
        const tg_edge *lines = part->edges;
#pragma omp parallel for num_threads(threads) reduction(min : beyond)
        for (uint64_t i = 0; i < part->count; i++) {
            const uint32_t edge = edge_of(job, lines[i]);
            if (edge < job->numbers)
                __atomic_fetch_add(&job->lines_of[edge], 1, __ATOMIC_RELAXED);
            else if (edge < beyond)
                beyond = edge;
        }
    }
    if (beyond != UINT64_MAX) return beyond;
#pragma omp parallel for num_threads(threads) reduction(min : first)
    for (uint64_t e = 0; e < job->numbers; e++)
        if (job->lines_of[e] != 0 && job->lines_of[e] != ENDS && e < first) first = e;
    return first;
}

static tricorn_status refuse_odd(tricorn_context *context, const char *name, uint64_t odd, uint64_t lines_of)
{
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: edge %" PRIu64 " is on %" PRIu64 " lines; in an incidence matrix "
      "each edge has two, one for each of its ends; if the columns are two vertices, "
      "give " TG_OPTION("format=edges"),
      name, odd, lines_of);
}

/* Finds the column that has the edges, which is usually the first one. */
static tricorn_status find_column(tricorn_context *context, const char *name, matrix *job)
{
    const uint64_t odd = count_ends(context, job);
    if (odd == UINT64_MAX) return TRICORN_OK;
    const uint32_t lines_of = job->lines_of[odd];
    job->second = true;
    if (count_ends(context, job) == UINT64_MAX) return TRICORN_OK;
    return refuse_odd(context, name, odd, lines_of);
}

/* Numbers the edges that occur 0, 1, 2, ..., because the numbers in the file may have gaps. */
static tricorn_status index_edges(tricorn_context *context, const matrix *job, uint32_t **index)
{
    uint32_t *made = NULL, next = 0;
    TG_DO(TG_ALLOC(context, job->numbers, &made));
    for (uint64_t e = 0; e < job->numbers; e++) {
        made[e] = next;
        next += job->lines_of[e] != 0;
    }
    *index = made;
    return TRICORN_OK;
}

/* Makes an edge from each two lines: the first line has one end, the second line the other. */
static void join_ends(const tricorn_context *context, matrix *job, const uint32_t *index, tg_edge *edges)
{
    for (uint32_t p = 0; p < job->lines->part_count; p++) {
        const tg_edge_part *part = &job->lines->parts[p];
        const tg_edge *lines = part->edges;
#pragma omp parallel for num_threads((int)context->threads)
        for (uint64_t i = 0; i < part->count; i++) {
            const uint32_t edge = edge_of(job, lines[i]), vertex = vertex_of(job, lines[i]);
            const uint32_t left = __atomic_fetch_sub(&job->lines_of[edge], 1, __ATOMIC_RELAXED);
            if (left == ENDS)
                edges[index[edge]].u = vertex;
            else
                edges[index[edge]].v = vertex;
        }
    }
}

static tricorn_status check_numbers(tricorn_context *context, const char *name, const tg_edges *lines)
{
    const uint64_t count = tg_edges_count(lines);
    if (!lines->wide && lines->vertices / NUMBERS_PER_LINE <= count + 1) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: its numbers are much larger than its %" PRIu64
      " lines; edges and vertices of an incidence matrix are counted from 1; if the "
      "columns are two vertices, give " TG_OPTION("format=edges"),
      name, count);
}

/* Refuses a file that may be something else, unless its name or the caller says that it is an incidence matrix. */
static tricorn_status check_doubt(tricorn_context *context, tg_input *input, const tricorn_load_options *options)
{
    const char *bytes = NULL;
    size_t count = 0;
    if (options->input.format || tg_suffix_matches(tg_input_name(input), INCIDENCE_SUFFIXES)) return TRICORN_OK;
    const tricorn_status status = tg_input_peek(context, input, &bytes, &count);
    if (status != TRICORN_OK || tg_incidence_look(bytes, count) == TG_INCIDENCE_SURE) return status;
    return tg_incidence_refuse(context, tg_input_name(input));
}

static tricorn_status join_lines(tricorn_context *context, const char *name, const tg_edges *lines, tg_edge_part *part)
{
    tricorn_status status = TRICORN_OK;
    matrix job = {.lines = lines, .numbers = lines->vertices};
    uint32_t *index = NULL;
    const uint64_t count = tg_edges_count(lines) / ENDS;

    TG_TRY(TG_ALLOC(context, job.numbers, &job.lines_of));
    TG_TRY(find_column(context, name, &job));
    TG_TRY(index_edges(context, &job, &index));
    TG_TRY(tg_edge_part_reserve(context, part, count, sizeof(tg_edge)));
    join_ends(context, &job, index, part->edges);
    part->count = count;

cleanup:
    tg_free(index);
    tg_free(job.lines_of);
    return status;
}

static tricorn_status join_spilled(
  tricorn_context *context, const char *name, tg_edges *lines, tg_incidence_spill *spill, tg_edge_part *part)
{
    tg_incidence_column column = {.second = false}, other = {.second = true};

    TG_DO(tg_incidence_spill_finish(context, spill, lines));
    TG_DO(tg_incidence_spill_check(context, spill, lines->vertices, &column));
    if (column.odd != UINT64_MAX) {
        TG_DO(tg_incidence_spill_check(context, spill, lines->vertices, &other));
        if (other.odd != UINT64_MAX) TG_DO(refuse_odd(context, name, column.odd, column.odd_lines));
        column = other;
    }
    return tg_incidence_spill_join(context, spill, &column, part);
}

static tricorn_status read_incidence(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const char *name = tg_input_name(input);
    tricorn_load_options numbers = *options;
    tg_incidence_spill spill;
    tg_edges lines = {0};

    if (edges->spill) {
        tg_incidence_spill_open(&spill, edges->spill);
        lines.spill = &spill.base;
    }
    TG_TRY(check_doubt(context, input, options));
    numbers.text.header = "no";
    numbers.text.columns =
      (tricorn_columns){.source = "1", .target = "2"}; /* so that nobody asks whether the lines are edges */
    numbers.text.header = "no";
    numbers.input.ids = TRICORN_IDS_NUMBER;
    numbers.graph.strict = 0; /* line numbers would not fit the edges */
    TG_TRY(tg_edge_list_read(context, input, &numbers, TABLE, &lines));
    TG_TRY(check_numbers(context, name, &lines));
    TG_TRY(tg_edges_create(context, 1, edges));
    TG_TRY(tg_edges_spilled(&lines) ? join_spilled(context, name, &lines, &spill, edges->parts)
                                    : join_lines(context, name, &lines, edges->parts));
    edges->vertices = lines.vertices;

cleanup:
    tg_edges_free(&lines);
    if (edges->spill) tg_incidence_spill_close(&spill);
    return status;
}

/* Recognises the format. A text with the suffix is never read as an edge list, even if it is damaged. */
static tg_likeness recognise_incidence(const char *name, const char *bytes, size_t count)
{
    const bool mine =
      tg_suffix_matches(name, INCIDENCE_SUFFIXES) || tg_incidence_look(bytes, count) != TG_INCIDENCE_NOT;
    return mine ? TG_BY_CONTENT : TG_NOT_MINE;
}

/* ---- edge list or matrix ---- */

tricorn_status tg_incidence_refuse(tricorn_context *context, const char *name)
{
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: its lines may be an incidence matrix (edge, vertex, 1) or an edge list "
      "with a third column of 1, which are different graphs: give " TG_OPTION(
        "format=graphchallenge-inc") " or " TG_OPTION("format=edges"),
      name);
}

/* Whether the column contains exactly the numbers 1 to half the number of lines, each exactly twice. */
static bool numbers_edges(const tricorn_context *context, matrix *job)
{
    return count_ends(context, job) == UINT64_MAX && job->lines_of[0] == 0;
}

/* Whether all numbers in the lines in memory are within that range. */
static bool are_bounded(const matrix *job)
{
    for (uint32_t p = 0; p < job->lines->part_count; p++) {
        const tg_edge *lines = job->lines->parts[p].edges;
        for (uint64_t i = 0; i < job->lines->parts[p].count; i++) {
            const uint32_t edge = edge_of(job, lines[i]);
            if (edge == 0 || edge >= job->numbers) return false;
        }
    }
    return true;
}

/* Whether each edge is listed from both its ends, and none is a loop: then the lines are an adjacency matrix. */
static bool is_symmetric(const tg_edges *lines)
{
    const uint64_t seed = tg_hash_seed();
    tg_mirror all = {0};
    for (uint32_t p = 0; p < lines->part_count; p++) {
        const tg_edge *edges = lines->parts[p].edges;
        for (uint64_t i = 0; i < lines->parts[p].count; i++) tg_mirror_add(&all, seed, edges[i].u, edges[i].v);
    }
    return all.loops == 0 && tg_mirror_holds(&all);
}

tricorn_status tg_incidence_check_edges(tricorn_context *context, const char *name, const tg_edges *lines)
{
    const uint64_t count = tg_edges_count(lines), edges = count / ENDS;
    matrix job = {.lines = lines, .numbers = edges + 1};
    if (lines->wide || count == 0 || count % ENDS || lines->vertices <= edges) return TRICORN_OK;
    const bool spilled = tg_edges_spilled(lines);
    TG_DO(spilled ? TRICORN_OK : TG_ALLOC(context, job.numbers, &job.lines_of));
    bool may_be = false;
    for (int column = 0; column < 2; column++) {
        job.second = column == 1;
        may_be = may_be || (spilled ? are_bounded(&job) : numbers_edges(context, &job));
    }
    tg_free(job.lines_of);
    if (!may_be || (!spilled && is_symmetric(lines))) return TRICORN_OK;
    return tg_incidence_refuse(context, name);
}

/* ---- adjacency ---- */

static tricorn_status read_adjacency(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_load_options named = *options;
    /* Prevents that the lines are refused because they could be an incidence matrix. */
    named.input.format = ADJACENCY_NAME;
    named.text.header = "no";
    if (named.input.ids == TRICORN_IDS_AUTO) named.input.ids = TRICORN_IDS_NUMBER;
    return tg_edge_list_read(context, input, &named, TABLE, edges);
}

static tg_likeness recognise_adjacency(const char *name, const char *bytes, size_t count)
{
    const bool mine = tg_suffix_matches(name, ADJACENCY_SUFFIXES) && has_columns(bytes, count);
    return mine ? TG_BY_CONTENT : TG_NOT_MINE;
}

/* ---- writing ---- */

/* Writes an entry of a matrix as "first<TAB>second<TAB>1". */
static char *put_entry(char *at, uint64_t first, uint64_t second)
{
    at = tg_put_digits(at, first);
    *at++ = '\t';
    at = tg_put_digits(at, second);
    memcpy(at, "\t1\n", 3);
    return at + 3;
}

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    tg_rows rows;
    uint64_t edges; /* how many edges of a stream were written */
    bool incidence;
} writing;

/* Writes the entries of a row: its column of the adjacency matrix, or its edges in the incidence matrix. */
static tricorn_status write_row(void *user, uint32_t u)
{
    const writing *job = user;
    const uint64_t *offsets = job->rows.offsets;
    for (uint64_t i = offsets[u]; i < offsets[u + 1];) {
        char *begin, *end;
        TG_DO(tg_output_room(job->context, job->output, ENDS * LINE_MOST, &begin, &end));
        char *at = begin;
        for (; i < offsets[u + 1] && end - at >= ENDS * LINE_MOST; i++) {
            const uint64_t one = (uint64_t)u + 1, other = (uint64_t)job->rows.ids[i] + 1;
            if (job->incidence) {
                at = put_entry(at, i + 1, one);
                at = put_entry(at, i + 1, other);
            } else {
                at = put_entry(at, other, one);
            }
        }
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

static tricorn_status write_matrix(
  tricorn_context *context, const tricorn_graph *graph, tg_output *output, bool incidence)
{
    tricorn_status status = TRICORN_OK;
    writing job = {.context = context, .output = output, .incidence = incidence};

    tg_work_begin(context, "writing", graph->edges * (incidence ? 1 : 2));
    TG_TRY(tg_active_rows(context, graph, !incidence, &job.rows));
    TG_TRY(tg_rows_write(context, &job.rows, write_row, &job));

cleanup:
    tg_rows_free(&job.rows);
    return status;
}

static tricorn_status write_next(void *user, const tg_edge *edges, uint64_t count)
{
    writing *job = user;
    for (uint64_t i = 0; i < count;) {
        char *begin, *end;
        TG_DO(tg_output_room(job->context, job->output, ENDS * LINE_MOST, &begin, &end));
        char *at = begin;
        for (; i < count && end - at >= ENDS * LINE_MOST; i++) {
            const uint64_t one = (uint64_t)edges[i].u + 1, other = (uint64_t)edges[i].v + 1;
            job->edges++;
            at = put_entry(at, job->incidence ? job->edges : other, one);
            at = put_entry(at, job->incidence ? job->edges : one, other);
        }
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

static tricorn_status write_adjacency_of_edges(tricorn_context *context, const tg_edge_stream *edges, tg_output *output)
{
    writing job = {.context = context, .output = output};
    return tg_edge_stream_each(context, edges, write_next, &job);
}

static tricorn_status write_incidence_of_edges(tricorn_context *context, const tg_edge_stream *edges, tg_output *output)
{
    writing job = {.context = context, .output = output, .incidence = true};
    return tg_edge_stream_each(context, edges, write_next, &job);
}

static tricorn_status write_adjacency(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    return write_matrix(context, graph, output, false);
}

static tricorn_status write_incidence(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    return write_matrix(context, graph, output, true);
}

/* Estimates the memory. Until the lines are freed, memory also holds the edges that are made
 * from them, and two numbers for each edge or vertex. */
static tricorn_status estimate_incidence(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    tricorn_load_options numbers = *options;
    numbers.input.ids = TRICORN_IDS_NUMBER;
    TG_DO(tg_estimate_text(context, input, &numbers, sizes));
    const uint64_t lines = sizes->edges;
    sizes->edges = lines / ENDS;
    sizes->read_bytes = (lines + sizes->edges) * sizeof(tg_edge) + (sizes->largest + 1) * 2 * sizeof(uint32_t);
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(graphchallenge_adj) = {
  .estimate = tg_estimate_text,
  .description = {.name = ADJACENCY_NAME,
    .summary = "GraphChallenge adjacency: row, column, value; from 1",
    .suffixes = ADJACENCY_SUFFIXES,
    .reads = "large pipe parallel",
    .writes = "large pipe"},
  .both_ways = true,
  .recognise = recognise_adjacency,
  .read = read_adjacency,
  .write = write_adjacency,
  .write_edges = write_adjacency_of_edges,
  .edge_numbers = TG_EDGES_OF_ACTIVE,
};

TG_DEFINE_FORMAT(graphchallenge_inc) = {
  .estimate = estimate_incidence,
  .description = {.name = INCIDENCE_NAME,
    .summary = "GraphChallenge incidence: edge, vertex, value; from 1",
    .suffixes = INCIDENCE_SUFFIXES,
    .reads = "large pipe parallel",
    .writes = "large pipe"},
  .recognise = recognise_incidence,
  .read = read_incidence,
  .write = write_incidence,
  .write_edges = write_incidence_of_edges,
  .edge_numbers = TG_EDGES_OF_ACTIVE,
};
