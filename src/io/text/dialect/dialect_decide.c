/* dialect_decide.c - decides the dialect of a text by its first lines.
 *
 * - Each separator is tried: the lines are cut by it, and what they then have in common is
 *   noted.
 * - One separator that makes all lines edges is chosen.  If none does, the message says which
 *   one comes nearest, and what is wrong with it.
 * - Last, doubts are looked for: whether other columns than the first two may be the ends.
 */
#include "io/text/dialect/dialect.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "io/text/scan.h"

enum {
    LINES_MOST = 1024, /* lines that are looked at; later ones are checked against the dialect */
    TABLE_MOST = 3,    /* columns of a table of edges that a title may precede: others may be lists */
    SHOWN = 60         /* bytes of a line that a message shows */
};

/* ---- trying a separator ------------------------------------------------------------------- */

/* What the first lines are, if this separator cuts them. */
typedef struct trial {
    tg_dialect dialect;
    tg_line_walk first, body; /* the first line, and the first one that is not the header */
    tg_line_walk names;       /* the names of columns: the first line, or the comment before it */
    tg_line_walk odd;         /* the first line with another number of columns */
    uint32_t odd_columns;
    bool constant;     /* all lines have the same number of columns, two or more */
    bool everywhere;   /* all lines have two or more columns */
    bool numbers;      /* the ends of all edges are numbers */
    tg_column_roles found;
    bool inner_blanks; /* ids are words, and each line has a field that contains a blank */
    bool unnamed;      /* a column is missing that the caller has named */
} trial;

static uint32_t count_columns(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field;
    while (tg_cut_field(&cutter, &field))
        if (cutter.fields > 2 && tg_ends_in_comment(dialect, field)) return cutter.fields - 1;
    return cutter.fields;
}

static bool like_a_number(tg_field field)
{
    size_t at = 0;
    while (at < field.bytes && memchr("+-.", field.text[at], 3) != NULL) at++;
    return at < field.bytes && tg_is_digit(field.text[at]);
}

/* Whether no field of the line looks like a number, and none is empty, unless others name the
 * ends. */
static bool is_header(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field;
    bool gaps = false;
    while (tg_cut_field(&cutter, &field)) {
        if (field.broken || like_a_number(field)) return false;
        const bool unit = tg_name_is_unit(field);
        if (field.bytes > 0 && (tg_field_is_missing(field) || !tg_field_has_letter(field)) && !unit)
            return false;
        /* The first field may be empty: pandas writes no name for the column of row numbers. */
        gaps |= unit || (field.bytes == 0 && cutter.fields > 1);
    }
    tg_names names = tg_dialect_names(dialect, line->begin, line->end);
    names.words = false;
    return cutter.fields > 0 && (!gaps || tg_roles_may_be_named(&names));
}

/* Whether the edge's ends on the line are numbers of any size. */
static bool has_numbers(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_field ends[2];
    char message[TG_LINE_MESSAGE_BYTES];
    tg_dialect loose = *dialect;
    loose.varies = true; /* look_at_body compares columns */
    return tg_dialect_ends(&loose, line->begin, line->end, ends, message) &&
           tg_field_is_digits(ends[0]) && tg_field_is_digits(ends[1]);
}

static bool holds_blank(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field;
    while (tg_cut_field(&cutter, &field))
        if (memchr(field.text, ' ', field.bytes) || memchr(field.text, '\t', field.bytes))
            return true;
    return false;
}

/* Whether the line has the names that pandas gives to columns without names, behind the empty
 * one of the row numbers: ",0,1". */
static bool numbers_columns(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field;
    uint64_t number = 0;
    if (dialect->separator == TG_BLANKS || !tg_cut_field(&cutter, &field) || field.bytes > 0)
        return false;
    while (tg_cut_field(&cutter, &field))
        if (!tg_field_index(field, &number) || number != cutter.fields - UINT32_C(2)) return false;
    return cutter.fields > 2;
}

/* Whether no name on the first line has more than two letters, as "u" and "V1", and each field below a
 * name has more. */
static bool is_short_header(const tg_first_lines *first, const trial *of)
{
    enum { SHORT = 2 };
    const tg_dialect *dialect = &of->dialect;
    tg_line_walk walk = of->first;
    tg_cutter cutter = tg_cut(walk.begin, walk.end, dialect->separator);
    tg_field field;
    uint32_t lines = 0;
    while (tg_cut_field(&cutter, &field) && cutter.fields <= 2)
        if (field.bytes > SHORT) return false;
    for (; lines < LINES_MOST && tg_first_lines_next(first, dialect, &walk); lines++) {
        cutter = tg_cut(walk.begin, walk.end, dialect->separator);
        while (tg_cut_field(&cutter, &field) && cutter.fields <= 2)
            if (field.broken || field.bytes <= SHORT) return false;
    }
    return lines > 0;
}

