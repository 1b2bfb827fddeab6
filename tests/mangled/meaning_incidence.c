/* meaning_incidence.c - the meaning of an incidence matrix: "edge vertex value", two lines for
 * each edge. */
#include "mangled.h"

#include <stdlib.h>

typedef struct entry {
    uint64_t edge, vertex, value;
} entry;

typedef struct matrix {
    entry *entries;
    size_t count, room;
    size_t columns;
    bool ones; /* there are three columns, and the third is always 1 */
} matrix;

static size_t count_cells(span line)
{
    size_t tabs = 0;
    for (const char *at = line.begin; at < line.end; at++) tabs += *at == '\t';
    return tabs + 1;
}

static bool take_entry(matrix *to, span line)
{
    span words[8];
    size_t count = 0;
    entry found = {0};
    const bool open = line.end[-1] == '\t'; /* the value is missing */
    while (count < 8 && next_word(&line, &words[count])) {
        if (*words[count].begin == '#') break;
        count++;
    }
    /* A cell between tabs may have blanks; the third one does not matter. */
    const size_t cells = count_cells(line);
    if (cells > 2 && count > cells) count = cells;
    if (to->count == 0) to->columns = count;
    if (count < 2 || count + open < to->columns || count > to->columns ||
        !parse_number(words[0], &found.edge) || !parse_number(words[1], &found.vertex))
        return false;
    if (count != 3 || !parse_number(words[2], &found.value)) found.value = 0;
    if (to->count == to->room) {
        to->room = 2 * to->room + 64;
        entry *entries = test_allocate(to->room, sizeof *entries);
        for (size_t i = 0; i < to->count; i++) entries[i] = to->entries[i];
        free(to->entries);
        to->entries = entries;
    }
    to->entries[to->count++] = found;
    to->ones &= found.value == 1;
    return true;
}

/* Whether an empty cell is before a word: a tab begins the line or follows another. */
static bool has_gap(span line)
{
    bool gap = false;
    line = trim(line, " \r");
    for (const char *at = line.begin; at < line.end; at++)
        gap |= *at == '\t' && at + 1 < line.end && (at == line.begin || at[-1] == '\t');
    return gap;
}

/* Comments and empty lines are skipped. */
static bool take_matrix(span content, matrix *to)
{
    const char *at = content.begin;
    span line;
    to->ones = true;
    if (starts_with(content, "\xEF\xBB\xBF")) at += 3;
    while (next_line(&at, content.end, &line)) {
        const span words = trim(line, " \t\r");
        if (words.begin == words.end || *words.begin == '#' || *words.begin == '%') continue;
        if (has_gap(line) || !take_entry(to, trim(line, "\r"))) return false;
    }
    return true;
}

static int by_edge(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return (x->edge > y->edge) - (x->edge < y->edge);
}

static void swap_columns(matrix *of)
{
    for (size_t i = 0; i < of->count; i++) {
        entry *at = &of->entries[i];
        *at = (entry){at->vertex, at->edge, at->value};
    }
}

/* Whether each edge stands there twice; sorts the entries by it. */
static bool is_paired(matrix *of)
{
    if (of->count > 0) qsort(of->entries, of->count, sizeof *of->entries, by_edge);
    for (size_t i = 0; i < of->count; i += 2)
        if (i + 1 == of->count || of->entries[i].edge != of->entries[i + 1].edge ||
            (i > 0 && of->entries[i].edge == of->entries[i - 1].edge))
            return false;
    return of->count > 0;
}

/* The column of the edges is the first in which each number stands twice. */
void mean_incidence(span content, const traits *known, meanings *found)
{
    matrix all = {0};
    edge_set edges = {0};
    (void)known;
    bool right = take_matrix(content, &all);
    if (right && !is_paired(&all)) {
        swap_columns(&all);
        right = is_paired(&all);
    }
    for (size_t i = 0; right && i + 1 < all.count; i += 2)
        edge_set_add(&edges, all.entries[i].vertex, all.entries[i + 1].vertex);
    if (right) meanings_add(found, &edges);
    edge_set_free(&edges);
    free(all.entries);
}

/* Whether the edges, as sorted, are 1 to half of the lines. */
static bool counts_on(matrix *of)
{
    return is_paired(of) && of->entries[0].edge == 1 &&
           of->entries[of->count - 1].edge == of->count / 2;
}

/* The first is edge 1 at vertex 1, and half or more of the edges have two lines that follow each
 * other. */
static bool begins_well(const matrix *of)
{
    const entry *at = of->entries;
    size_t runs = 0, pairs = 0;
    if (at->edge != 1 || at->vertex != 1) return false;
    for (size_t i = 0, next; i < of->count; i = next) {
        for (next = i + 1; next < of->count && at[next].edge == at[i].edge;) next++;
        runs++;
        pairs += next - i == 2;
    }
    return 2 * pairs >= runs;
}

bool may_be_incidence(span content)
{
    matrix all = {0};
    bool may_be = take_matrix(content, &all) && all.count > 1 && all.ones;
    if (may_be) {
        may_be = begins_well(&all) || counts_on(&all);
        swap_columns(&all);
        may_be = may_be || counts_on(&all);
    }
    free(all.entries);
    return may_be;
}
