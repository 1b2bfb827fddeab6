/* meaning_edges.c - the meaning of lines of columns: edge lists, KONECT, incidence matrices.
 *
 * One separator for the whole text, as many columns on each line, and two of them that are ids on
 * all lines but a first one of names. The first two columns are the ends of the edge, unless the
 * names say otherwise; further ones are weights or times.
 */
#include "mangled.h"

#include <string.h>

enum { COLUMNS_MOST = 16 };

static const char blanks[] = " \t";

/* ---- one line ---- */

typedef struct row {
    span fields[COLUMNS_MOST];
    size_t count;
    bool open; /* a separator ends the line: the last field is empty, or none */
} row;

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* The end of the quoted field at `at`: behind a quote that is not doubled. NULL: none. */
static const char *quoted_end(const char *at, const char *end)
{
    for (at++; at < end; at++) {
        if (*at != '"') continue;
        if (at + 1 < end && at[1] == '"')
            at++;
        else
            return at + 1;
    }
    return NULL;
}

/* Takes the field at *at, and the separator behind it; false if its quotes are wrong. */
static bool take_field(const char **at, const char *end, char separator, span *field)
{
    const char *begin = *at;
    while (begin < end && is_blank(*begin) && *begin != separator) begin++;
    if (begin < end && *begin == '"') {
        const char *behind = quoted_end(begin, end);
        if (behind == NULL) return false;
        *field = (span){begin + 1, behind - 1};
        if (separator != ' ')
            while (behind < end && is_blank(*behind) && *behind != separator) behind++;
        if (behind < end && *behind == '#' && is_blank(behind[-1])) behind = end; /* a note */
        if (behind < end && (separator == ' ' ? !is_blank(*behind) : *behind != separator)) return false;
        *at = behind < end ? behind + 1 : behind;
        return true;
    }
    const char *stop = begin;
    while (stop < end && (separator == ' ' ? !is_blank(*stop) : *stop != separator)) stop++;
    *field = trim((span){begin, stop}, blanks);
    *at = stop < end ? stop + 1 : stop;
    return true;
}

/* Where tabs separate, one with nothing but blanks before it follows an empty field. */
static bool has_empty_cell(span line)
{
    bool empty = true;
    for (const char *at = line.begin; at < line.end; at++) {
        if (*at == '\t' && empty) return true;
        if (*at == '\t')
            empty = true;
        else if (*at != ' ')
            empty = false;
    }
    return false;
}

static bool split_row(span line, char separator, row *into)
{
    *into = (row){0};
    if (separator == ' ') line = trim(line, blanks);
    for (const char *at = line.begin; at < line.end;) {
        if (into->count == COLUMNS_MOST) return false;
        if (!take_field(&at, line.end, separator, &into->fields[into->count++])) return false;
        if (at == line.end && at[-1] == separator && separator != ' ' && into->count < COLUMNS_MOST) {
            into->fields[into->count++] = (span){at, at};
            into->open = true;
        }
        if (separator == ' ')
            while (at < line.end && is_blank(*at)) at++;
    }
    return true;
}

/* ---- ids and names ---- */

uint64_t number_of_word(span word)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *at = word.begin; at < word.end; at++) hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    return hash;
}

static bool take_id(span field, bool words, uint64_t *id)
{
    if (!words) return parse_number(field, id);
    *id = number_of_word(field);
    return field.begin < field.end;
}

static bool like_a_number(span field)
{
    while (field.begin < field.end && strchr("+-.", *field.begin)) field.begin++;
    return field.begin < field.end && *field.begin >= '0' && *field.begin <= '9';
}

/* Finds the ends' columns by their names. Short words may be called u and v. */
static bool find_names(const row *names, bool short_words, size_t ends[2])
{
    enum { SHORT = 3 };
    size_t columns[2] = {0};
    static const char *const pairs[][2] = {{"source", "target"}, {"Source", "Target"}, {"FromNodeId", "ToNodeId"},
      {"from", "to"}, {"src", "dst"}, {"u", "v"}, {"a", "b"}, {"x", "y"}};
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs - (short_words ? SHORT : 0); p++) {
        int found = 0;
        for (size_t i = 0; i < names->count; i++)
            for (int end = 0; end < 2; end++)
                if (span_is(names->fields[i], pairs[p][end])) {
                    columns[end] = i;
                    found++;
                }
        if (found != 2) continue;
        memcpy(ends, columns, sizeof columns);
        return true;
    }
    return false;
}