/* Whether the first line names the columns. */
static bool find_header(const tg_first_lines *first, const tg_dialect_wish *wanted, const trial *of)
{
    const tg_dialect *dialect = &of->dialect;
    if (wanted->header >= 0) return wanted->header;
    if (tg_wish_has_names(wanted) || numbers_columns(dialect, &of->first)) return true;
    if (dialect->words) {
        tg_names names = tg_dialect_names(dialect, of->first.begin, of->first.end);
        if (tg_roles_are_names(&names)) return true;
        names.words = false;
        return tg_roles_are_names(&names) && is_short_header(first, of);
    }
    return is_header(dialect, &of->first) && !has_numbers(dialect, &of->first);
}

/* The text of the comment before the first line; that of a text of words may be among the first lines. */
static tg_line_walk comment_before(const tg_first_lines *first, const trial *of)
{
    tg_line_walk line = {.begin = first->comment ? first->comment : first->begin, .number = of->first.number};
    line.end = first->comment ? line.begin + strlen(line.begin) : line.begin;
    for (const char *at = first->begin; at < of->first.begin;) {
        const char *end = memchr(at, '\n', (size_t)(of->first.begin - at));
        line.begin = at;
        line.end = end ? end : of->first.begin;
        at = line.end + 1;
    }
    while (line.begin < line.end && strchr("#% \t", *line.begin) != NULL) line.begin++;
    return line;
}

/* Finds the names of columns in the comment before the first line, which itself names none: as many as it
 * has columns, with those of both ends. */
static bool find_comment_header(const tg_first_lines *first, trial *of)
{
    const char separators_of_names[] = {of->dialect.separator, TG_BLANKS, ',', '\t', ';'};
    tg_dialect cut = of->dialect;
    const tg_line_walk line = comment_before(first, of);
    if (line.begin == line.end || tg_has_named_ends(&cut, of->first.begin, of->first.end) ||
        (!cut.words && is_header(&cut, &of->first)))
        return false;
    for (unsigned s = 0; s < sizeof separators_of_names; s++) {
        cut.separator = separators_of_names[s];
        tg_names names = tg_dialect_names(&cut, line.begin, line.end);
        tg_roles roles = tg_no_roles();
        names.words = false;
        if (names.columns != count_columns(&of->dialect, &of->first) ||
            !tg_roles_named_ends(&names, &roles))
            continue;
        of->names = line;
        of->dialect.names_separator = cut.separator;
        return true;
    }
    return false;
}

/* Whether the header names all columns but the first, as R writes a table with names of rows: each line
 * has one column more, and no two lines begin with the same field. */
static bool has_row_names(const tg_first_lines *first, const tg_dialect_wish *wanted, const trial *of)
{
    const tg_dialect *dialect = &of->dialect;
    tg_field rows[LINES_MOST];
    uint32_t lines = 0;
    tg_line_walk walk = of->body;
    const tg_names names = tg_dialect_names(dialect, of->first.begin, of->first.end);
    if (!dialect->header || dialect->columns < 3 || names.columns + 1 != dialect->columns ||
        (wanted->header == 1 && !tg_wish_has_names(wanted) && !tg_roles_may_be_named(&names)))
        return false;
    do {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, dialect->separator);
        if (count_columns(dialect, &walk) != dialect->columns || !tg_cut_field(&cutter, &rows[lines]))
            return false;
        for (uint32_t i = 0; i < lines; i++)
            if (tg_field_is(rows[i], rows[lines].text, rows[lines].bytes)) return false;
    } while (++lines < LINES_MOST && tg_first_lines_next(first, dialect, &walk));
    return lines > 1;
}

/* Whether the last of three or more columns is 1 or -1. */
static bool third_is_one(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field = {0}, third = {0};
    while (tg_cut_field(&cutter, &field))
        if (cutter.fields == 3 || field.bytes > 0)
            third = field; /* a separator may end the line */
    if (third.bytes == 2 && *third.text == '-') third = (tg_field){third.text + 1, 1, false, false};
    return cutter.fields >= 3 && third.bytes == 1 && *third.text == '1';
}

/* Compares a line behind the header with the first of them. */
static void compare(const tg_dialect *look, const tg_line_walk *line, uint32_t least, trial *of)
{
    const uint32_t columns = count_columns(look, line);
    const bool fits = of->dialect.varies ? columns >= least : columns == of->dialect.columns;
    if (!fits && of->odd.number == 0) {
        of->odd = *line;
        of->odd_columns = columns;
    }
    of->constant &= fits;
    of->everywhere &= columns > 1;
    of->numbers &= has_numbers(look, line);
    of->dialect.constant &= columns > 2 && third_is_one(look, line);
    of->inner_blanks &= look->words && holds_blank(look, line);
}

