/* meaning_cells.c - the meaning of matrices as text, by all ways to read their cells. */
#include "mangled.h"

#include <stdlib.h>

/* The cells of all lines, each as long as `width`, or that of the first line, one shorter. */
typedef struct cells {
    span *at;
    size_t rows, width, room;
    bool shorter; /* the first line has one cell less; its last one is empty */
    bool even;
} cells;

static bool next_cell(span *rest, char separator, span *cell)
{
    if (separator == ' ') {
        const bool more = next_word(rest, cell);
        *cell = trim(*cell, "\"");
        return more;
    }
    if (rest->begin > rest->end) return false;
    const char *at = rest->begin;
    const bool quoted = *trim(*rest, " ").begin == '"' && rest->begin < rest->end;
    for (bool inside = false; at < rest->end && (inside || *at != separator); at++) inside ^= quoted && *at == '"';
    *cell = trim((span){rest->begin, at}, " \t\r\"");
    rest->begin = at + 1;
    return true;
}

static void add_line(cells *to, span line, char separator)
{
    size_t count = 0;
    span cell;
    const size_t first = to->rows * to->width;
    for (; next_cell(&line, separator, &cell); count++) {
        if (first + count + 2 >= to->room) {
            to->room = 2 * to->room + 64;
            to->at = realloc(to->at, to->room * sizeof *to->at);
        }
        to->at[first + count] = cell;
    }
    if (to->rows == 0) to->width = count;
    if (to->rows == 1 && count == to->width + 1) {
        for (size_t i = first + count; i-- > to->width;) to->at[i + 1] = to->at[i];
        to->at[to->width] = (span){line.end, line.end};
        to->width++;
        to->shorter = true;
    } else {
        to->even &= count == to->width;
    }
    to->rows++;
}

static uint64_t value_of(span cell, bool *right)
{
    if (span_is(cell, "true") || span_is(cell, "false")) return span_is(cell, "true");
    *right &= parse_value(cell);
    for (const char *at = cell.begin; at < cell.end && *at != 'e' && *at != 'E'; at++)
        if (*at > '0' && *at <= '9') return 1;
    return 0;
}

/* Adds the meaning of cells with names of columns, of rows, of both, or none. */
static void mean_cells(const cells *all, bool header, bool names, meanings *found)
{
    const size_t n = all->width - names, shift = names && !all->shorter;
    edge_set edges = {0};
    bool right = all->rows == n + header && (!all->shorter || (header && names));
    for (size_t i = header; right && i < all->rows; i++) {
        const span *row = all->at + i * all->width;
        size_t u = i - header, same = 0;
        for (size_t j = 0; header && names && j < n; j++) {
            const span name = all->at[j + shift];
            if (name.end - name.begin != row->end - row->begin || number_of_word(name) != number_of_word(*row))
                continue;
            u = j;
            same++;
        }
        right = !(header && names) || same == 1;
        for (size_t j = 0; right && j < n; j++)
            if (value_of(row[j + names], &right)) edge_set_add(&edges, u, j);
    }
    if (right) meanings_add(found, &edges);
    edge_set_free(&edges);
}

void mean_matrix(span content, const traits *known, meanings *found)
{
    static const char separators[] = "\t,; ";
    (void)known;
    for (const char *separator = separators; *separator; separator++) {
        cells all = {.even = true};
        const char *at = content.begin;
        bool begun = false;
        span line;
        while (all.even && next_line(&at, content.end, &line)) {
            const span words = trim(line, " \t\r");
            if (words.begin == words.end || (!begun && (*words.begin == '#' || *words.begin == '%'))) continue;
            begun = true;
            add_line(&all, *separator == '\t' ? trim(line, " \r") : words, *separator);
        }
        for (int way = 0; way < 4 && all.even && all.width > 0; way++) mean_cells(&all, way & 1, way & 2, found);
        free(all.at);
    }
}
