/* meaning_rows.c - the meaning of Matrix Market, METIS and PBBS's adjacency graphs. */
#include "mangled.h"

#include <stdlib.h>
#include <string.h>

/* ---- Matrix Market ---- */

/* The words of a line of an entry: two numbers and, by the banner, a value. */
static int value_words(span banner)
{
    span word;
    static const char *const begins[] = {"%%MatrixMarket", "matrix", "coordinate"};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
    int values = -1;
    for (int i = 0; i < 3; i++)
        if (!next_word(&banner, &word) || !span_is(word, begins[i])) return -1;
    if (!next_word(&banner, &word)) return -1;
    if (span_is(word, "pattern")) values = 0;
    if (span_is(word, "real") || span_is(word, "integer")) values = 1;
    if (!next_word(&banner, &word)) return -1;
    for (int i = 0; i < 3; i++)
        if (span_is(word, symmetries[i])) return next_word(&banner, &word) ? -1 : values;
    return -1;
}

/* Reads exactly so many numbers, and values behind them. */
static bool take_numbers(span line, uint64_t *numbers, int count, int values)
{
    span word;
    for (int i = 0; i < count; i++)
        if (!next_word(&line, &word) || !parse_number(word, &numbers[i])) return false;
    for (int i = 0; i < values; i++)
        if (!next_word(&line, &word) || !parse_value(word)) return false;
    return !next_word(&line, &word);
}

void mean_matrix_market(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    uint64_t sizes[3] = {0}, ends[2];
    edge_set edges = {0};
    span line;
    (void)known;
    int values = -1;
    while (values < 0 && next_line(&at, content.end, &line)) {
        const span words = trim(line, " \t\r");
        values = value_words(line);
        if (words.begin < words.end && *words.begin != '%' && *words.begin != '#') break;
        if (starts_with(words, "%%MatrixMarket")) break; /* it is right, or no other line is */
    }
    bool right = values >= 0, sized = false;
    while (right && next_line(&at, content.end, &line)) {
        const span words = trim(line, " \t\r");
        if (words.begin == words.end || *words.begin == '%') continue;
        if (!sized) {
            right = sized = take_numbers(words, sizes, 3, 0) && sizes[0] == sizes[1];
            continue;
        }
        right = take_numbers(words, ends, 2, values) && ends[0] >= 1 && ends[1] >= 1 && ends[0] <= sizes[0] &&
                ends[1] <= sizes[0];
        if (right) edge_set_add(&edges, ends[0], ends[1]);
    }
    if (right && sized && edges.count == sizes[2]) meanings_add(found, &edges);
    edge_set_free(&edges);
}

/* ---- METIS ---- */

typedef struct rows {
    uint64_t vertices, told, own; /* own: numbers of a vertex before its neighbours */
    bool weights;
    uint64_t row, up, down, loops;
    edge_set edges[2]; /* listed from the smaller end, and from the larger */
} rows;

static bool take_header(span line, rows *to)
{
    span words[5];
    size_t count = 0;
    uint64_t fmt, ncon = 0;
    while (count < 5 && next_word(&line, &words[count])) count++;
    if (count < 2 || count > 4 || !parse_number(words[0], &to->vertices) || !parse_number(words[1], &to->told))
        return false;
    if (count == 2) return true;
    const size_t digits = (size_t)(words[2].end - words[2].begin);
    if (digits > 3 || !parse_number(words[2], &fmt)) return false;
    for (size_t i = 0; i < digits; i++)
        if (words[2].begin[i] > '1') return false;
    if (count == 4 && !parse_number(words[3], &ncon)) return false;
    const bool weighted = fmt / 10 % 10;
    if (ncon > 0 && !weighted) return false;
    to->weights = fmt % 10;
    to->own = fmt / 100 + (weighted ? (ncon > 0 ? ncon : 1) : 0);
    return true;
}

static bool take_vertex(span line, rows *to)
{
    span word;
    uint64_t neighbour;
    const uint64_t vertex = ++to->row;
    if (vertex > to->vertices) return !next_word(&line, &word);
    for (uint64_t i = 0; i < to->own; i++)
        if (!next_word(&line, &word) || !parse_value(word)) return false;
    while (next_word(&line, &word)) {
        if (!parse_number(word, &neighbour) || neighbour < 1 || neighbour > to->vertices) return false;
        if (to->weights && (!next_word(&line, &word) || !parse_value(word))) return false;
        to->loops += neighbour == vertex;
        const bool down = neighbour < vertex;
        if (neighbour != vertex) edge_set_add(&to->edges[down], down ? neighbour : vertex, down ? vertex : neighbour);
    }
    return true;
}