/* Compares all lines behind the header with the first of them. */
static void look_at_body(const tg_first_lines *first, trial *of)
{
    const uint32_t least = of->dialect.named ? of->dialect.ends[1] + 1 : 2;
    const tg_dialect look = of->dialect;
    tg_line_walk walk = of->body;
    of->constant = of->dialect.columns >= least;
    of->numbers = of->inner_blanks = of->everywhere = of->dialect.constant = true;
    for (uint64_t seen = 0; seen < LINES_MOST; seen++) {
        if (!tg_dialect_drops(&look, walk.begin, walk.end)) compare(&look, &walk, least, of);
        if (!tg_first_lines_next_kept(first, &look, &walk)) break;
    }
}

static tricorn_status try_separator(const tg_first_lines *first, const tg_dialect_wish *wanted,
                                    char separator, trial *of, tg_dialect_fault *fault)
{
    of->dialect.separator = separator;
    of->first = tg_walk(first);
    of->odd = (tg_line_walk){0};
    if (!tg_first_lines_next(first, &of->dialect, &of->first))
        return tg_dialect_refuse(
            fault, 0, "holds no edge: all its lines are empty or comments%s",
            of->dialect.words ? " (if words begin so, give " TG_OPTION("comment=none") ")" : "");
    of->body = of->names = of->first;
    of->dialect.names_separator = separator;
    of->dialect.comment_header = wanted->header < 0 && find_comment_header(first, of);
    of->dialect.header = !of->dialect.comment_header && find_header(first, wanted, of);
    const bool sure = wanted->header == 1 || tg_wish_has_names(wanted) || !of->dialect.words;
    if (of->dialect.header && (tg_has_named_ends(&of->dialect, of->first.begin, of->first.end) ||
                               (sure && is_header(&of->dialect, &of->first)))) {
        const char *text = of->first.begin;
        while (tg_is_blank(*text)) text++;
        of->dialect.again = (tg_field){.text = text, .bytes = (size_t)(of->first.end - text)};
    }
    if (of->dialect.header && !tg_first_lines_next(first, &of->dialect, &of->body)) {
        if (wanted->header == 1 || tg_wish_has_names(wanted) || of->dialect.words)
            return tg_dialect_refuse(fault, of->first.number, "is a header, and no edge follows it");
        of->dialect.header = false; /* it is the only line, so its words are meant as an edge */
    }
    of->dialect.columns = count_columns(&of->dialect, &of->body);
    of->dialect.row_names = has_row_names(first, wanted, of);
    const tricorn_status status = tg_dialect_columns(wanted, &of->names, &of->dialect, &of->found, fault);
    of->unnamed = status == TRICORN_BAD_FORMAT; /* another separator may have the column */
    of->dialect.varies &= !first->rules.table;
    if (status != TRICORN_OK) return of->unnamed ? TRICORN_OK : status;
    look_at_body(first, of);
    if (first->rules.most > 0)
        of->constant &=
            of->dialect.columns >= first->rules.least && of->dialect.columns <= first->rules.most;
    /* If the header has the names of all columns, it must have as many as the lines have
     * columns. */
    if (of->dialect.header && wanted->header < 0 && of->constant && !of->dialect.named &&
        !tg_has_row_names(&of->dialect) && count_columns(&of->dialect, &of->first) != of->dialect.columns) {
        of->constant = false;
        of->odd = of->first;
        of->odd_columns = count_columns(&of->dialect, &of->first);
    }
    return TRICORN_OK;
}

/* ---- the choice --------------------------------------------------------------------------- */

enum { TABS, COMMAS, SEMICOLONS, BLANKS, SEPARATORS };
static const char separators[SEPARATORS] = {'\t', ',', ';', TG_BLANKS};

/* Chooses for numbers: the first separator that makes numbers of the ends on all lines; NULL if
 * none does. */
static const trial *choose_for_numbers(const trial *tried, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (tried[i].constant &&
            (tried[i].numbers || (!tried[i].found.known && tried[i].dialect.columns > 2)))
            return &tried[i];
    return NULL;
}

#define TWO_SEPARATORS(both, one, other)                                                         \
    both " may separate its columns: name the separator by " TG_OPTION(                          \
        "separator=" one) " or " TG_OPTION("separator=" other)

/* Chooses for words: a tab first, as words seldom contain one, and blanks last.  NULL, with the
 * reason, if two separators fit. */
