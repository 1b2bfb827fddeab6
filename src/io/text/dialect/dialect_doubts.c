/* dialect_doubts.c - reasons why the first two of several columns may not be the ends of an edge.
 *
 * Three columns may be an edge and its weight. They may also be a number of the line and an edge (`cat -n`), how
 * often an edge occurs and the edge (`uniq -c`), a time and an edge, a row of an adjacency list, or a row of a
 * matrix. No rule can tell these apart in all cases. The rules here find what does not look like an edge and further
 * columns, and then the caller has to name the columns. A doubt without a cause costs the caller an option; a doubt
 * that is missing costs a wrong count.
 */
#include "io/text/dialect/dialect.h"

#include <string.h>

#include "io/text/number_set.h"
#include "io/text/scan.h"

enum {
    LINES_MOST = 1024, /* lines that are looked at */
    THREE = 3, /* columns whose numbers are compared */
    KINDS = 16, /* columns whose kinds are compared */
    FOUR = 4, /* columns whose numbers are compared with each other */
    SQUARE_MOST = 16, /* lines with more columns may be anything */
    CELL_BYTES = 24,
    ORDER_LINES = 4, /* four lines are not in this order by chance */
    COUNTED_LINES = 8, /* eight lines are not numbered by chance */
    APART_LINES = 16, /* 16 edges are not all without a common vertex by chance */
    ALIKE_LEAST = 8 /* a column has this many numbers of another column not by chance */
};

const char tg_doubt_half_header[] = "the first line names some of the columns";

/* What the first lines contain. */
typedef struct table {
    uint64_t lines;
    bool whole; /* the text has no other lines */
    uint64_t values[FOUR][LINES_MOST];
    bool indices[FOUR]; /* all fields of the column are unsigned numbers */
    bool numbers; /* all fields of all columns are numbers */
    bool bits; /* all fields are 0 or 1, but for those of a first line that ... */
    bool counts; /* ... counts the columns, from 0 or 1 on */
    bool bits_first; /* the fields of the first line are 0 or 1 */
    /* On each line one of the first two gaps has a tab, and the other one has none. */
    bool tabs_and_blanks;
    bool thousands; /* on each line three digits follow each comma that no blank follows */
    bool point; /* a column of the ends has a field without letters and digits */
    bool indented; /* the first line begins with a blank */
    /* The first line begins with a blank, and its first gap has a tab: `cat -n`. */
    bool indented_tab;
    bool brackets; /* the lines are in brackets */
    /* Of each column: its field on the first line is a word; fields behind it are numbers; are others. */
    bool word_first[KINDS], numbers_then[KINDS], words_then[KINDS];
    bool grouped; /* the second and fourth of four columns have three digits each */
    bool mixed; /* the gaps of a line have tabs and blanks */
    uint64_t attributes; /* lines whose third column begins with a brace */
    bool json; /* a third column begins as an object of JSON does */
    /* A later column begins with a brace that is not closed, or something follows the closing one. */
    bool braces;
    bool numbered; /* the first line begins with blanks, digits and a blank */
} table;

/* ---- what the lines contain ---- */

/* Whether the braces that begin the field are not closed, or something other than a comment
 * follows the closing one. */
static bool breaks_off(tg_field field)
{
    const char *at = field.text, *end = at + field.bytes;
    char quote = 0;
    int depth = 0;
    if (at == end || *at != '{') return false;
    do {
        if (quote == 0 && (*at == '{' || *at == '}')) depth += *at == '{' ? 1 : -1;
        if (quote != 0 && *at == '\\' && at + 1 < end)
            at++;
        else if (quote == *at)
            quote = 0;
        else if (quote == 0 && (*at == '"' || *at == '\''))
            quote = *at;
    } while (++at < end && depth > 0);
    while (at < end && tg_is_blank(*at)) at++;
    return depth != 0 || (at < end && *at != '#' && *at != '%');
}

/* Whether the field is 0 or 1, or 0.0 or 1.0. */
static bool is_bit(tg_field field)
{
    if (field.bytes == 0 || (*field.text != '0' && *field.text != '1')) return false;
    for (size_t i = 1; i < field.bytes; i++)
        if (field.text[i] != (i == 1 ? '.' : '0')) return false;
    return true;
}

