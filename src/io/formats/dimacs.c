/* dimacs.c - the text formats of the DIMACS and PACE challenges.
 *
 *     p edge 4 5    or "p col": lines "e u v", of the second DIMACS challenge (colouring)
 *     p sp 4 5      lines "a u v length", of the ninth (shortest paths)
 *     p tw 4 5      lines "u v", of PACE; also td, tdp, cep, ds
 *
 * The problem line states the numbers of vertices and edges; ids count from 1. Lines that begin
 * with 'c' are comments. Sources: "Clique and coloring problems, graph format", DIMACS, 1993;
 * the 9th DIMACS challenge's "file formats"; pacechallenge.org.
 */
#include "io/format.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/portable.h"
#include "io/text/each_line.h"
#include "io/text/gather.h"
#include "io/text/header.h"
#include "io/text/lines.h"
#include "io/text/scan.h"

enum { PROBLEM_WORDS = 4 }; /* the words of a problem line: "p edge 4 5" */

static const char SUFFIXES[] = ".col .dimacs .gr";

/* The second word of a problem line, and what it means. */
typedef struct problem {
    const char *word;
    char designator; /* the letter at the beginning of a line with an edge; 0: no line has one */
    /* What the file is if tricorn does not read it as a graph; NULL: it reads it. */
    const char *refuse;
} problem;

static const char FLOW[] = "is a flow network; keep only the arcs as lines 'a u v capacity' under "
                           "a line 'p sp VERTICES ARCS'";
static const char FORMULA[] = "is a logical formula and no graph";
static const char HYPERGRAPH[] = "is a hypergraph: its lines join any number of vertices; write "
                                 "each pair of them as an edge";

static const problem problems[] = {
  {"edge", 'e', NULL},
  {"edges", 'e', NULL},
  {"col", 'e', NULL},
  {"sp", 'a', NULL},
  {"tw", 0, NULL},
  {"td", 0, NULL},
  {"tdp", 0, NULL},
  {"cep", 0, NULL},
  {"ds", 0, NULL},
  {"max", 0, FLOW},
  {"min", 0, FLOW},
  {"asn", 0, FLOW},
  {"cnf", 0, FORMULA},
  {"wcnf", 0, FORMULA},
  {"htd", 0, HYPERGRAPH},
  {"hs", 0, HYPERGRAPH},
  {"aux", 0, "holds data of vertices and no edges; the graph is another file"},
  {"ocr", 0, "is bipartite and so has no triangles"},
};

typedef struct header {
    const problem *problem;
    uint64_t vertices, edges;
    uint64_t lines; /* the number of the problem line, counted from 1 */
} header;

/* ---- the header ---- */

static const problem *find_problem(const char *word, size_t bytes)
{
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        if (strlen(problems[i].word) == bytes && memcmp(problems[i].word, word, bytes) == 0) return &problems[i];
    return NULL;
}

static tricorn_status read_problem(
  tricorn_context *context, const char *name, const char *const *words, size_t count, header *found)
{
    found->problem = count > 1 ? find_problem(words[1], strlen(words[1])) : NULL;
    if (count < 1 || strcmp(words[0], "p") != 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": expected a comment ('c') or the problem line, such as "
          "'p edge VERTICES EDGES'; if this is an edge list, give " TG_OPTION("format=edges"),
          name, found->lines);
    if (found->problem == NULL)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s:%" PRIu64 ": the problem is not known; tricorn reads the graphs of the "
          "problems edge, col, sp, tw, td, tdp, cep and ds",
          name, found->lines);
    if (found->problem->refuse != NULL)
        return tg_fail(context, TRICORN_UNSUPPORTED, "%s:%" PRIu64 ": the problem '%s' %s", name, found->lines,
          words[1], found->problem->refuse);
    if (count != PROBLEM_WORDS || !tg_header_count(words[2], &found->vertices) ||
        !tg_header_count(words[3], &found->edges))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": expected two whole numbers behind 'p %s': how many "
          "vertices and edges there are",
          name, found->lines, words[1]);
    return tg_header_check(context, name, found->lines, found->vertices);
}