static const trial *choose_for_words(const trial *tried, uint32_t count, const char **doubt)
{
    if (count == 1) return tried[0].constant ? &tried[0] : NULL;
    if (tried[TABS].constant || tried[TABS].dialect.columns > 1)
        return tried[TABS].constant ? &tried[TABS] : NULL;
    const trial *commas = &tried[COMMAS], *semicolons = &tried[SEMICOLONS];
    const trial *mark = commas->constant ? commas : semicolons;
    /* Semicolons often separate where a comma is the decimal point. */
    if (commas->constant && semicolons->dialect.columns > 1)
        *doubt = TWO_SEPARATORS("commas or semicolons", "comma", "semicolon");
    else if (commas->everywhere && (!commas->constant || commas->inner_blanks) &&
             tried[BLANKS].constant)
        *doubt = TWO_SEPARATORS("commas or blanks", "comma", "space");
    else if (semicolons->everywhere && (!semicolons->constant || semicolons->inner_blanks) &&
             tried[BLANKS].constant)
        *doubt = TWO_SEPARATORS("semicolons or blanks", "semicolon", "space");
    if (*doubt) return NULL;
    if (mark->constant) return mark;
    return tried[BLANKS].constant ? &tried[BLANKS] : NULL;
}

/* The separator that the lines most likely have. */
static trial *likeliest(trial *tried, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (tried[i].constant) return &tried[i];
    for (uint32_t i = 0; i + 1 < count; i++)
        if (tried[i].dialect.columns > 1) return &tried[i];
    return &tried[count - 1];
}

/* What may be said of a text whose first line is no edge, beside that. */
typedef struct first_line_way {
    bool words, columns; /* ids are words; the first two columns are the ends */
} first_line_way;

/* Whether the text can be read so without its first line, and that has another number of columns. */
static bool fits_without_first(const tg_first_lines *first, const tricorn_load_options *options,
                               first_line_way way, trial *of)
{
    tricorn_load_options headed = *options;
    tg_dialect_fault fault;
    if ((way.words && options->input.ids == TRICORN_IDS_STRING) ||
        (way.columns && options->text.columns.source))
        return false;
    headed.text.header = "yes";
    if (way.words) headed.input.ids = TRICORN_IDS_STRING;
    if (way.columns) headed.text.columns = (tricorn_columns){.source = "1", .target = "2"};
    if (tg_dialect_decide(first, &headed, &of->dialect, &fault) != TRICORN_OK) return false;
    tg_line_walk walk = tg_walk(first);
    uint32_t lines = 0;
    if (!tg_first_lines_next(first, &of->dialect, &walk)) return false;
    of->first = walk;
    while (lines < LINES_MOST && tg_first_lines_next_kept(first, &of->dialect, &walk)) {
        if (count_columns(&of->dialect, &walk) != of->dialect.columns) return false;
        if (lines++ == 0) of->body = walk;
    }
    /* A line that names the ends and goes on may hold an edge, too. */
    const uint32_t columns = count_columns(&of->dialect, &of->first);
    tg_names names = tg_dialect_names(&of->dialect, of->first.begin, of->first.end);
    names.words = false;
    return lines > 1 && of->dialect.columns <= TABLE_MOST && columns != of->dialect.columns &&
           !(columns > of->dialect.columns && tg_roles_may_be_named(&names));
}

/* Refuses a first line that has another number of columns than all others, which can be read without it. */
static bool refuse_first_line(const tg_first_lines *first, const tricorn_load_options *options,
                              tg_dialect_fault *fault)
{
    static const first_line_way ways[] = {{0}, {.words = true}, {.columns = true}, {true, true}};
    const tg_dialect_wish none = {.header = -1};
    trial of = {.odd_columns = 0};
    unsigned w = 0;
    if (!tg_is_auto(options->text.header)) return false;
    while (w < 4 && !fits_without_first(first, options, ways[w], &of)) w++;
    if (w == 4) return false;
    const bool rows = !options->text.columns.source && is_header(&of.dialect, &of.first) &&
                      has_row_names(first, &none, &of);
    const uint32_t columns = count_columns(&of.dialect, &of.first);
    tg_dialect_refuse(fault, of.first.number,
                      "%" PRIu32 " column%s, but the lines behind it have %" PRIu32
                      ": if it %sis a title or the numbers of vertices and edges, "
                      "give " TG_OPTION("header=yes") "%s%s",
                      columns, columns == 1 ? "" : "s", of.dialect.columns,
                      rows ? "names all columns but the first, give " TG_OPTION(
                                 "columns=2,3") " and " TG_OPTION("header=yes") "; if it "
                           : "",
                      ways[w].words ? " and " TG_OPTION("ids=string") : "",
                      ways[w].columns ? " and " TG_OPTION("columns=1,2") : "");
    return true;
}