static void add_field(table *seen, const tg_dialect *dialect, tg_field field, uint32_t column)
{
    uint64_t value = 0;
    const bool index = tg_field_index(field, &value);
    if (column < FOUR) {
        seen->indices[column] &= index;
        seen->values[column][seen->lines] = value;
    }
    seen->numbers &= index || field.bytes == 0 || tg_field_is_number(field);
    if (seen->lines > 0) {
        seen->bits &= is_bit(field);
    } else {
        if (column == 0) seen->counts = value <= 1;
        seen->counts &= index && value == seen->values[0][0] + column;
        seen->bits_first &= is_bit(field);
    }
    seen->attributes += column == 2 && field.bytes > 0 && *field.text == '{';
    if (column == 1 || column == THREE) seen->grouped &= field.bytes == 3 && tg_field_is_digits(field);
    if (dialect->separator == TG_BLANKS && column >= 2) seen->braces |= breaks_off(field);
    seen->json |= column == 2 && field.bytes > 1 && memcmp(field.text, "{\"", 2) == 0;
    if (column < KINDS) {
        const bool number = index || tg_field_is_number(field);
        if (seen->lines == 0) seen->word_first[column] = tg_field_has_letter(field) && !number;
        if (seen->lines > 0) seen->numbers_then[column] |= number;
        if (seen->lines > 0) seen->words_then[column] |= !number;
    }
    if (column == dialect->ends[0] || column == dialect->ends[1]) seen->point |= tg_field_is_sign(field);
}

/* How the fields of a line are separated. */
typedef struct gaps {
    uint32_t tabs, blanks; /* of the first two gaps */
    /* Separators that no blank follows, those of them before three digits, and others. */
    uint32_t bare, bare_of_three, followed;
} gaps;

static void add_gap(gaps *line, tg_field field, uint32_t column)
{
    const char before = field.text[field.quoted ? -2 : -1];
    const bool tab = before == '\t' || (before == ' ' && field.text[-2] == '\t');
    if (column < THREE) {
        line->tabs += tab;
        line->blanks += !tab;
    }
    line->followed += before == ' ';
    line->bare += before != ' ';
    line->bare_of_three += before != ' ' && field.bytes == 3 && tg_field_is_digits(field);
}

static void look_at_line(table *seen, const tg_dialect *dialect, tg_cutter *cutter)
{
    gaps line = {0};
    tg_field field;
    while (tg_cut_field(cutter, &field)) {
        if (cutter->fields > 2 && tg_ends_in_comment(dialect, field)) break;
        if (cutter->fields > 1) add_gap(&line, field, cutter->fields - 1);
        if (cutter->fields == 2) seen->indented_tab &= line.tabs > 0;
        add_field(seen, dialect, field, cutter->fields - 1);
    }
    seen->tabs_and_blanks &= line.tabs > 0 && line.blanks > 0;
    seen->mixed |= line.tabs > 0 && line.blanks > 0;
    seen->thousands &= line.followed > 0 && line.bare > 0 && line.bare_of_three == line.bare;
}

/* Whether digits and a blank are at the beginning. */
static bool begins_with_number(const char *at)
{
    const char *begin = at;
    while (tg_is_digit(*at)) at++;
    return at > begin && tg_is_blank(*at);
}

/* Whether the line is in brackets, which a separator may follow. */
static bool in_brackets(const tg_cutter *line)
{
    const char *end = line->end;
    while (end > line->at && memchr(",; ", end[-1], 3)) end--;
    return end > line->at && memchr("([{<", *line->at, 4) && memchr(")]}>", end[-1], 4);
}

