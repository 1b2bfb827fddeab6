/* pajek.c - Pajek's networks (.net): "*Vertices n", lines of vertices, then sections of edges.
 *
 *     *Arcs, *Edges            lines "u v [value [parameters]]"
 *     *Arcslist, *Edgeslist    lines "u v1 v2 ..."
 *     *Matrix                  n lines of n numbers; those that are not 0 are edges
 *
 * Ids count from 1; labels are ignored. The sections of several relations (*Arcs :1 "name")
 * form one graph. Some programs write the number of lines after the name of a section (*Edges
 * 5). The section of a line depends on the lines before it, so one thread reads them in their
 * order. Source: Mrvar and Batagelj, "Pajek, reference manual"; Pajek's wiki, "Pajek format".
 */
#include "io/format.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "io/text/each_line.h"
#include "io/text/gather.h"
#include "io/text/header.h"
#include "io/text/scan.h"
#include "io/formats/network/document_write.h"

static const char SUFFIXES[] = ".net .paj";

typedef enum section { NOTHING, NETWORK, VERTICES, EDGES, LISTS, MATRIX } section;

#define NOT_STATED UINT64_MAX

typedef struct reading {
    section section;
    tg_scan_ids ids; /* the ids that *Vertices allows */
    uint64_t rows, columns;
    /* In a network with two modes, the first vertex of the second mode. */
    uint64_t first_column;
    /* How many lines of the section were read, and how many it should have (or NOT_STATED). */
    uint64_t lines, stated;
    bool directed; /* one of the sections so far has directions */
    tg_gathering gathering;
} reading;

/* ---- sections ---- */

static const char NO_VERTICES[] = "expected '*Vertices' and their number; if this is an edge "
                                  "list, give " TG_OPTION("format=edges");
static const char SECOND_NETWORK[] = "a second network begins: keep one in the file";
static const char CUT_SECTION[] = "the section before has another number of lines than it should";
static const char NO_NUMBER[] = "expected the number of vertices, and behind it nothing, or the "
                                "number of those of the first mode";
static const char TOO_MANY[] = "there are more vertices than tricorn can hold (4294967295)";
static const char NO_RELATION[] = "behind the section's name there may be a relation (':1 "
                                  "\"name\"') or the number of lines, and nothing else";
static const char UNKNOWN[] = "the section is not known; tricorn reads *Vertices, *Arcs, *Edges, "
                              "*Arcslist, *Edgeslist and *Matrix";

#define REFUSE(what) what " is no part of a graph: remove the section"
static const struct {
    const char *name;
    section section;
    bool directed; /* u v and v u are two different arcs, or two entries of a matrix */
    const char *refuse;
} sections[] = {
  {"network", NETWORK, false, NULL},
  {"vertices", VERTICES, false, NULL},
  {"arcs", EDGES, true, NULL},
  {"edges", EDGES, false, NULL},
  {"arcslist", LISTS, true, NULL},
  {"edgeslist", LISTS, false, NULL},
  {"matrix", MATRIX, true, NULL},
  {"partition", NOTHING, false, REFUSE("a partition (*Partition)")},
  {"vector", NOTHING, false, REFUSE("a vector (*Vector)")},
  {"permutation", NOTHING, false, REFUSE("a permutation (*Permutation)")},
  {"cluster", NOTHING, false, REFUSE("a cluster (*Cluster)")},
  {"hierarchy", NOTHING, false, REFUSE("a hierarchy (*Hierarchy)")},
  {"events", NOTHING, false, "the network changes in time (*Events), which tricorn does not read"},
};
#undef REFUSE

/* Reads "n", or "n n1" in a network with two modes. */
static const char *read_vertices(reading *job, const char *at)
{
    uint64_t count, first;
    at = tg_scan_index(tg_skip_blanks(at), &count);
    if (at == NULL || !(tg_is_blank(*at) || tg_scan_end(at))) return NO_NUMBER;
    if (count > UINT32_MAX) return TOO_MANY;
    job->ids.count = job->rows = job->columns = count;
    if (tg_scan_end(at)) return NULL;
    at = tg_scan_index(tg_skip_blanks(at), &first);
    if (at == NULL || !tg_scan_end(at) || first > count) return NO_NUMBER;
    job->rows = job->first_column = first;
    job->columns = count - first;
    return NULL;
}

static bool is_cut(const reading *job)
{
    return job->section > VERTICES && job->stated != NOT_STATED && job->lines != job->stated;
}