static tricorn_status read_header(tricorn_context *context, tg_input *input, header *found)
{
    const char *name = tg_input_name(input), *words[PROBLEM_WORDS];
    for (;;) {
        tg_header_line line;
        TG_DO(tg_header_line_read(context, input, &line));
        if (line.ended)
            return tg_fail(
              context, TRICORN_BAD_FORMAT, "%s: ends before its problem line, such as 'p edge VERTICES EDGES'", name);
        found->lines++;
        if (*tg_skip_blanks(line.text) == 'c') continue;
        const size_t count = tg_header_split(line.text, words, PROBLEM_WORDS);
        if (count > 0) return read_problem(context, name, words, count, found);
    }
}

/* ---- the lines ---- */

typedef struct reading {
    header header;
    tg_scan_ids ids;
    tg_gathering gathering;
    /* weighted: some lines are "e u v w"; plain: some lines are "e u v". */
    atomic_bool weighted, plain;
} reading;

static const char NO_EDGE[] = "expected 'e' and two vertices, whole numbers";
static const char NO_ARC[] = "expected 'a', two vertices and a length, numbers";
static const char NO_PAIR[] = "expected two vertices, whole numbers, and nothing else";
static const char OUTSIDE[] = "a vertex is 0, or beyond the number of vertices that the problem "
                              "line says";
static const char UNKNOWN[] = "expected an edge or a comment ('c')";
static const char SECOND[] = "a second problem line: a file holds one graph";

static const char *skip_word(const char *at)
{
    const char *begin = at;
    while (*at > ' ' && *at < 0x7f) at++;
    return at > begin ? at : NULL;
}

/* Skips a line about vertices, which the colouring format allows: "n id value", "d dimension metric", "v place", "x
 * parameter value". Returns the '\n' of such a line, or NULL for another line. */
static const char *skip_aside(const char *at, const tg_scan_ids *ids)
{
    const char kind = *at++, *error;
    uint64_t id;
    if (!tg_is_blank(*at)) return NULL;
    if (kind == 'n') at = tg_scan_id(ids, at, &id, &error);
    if (kind == 'd') at = tg_scan_number(tg_skip_blanks(at));
    if (kind == 'x') at = skip_word(tg_skip_blanks(at));
    do {
        if (at == NULL || !tg_is_blank(*at)) return NULL;
        at = tg_skip_blanks(at);
        at = kind == 'd' ? skip_word(at) : tg_scan_number(at);
    } while (at == NULL || tg_scan_end(at) == NULL);
    return tg_scan_end(at);
}

/* Reads the edge at `at`, which is after a designator. Returns the '\n' of the line, or NULL with *error set. */
static const char *read_edge(reading *job, const char *at, tg_wide_edge *edge, const char **error)
{
    const char designator = job->header.problem->designator;
    at = tg_scan_edge(&job->ids, at, edge, error);
    if (at == NULL) return NULL;
    const char *end = tg_scan_end(at);
    const bool weight = end == NULL || designator == 'a';
    if (weight && designator != 0) {
        at = tg_scan_number(tg_skip_blanks(at));
        end = at ? tg_scan_end(at) : NULL;
    }
    atomic_bool *seen = weight ? &job->weighted : &job->plain;
    if (!atomic_load_explicit(seen, memory_order_relaxed)) atomic_store(seen, true);
    if (end == NULL) *error = job->ids.no_ids;
    return end;
}

/* Skips a line that has no edge. Returns its '\n', or NULL with *error set if the format has no such line. */
static const char *skip_line(const reading *job, const char *at, const char **error)
{
    const char designator = job->header.problem->designator, *end = NULL;
    if (*at == 'c') return rawmemchr(at, '\n'); /* a '\n' follows the chunk */
    if (designator == 'e' && (*at == 'n' || *at == 'd' || *at == 'v' || *at == 'x')) end = skip_aside(at, &job->ids);
    if (end == NULL) end = tg_scan_end(at);
    if (end == NULL) *error = *at == 'p' ? SECOND : *at == designator ? job->ids.no_ids : UNKNOWN;
    return end;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *line)
{
    reading *job = user;
    const char designator = job->header.problem->designator, *at = tg_skip_blanks(line->at);
    const bool is_edge = designator ? *at == designator && tg_is_blank(at[1]) : tg_is_digit(*at);
    tg_wide_edge edge;
    at = is_edge ? read_edge(job, designator ? at + 1 : at, &edge, &line->error) : skip_line(job, at, &line->error);
    if (at == NULL) return TRICORN_OK;
    line->at = at + 1;
    if (!is_edge) return TRICORN_OK;
    return tg_gather_edge(context, &job->gathering, line->thread, edge, line->number);
}