static tricorn_status refuse_varying(const trial *of, tg_dialect_fault *fault)
{
    char name[TG_SEPARATOR_NAME_BYTES];
    return tg_dialect_refuse(
        fault, of->odd.number,
        "%" PRIu32 " column%s, but line %" PRIu64 " has %" PRIu32
        " (the separator is %s): this is no edge list.  Name the format if it is "
        "another one, by " TG_OPTION(
            "format=adjlist") " and the like, or the separator, or, "
                              "if lines may differ, the columns of the edge by " TG_OPTION(
                                  "columns=1,2"),
        of->odd_columns, of->odd_columns == 1 ? "" : "s", of->body.number, of->dialect.columns,
        tg_separator_name(of->dialect.separator, name));
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && tg_is_digit(*at)) at++;
    return at;
}

/* Whether the text could be read with these options. */
static bool would_fit(const tg_first_lines *first, const tricorn_load_options *options)
{
    tg_dialect dialect;
    tg_dialect_fault fault;
    return tg_dialect_decide(first, options, &dialect, &fault) == TRICORN_OK;
}

/* Whether the text could be read with ids that are words. */
static bool fits_words(const tg_first_lines *first, const tricorn_load_options *options)
{
    tricorn_load_options words = *options;
    words.input.ids = TRICORN_IDS_STRING;
    return options->input.ids != TRICORN_IDS_STRING && would_fit(first, &words);
}

/* The character between two numbers that begin the line, "|" for example; 0: the line begins
 * otherwise. */
static char between_numbers(const tg_line_walk *line)
{
    const char *at = skip_digits(line->begin, line->end);
    if (at == line->begin || at + 1 >= line->end) return 0;
    const char *rest = skip_digits(at + 1, line->end);
    const char one[] = {*at, 0};
    const bool ends = rest == line->end || *rest == '\r' || *rest == *at;
    return rest > at + 1 && ends ? tg_separator_of(one) : 0;
}

/* Finds the two columns that alone have whole numbers on all lines; false unless exactly two do. */
static bool find_two_numbers(const tg_first_lines *first, const trial *of, char separator,
                             uint32_t columns[2])
{
    enum { MOST = 32 };
    uint32_t numbers = UINT32_MAX;
    tg_line_walk walk = of->body;
    do {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, separator);
        tg_field field;
        uint32_t own = 0;
        while (tg_cut_field(&cutter, &field) && cutter.fields <= MOST)
            if (tg_field_is_digits(field)) own |= UINT32_C(1) << (cutter.fields - 1);
        numbers &= own;
    } while (tg_first_lines_next(first, &of->dialect, &walk));
    if (__builtin_popcount(numbers) != 2) return false;
    columns[0] = (uint32_t)__builtin_ctz(numbers);
    columns[1] = 31 - (uint32_t)__builtin_clz(numbers);
    return true;
}

/* Refuses lines that no usual separator cuts, but another character may: '|', or the one between two
 * numbers.  A date such as 2026-01-31 has such characters, too, so the remedy is tried. */
static bool refuse_other_separator(const tg_first_lines *first, const tricorn_load_options *options,
                                   const trial *of, tg_dialect_fault *fault)
{
    const char candidates[] = {'|', between_numbers(&of->body)};
    enum { NUMBER_BYTES = 12 };
    char name[TG_SEPARATOR_NAME_BYTES], columns[2][NUMBER_BYTES] = {"", ""};
    if (!tg_is_auto(options->text.separator)) return false;
    for (unsigned c = 0; c < sizeof candidates && candidates[c]; c++) {
        const char text[] = {candidates[c], 0};
        tricorn_load_options named = *options;
        uint32_t ends[2] = {0, 1};
        named.text.separator = text;
        const bool fits = would_fit(first, &named) || fits_words(first, &named);
        if (!fits && find_two_numbers(first, of, *text, ends)) {
            for (unsigned i = 0; i < 2; i++)
                snprintf(columns[i], NUMBER_BYTES, "%" PRIu32, ends[i] + 1);
            named.text.columns.source = columns[0];
            named.text.columns.target = columns[1];
            if (!would_fit(first, &named)) continue;
        } else if (!fits) {
            continue;
        }
        tg_dialect_refuse(fault, of->body.number,
               *columns[0] ? "only one column; if %s separates the columns, name it "
                          "by " TG_OPTION("separator=%s") ", and those of the edge "
                                                          "by " TG_OPTION("columns=%s,%s")
                        : "only one column; if %s separates the columns, name it "
                          "by " TG_OPTION("separator=%s"),
               tg_separator_name(*text, name), text, columns[0], columns[1]);
        return true;
    }
    return false;
}

