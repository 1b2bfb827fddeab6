/* incidence_look.c - finds out from the first lines of a text whether it is an incidence matrix.
 *
 * An entry is 1; in an oriented matrix, it is -1 where the edge begins.
 *
 * A matrix that tricorn writes begins with "1 1 1". The edges 1, 2, 3, ... have two lines each, the smaller vertex
 * first, and edges ascend by their vertices. Hardly any edge list has such lines. A text that nearly has this form
 * may be a damaged matrix; read as an edge list, it would be another graph. So it is in doubt, and refused.
 */
#include "io/formats/graphchallenge.h"

#include <stdint.h>
#include <string.h>

#include "io/text/mirror.h"
#include "io/text/scan.h"

enum {
    COLUMNS = 3,
    ENDS = 2,
    EDGES_PER_FAULT = 8 /* a text is in doubt if at most one edge in eight is wrong */
};

/* What the lines have. Consecutive lines with the same first number are a run; in a matrix each run has two lines. */
typedef struct view {
    uint64_t lines, runs;
    /* The first number of the current run, and how many lines the run has. */
    uint64_t first, length;
    /* The second numbers of the current run, and those of the run before it. */
    uint64_t ends[ENDS], before[ENDS];
    int64_t sum; /* the sum of the values of the current run */
    bool oriented; /* some values are -1 */
    /* How many runs do not have two lines or, if some values are -1, not a -1 and a 1. */
    uint64_t odd;
    /* How many runs have a number that does not follow the number of the run before. */
    uint64_t jumps;
    /* How many runs do not have ascending ends, or are not larger than the run before. */
    uint64_t unordered;
    /* How many lines have a second number that is at most the first one, and how many a larger one. */
    uint64_t low, high;
    uint64_t mirrored; /* the largest number whose run was seen; used with `mirror` */
    tg_mirror mirror;
    uint64_t others; /* how many lines are no entries of a matrix */
    bool begins; /* the text begins with "1 1" */
} view;

static void end_run(view *seen)
{
    if (seen->runs == 0) return;
    const uint64_t *ends = seen->ends, *before = seen->before;
    const bool pair = seen->length == ENDS && ends[0] < ends[1];
    const bool after = before[0] < ends[0] || (before[0] == ends[0] && before[1] < ends[1]);
    seen->odd += seen->length != ENDS || (seen->oriented && seen->sum != 0);
    seen->unordered += !pair || !after;
    memcpy(seen->before, ends, sizeof seen->before);
}

static void add_line(view *seen, uint64_t first, uint64_t second, int64_t value)
{
    seen->oriented |= value < 0;
    if (seen->lines++ == 0) seen->begins = first == 1 && second == 1;
    if (seen->runs == 0 || first != seen->first) {
        end_run(seen);
        seen->jumps += first != seen->first + 1;
        seen->first = first;
        seen->length = 0;
        seen->sum = 0;
        seen->runs++;
    }
    if (seen->length < ENDS) seen->ends[seen->length] = second;
    seen->length++;
    seen->sum += value;
    seen->low += second <= first;
    seen->high += second > first;
    if (first <= seen->mirrored && second <= seen->mirrored)
        tg_mirror_add(&seen->mirror, 0, (uint32_t)first, (uint32_t)second);
}

/* Parses "edge vertex 1" or "edge vertex -1"; the line ends with '\n'. */
static bool parse_line(const char *at, uint64_t numbers[COLUMNS], int64_t *value)
{
    *value = 1;
    for (int c = 0; c < COLUMNS; c++) {
        if (c + 1 == COLUMNS && *tg_skip_blanks(at) == '-') {
            at = tg_skip_blanks(at) + 1;
            *value = -1;
        }
        at = tg_scan_index(tg_skip_blanks(at), &numbers[c]);
        if (at == NULL || (!tg_is_blank(*at) && c + 1 < COLUMNS)) return false;
    }
    at = tg_skip_blanks(at);
    while (*at == '\r') at++;
    return *at == '\n' && numbers[COLUMNS - 1] == 1;
}

static bool is_skipped(const char *line)
{
    line = tg_skip_blanks(line);
    return *line == '\n' || *line == '\r' || *line == '#' || *line == '%';
}

/* Adds all lines that end with '\n'. */
static void add_lines(view *seen, const char *bytes, size_t count)
{
    const char *at = bytes + tg_mark_bytes(bytes, count), *stop = bytes + count, *newline;
    uint64_t numbers[COLUMNS];
    int64_t value;
    for (; at < stop && (newline = memchr(at, '\n', (size_t)(stop - at))); at = newline + 1) {
        if (is_skipped(at)) continue;
        if (parse_line(at, numbers, &value))
            add_line(seen, numbers[0], numbers[1], value);
        else if (++seen->others > seen->lines / EDGES_PER_FAULT + 1)
            return; /* most texts are no matrix, and need not be looked at further */
    }
}

/* Whether each number has the same numbers beside it in both columns: then the text is the
 * adjacency matrix of a graph that consists of cycles. */
static bool is_symmetric(const view *seen, const char *bytes, size_t count)
{
    view again = {.mirrored = seen->first - 1};
    add_lines(&again, bytes, count);
    return again.mirror.up > 0 && again.mirror.loops == 0 && tg_mirror_holds(&again.mirror);
}

tg_incidence tg_incidence_look(const char *bytes, size_t count)
{
    view seen = {0};
    add_lines(&seen, bytes, count);
    if (seen.lines < ENDS || seen.others > seen.lines / EDGES_PER_FAULT) return TG_INCIDENCE_NOT;
    /* After these bytes, the last run may have another line. */
    if (seen.length >= ENDS) end_run(&seen);
    if (seen.begins && !seen.oriented && seen.odd + seen.jumps + seen.unordered + seen.others == 0)
        return TG_INCIDENCE_SURE;
    if (seen.begins && seen.odd <= seen.runs / 2) return TG_INCIDENCE_DOUBT;
    if (seen.odd + seen.jumps > seen.runs / EDGES_PER_FAULT || seen.low == 0 || seen.high == 0) return TG_INCIDENCE_NOT;
    return is_symmetric(&seen, bytes, count) ? TG_INCIDENCE_NOT : TG_INCIDENCE_DOUBT;
}