/* Names of columns that hold no end of an edge. */
static bool is_other_name(span name)
{
    return span_is(name, "weight") || span_is(name, "time") || span_is(name, "id");
}

/* Whether the row has names of columns; words are names only if they are the usual ones. */
static bool is_header(const row *first, bool words, bool short_words, size_t ends[2])
{
    if (find_names(first, short_words, ends)) return true;
    for (size_t i = 0; i < first->count; i++)
        if (first->fields[i].begin == first->fields[i].end || like_a_number(first->fields[i])) return false;
    return first->count >= 2 && !words;
}

/* ---- all lines ---- */

/* How to read a text, and what was found. */
typedef struct table {
    char separator;
    bool words;
    bool short_words; /* ids are words, some of at most two letters */
    bool skip_first; /* the first row has the numbers of vertices and edges */

    size_t columns, ends[2];
    uint64_t rows, largest;
    uint64_t first[2]; /* the first row, if it has two numbers, else 0 */
    bool named;
    bool gap; /* there is no name before the first tab */
    bool open; /* the row that gave the number of columns ends in a separator */
    bool tabbed; /* there is a tab within each row */
} table;

/* The same number of fields, but for an empty one at the end of a line. */
static bool has_columns(const table *of, const row *line)
{
    return line->count == of->columns || (line->open && line->count == of->columns + 1) ||
           (of->open && line->count + 1 == of->columns);
}

static bool take_row(table *to, const row *line, edge_set *edges)
{
    uint64_t u, v;
    size_t again[2];
    if (to->columns == 0) {
        to->columns = line->count;
        to->open = line->open;
        to->ends[0] = 0;
        to->ends[1] = 1;
        if (!to->named && to->rows == 0 && is_header(line, to->words, to->short_words, to->ends)) {
            to->named = true;
            to->gap = line->fields[0].begin == line->fields[0].end && to->ends[0] > 0 && to->ends[1] > 0;
            return !is_other_name(line->fields[to->ends[0]]) && !is_other_name(line->fields[to->ends[1]]);
        }
    }
    if (to->named && to->rows == 0 && to->gap && line->count + 1 == to->columns) {
        to->columns--; /* the names are indented, the rest is not */
        to->ends[0]--;
        to->ends[1]--;
    }
    if (to->named && to->rows == 0 && !line->open && line->count == to->columns + 1 &&
        (to->separator == ' ' || to->separator == '\t')) {
        to->columns++; /* the first column has names of rows, and no name */
        to->ends[0]++;
        to->ends[1]++;
    }
    if (to->named && find_names(line, to->short_words, again) && has_columns(to, line) && again[0] == to->ends[0] &&
        again[1] == to->ends[1])
        return true; /* the header again */
    if (!has_columns(to, line) || line->count < 2) return false;
    if (!take_id(line->fields[to->ends[0]], to->words, &u) || !take_id(line->fields[to->ends[1]], to->words, &v))
        return false;
    edge_set_add(edges, u, v);
    to->rows++;
    if (u > to->largest) to->largest = u;
    if (v > to->largest) to->largest = v;
    return true;
}

static bool is_skipped(span line)
{
    line = trim(line, " \t\r");
    return line.begin == line.end || *line.begin == '#' || *line.begin == '%';
}

/* Whether the line holds the separator, other than in a quoted field. */
static bool has_separator(span line, char separator)
{
    bool quoted = false;
    for (const char *at = line.begin; at < line.end; at++) {
        if (*at == separator && !quoted) return true;
        if (*at == '"' && (quoted || at == line.begin || strchr(" \t,;", at[-1]))) quoted = !quoted;
    }
    return false;
}

/* Whether the separator is within each line that is not skipped. */
static bool is_on_all_lines(span content, char separator)
{
    const char *at = content.begin;
    bool all = true;
    for (span line; all && next_line(&at, content.end, &line);) {
        const bool skipped = is_skipped(line);
        line = trim(line, " \t\r");
        all = skipped || has_separator(line, separator);
    }
    return all;
}