/* Refuses three columns, of which the first and third alone have numbers: "1 -> 2". */
static bool refuse_middle(const tg_first_lines *first, const tricorn_load_options *options,
                          const trial *of, tg_dialect_fault *fault)
{
    uint32_t ends[2];
    tg_field middle = {0};
    tg_cutter cutter = tg_cut(of->body.begin, of->body.end, of->dialect.separator);
    while (cutter.fields < 2 && tg_cut_field(&cutter, &middle)) {
    }
    if (of->dialect.columns != 3 || of->dialect.named || options->input.ids == TRICORN_IDS_STRING ||
        (tg_field_is_missing(middle) && !tg_field_is_sign(middle)) || tg_field_is_number(middle) ||
        !find_two_numbers(first, of, of->dialect.separator, ends) || ends[0] != 0 || ends[1] != 2)
        return false;
    tg_dialect_refuse(fault, of->body.number,
                      "the second of its three columns has no numbers: if the first and the third are "
                      "the ends of an edge, give " TG_OPTION("columns=1,3"));
    return true;
}

/* Whether all lines but this one, two or more behind a header, have numbers. */
static bool are_numbers_but(const tg_first_lines *first, const tg_dialect *dialect, uint64_t number)
{
    tg_line_walk walk = tg_walk(first);
    uint64_t lines = 0;
    if (dialect->header && !tg_first_lines_next(first, dialect, &walk)) return false;
    while (lines < LINES_MOST && tg_first_lines_next_kept(first, dialect, &walk)) {
        if (walk.number == number) continue;
        if (!has_numbers(dialect, &walk)) return false;
        lines++;
    }
    return lines > 1;
}

/* Refuses a text whose lines have the same number of columns, but ends that are not numbers. */
static tricorn_status refuse_words(const tg_first_lines *first,
                                   const tricorn_load_options *options, const trial *of,
                                   tg_dialect_fault *fault)
{
    tg_line_walk walk = of->body;
    tg_dialect look = of->dialect;
    char message[TG_LINE_MESSAGE_BYTES] = "its ids are not numbers";
    tg_field ends[2], bad = {0};
    look.varies = true;
    do {
        uint64_t number;
        if (tg_dialect_drops(&look, walk.begin, walk.end)) continue;
        if (!tg_dialect_ends(&look, walk.begin, walk.end, ends, message)) break;
        for (unsigned i = 2; i-- > 0;)
            if (!tg_dialect_number(ends[i], &number, message)) bad = ends[i];
    } while (bad.bytes == 0 && tg_first_lines_next(first, &look, &walk));
    const bool lone = bad.bytes > 0 && are_numbers_but(first, &of->dialect, walk.number);
    if (bad.bytes > 0 && (lone || fits_words(first, options)))
        tg_dialect_say_words(&look, &walk, bad, lone, message);
    tg_dialect_refuse(fault, walk.number, "%s", message);
    fault->of_words = bad.bytes > 0 && walk.number == of->body.number &&
                      !tg_field_is_number(ends[0]) && !tg_field_is_number(ends[1]);
    return TRICORN_BAD_FORMAT;
}

/* Refuses the first line that no separator could make right, if the text has one. */
static bool refuse_odd_line(const tg_first_lines *first, const trial *of, tg_dialect_fault *fault)
{
    tg_line_walk walk = tg_walk(first);
    while (tg_first_lines_next(first, &of->dialect, &walk)) {
        const char *odd = tg_dialect_line_fault(&of->dialect, walk.begin, walk.end);
        if (odd == NULL) continue;
        tg_dialect_refuse(fault, walk.number, "%s", odd);
        return true;
    }
    return false;
}

/* Says why no separator makes an edge of each line; `of` is the one that comes nearest. */
static tricorn_status explain(const tg_first_lines *first, const tricorn_load_options *options,
                              const trial *of, tg_dialect_fault *fault)
{
    const tg_line_walk *line = &of->body;
    if (refuse_odd_line(first, of, fault)) return TRICORN_BAD_FORMAT;
    if (!of->constant && tg_counts_neighbours(first, &of->dialect))
        return tg_dialect_refuse(fault, line->number, "%s", TG_COUNTED_NEIGHBOURS);
    if (refuse_first_line(first, options, fault))
        return TRICORN_BAD_FORMAT;
    if (of->dialect.columns < 2 && refuse_other_separator(first, options, of, fault))
        return TRICORN_BAD_FORMAT;
    if (of->dialect.columns < 2)
        return tg_dialect_refuse(fault, line->number, "only one column, where two ids are expected (%.*s)",
                      (int)(line->end - line->begin < SHOWN ? line->end - line->begin : SHOWN),
                      line->begin);
    if (!of->constant && of->odd.number == 0)
        return tg_dialect_refuse(fault, line->number,
                      "%" PRIu32 " columns, which this format does not have; if the lines are "
                      "edges, give " TG_OPTION("format=edges"),
                      of->dialect.columns);
    if (!of->constant) return refuse_varying(of, fault);
    if (refuse_middle(first, options, of, fault)) return TRICORN_BAD_FORMAT;
    return refuse_words(first, options, of, fault);
}