static void look(table *seen, const tg_dialect *dialect, const tg_first_lines *first)
{
    tg_line_walk walk = tg_walk(first);
    *seen = (table){.numbers = true,
      .bits = true,
      .bits_first = true,
      .tabs_and_blanks = true,
      .grouped = true,
      .indented_tab = true,
      .thousands = true};
    for (unsigned c = 0; c < FOUR; c++) seen->indices[c] = true;
    while (seen->lines < LINES_MOST && tg_first_lines_next_kept(first, dialect, &walk)) {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, dialect->separator);
        if (seen->lines == 0) {
            seen->indented = *walk.begin == ' ';
            seen->numbered = seen->indented && begins_with_number(cutter.at);
            seen->brackets = in_brackets(&cutter);
        }
        look_at_line(seen, dialect, &cutter);
        seen->lines++;
    }
    seen->whole = first->whole && seen->lines < LINES_MOST;
    seen->indented_tab &= seen->indented;
    if (dialect->separator == TG_BLANKS)
        seen->thousands = false;
    else
        seen->tabs_and_blanks = seen->indented_tab = false;
}

/* ---- what columns have in common ---- */

/* The different numbers of the first columns. */
typedef struct column_sets {
    uint64_t numbers[FOUR][LINES_MOST];
    tg_number_set of[FOUR];
} column_sets;

static void make_sets(const table *seen, column_sets *sets)
{
    memcpy(sets->numbers, seen->values, sizeof sets->numbers);
    for (uint32_t c = 0; c < FOUR; c++) sets->of[c] = tg_number_set_of(sets->numbers[c], seen->lines);
}

/* Whether the pairs of this column and the next never descend; strictly: always ascend. */
static bool ascends(const table *seen, uint32_t column, bool strictly)
{
    const uint64_t *a = seen->values[column], *b = seen->values[column + 1];
    for (uint64_t i = 1; i < seen->lines; i++) {
        if (a[i] > a[i - 1]) continue;
        if (a[i] < a[i - 1] || b[i] < b[i - 1] || (strictly && b[i] == b[i - 1])) return false;
    }
    return true;
}

/* Whether each number of the column is one more than the number before it. */
static bool counts_up(const table *seen, uint32_t column)
{
    const uint64_t *const values = seen->values[column];
    for (uint64_t i = 1; i < seen->lines; i++)
        if (values[i] != values[0] + i) return false;
    return true;
}

/* ---- the doubts ---- */

static const char ONE_CONSTANT[] = "one column is the same on all lines";

/* Whether the lines are a matrix: as many as it has columns, with entries that are symmetric, or
 * with zeros on the diagonal. */
static bool is_square(const tg_dialect *dialect, const tg_first_lines *first, bool headed)
{
    char cells[SQUARE_MOST][SQUARE_MOST][CELL_BYTES] = {{{0}}};
    tg_line_walk walk = tg_walk(first);
    const uint32_t side = dialect->columns;
    uint32_t rows = 0;
    bool symmetric = true, zeros = true;
    if (headed) tg_first_lines_next_kept(first, dialect, &walk);
    for (; tg_first_lines_next_kept(first, dialect, &walk); rows++) {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, dialect->separator);
        tg_field field;
        if (rows == side) return false;
        while (tg_cut_field(&cutter, &field) && cutter.fields <= side)
            memcpy(
              cells[rows][cutter.fields - 1], field.text, field.bytes < CELL_BYTES - 1 ? field.bytes : CELL_BYTES - 1);
    }
    for (uint32_t i = 0; i < side; i++) {
        zeros &= cells[i][i][strspn(cells[i][i], "0.+-")] == 0;
        for (uint32_t j = 0; j < i; j++) symmetric &= strcmp(cells[i][j], cells[j][i]) == 0;
    }
    return rows == side && (symmetric || zeros);
}

static const char MATRIX[] = "this may be a matrix";
static const char HEADED_MATRIX[] = "this may be a matrix under the numbers of its columns";

static const char *doubt_matrix(const table *seen, const tg_dialect *dialect, const tg_first_lines *first)
{
    const uint32_t side = dialect->columns;
    const bool headed = seen->counts && seen->whole && seen->lines == side + 1;
    if (seen->bits && seen->bits_first) return MATRIX;
    if (seen->bits && headed) return HEADED_MATRIX;
    if (side > SQUARE_MOST)
        return seen->numbers && seen->whole && seen->lines == side ? MATRIX : "there are many columns";
    if (!seen->numbers || !first->whole) return NULL;
    if (is_square(dialect, first, false)) return MATRIX;
    return headed && is_square(dialect, first, true) ? HEADED_MATRIX : NULL;
}

