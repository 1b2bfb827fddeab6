/* dialect_structure.c - tells tables that are no edge lists by what their ends are.
 *
 * - One end is a list: "u<TAB>v,w,x". What tells a list from a word with a comma or a blank:
 * only one of the two columns has such words, and the other one has words that are in the lists, or has each of its
 * words once, as the heads of lists, and these words are of the same shape as items of the lists.
 * - Each end begins with the name of its column: "source=u target=v".
 * - Each line ends with the same sign: "u v.", or has one beside the tab: "u,<TAB>v".
 * - Each line begins with the same word, and brackets or an arrow follow: "CREATE (u)-[:r]->(v)"; or nothing
 *   else comes twice: "import os".
 * - The second column counts the items of the third: "u<TAB>2<TAB>v w".
 * - Comments of one id are between the lines, which belong to it: LGL.
 * - The third column is 1 or -1, and the first or second numbers edges: an incidence matrix.
 */
#include "io/text/dialect/dialect.h"

#include <stdlib.h>
#include <string.h>

#include "io/text/dialect/line_structure.h"
#include "io/text/scan.h"

enum { LINES_MOST = 1024, KEY_MOST = 64, SHAPE_BYTES = 32 };

/* The ends of the edges on the first lines, in the order of the columns. */
typedef struct ends_seen {
    uint64_t lines;
    bool whole; /* the text has no other lines */
    const char *cut; /* a sentence on the first line that is cut within brackets and the like, or NULL */
    bool broken; /* the quotes of an end are broken */
    tg_field ends[2][LINES_MOST];
    tg_field sorted[2][LINES_MOST];
} ends_seen;