/* Checks the first line again.  Nothing has read it if it is a header; and whether it is a
 * comment was decided before the columns were known. */
static tricorn_status check_first_line(const tg_first_lines *first, const tg_dialect *dialect,
                                       const tg_line_walk *names, tg_dialect_fault *fault)
{
    tg_line_walk walk = tg_walk(first);
    tg_cutter cutter = tg_cut(names->begin, names->end, dialect->separator);
    tg_field field = {0};
    const char *odd = tg_dialect_line_fault(dialect, names->begin, names->end);
    while (odd == NULL && tg_cut_field(&cutter, &field))
        if (field.broken) odd = TG_BROKEN_QUOTES;
    if (odd) return tg_dialect_refuse(fault, names->number, "%s", odd);
    if (!tg_first_lines_next(first, dialect, &walk) || walk.begin == names->begin)
        return TRICORN_OK;
    return tg_dialect_refuse(fault, walk.number, "%s", TG_COMMENT_OR_WORDS);
}

/* Whether the first line has words, and all others numbers. */
static bool words_precede_numbers(const tg_first_lines *first, const trial *of)
{
    tg_line_walk walk = of->body;
    uint64_t lines = 0;
    if (!is_header(&of->dialect, &of->first)) return false;
    while (lines < LINES_MOST && tg_first_lines_next_kept(first, &of->dialect, &walk)) {
        if (!has_numbers(&of->dialect, &walk)) return false;
        lines++;
    }
    return lines > 1;
}

/* Whether the first line has two numbers, as of vertices and edges, and no other line has one as an end. */
static bool numbers_precede_words(const tg_first_lines *first, const trial *of)
{
    tg_line_walk walk = tg_walk(first);
    uint64_t lines = 0;
    while (lines < LINES_MOST && tg_first_lines_next_kept(first, &of->dialect, &walk)) {
        tg_field ends[2];
        char message[TG_LINE_MESSAGE_BYTES];
        if (!tg_dialect_ends(&of->dialect, walk.begin, walk.end, ends, message)) return false;
        for (unsigned i = 0; i < 2; i++)
            if (tg_field_is_digits(ends[i]) != (lines == 0)) return false;
        lines++;
    }
    return lines > 1;
}

static tricorn_status refuse_doubt(const tg_doubt *doubt, const trial *of, tg_dialect_fault *fault)
{
    char ends[TG_LINE_MESSAGE_BYTES] = TG_OPTION("columns=1,2") ", " TG_OPTION(
        "columns=1,3") " or " TG_OPTION("columns=2,3");
    if (doubt->remedy)
        return tg_dialect_refuse(fault, of->body.number, "%s: %s", doubt->why, doubt->remedy);
    if (doubt->ends[0] > 0)
        snprintf(ends, sizeof ends, TG_OPTION("columns=%" PRIu32 ",%" PRIu32), doubt->ends[0],
                 doubt->ends[1]);
    return tg_dialect_refuse(fault, of->body.number,
                             "%s, so which two of its %" PRIu32
                             " columns hold the edge is not clear: name them by their numbers, as by %s, "
                             "or another format by " TG_OPTION("format"),
                             doubt->why, of->dialect.columns, ends);
}