/* Whether the numbers of each line ascend, as the members of a set do that is written in order.
 */
static bool rows_ascend(const table *seen)
{
    for (uint64_t i = 0; i < seen->lines; i++)
        if (seen->values[0][i] >= seen->values[1][i] || seen->values[1][i] >= seen->values[2][i]) return false;
    return seen->lines > 1;
}

/* Whether the fourth column has many numbers of the first two columns. */
static bool fourth_is_like_them(const table *seen, const tg_number_set sets[FOUR])
{
    const tg_number_set *const fourth = &sets[THREE];
    if (!seen->indices[THREE]) return false;
    const size_t common = tg_numbers_in_both(fourth, &sets[0]) + tg_numbers_in_both(fourth, &sets[1]);
    return fourth->count > 1 && 2 * common >= fourth->count;
}

/* Whether a column behind the first two may be an end, as it has different numbers. */
static bool may_hold_ends(const table *seen, const tg_dialect *dialect, const tg_number_set sets[FOUR])
{
    if (dialect->columns > FOUR) return true;
    for (uint32_t c = 2; c < dialect->columns; c++)
        if (seen->indices[c] && sets[c].count > 1) return true;
    return false;
}

/* Doubts the first two columns, if others follow. A star, or edges without common vertices, are
 * no graph for which somebody writes weights; a column that is no vertex looks like them. */
static const char *doubt_first_two(const table *seen, const tg_dialect *dialect, const tg_number_set sets[FOUR])
{
    const size_t lines = seen->lines, common = tg_numbers_in_both(&sets[0], &sets[1]);
    const bool constant = sets[0].count == 1 || sets[1].count == 1;
    const bool apart = sets[0].count == lines || (seen->whole && sets[1].count == lines);
    const bool others = may_hold_ends(seen, dialect, sets) && !constant;
    if (others && lines >= COUNTED_LINES && counts_up(seen, 0) != counts_up(seen, 1))
        return "one of the first two columns numbers the lines";
    if (others && lines >= APART_LINES && common == 0 && apart)
        return "no number of one of the first two columns comes twice, or in the other";
    if (dialect->columns > THREE && common == 0 && sets[THREE].count >= ALIKE_LEAST && fourth_is_like_them(seen, sets))
        return "the first two columns have nothing in common, but the fourth has";
    const tg_number_set *const other = sets[0].count > 1 ? &sets[0] : &sets[1];
    if (seen->whole && lines >= THREE && constant &&
        (dialect->columns > THREE || (seen->indices[2] && tg_numbers_alike(&sets[2], other) >= TG_ALL_ALIKE / 3)))
        return ONE_CONSTANT;
    return NULL;
}

/* Whether the third column has much more in common with one of the first two than these have. */
static bool third_is_nearer(const table *seen, const tg_number_set sets[FOUR])
{
    if (!seen->whole || sets[2].count < ALIKE_LEAST) return false;
    const size_t first = tg_numbers_alike(&sets[2], &sets[0]);
    const size_t second = tg_numbers_alike(&sets[2], &sets[1]);
    const size_t nearest = first > second ? first : second;
    return nearest >= TG_ALL_ALIKE / 2 && 2 * tg_numbers_alike(&sets[0], &sets[1]) <= nearest;
}

/* Compares three columns of numbers: which two of them are vertices? */
static const char *doubt_columns(const table *seen, const tg_number_set sets[FOUR])
{
    const size_t first_second = tg_numbers_in_both(&sets[0], &sets[1]);
    const size_t third_second = tg_numbers_in_both(&sets[2], &sets[1]);
    const size_t third_first = tg_numbers_in_both(&sets[2], &sets[0]);
    if (sets[2].count < 2) return NULL; /* weights that are all the same */
    if (seen->lines >= THREE && sets[0].count == seen->lines && third_first + third_second > 0)
        return "the first column may number the lines, or this may be an adjacency list";
    if (first_second == 0 && 2 * third_second >= sets[2].count)
        return "the first column has nothing in common with the second, but the third has";
    if (first_second == 0 && sets[2].count >= ALIKE_LEAST && 4 * third_first >= sets[2].count)
        return "the second column has nothing in common with the first, but the third has";
    if (third_is_nearer(seen, sets))
        return "the third column has more in common with another one than the first two have";
    const bool third_is_like_them = 2 * (third_first + third_second) >= sets[2].count;
    if (third_is_like_them && (rows_ascend(seen) || fourth_is_like_them(seen, sets)))
        return "the lines may be sets of vertices, or several edges each";
    if (seen->lines >= ORDER_LINES && ascends(seen, 1, true) && !ascends(seen, 0, false))
        return "the lines are in the order of the second and third column";
    return NULL;
}