static const char *begin_section(reading *job, section next, const char *at)
{
    const section last = job->section;
    if (is_cut(job)) return CUT_SECTION;
    if (next == NETWORK && last != NOTHING) return SECOND_NETWORK;
    if (next == VERTICES && last > NETWORK) return SECOND_NETWORK;
    if (next > VERTICES && last < VERTICES) return NO_VERTICES;
    job->section = next;
    job->lines = 0;
    job->stated = NOT_STATED;
    if (next == NETWORK) return NULL; /* the network's name follows */
    if (next == VERTICES) return read_vertices(job, at);
    if (next == MATRIX) job->stated = job->rows;
    if (tg_scan_end(at) || *tg_skip_blanks(at) == ':') return NULL;
    at = next == MATRIX ? NULL : tg_scan_index(tg_skip_blanks(at), &job->stated);
    return at && tg_scan_end(at) ? NULL : NO_RELATION;
}

/* Reads the first line of a section, which has its name after a '*'. */
static const char *read_section(reading *job, tg_line line)
{
    const char *name = line.begin + 1, *end = name;
    while (end < line.end && !tg_is_blank(*end) && *end != ':') end++;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        const size_t bytes = strlen(sections[i].name);
        if (bytes != (size_t)(end - name) || strncasecmp(name, sections[i].name, bytes) != 0) continue;
        if (sections[i].refuse) return sections[i].refuse;
        job->directed |= sections[i].directed;
        return begin_section(job, sections[i].section, end);
    }
    return UNKNOWN;
}

/* ---- lines ---- */

static const char NO_VERTEX[] = "expected a vertex: its number, from 1 to the number of vertices "
                                "that '*Vertices' says, and its label";
static const char NO_EDGE[] = "expected two vertices and, at most, a value and parameters; longer "
                              "lists belong to '*Arcslist' and '*Edgeslist'";
static const char NO_LIST[] = "expected a vertex and its neighbours, whole numbers";
static const char NO_ROW[] = "expected a number for each vertex, with blanks between them: a row "
                             "of the matrix";
static const char MORE_LINES[] = "the section has more lines than it should: as many as behind "
                                 "its name or, for a matrix, as there are vertices";
static const char OUTSIDE[] = "a vertex is 0, or beyond the number of vertices that '*Vertices' "
                              "says";
static const char TIMES[] = "a time ('[1-3]') is given: the network changes in time, which "
                            "tricorn does not read";

/* Whether a word outside of quotes begins with '['. */
static bool has_time(const char *at, const char *end)
{
    for (bool quoted = false; at < end; at++) {
        quoted ^= *at == '"';
        if (!quoted && *at == '[' && tg_is_blank(at[-1])) return true;
    }
    return false;
}

static const char *read_vertex(const reading *job, tg_line line)
{
    const char *error;
    uint64_t id;
    const tg_scan_ids ids = {1, job->ids.count, NO_VERTEX, NO_VERTEX};
    const char *at = tg_scan_id(&ids, line.begin, &id, &error);
    if (at == NULL) return error;
    at = tg_skip_blanks(at);
    const char *label = at;
    if (at < line.end && *at == '"') at = memchr(at + 1, '"', (size_t)(line.end - at - 1));
    if (at == NULL) return "the label's second quote is missing";
    while (at < line.end && !tg_is_blank(*at)) at++;
    return at > label && has_time(at, line.end) ? TIMES : NULL;
}

/* Appends an edge. In a network with two modes, each edge must be between the modes. */
static tricorn_status append_edge(tricorn_context *context, reading *job, tg_wide_edge edge, tg_text_line *from)
{
    const uint64_t second = job->first_column;
    if (second > 0 && (edge.u < second) == (edge.v < second)) {
        from->error = "an edge within one mode: the network's first line says that it has two";
        return TRICORN_OK;
    }
    return tg_gather_edge(context, &job->gathering, 0, edge, from->number);
}

static tricorn_status read_edge(tricorn_context *context, reading *job, tg_line line, tg_text_line *from)
{
    const tg_scan_ids ids = {1, job->ids.count, NO_EDGE, OUTSIDE};
    tg_wide_edge edge = {0, 0};
    const char *at = tg_scan_edge(&ids, line.begin, &edge, &from->error);
    if (at == NULL) return TRICORN_OK;
    const char *value = tg_scan_number(tg_skip_blanks(at));
    if (value != NULL && (tg_is_blank(*value) || value == line.end)) at = value;
    at = tg_skip_blanks(at);
    if (has_time(at, line.end))
        from->error = TIMES;
    else if (at < line.end && (tg_is_digit(*at) || strchr("+-.,;:", *at)))
        from->error = NO_EDGE;
    return from->error ? TRICORN_OK : append_edge(context, job, edge, from);
}

static tricorn_status read_list(tricorn_context *context, reading *job, tg_line line, tg_text_line *from)
{
    const tg_scan_ids ids = {1, job->ids.count, NO_LIST, OUTSIDE};
    tg_wide_edge edge = {0, 0};
    const char *at = tg_scan_id(&ids, line.begin, &edge.u, &from->error);
    while (at != NULL && tg_scan_end(at) == NULL) {
        at = tg_scan_id(&ids, at, &edge.v, &from->error);
        if (at != NULL) TG_DO(append_edge(context, job, edge, from));
    }
    return TRICORN_OK;
}