static int compare_fields(const void *a, const void *b)
{
    const tg_field *x = a, *y = b;
    const int order = memcmp(x->text, y->text, x->bytes < y->bytes ? x->bytes : y->bytes);
    return order != 0 ? order : (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* Cuts the ends of the edges behind the header. */
static void see_ends(const tg_dialect *dialect, const tg_first_lines *first, ends_seen *seen)
{
    tg_line_walk walk = tg_walk(first);
    seen->lines = 0;
    seen->cut = NULL;
    seen->broken = false;
    if (dialect->header) tg_first_lines_next(first, dialect, &walk);
    while (seen->lines < LINES_MOST && tg_first_lines_next_kept(first, dialect, &walk)) {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, dialect->separator);
        tg_field field, ends[2] = {{walk.begin, 0, false, false}, {walk.begin, 0, false, false}};
        while (tg_cut_field(&cutter, &field))
            for (unsigned end = 0; end < 2; end++)
                if (cutter.fields - 1 == dialect->ends[end] && !tg_field_is_missing(field)) ends[end] = field;
        if (seen->cut == NULL) seen->cut = tg_line_cut_wrongly(ends, walk.end);
        seen->broken |= ends[0].broken || ends[1].broken;
        for (unsigned end = 0; end < 2; end++) seen->ends[end][seen->lines] = ends[end];
        seen->lines++;
    }
    seen->whole = first->whole && seen->lines < LINES_MOST;
    memcpy(seen->sorted, seen->ends, sizeof seen->sorted);
    for (unsigned end = 0; end < 2; end++) qsort(seen->sorted[end], seen->lines, sizeof(tg_field), compare_fields);
}

static bool has_word(const ends_seen *seen, unsigned column, tg_field word)
{
    return bsearch(&word, seen->sorted[column], seen->lines, sizeof(tg_field), compare_fields) != NULL;
}

static bool has_each_once(const ends_seen *seen, unsigned column)
{
    for (uint64_t i = 1; i < seen->lines; i++)
        if (compare_fields(&seen->sorted[column][i - 1], &seen->sorted[column][i]) == 0) return false;
    return true;
}

/* ---- lists ---- */

static bool parts_list(char byte)
{
    return byte != 0 && strchr(",;| \t", byte) != NULL;
}

/* Whether the field may be a list. A table with the names of source and target has lists in
 * quotes for words, as RFC 4180 wants it. */
static bool may_be_list(const tg_dialect *dialect, tg_field field)
{
    return !field.quoted || !dialect->header;
}

/* Cuts the next item from a list; false at its end. */
static bool next_item(tg_field *rest, tg_field *item)
{
    while (rest->bytes > 0 && parts_list(*rest->text)) rest->text++, rest->bytes--;
    *item = (tg_field){rest->text, 0, false, false};
    while (item->bytes < rest->bytes && !parts_list(rest->text[item->bytes])) item->bytes++;
    rest->text += item->bytes;
    rest->bytes -= item->bytes;
    return item->bytes > 0;
}

/* Writes the word with each run of digits as one 0 and each run of letters as one a: "u12" is "a0". */
static void shape_of(tg_field word, char shape[SHAPE_BYTES])
{
    size_t count = 0;
    for (size_t i = 0; i < word.bytes && count + 1 < SHAPE_BYTES; i++) {
        const tg_field one = {word.text + i, 1, false, false};
        const char kind = tg_is_digit(word.text[i]) ? '0' : tg_field_has_letter(one) ? 'a' : word.text[i];
        if (count == 0 || kind != shape[count - 1] || (kind != '0' && kind != 'a')) shape[count++] = kind;
    }
    shape[count] = 0;
}

/* What the fields of a column are, if they are lists. */
typedef struct lists_seen {
    uint64_t lists; /* fields of several items */
    bool tight; /* items of a field without quotes are next to a comma or semicolon */
    bool any_known; /* the other column has an item of a list */
    bool all_known; /* the other column has all items of a list */
} lists_seen;

static void see_list(const ends_seen *seen, unsigned column, tg_field field, lists_seen *lists)
{
    uint64_t items = 0, known = 0;
    tg_field rest = field, item;
    while (next_item(&rest, &item)) {
        const char *behind = item.text + item.bytes;
        items++;
        known += has_word(seen, !column, item);
        if (!field.quoted && rest.bytes > 1 && strchr(",;", *behind) != NULL) lists->tight |= !parts_list(behind[1]);
    }
    if (items < 2) return;
    lists->lists++;
    lists->any_known |= known > 0;
    lists->all_known |= known == items;
}

/* Whether the field has two items or more. */
static bool has_items(tg_field field)
{
    tg_field item;
    return next_item(&field, &item) && next_item(&field, &item);
}

static int compare_shapes(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Whether an item of a list in the column has the shape of a word of the other one. */
static bool has_alike_items(const ends_seen *seen, const tg_dialect *dialect, unsigned column)
{
    char shapes[LINES_MOST][SHAPE_BYTES], shape[SHAPE_BYTES];
    for (uint64_t i = 0; i < seen->lines; i++) shape_of(seen->ends[!column][i], shapes[i]);
    qsort(shapes, seen->lines, SHAPE_BYTES, compare_shapes);
    for (uint64_t i = 0; i < seen->lines; i++) {
        tg_field rest = seen->ends[column][i], item;
        if (!may_be_list(dialect, rest) || !has_items(rest)) continue;
        while (next_item(&rest, &item)) {
            shape_of(item, shape);
            if (bsearch(shape, shapes, seen->lines, SHAPE_BYTES, compare_shapes) != NULL) return true;
        }
    }
    return false;
}

/* Whether the words of one column are lists of words of the other. */
static bool has_lists(const ends_seen *seen, const tg_dialect *dialect)
{
    lists_seen of[2] = {{0}};
    for (unsigned column = 0; column < 2; column++)
        for (uint64_t i = 0; i < seen->lines; i++)
            if (may_be_list(dialect, seen->ends[column][i])) see_list(seen, column, seen->ends[column][i], &of[column]);
    if (of[0].lists > 0 && of[1].lists > 0) return of[0].all_known || of[1].all_known;
    for (unsigned column = 0; column < 2; column++)
        if (of[column].lists > 0)
            return of[column].tight || of[column].any_known ||
                   (has_each_once(seen, !column) && has_alike_items(seen, dialect, column));
    return false;
}

/* Whether a colon is within each word of the first column and in none of the second, and what is
 * before it comes once, or what is behind it is in the second: "u:v,w". */
static bool has_heads(ends_seen *seen)
{
    tg_field *heads = seen->sorted[0];
    bool known = false;
    for (uint64_t i = 0; i < seen->lines; i++) {
        const tg_field first = seen->ends[0][i], second = seen->ends[1][i];
        const char *colon = memchr(first.text, ':', first.bytes);
        if (first.quoted || colon == NULL || colon == first.text || memchr(second.text, ':', second.bytes))
            return false;
        heads[i] = (tg_field){first.text, (size_t)(colon - first.text), false, false};
        tg_field behind = {colon + 1, first.bytes - heads[i].bytes - 1, false, false};
        known |= has_word(seen, 1, behind);
    }
    qsort(heads, seen->lines, sizeof(tg_field), compare_fields);
    return known || has_each_once(seen, 0);
}

/* ---- other structures ---- */

/* The bytes of "source=" if the field begins so; 0: it does not. */
static size_t key_bytes(tg_field field, char sign)
{
    size_t key = 0;
    if (field.quoted) return 0;
    while (key < field.bytes && key < KEY_MOST &&
           (field.text[key] == '_' || tg_field_has_letter((tg_field){field.text + key, 1, false, false})))
        key++;
    return key > 0 && key < field.bytes && field.text[key] == sign ? key + 1 : 0;
}

/* Whether "source:" and "target:" name the ends of an edge. */
static bool keys_name_ends(tg_field first, size_t first_bytes, tg_field second, size_t second_bytes)
{
    char line[2 * KEY_MOST];
    const tg_dialect tabs = {.separator = '\t'};
    memcpy(line, first.text, first_bytes);
    line[first_bytes - 1] = '\t';
    memcpy(line + first_bytes, second.text, second_bytes - 1);
    const tg_names names = tg_dialect_names(&tabs, line, line + first_bytes + second_bytes - 1);
    return tg_roles_may_be_named(&names);
}

/* Whether each end begins with the name of its column and this sign. */
static bool has_keys(const ends_seen *seen, char sign)
{
    const tg_field *first = seen->ends[0], *second = seen->ends[1];
    const size_t bytes[2] = {key_bytes(*first, sign), key_bytes(*second, sign)};
    if (bytes[0] == 0 || bytes[1] == 0) return false;
    if (bytes[0] == bytes[1] && memcmp(first->text, second->text, bytes[0]) == 0) return false;
    for (uint64_t i = 1; i < seen->lines; i++)
        if (key_bytes(first[i], sign) != bytes[0] || key_bytes(second[i], sign) != bytes[1] ||
            memcmp(first[i].text, first->text, bytes[0]) != 0 || memcmp(second[i].text, second->text, bytes[1]) != 0)
            return false;
    return sign == '=' || keys_name_ends(*first, bytes[0], *second, bytes[1]);
}

/* Whether the last word of each line ends with the same sign. */
static bool ends_in_sign(const ends_seen *seen)
{
    for (uint64_t i = 0; i < seen->lines; i++) {
        const tg_field last = seen->ends[1][i];
        if (last.quoted || last.bytes < 2 || strchr(".;,", last.text[last.bytes - 1]) == NULL) return false;
        if (last.text[last.bytes - 1] != seen->ends[1]->text[seen->ends[1]->bytes - 1]) return false;
    }
    return true;
}

/* Whether a sign that may separate ends the word, or begins it. */
static bool ends_in_separator(tg_field word)
{
    const char *last = word.text + word.bytes - 1;
    if (word.quoted || word.bytes < 2) return false;
    return strchr(",;|", *last) != NULL || (*last == '>' && strchr("-=", last[-1]) != NULL) ||
           memcmp(last - 1, "--", 2) == 0;
}

static bool begins_with_separator(tg_field word)
{
    if (word.quoted || word.bytes < 2) return false;
    return strchr(",;|", *word.text) != NULL ||
           (word.bytes > 2 && strchr("-=", *word.text) != NULL && strchr("->", word.text[1]) != NULL);
}

/* Whether each tab between the ends has another separator beside it. */
static bool has_two_separators(const ends_seen *seen, const tg_dialect *dialect)
{
    bool before = true, behind = true;
    for (uint64_t i = 0; i < seen->lines; i++) {
        before &= ends_in_separator(seen->ends[0][i]);
        behind &= begins_with_separator(seen->ends[1][i]);
    }
    return dialect->separator == '\t' && (before || behind);
}

static bool has_bracket_or_arrow(tg_field word)
{
    return memchr(word.text, '(', word.bytes) || memchr(word.text, '[', word.bytes) ||
           memmem(word.text, word.bytes, "->", 2);
}

/* Whether each of some lines begins with the same word, and has a bracket or an arrow behind it; or each line
 * of the text begins with the same letters, and nothing comes twice, as in "import os". That may be a star,
 * which has no triangle. */
static bool is_code(const ends_seen *seen, const tg_dialect *dialect)
{
    enum { LEAST = 3 };
    bool code = true;
    for (uint64_t i = 0; i < seen->lines; i++) {
        const tg_field second = seen->ends[1][i];
        if (compare_fields(&seen->ends[0][i], seen->ends[0]) != 0 || second.quoted) return false;
        code &= has_bracket_or_arrow(second);
    }
    const bool star = seen->whole && dialect->separator == TG_BLANKS && !dialect->loose &&
                      !tg_field_is_numbered(seen->ends[0][0]) && !seen->ends[0][0].quoted && has_each_once(seen, 1) &&
                      !has_word(seen, 1, seen->ends[0][0]);
    return seen->lines >= LEAST && (code || star);
}

/* Whether the second column of a line says how many items follow it; *items: how many. */
static bool counts_rest(const tg_dialect *dialect, const tg_line_walk *line, uint64_t *items)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field, item;
    uint64_t count;
    if (!tg_cut_field(&cutter, &field) || !tg_cut_field(&cutter, &field) || !tg_field_index(field, &count))
        return false;
    for (*items = 0; tg_cut_field(&cutter, &field);)
        while (next_item(&field, &item)) ++*items;
    return *items == count;
}

bool tg_counts_neighbours(const tg_first_lines *first, const tg_dialect *dialect)
{
    tg_line_walk walk = tg_walk(first);
    uint64_t items, lines = 0, least = UINT64_MAX, most = 0;
    if (dialect->header && !tg_first_lines_next(first, dialect, &walk)) return false;
    for (; lines < LINES_MOST && tg_first_lines_next_kept(first, dialect, &walk); lines++) {
        if (!counts_rest(dialect, &walk, &items)) return false;
        least = items < least ? items : least;
        most = items > most ? items : most;
    }
    return lines > 0 && (least < most || (most > 1 && dialect->columns == 3));
}

/* The id in a comment of one word; 0 bytes: the line is another one. */
static tg_field lone_word(const char *begin, const char *end)
{
    tg_field word, none = {begin, 0, false, false};
    while (begin < end && tg_is_blank(*begin)) begin++;
    if (begin == end || *begin != '#') return none;
    tg_cutter cutter = tg_cut(begin + 1, end, TG_BLANKS);
    return tg_cut_field(&cutter, &word) && !cutter.more ? word : none;
}

/* Whether a comment of one word is among the lines, or one of a number before them. */
static bool has_lone_words(const tg_first_lines *first)
{
    bool found = first->after_number;
    for (const char *at = first->begin, *end; at < first->end && !found; at = end + 1) {
        end = memchr(at, '\n', (size_t)(first->end - at));
        if (end == NULL) end = first->end;
        found = lone_word(at, end).bytes > 0;
    }
    return found;
}

/* Whether lines of neighbours follow comments of one vertex. Before the first line, only a
 * number is taken for a vertex; the neighbours behind it are different. */
static bool is_lgl(const ends_seen *seen, const tg_dialect *dialect, const tg_first_lines *first)
{
    if (dialect->columns != 2 || dialect->comment != TG_COMMENT_USUAL || dialect->header) return false;
    if (first->after_number && has_each_once(seen, 0)) return true;
    for (const char *at = first->begin, *end; at < first->end; at = end + 1) {
        end = memchr(at, '\n', (size_t)(first->end - at));
        if (end == NULL) end = first->end;
        const tg_field word = lone_word(at, end);
        if (word.bytes > 0 && (tg_field_is_digits(word) || has_word(seen, 0, word))) return true;
    }
    return false;
}

/* Whether the column has the numbers from 1 to half the number of lines, each twice. */
static bool numbers_edges(const ends_seen *seen, unsigned column)
{
    uint32_t lines_of[LINES_MOST] = {0};
    for (uint64_t i = 0; i < seen->lines; i++) {
        uint64_t number;
        if (!tg_field_index(seen->ends[column][i], &number) || number < 1 || 2 * number > seen->lines ||
            ++lines_of[number] > 2)
            return false;
    }
    return seen->lines % 2 == 0;
}

static const char *structure_of_words(ends_seen *seen, const tg_dialect *dialect)
{
    const bool named = dialect->header; /* known names stand for what is below them */
    const tg_field head = seen->ends[0][0];
    const bool colon = head.bytes > 0 && head.text[head.bytes - 1] == ':';
    const bool sign = !named && dialect->columns == 2 && ends_in_sign(seen);
    if (seen->cut && !(colon && sign)) return seen->cut;
    if (!named && (has_keys(seen, '=') || has_keys(seen, ':')))
        return "each id begins with the name of its column: remove these, by sed -E "
               "'s/[A-Za-z_]+[=:]//g' FILE > OUT";
    if (sign)
        return "each line ends with the same sign: remove it, by sed 's/[.;,]$//' FILE > "
               "OUT";
    if (has_two_separators(seen, dialect))
        return "each line has a sign beside the tab, which would belong to the ids: keep the tab "
               "alone, by sed -E 's/ *([,;|]|[-=]+>|--)?\\t([,;|]|[-=]+>|--)? */\\t/g' FILE > OUT";
    if (!named && is_code(seen, dialect))
        return "each line begins with the same word: if that is a command, write the two ids of each edge on a "
               "line of their own";
    if (has_lists(seen, dialect))
        return "one of the two columns may hold lists: if each line is a vertex and its "
               "neighbours, put tabs "
               "between all ids, by tr -s ',;| ' '\\t' < FILE > OUT, and give " TG_OPTION("format=adjlist");
    if (!named && has_heads(seen))
        return "one of the two columns holds colons: if each line is a vertex and its "
               "neighbours, put tabs "
               "between all ids, by tr -s ':,;| ' '\\t' < FILE > OUT, and give " TG_OPTION("format=adjlist");
    if (dialect->constant && seen->whole && (numbers_edges(seen, 0) || numbers_edges(seen, 1)))
        return "this may be an incidence matrix (edge, vertex, 1): give " TG_OPTION("format=graphchallenge-inc");
    return NULL;
}

const char *tg_dialect_structure(const tg_dialect *dialect, const tg_first_lines *first, bool *words)
{
    ends_seen seen;
    if (dialect->columns == 3 && tg_counts_neighbours(first, dialect)) return TG_COUNTED_NEIGHBOURS;
    if (dialect->columns < 2 || (!dialect->words && dialect->columns != 2)) return NULL;
    if (!dialect->words && !has_lone_words(first)) return NULL; /* then only LGL is looked for */
    see_ends(dialect, first, &seen);
    if (seen.lines == 0 || seen.broken) return NULL;
    if (is_lgl(&seen, dialect, first))
        return "the lines may be the neighbours of the vertex in the comment before them, as in "
               "LGL: if they are, give " TG_OPTION("format=lgl") "; if these are comments, give " TG_OPTION(
                 "comment=#");
    *words = seen.cut == NULL;
    return dialect->words ? structure_of_words(&seen, dialect) : NULL;
}