/* Behind two numbers there may be a comment. */
static span without_note(span line)
{
    for (const char *at = line.begin + 1; at < line.end; at++)
        if ((*at == '#' || *at == '%') && is_blank(at[-1])) return (span){line.begin, at};
    return line;
}

static bool is_of_names(span line)
{
    line = trim(line, " \t\r\"");
    return line.begin < line.end &&
           ((*line.begin >= 'A' && *line.begin <= 'Z') || (*line.begin >= 'a' && *line.begin <= 'z'));
}

static bool is_comment(span line)
{
    line = trim(line, " \t\r");
    return line.begin < line.end && (*line.begin == '#' || *line.begin == '%');
}

/* A line of prose between two comments is one of them that was torn apart, as in SNAP's files. */
static bool is_torn(const table *of, span line, const char *next, const char *end, bool after)
{
    span behind;
    row fields;
    size_t ends[2];
    return after && of->columns == 0 && !of->words && split_row(line, of->separator, &fields) &&
           !is_header(&fields, false, false, ends) && !like_a_number(fields.fields[0]) &&
           next_line(&next, end, &behind) && is_comment(behind);
}

/* Whether a line behind the first one has one of the first two words, of at most two letters. */
static bool has_short_words(span content, char separator)
{
    enum { SHORT = 2 };
    const char *at = content.begin;
    size_t lines = 0;
    row fields;
    for (span line; next_line(&at, content.end, &line);) {
        if (is_skipped(line)) continue;
        if (line.end[-1] == '\r') line.end--;
        if (lines++ == 0) continue;
        if (!split_row(line, separator, &fields)) return true;
        for (size_t i = 0; i < fields.count && i < 2; i++)
            if (fields.fields[i].end - fields.fields[i].begin <= SHORT) return true;
    }
    return lines < 2;
}

/* Whether before the note there are as many names as the line behind has words. */
static bool is_noted_header(span line, const char *at, span content, char separator)
{
    row names, cells;
    span behind;
    return next_line(&at, content.end, &behind) && split_row(without_note(line), separator, &names) &&
           split_row(without_note(trim(behind, "\r")), separator, &cells) && names.count == cells.count;
}

static bool take_table(span content, table *to, edge_set *edges)
{
    const char *at = content.begin;
    span line;
    row fields;
    bool skip = to->skip_first, comment = false;
    to->tabbed = is_on_all_lines(content, '\t');
    while (next_line(&at, content.end, &line)) {
        if (memchr(line.begin, 0, (size_t)(line.end - line.begin))) return false;
        if (is_skipped(line) || is_torn(to, line, at, content.end, comment)) {
            comment = is_comment(line);
            continue;
        }
        if (line.end[-1] == '\r') line.end--;
        /* Names may hold the signs of comments. */
        const bool names = !to->words && to->columns == 0 && is_of_names(line);
        const span noted = line;
        if (!to->words && (!names || is_noted_header(line, at, content, to->separator))) line = without_note(line);
        if (to->separator == ' ' && to->tabbed && !names && has_empty_cell(line)) return false;
        if (!split_row(line, to->separator, &fields)) return false;
        /* A cell between separators may hold what looks like a comment. */
        if (to->columns > fields.count && to->separator != ' ' && !split_row(noted, to->separator, &fields))
            return false;
        if (skip) {
            skip = false;
            if (fields.count != 2 || !parse_number(fields.fields[0], &to->first[0]) ||
                !parse_number(fields.fields[1], &to->first[1]))
                return false;
            continue;
        }
        if (!take_row(to, &fields, edges)) return false;
    }
    return to->rows > 0 || !to->named;
}

bool parse_edge_list(span content, char separator, const traits *known, edge_set *edges)
{
    table found = {.separator = separator,
      .words = known->words,
      .short_words = known->words && has_short_words(content, separator)};
    if (take_table(content, &found, edges)) return true;
    edges->count = 0;
    return false;
}

