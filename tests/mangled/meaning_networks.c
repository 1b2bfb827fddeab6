/* meaning_networks.c - the meaning of DIMACS's graphs, of those of lines t, v and e, of Pajek's networks and
 * smat's matrices. */
#include "mangled.h"

#include <string.h>

/* Takes two numbers from 1 to `vertices`, or from 0 below it. */
static bool take_ends(span *rest, uint64_t first, uint64_t vertices, uint64_t ends[2])
{
    span word;
    for (int end = 0; end < 2; end++)
        if (!next_word(rest, &word) || !parse_number(word, &ends[end]) || ends[end] < first ||
            ends[end] - first >= vertices)
            return false;
    return true;
}

/* Takes a value, if there is one, and the line's end. */
static bool take_value(span rest, bool needed)
{
    span word;
    if (!next_word(&rest, &word)) return !needed;
    return parse_value(word) && !next_word(&rest, &word);
}

/* ---- DIMACS ---- */

/* "p edge 4 5": the letter of lines with an edge, ' ' for none, 0 for no such line. */
static char take_problem(span line, uint64_t sizes[2])
{
    span word, problem;
    if (!next_word(&line, &word) || !span_is(word, "p") || !next_word(&line, &problem)) return 0;
    for (int i = 0; i < 2; i++)
        if (!next_word(&line, &word) || !parse_number(word, &sizes[i])) return 0;
    if (next_word(&line, &word)) return 0;
    if (span_is(problem, "edge") || span_is(problem, "edges") || span_is(problem, "col")) return 'e';
    return span_is(problem, "sp") ? 'a' : span_is(problem, "tw") ? ' ' : 0;
}

static bool is_aside(span line)
{
    return starts_with(line, "n ") || starts_with(line, "d ") || starts_with(line, "v ") || starts_with(line, "x ");
}

void mean_dimacs(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    uint64_t sizes[2] = {0}, ends[2], weighted = 0;
    edge_set edges = {0};
    span line, word;
    char letter = 0;
    bool right = true;
    (void)known;
    while (right && next_line(&at, content.end, &line)) {
        line = trim(line, " \t\r");
        if (line.begin == line.end || *line.begin == 'c') continue;
        if (letter == 0) {
            letter = take_problem(line, sizes);
            right = letter != 0;
            continue;
        }
        if (letter == 'e' && is_aside(line)) continue;
        if (letter != ' ') right = next_word(&line, &word) && word.end - word.begin == 1 && *word.begin == letter;
        right = right && take_ends(&line, 1, sizes[0], ends) && take_value(line, letter == 'a');
        if (!right) break;
        weighted += trim(line, " \t\r").begin < line.end;
        edge_set_add(&edges, ends[0], ends[1]);
    }
    const uint64_t count = edges.count;
    right = right && letter != 0 && (weighted == 0 || (weighted == count && letter != ' '));
    if (right && (count == sizes[1] || (letter == 'e' && (count == 2 * sizes[1] || 2 * count == sizes[1]))))
        meanings_add(found, &edges);
    edge_set_free(&edges);
}

/* ---- lines t, v and e ---- */

/* Takes "t 3 2", or "t # 0" and "# t 0", which have no sizes. */
static bool take_first(span line, bool *sized, uint64_t sizes[2])
{
    span words[3], more;
    uint64_t number;
    for (int i = 0; i < 3; i++)
        if (!next_word(&line, &words[i])) return false;
    if (next_word(&line, &more)) return false;
    const bool turned = span_is(words[0], "#");
    if (*words[turned].begin != 't' || !span_is(words[turned], "t")) return false;
    *sized = !turned && !span_is(words[1], "#");
    if (*sized) return parse_number(words[1], &sizes[0]) && parse_number(words[2], &sizes[1]);
    return parse_number(words[2], &number);
}

/* The number of vertices until now is `vertices`; returns false for a line that is none of a vertex. */
static bool take_labelled(span rest, uint64_t vertices, bool in_order, uint64_t *degrees)
{
    uint64_t vertex, degree;
    span word;
    if (!next_word(&rest, &word) || !parse_number(word, &vertex) || !next_word(&rest, &word)) return false;
    if (in_order && vertex != vertices) return false;
    if (!next_word(&rest, &word)) return true;
    if (!parse_number(word, &degree)) return false;
    *degrees += degree;
    return !next_word(&rest, &word);
}

/* Whether this is behind a 't': "# -1". */
static bool is_last(span rest)
{
    span sign, number, more;
    return next_word(&rest, &sign) && span_is(sign, "#") && next_word(&rest, &number) && span_is(number, "-1") &&
           !next_word(&rest, &more);
}

