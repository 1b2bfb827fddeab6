/* meaning_incidence.c - the meaning of an incidence matrix: "edge vertex value", two lines for each edge. */
#include "mangled.h"

#include <stdlib.h>

/* ---- as a matrix ---- */

static int by_first(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

static void swap_columns(edge_set *of)
{
    for (uint64_t i = 0; i < of->count; i++) {
        const uint64_t edge = of->ends[2 * i];
        of->ends[2 * i] = of->ends[2 * i + 1];
        of->ends[2 * i + 1] = edge;
    }
}

/* Whether each edge stands there twice; sorts the lines by it. */
static bool is_paired(edge_set *of)
{
    uint64_t *ends = of->ends;
    if (of->count > 0) qsort(ends, of->count, 2 * sizeof *ends, by_first);
    for (uint64_t i = 0; i < of->count; i += 2)
        if (i + 1 == of->count || ends[2 * i] != ends[2 * i + 2] || (i > 0 && ends[2 * i] == ends[2 * i - 2]))
            return false;
    return of->count > 0;
}

/* The column of the edges is the first in which each number stands twice. */
static void add_matrix(edge_set *lines, meanings *found)
{
    edge_set edges = {0};
    bool right = is_paired(lines);
    if (!right) {
        swap_columns(lines);
        right = is_paired(lines);
    }
    for (uint64_t i = 0; right && i < lines->count; i += 2)
        edge_set_add(&edges, lines->ends[2 * i + 1], lines->ends[2 * i + 3]);
    if (right) meanings_add(found, &edges);
    edge_set_free(&edges);
}

void mean_incidence(span content, const traits *known, meanings *found)
{
    static const char separators[] = " \t,;";
    edge_set lines = {0};
    for (const char *at = separators; *at; at++) {
        if (parse_edge_list(content, *at, known, &lines)) add_matrix(&lines, found);
        lines.count = 0;
    }
    edge_set_free(&lines);
}

/* ---- as an edge list ---- */

/* Reads lines "number number 1"; false if there are others. */
static bool take_ones(span content, edge_set *lines)
{
    const char *at = content.begin;
    uint64_t numbers[3];
    span line, word;
    while (next_line(&at, content.end, &line)) {
        line = trim(line, " \t\r");
        if (line.begin == line.end || *line.begin == '#' || *line.begin == '%') continue;
        for (int i = 0; i < 3; i++)
            if (!next_word(&line, &word) || !parse_number(word, &numbers[i])) return false;
        if (numbers[2] != 1 || next_word(&line, &word)) return false;
        edge_set_add(lines, numbers[0], numbers[1]);
    }
    return true;
}

/* Whether the edges are 1 to half of the lines. */
static bool counts_on(edge_set *of)
{
    return is_paired(of) && of->ends[0] == 1 && of->ends[2 * of->count - 2] == of->count / 2;
}

/* The first is edge 1 at vertex 1, and half or more of the edges have two lines that follow each other. */
static bool begins_well(const edge_set *of)
{
    const uint64_t *ends = of->ends;
    uint64_t runs = 0, pairs = 0;
    if (of->count < 2 || ends[0] != 1 || ends[1] != 1) return false;
    for (uint64_t i = 0, next; i < of->count; i = next) {
        for (next = i + 1; next < of->count && ends[2 * next] == ends[2 * i];) next++;
        runs++;
        pairs += next - i == 2;
    }
    return 2 * pairs >= runs;
}

bool may_be_incidence(span content)
{
    edge_set lines = {0};
    bool may_be = take_ones(content, &lines);
    if (may_be) {
        may_be = begins_well(&lines) || counts_on(&lines);
        swap_columns(&lines);
        may_be = may_be || counts_on(&lines);
    }
    edge_set_free(&lines);
    return may_be;
}
