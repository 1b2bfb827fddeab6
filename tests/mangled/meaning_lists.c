/* meaning_lists.c - the meaning of lists of neighbours: NetworkX's adjlist and its multi-line form. */
#include "mangled.h"

#include <string.h>

static bool is_skipped(span line)
{
    line = trim(line, " \t\r");
    return line.begin == line.end || *line.begin == '#';
}

/* ---- a line for each vertex ---- */

/* What stands behind a line's vertex and between its neighbours; ' ' is any blanks. */
typedef struct list_form {
    char head, list;
} list_form;

static bool take_until(span *rest, char separator, span *field, bool *met)
{
    const char *at = rest->begin;
    if (separator == ' ') {
        *met = true;
        return next_word(rest, field);
    }
    while (at < rest->end && *at != separator) at++;
    *field = trim((span){rest->begin, at}, " \t\r");
    *met = at < rest->end;
    rest->begin = *met ? at + 1 : at;
    return true;
}

static bool take_list(span line, list_form form, edge_set *edges)
{
    uint64_t vertex, neighbour;
    span field;
    bool met;
    line = trim(line, " \t\r");
    if (!take_until(&line, form.head, &field, &met) || !parse_number(field, &vertex)) return false;
    if (form.head == ':' && !met) return false;
    if (form.head == ',' && met && trim(line, " \t\r").begin == line.end) return false;
    edge_set_add(edges, vertex, vertex);
    line = trim(line, " \t\r");
    while (line.begin < line.end) {
        if (!take_until(&line, form.list, &field, &met) || !parse_number(field, &neighbour)) return false;
        edge_set_add(edges, vertex, neighbour);
        if (form.list == ',' && met && line.begin == line.end) return false;
    }
    return true;
}

void mean_adjlist(span content, const traits *known, meanings *found)
{
    static const list_form forms[] = {{' ', ' '}, {':', ' '}, {':', ','}, {',', ','}, {' ', ','}, {'\t', ','}};
    edge_set edges = {0};
    span line;
    (void)known;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        const char *at = content.begin;
        bool right = true;
        while (right && next_line(&at, content.end, &line))
            right = is_skipped(line) || take_list(line, forms[f], &edges);
        if (right && edges.count > 0) meanings_add(found, &edges);
        edges.count = 0;
    }
    edge_set_free(&edges);
}

/* ---- a line for each neighbour ---- */

/* "neighbour" or "neighbour {data}". */
static bool take_neighbour(span line, uint64_t *neighbour)
{
    span word;
    if (!next_word(&line, &word) || !parse_number(word, neighbour)) return false;
    line = trim(line, " \t\r");
    return line.begin == line.end || (*line.begin == '{' && line.end[-1] == '}');
}

void mean_multiline_adjlist(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    uint64_t vertex = 0, left = 0, neighbour;
    edge_set edges = {0};
    span line, word;
    bool right = true;
    (void)known;
    while (right && next_line(&at, content.end, &line)) {
        if (is_skipped(line)) continue;
        if (left > 0) {
            right = take_neighbour(line, &neighbour);
            if (right) edge_set_add(&edges, vertex, neighbour);
            left--;
            continue;
        }
        right = next_word(&line, &word) && parse_number(word, &vertex) && next_word(&line, &word) &&
                parse_number(word, &left) && !next_word(&line, &word);
        if (right) edge_set_add(&edges, vertex, vertex);
    }
    if (right && left == 0 && edges.count > 0) meanings_add(found, &edges);
    edge_set_free(&edges);
}