TG_PARSE_EACH_LINE(parse_chunk, read_line)

/* ---- the whole ---- */

/* Compares the number of edges with the problem line. Files of the colouring format state the
 * number of edges or twice this number, and list each edge once or from both ends. */
static tricorn_status check_count(tricorn_context *context, const char *name, reading *job, uint64_t lines)
{
    const header *stated = &job->header;
    const bool colouring = stated->problem->designator == 'e';
    if (colouring && atomic_load(&job->weighted) && atomic_load(&job->plain))
        return tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: some edges ('e') have a number behind their vertices, others do not", name);
    if (lines == stated->edges || (colouring && (lines == 2 * stated->edges || stated->edges == 2 * lines)))
        return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s:%" PRIu64 ": the problem line says %" PRIu64 " edges, but there are %" PRIu64 "%s", name, stated->lines,
      stated->edges, lines, lines < stated->edges ? ": is the file cut?" : "");
}

static tricorn_status read_dimacs(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {0};

    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(read_header(context, input, &job.header));
    const char designator = job.header.problem->designator;
    job.ids = (tg_scan_ids){.first = 1,
      .count = job.header.vertices,
      .no_ids = designator == 'e'   ? NO_EDGE
                : designator == 'a' ? NO_ARC
                                    : NO_PAIR,
      .outside = OUTSIDE};
    TG_TRY(tg_gather_begin(context, options, false, edges, &job.gathering));
    const tg_text_reader reader = {
      .threads = job.gathering.threads, .first_line = job.header.lines + 1, .user = &job, .parse = parse_chunk};
    TG_TRY(tg_text_read(context, input, &reader));
    tg_gather_end(&job.gathering);
    TG_TRY(check_count(context, tg_input_name(input), &job, tg_edges_count(edges)));
    edges->declared = true;
    edges->vertices = job.header.vertices;
    edges->ids.first = 1;
    edges->each_once = designator == 0; /* true for the formats of PACE */

cleanup:
    tg_gather_end(&job.gathering);
    return status;
}

/* Whether a known problem line comes after the comments. */
static bool has_problem(const char *bytes, size_t count)
{
    const char *at = bytes + tg_mark_bytes(bytes, count), *stop = bytes + count;
    tg_line line;
    while (tg_next_line(&at, stop, &line)) {
        if (line.begin == line.end || *line.begin == 'c') continue;
        if (line.end - line.begin < 2 || *line.begin != 'p' || !tg_is_blank(line.begin[1])) return false;
        while (tg_is_blank(*++line.begin)) {
        }
        const char *end = line.begin;
        while (end < line.end && !tg_is_blank(*end)) end++;
        return find_problem(line.begin, (size_t)(end - line.begin)) != NULL;
    }
    return false;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (has_problem(bytes, count)) return TG_BY_CONTENT;
    return tg_suffix_matches(name, SUFFIXES) && !memchr(bytes, 0, count) ? TG_BY_NAME : TG_NOT_MINE;
}

static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    header found = {0};
    (void)options;
    TG_DO(tg_header_skip_mark(context, input));
    TG_DO(read_header(context, input, &found));
    *sizes = tg_sizes_declared(found.edges, found.vertices);
    sizes->exact = found.problem->designator != 'e';
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(dimacs) = {
  .estimate = estimate,
  .description = {.name = "dimacs",
    .summary = "DIMACS and PACE: 'p edge', 'p col', 'p sp', 'p tw'",
    .suffixes = SUFFIXES,
    .reads = "isolated large pipe parallel"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_dimacs,
};