/* Without the first row, whose numbers of vertices and edges are right. */
static bool parse_with_sizes(span content, char separator, edge_set *edges)
{
    table found = {.separator = separator, .skip_first = true};
    if (take_table(content, &found, edges) && !found.named && found.rows == found.first[1] &&
        found.largest <= found.first[0])
        return true;
    edges->count = 0;
    return false;
}

/* Numbers hold no separators: each of them is tried. If a first row of sizes is right, it is no
 * edge; but where a text is not known to have one, the two numbers may be an edge by chance. As
 * an edge that closes no triangle it does no harm. */
static void mean_numbers(span content, const traits *known, meanings *found)
{
    static const char separators[] = " \t,;";
    edge_set edges = {0};
    for (const char *at = separators; *at; at++) {
        const bool sizes = parse_with_sizes(content, *at, &edges);
        if (sizes) meanings_add(found, &edges);
        if (!parse_edge_list(content, *at, known, &edges)) continue;
        if (sizes && known->sizes && edge_set_count(&edges).triangles != found->right[found->count - 1].triangles)
            edges.count = 0;
        else
            meanings_add(found, &edges);
    }
    edge_set_free(&edges);
}

/* The separator of words is the first of these that is on every line. */
static char separator_of_words(span content)
{
    static const char separators[] = "\t;,";
    for (const char *separator = separators; *separator; separator++)
        if (is_on_all_lines(content, *separator)) return *separator;
    return ' ';
}

void mean_edges(span content, const traits *known, meanings *found)
{
    edge_set edges = {0};
    if (content.begin == content.end) return; /* nothing is no graph */
    if (!known->words) {
        mean_numbers(content, known, found);
        return;
    }
    const char separator = separator_of_words(content);
    if (parse_edge_list(content, separator, known, &edges) ||
        (separator == '\t' && is_on_all_lines(content, '"') &&
          parse_edge_list(content, ' ', known, &edges))) /* blanks and tabs between quoted words */
        meanings_add(found, &edges);
    edge_set_free(&edges);
}

/* ---- KONECT ---- */

/* The numbers of the second line, "% edges vertices vertices", of which the last two are equal or
 * the larger counts; 0: there are none. */
static void find_sizes(const char *at, const char *stop, uint64_t sizes[2])
{
    span line, word;
    uint64_t other = 0;
    sizes[0] = sizes[1] = 0;
    if (!next_line(&at, stop, &line) || line.begin == line.end || *line.begin != '%') return;
    line.begin++;
    if (!next_word(&line, &word) || !parse_number(word, &sizes[0]) || !next_word(&line, &word) ||
        !parse_number(word, &sizes[1]) || (next_word(&line, &word) && !parse_number(word, &other)) ||
        next_word(&line, &word))
        sizes[0] = sizes[1] = 0;
    else if (other > sizes[1])
        sizes[1] = other;
}

/* Whether the line is KONECT's first, of a network of one kind. */
static bool is_konect(span line)
{
    span type, weights;
    if (!starts_with(line, "%")) return false;
    line.begin++;
    return next_word(&line, &type) && next_word(&line, &weights) && (span_is(type, "asym") || span_is(type, "sym"));
}

void mean_konect(span content, const traits *known, meanings *found)
{
    const char *at = content.begin;
    uint64_t sizes[2];
    span first, words;
    edge_set edges = {0};
    do { /* blank lines and comments may precede it */
        if (!next_line(&at, content.end, &first)) return;
        words = trim(first, " \t\r");
        if (words.begin < words.end && *words.begin != '%' && *words.begin != '#') return;
    } while (!is_konect(first));
    find_sizes(at, content.end, sizes);
    bool right = parse_edge_list(content, ' ', known, &edges) || parse_edge_list(content, '\t', known, &edges) ||
                 parse_edge_list(content, ',', known, &edges) || parse_edge_list(content, ';', known, &edges);
    if (right && sizes[0] > edges.count && starts_with(first, "% sym unweighted")) right = false;
    for (uint64_t i = 0; right && i < 2 * edges.count; i++)
        right = edges.ends[i] >= 1 && (sizes[1] == 0 || edges.ends[i] <= sizes[1]);
    if (right) meanings_add(found, &edges);
    edge_set_free(&edges);
}