void mean_tve(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    uint64_t sizes[2] = {0}, ends[2], vertices = 0, degrees = 0;
    edge_set edges = {0};
    span line, letter, label;
    bool right = true, headed = false, sized = false, ended = false;
    (void)known;
    while (right && next_line(&at, content.end, &line)) {
        line = trim(line, " \t\r");
        if (line.begin == line.end) continue;
        if (!headed) {
            headed = right = take_first(line, &sized, sizes);
            continue;
        }
        right = !ended && next_word(&line, &letter) && letter.end - letter.begin == 1;
        if (!right) break;
        if (*letter.begin == 'v') {
            right = take_labelled(line, vertices++, !sized, &degrees);
            continue;
        }
        ended = *letter.begin == 't' && !sized && is_last(line);
        if (ended) continue;
        right = *letter.begin == 'e' && take_ends(&line, 0, sized ? sizes[0] : vertices, ends);
        if (right && next_word(&line, &label)) right = !next_word(&line, &label);
        if (right) edge_set_add(&edges, ends[0], ends[1]);
    }
    const bool counted = !sized || (vertices == sizes[0] && edges.count == sizes[1]);
    if (right && headed && counted && (degrees == 0 || degrees == 2 * edges.count)) meanings_add(found, &edges);
    edge_set_free(&edges);
}

/* ---- Pajek ---- */

typedef enum section { NONE, VERTICES, EDGES, LISTS } section;

typedef struct network {
    section section;
    uint64_t vertices;
    uint64_t lines, told; /* of the section; told is UINT64_MAX if it is not */
    edge_set edges;
} network;

static bool is_complete(const network *of)
{
    return of->section < EDGES || of->told == UINT64_MAX || of->told == of->lines;
}

static bool begin_section(network *of, span line)
{
    span name, word;
    section next = NONE;
    if (!is_complete(of) || !next_word(&line, &name)) return false;
    if (span_is(name, "*network")) return of->section == NONE;
    if (span_is(name, "*vertices")) next = VERTICES;
    if (span_is(name, "*edges") || span_is(name, "*arcs")) next = EDGES;
    if (span_is(name, "*edgeslist") || span_is(name, "*arcslist")) next = LISTS;
    if (next == NONE || (next == VERTICES) != (of->section == NONE)) return false;
    of->section = next;
    of->lines = 0;
    of->told = UINT64_MAX;
    const bool numbered = next_word(&line, &word);
    if (next == VERTICES) /* a second number: those of the first kind, of two */
        return numbered && parse_number(word, &of->vertices) &&
               (!next_word(&line, &word) || (parse_number(word, &of->told) && of->told <= of->vertices)) &&
               !next_word(&line, &word);
    return !numbered || (parse_number(word, &of->told) && !next_word(&line, &word));
}

static bool take_vertex(const network *of, span line)
{
    span word;
    uint64_t vertex;
    if (!next_word(&line, &word) || !parse_number(word, &vertex) || vertex < 1 || vertex > of->vertices) return false;
    line = trim(line, " \t\r");
    return line.begin == line.end || *line.begin != '"' ||
           memchr(line.begin + 1, '"', (size_t)(line.end - line.begin - 1)) != NULL;
}

/* Behind the value there may be parameters, which are words. */
static bool take_edge(network *of, span line)
{
    uint64_t ends[2];
    span word;
    if (!take_ends(&line, 1, of->vertices, ends)) return false;
    edge_set_add(&of->edges, ends[0], ends[1]);
    if (!next_word(&line, &word)) return true;
    if (parse_value(word) && !next_word(&line, &word)) return true;
    return strchr("0123456789+-.,;:[", *word.begin) == NULL;
}

static bool take_list(network *of, span line)
{
    uint64_t vertex, neighbour;
    span word;
    bool right = next_word(&line, &word) && parse_number(word, &vertex) && vertex >= 1 && vertex <= of->vertices;
    while (right && next_word(&line, &word)) {
        right = parse_number(word, &neighbour) && neighbour >= 1 && neighbour <= of->vertices;
        if (right) edge_set_add(&of->edges, vertex, neighbour);
    }
    return right;
}

void mean_pajek(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    network all = {0};
    span line;
    bool right = true;
    (void)known;
    while (right && next_line(&at, content.end, &line)) {
        line = trim(line, " \t\r");
        if (line.begin == line.end || *line.begin == '%') continue;
        if (*line.begin == '*') {
            right = begin_section(&all, line);
            continue;
        }
        all.lines++;
        right = all.section == VERTICES ? take_vertex(&all, line)
                : all.section == EDGES  ? take_edge(&all, line)
                : all.section == LISTS  ? take_list(&all, line)
                                        : false;
    }
    if (right && all.section > VERTICES && is_complete(&all)) meanings_add(found, &all.edges);
    edge_set_free(&all.edges);
}

/* ---- smat ---- */

void mean_smat(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    uint64_t sizes[2] = {0}, entries = 0, ends[2];
    edge_set edges = {0};
    span line, word;
    (void)known;
    bool right = next_line(&at, content.end, &line) && next_word(&line, &word) && parse_number(word, &sizes[0]) &&
                 next_word(&line, &word) && parse_number(word, &sizes[1]) && next_word(&line, &word) &&
                 parse_number(word, &entries) && !next_word(&line, &word) && sizes[0] == sizes[1];
    while (right && next_line(&at, content.end, &line)) {
        line = trim(line, " \t\r");
        if (line.begin == line.end) continue;
        right = take_ends(&line, 0, sizes[0], ends) && take_value(line, true);
        if (right) edge_set_add(&edges, ends[0], ends[1]);
    }
    if (right && edges.count == entries) meanings_add(found, &edges);
    edge_set_free(&edges);
}