static tricorn_status accept(const tg_first_lines *first, const tg_dialect_wish *wanted, const trial *chosen,
                             tg_dialect *dialect, tg_dialect_fault *fault)
{
    const tg_line_walk *names = &chosen->names;
    tg_column_roles found = chosen->found;
    if (!found.known && chosen->dialect.header)
        return tg_dialect_refuse_columns(wanted, names, &chosen->dialect, fault);
    if (!found.known)
        return tg_dialect_refuse(fault, names->number,
                                 "which two of its %" PRIu32 " columns hold the edge is not clear: name "
                                 "both by their numbers, as by " TG_OPTION(
                                     "columns=source=1,target=2"),
                                 chosen->dialect.columns);
    *dialect = chosen->dialect;
    dialect->comment_names = NULL;
    tricorn_status status = check_first_line(first, dialect, &chosen->first, fault);
    if (status == TRICORN_OK) status = tg_dialect_weights(wanted, names, dialect, &found, fault);
    if (status != TRICORN_OK) return status;
    bool words = false;
    const char *structure = dialect->named ? NULL : tg_dialect_structure(dialect, first, &words);
    if (structure && words)
        return tg_dialect_refuse(fault, chosen->body.number,
                      "%s; if the words are so, give " TG_OPTION("columns=%" PRIu32 ",%" PRIu32),
                      structure, dialect->ends[dialect->reversed] + 1,
                      dialect->ends[!dialect->reversed] + 1);
    if (structure) return tg_dialect_refuse(fault, chosen->body.number, "%s", structure);
    if (dialect->words && !dialect->header && !dialect->comment_header && wanted->header < 0 &&
        (words_precede_numbers(first, chosen) || numbers_precede_words(first, chosen)))
        return tg_dialect_refuse(fault, names->number, "%s", TG_EDGE_OR_NAMES);
    if (dialect->named || ((dialect->header || dialect->comment_header) && !found.places) || dialect->columns == 0)
        return TRICORN_OK;
    if (found.left)
        return TRICORN_OK; /* the other two columns are the ends */
    tg_first_lines edges = *first;
    if (dialect->header) {
        edges.begin = chosen->body.begin;
        edges.line = chosen->body.number;
    }
    const tg_doubt doubt = tg_dialect_doubt(dialect, &edges);
    if (doubt.why == NULL) return TRICORN_OK;
    if (doubt.why == tg_doubt_half_header && wanted->header < 0)
        return tg_dialect_refuse(fault, names->number, "%s", TG_EDGE_OR_NAMES);
    return refuse_doubt(&doubt, chosen, fault);
}

/* Blanks are not the separator if another one cuts the names from the header that the caller
 * gave: they may be within names. */
static void prefer_named(trial tried[SEPARATORS])
{
    for (uint32_t i = 0; i < BLANKS; i++)
        tried[BLANKS].constant &= tried[i].unnamed || tried[i].dialect.columns < 2;
}

static tricorn_status decide(const tg_first_lines *first, const tricorn_load_options *options,
                             tg_dialect *dialect, tg_dialect_fault *fault)
{
    trial tried[SEPARATORS];
    tg_dialect start;
    tg_dialect_wish wanted;
    const trial *chosen = NULL;
    const char *doubt = NULL;
    tricorn_status status = tg_dialect_read_wish(options, &start, &wanted, fault);
    if (status != TRICORN_OK) return status;
    start.comment_names = first->comment;
    if (wanted.separator == 0) wanted.separator = first->rules.separator;
    const uint32_t count = wanted.separator ? 1 : SEPARATORS;
    /* Blanks are tried first, as most texts have them. */
    for (uint32_t i = count; i-- > 0 && status == TRICORN_OK && chosen == NULL;) {
        tried[i] = (trial){.dialect = start};
        status =
            try_separator(first, &wanted, wanted.separator ? wanted.separator : separators[i],
                          &tried[i], fault);
        if (status == TRICORN_OK && i + 1 == count && !start.words)
            chosen = choose_for_numbers(&tried[i], 1);
        if (chosen && chosen->dialect.columns != 2) chosen = NULL;
    }
    if (status != TRICORN_OK) return status;
    if (chosen == NULL && count == SEPARATORS && tg_wish_has_names(&wanted))
        prefer_named(tried);
    if (chosen == NULL)
        chosen = start.words ? choose_for_words(tried, count, &doubt)
                             : choose_for_numbers(tried, count);
    if (doubt)
        return tg_dialect_refuse(fault, tried[0].body.number, "%s", doubt);
    if (chosen) return accept(first, &wanted, chosen, dialect, fault);
    trial *nearest = likeliest(tried, count);
    return nearest->unnamed ? tg_dialect_columns(&wanted, &nearest->names, &nearest->dialect,
                                                 &nearest->found, fault)
                            : explain(first, options, nearest, fault);
}

tricorn_status tg_dialect_decide(const tg_first_lines *first, const tricorn_load_options *options,
                                 tg_dialect *dialect, tg_dialect_fault *fault)
{
    const tricorn_status status = decide(first, options, dialect, fault);
    if (status != TRICORN_BAD_FORMAT || options->input.ids != TRICORN_IDS_AUTO) return status;
    tricorn_load_options words = *options;
    tg_dialect found;
    tg_dialect_fault of_words;
    words.input.ids = TRICORN_IDS_STRING;
    if (decide(first, &words, &found, &of_words) != TRICORN_OK) {
        if (fault->of_words) *fault = of_words;
        return status;
    }
    if (!tg_words_are_clear(first, &found)) return status;
    found.words_found = true;
    *dialect = found;
    return TRICORN_OK;
}