/* Whether the first line names some columns, and the fields below these names are numbers. */
static bool is_half_header(const table *seen)
{
    for (unsigned c = 0; c < KINDS; c++)
        if (seen->word_first[c] && seen->numbers_then[c] && !seen->words_then[c]) return true;
    return false;
}

/* Whether columns 2 and 4 of four have three digits on all lines, as in "1 002 1 003", where a
 * blank separates thousands. */
static bool groups_digits(const table *seen, const tg_dialect *dialect)
{
    return dialect->columns == FOUR && dialect->separator == TG_BLANKS && seen->grouped;
}

/* Whether braces are other than the attributes in NetworkX's edge lists. */
static const char ODD_BRACES[] = "there are braces behind the second column";
static bool has_odd_braces(const table *seen)
{
    return seen->json || seen->braces || (seen->attributes > 0 && seen->attributes < seen->lines);
}

/* Doubts that the first two of three columns are the ends, if one of the three has weights or times: the
 * last one, unless the first is a number of the line or a count. */
static const char *doubt_weighted(const table *seen)
{
    if (seen->indented) return "the first column may be a count or number of the line";
    if (seen->lines >= COUNTED_LINES && seen->indices[0] && counts_up(seen, 0) &&
        !(seen->indices[1] && counts_up(seen, 1)))
        return "the first column may number the lines";
    return NULL;
}

static const char *doubt_numbers(const table *seen, const tg_dialect *dialect, const tg_first_lines *first)
{
    if (seen->indented_tab) return "the first column may number the lines";
    if (dialect->columns < THREE) return NULL;
    if (has_odd_braces(seen)) return ODD_BRACES;
    if (is_half_header(seen)) return tg_doubt_half_header;
    if (seen->thousands) return "a comma may also be part of a number";
    if (groups_digits(seen, dialect)) return "blanks may group digits";
    if (seen->lines == 1 && dialect->columns > THREE) return "the line may hold several edges";
    if (dialect->columns == THREE && (dialect->values[TG_WEIGHT_ROLE] == THREE || dialect->values[TG_TIME] == THREE))
        return seen->bits && seen->bits_first && seen->lines == THREE ? MATRIX : doubt_weighted(seen);
    const char *doubt = doubt_matrix(seen, dialect, first);
    if (doubt) return doubt;
    const bool three = seen->indices[2];
    if (three && seen->tabs_and_blanks) return "tabs and blanks separate different things";
    if (three && seen->indented) return "the first column may be a count or number of the line";
    column_sets sets;
    make_sets(seen, &sets);
    doubt = doubt_first_two(seen, dialect, sets.of);
    return doubt || !three ? doubt : doubt_columns(seen, sets.of);
}

/* Doubts columns by their kinds, if ids are words. */
static const char *doubt_kinds(const table *seen, const tg_dialect *dialect, const tg_first_lines *first)
{
    tg_line_walk walk = tg_walk(first);
    uint64_t numbers[2] = {0};
    bool same[2] = {true, true};
    tg_field before[2] = {{0}};
    for (uint64_t i = 0; i < seen->lines && tg_first_lines_next_kept(first, dialect, &walk); i++) {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, dialect->separator);
        tg_field field;
        for (uint32_t c = 0; tg_cut_field(&cutter, &field); c++) {
            if (c >= 2 && field.bytes > 0 && !tg_is_digit(*field.text) && *field.text != '{' &&
                !tg_field_is_number(field))
                return "not all columns behind the second are numbers";
            if (c >= 2) continue;
            numbers[c] += tg_field_is_digits(field);
            same[c] &= i == 0 || tg_field_equals(field, before[c]);
            before[c] = field;
        }
    }
    const uint64_t more = numbers[0] > numbers[1] ? numbers[0] : numbers[1], less = numbers[0] + numbers[1] - more;
    if (seen->lines > 1 && FOUR * more > THREE * seen->lines && FOUR * less < seen->lines)
        return "one of the first two columns holds words and the other numbers";
    if (dialect->columns >= THREE && seen->lines >= THREE && (same[0] || same[1])) return ONE_CONSTANT;
    return NULL;
}