static bool is_zero(const char *at, const char *end)
{
    for (; at < end && *at != 'e' && *at != 'E' && *at != 'd' && *at != 'D'; at++)
        if (strchr("+-.0", *at) == NULL) return false;
    return true;
}

static tricorn_status read_row(tricorn_context *context, reading *job, tg_line line, tg_text_line *from)
{
    const char *at = line.begin;
    uint64_t column = 0;
    while (at < line.end) {
        const char *end = tg_scan_number(at);
        if (end == NULL || !(tg_is_blank(*end) || end == line.end) || column == job->columns) {
            from->error = NO_ROW;
            return TRICORN_OK;
        }
        if (!is_zero(at, end))
            TG_DO(append_edge(context, job, (tg_wide_edge){job->lines, job->first_column + column}, from));
        column++;
        at = tg_skip_blanks(end);
    }
    if (column < job->columns) from->error = NO_ROW;
    return TRICORN_OK;
}

static tricorn_status read_in_section(tricorn_context *context, reading *job, tg_line line, tg_text_line *from)
{
    if (job->section > VERTICES && job->lines == job->stated) {
        from->error = MORE_LINES;
        return TRICORN_OK;
    }
    switch (job->section) {
    case VERTICES: from->error = read_vertex(job, line); return TRICORN_OK;
    case EDGES: return read_edge(context, job, line, from);
    case LISTS: return read_list(context, job, line, from);
    case MATRIX: return read_row(context, job, line, from);
    default: from->error = NO_VERTICES; return TRICORN_OK;
    }
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *from)
{
    reading *job = user;
    const tg_line line = tg_text_trimmed(from);
    if (from->error != NULL || line.begin == line.end || *line.begin == '%') return TRICORN_OK;
    if (*line.begin == '*') {
        from->error = read_section(job, line);
        return TRICORN_OK;
    }
    const tricorn_status status = read_in_section(context, job, line, from);
    job->lines++;
    return status;
}

TG_PARSE_EACH_LINE(parse_chunk, read_line)

/* ---- the whole ---- */

static tricorn_status check_end(tricorn_context *context, const char *name, const reading *job)
{
    if (job->section < VERTICES)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: ends before a network ('*Vertices' and their number)", name);
    if (job->section == VERTICES)
        return tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: ends before its edges ('*Edges', '*Arcs'): is the file cut?", name);
    if (is_cut(job))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: its last section should have %" PRIu64 " lines, but there are %" PRIu64 ": is the file cut?", name,
          job->stated, job->lines);
    return TRICORN_OK;
}

static tricorn_status read_pajek(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {0};

    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(tg_gather_begin(context, options, true, edges, &job.gathering));
    const tg_text_reader reader = {.threads = 1, .first_line = 1, .user = &job, .parse = parse_chunk};
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(check_end(context, tg_input_name(input), &job));
    edges->declared = true;
    edges->vertices = job.ids.count;
    edges->ids.first = 1;
    edges->each_once = !job.directed;

cleanup:
    tg_gather_end(&job.gathering);
    return status;
}

/* Recognises the format by the first word after comments. */
static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    static const char *const begins[] = {"*vertices", "*network"};
    const char *at = bytes + tg_mark_bytes(bytes, count), *stop = bytes + count;
    tg_line line = {at, at};
    while (tg_next_line(&at, stop, &line))
        if (line.begin < line.end && *line.begin != '%') break;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        const size_t length = strlen(begins[i]), known = (size_t)(line.end - line.begin);
        if (known >= length && strncasecmp(line.begin, begins[i], length) == 0 &&
            (known == length || tg_is_blank(line.begin[length])))
            return TG_BY_CONTENT;
    }
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

static const tg_document_form form = {
  .text = TG_TEXT_PLAIN,
  .begin = "*Vertices " TG_DOCUMENT_VERTICES "\n",
  .nodes = "",
  .edges = "*" TG_DOCUMENT_DIRECTIONS "\n",
  .end = "",
  .node = {.key = "", .item = TG_DOCUMENT_PLACE_FROM_1 " \"" TG_DOCUMENT_ID "\"", .bare = "\n"},
  .edge = {.key = "", .item = TG_DOCUMENT_PLACE_FROM_1 " " TG_DOCUMENT_PLACE_FROM_1, .bare = "\n"},
  .weight = " " TG_DOCUMENT_VALUE,
  .comma = "",
  .directions = {"Edges", "Arcs"},
  .types = {"", ""},
};

TG_DEFINE_FORMAT(pajek) = {
  .description = {.name = "pajek",
    .summary = "Pajek networks: '*Vertices', '*Arcs', '*Edges', lists, a matrix",
    .suffixes = SUFFIXES,
    .reads = "isolated large pipe",
    .writes = "names weights directions isolated pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_pajek,
  .document = &form,
};