static int by_pair(const void *a, const void *b)
{
    return memcmp(a, b, 2 * sizeof(uint64_t)); /* any order will do */
}

/* Whether both lists of edges are the same. */
static bool is_mirrored(rows *all)
{
    const size_t pair = 2 * sizeof(uint64_t);
    const uint64_t count = all->edges[0].count;
    if (count != all->edges[1].count) return false;
    for (int i = 0; count > 0 && i < 2; i++) qsort(all->edges[i].ends, count, pair, by_pair);
    return count == 0 || memcmp(all->edges[0].ends, all->edges[1].ends, count * pair) == 0;
}

void mean_metis(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    rows all = {0};
    span line;
    bool right = true, headed = false;
    (void)known;
    while (right && next_line(&at, content.end, &line)) {
        if (line.begin < line.end && *line.begin == '%') continue;
        right = headed ? take_vertex(line, &all) : take_header(line, &all);
        headed = true;
    }
    right = right && headed && all.row >= all.vertices && is_mirrored(&all);
    /* Programs that write loops count them once, twice or not at all. */
    const uint64_t loops = all.told - all.edges[0].count;
    if (right && (loops == 0 || loops == all.loops || 2 * loops == all.loops)) meanings_add(found, &all.edges[0]);
    for (int i = 0; i < 2; i++) edge_set_free(&all.edges[i]);
}

/* ---- adjacency graphs ---- */

/* vertices, edges, then the offsets of rows and the neighbours, and perhaps weights. */
typedef struct numbers {
    uint64_t *values;
    uint64_t count, room;
} numbers;

/* Any white space separates the words. Weights may be any numbers. */
static bool take_word(numbers *to, span word, bool weighted)
{
    if (to->count == to->room) {
        to->room = 2 * to->room + 64;
        to->values = realloc(to->values, to->room * sizeof *to->values);
    }
    uint64_t *next = &to->values[to->count++];
    *next = 0;
    const bool behind = to->count > 3 && to->count - 3 >= to->values[0] + to->values[1];
    return weighted && behind ? parse_value(word) : parse_number(word, next);
}

/* Adds the edges; false if the numbers do not fit each other. */
static bool take_neighbours(const numbers *all, bool weighted, edge_set *edges)
{
    const uint64_t n = all->count < 2 ? 0 : all->values[0], m = all->count < 2 ? 0 : all->values[1];
    const uint64_t *offsets = all->values + 2, *neighbours = offsets + n;
    if (all->count < 2 || n > all->count || m > all->count || (n == 0 && m > 0) ||
        all->count != 2 + n + m * (weighted ? 2 : 1))
        return false;
    for (uint64_t u = 0; u < n; u++) {
        const uint64_t first = offsets[u], last = u + 1 < n ? offsets[u + 1] : m;
        if (first > last || last > m || (u == 0 && first > 0)) return false;
        for (uint64_t i = first; i < last; i++) {
            if (neighbours[i] >= n) return false;
            edge_set_add(edges, u, neighbours[i]);
        }
    }
    return true;
}

void mean_adjacency(span content, const traits *known, meanings *found)
{
    const size_t bytes = (size_t)(content.end - content.begin);
    char *copy = test_allocate(bytes + 1, 1);
    numbers all = {0};
    edge_set edges = {0};
    span rest = {copy, copy + bytes}, word;
    (void)known;
    memcpy(copy, content.begin, bytes);
    for (char *at = copy; at < rest.end; at++)
        if (*at == '\n' || *at == '\v' || *at == '\f') *at = ' ';
    bool right =
      next_word(&rest, &word) && (span_is(word, "AdjacencyGraph") || span_is(word, "WeightedAdjacencyGraph"));
    const bool weighted = right && *word.begin == 'W';
    while (right && next_word(&rest, &word)) right = take_word(&all, word, weighted);
    if (right && take_neighbours(&all, weighted, &edges)) meanings_add(found, &edges);
    edge_set_free(&edges);
    free(all.values);
    free(copy);
}