static const char *doubt_words(const table *seen, const tg_dialect *dialect, const tg_first_lines *first)
{
    if (seen->brackets) return "the lines are in brackets";
    if (seen->numbered) return "a count or number of the line may precede the words";
    if (seen->indices[0] && seen->indices[1]) return doubt_numbers(seen, dialect, first);
    if (dialect->columns >= THREE) {
        const char *matrix = seen->numbers ? doubt_matrix(seen, dialect, first) : NULL;
        if (matrix) return matrix;
        if (dialect->separator == TG_BLANKS && seen->mixed) return "tabs and blanks may separate different things";
        if (has_odd_braces(seen)) return ODD_BRACES;
        if (seen->point) return "a column holds signs alone";
        if (is_half_header(seen)) return tg_doubt_half_header;
    }
    return doubt_kinds(seen, dialect, first);
}

/* ---- what to do ---- */

/* Whether a word of one column is in the other one, too. */
static bool share_word(const tg_field *column, const tg_field *other, uint64_t lines)
{
    for (uint64_t i = 0; i < lines; i++)
        for (uint64_t j = 0; j < lines; j++)
            if (tg_field_equals(column[i], other[j])) return true;
    return false;
}

/* Finds the two of three columns that alone share a word, or are beside one of signs: "u -> v". */
static void find_ends(const tg_dialect *dialect, const tg_first_lines *first, uint32_t ends[2])
{
    tg_field fields[THREE][LINES_MOST];
    bool sign[THREE] = {true, true, true};
    uint64_t lines = 0;
    tg_line_walk walk = tg_walk(first);
    for (; lines < LINES_MOST && tg_first_lines_next_kept(first, dialect, &walk); lines++) {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, dialect->separator);
        for (uint32_t c = 0; c < THREE; c++) {
            if (!tg_cut_field(&cutter, &fields[c][lines])) return;
            sign[c] &= tg_field_is_sign(fields[c][lines]);
        }
    }
    const bool signs = sign[0] || sign[1] || sign[2];
    uint32_t pairs = 0;
    for (uint32_t other = 0; other < THREE; other++) {
        const uint32_t a = other == 0, b = other == 2 ? 1 : 2;
        if (signs ? !sign[other] : !share_word(fields[a], fields[b], lines)) continue;
        ends[0] = a + 1;
        ends[1] = b + 1;
        pairs++;
    }
    if (pairs != 1) ends[0] = ends[1] = 0;
}

#define READ_MATRIX(options) \
    "if it is, give " options "; if each line is an edge, name its two columns by " TG_OPTION("columns")

tg_doubt tg_dialect_doubt(const tg_dialect *dialect, const tg_first_lines *first)
{
    table seen;
    tg_doubt doubt = {0};
    if (dialect->columns == 2 && !dialect->words && *first->begin != ' ') return doubt;
    look(&seen, dialect, first);
    doubt.why = dialect->words ? doubt_words(&seen, dialect, first) : doubt_numbers(&seen, dialect, first);
    if (doubt.why == MATRIX) doubt.remedy = READ_MATRIX(TG_OPTION("format=matrix"));
    if (doubt.why == HEADED_MATRIX)
        doubt.remedy = READ_MATRIX(TG_OPTION("format=matrix") " and " TG_OPTION("header=yes"));
    if (doubt.why != NULL && dialect->columns == THREE) find_ends(dialect, first, doubt.ends);
    return doubt;
}
