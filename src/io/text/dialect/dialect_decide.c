/* dialect_decide.c - decides the dialect of a text by its first lines.
 *
 * - Each separator is tried: the lines are cut by it, and what they then have in common is
 *   noted.
 * - One separator that makes all lines edges is chosen. If none does, dialect_explain.c says which
 *   one comes nearest, and what is wrong with it.
 * - Last, doubts are looked for: whether other columns than the first two may be the ends.
 */
#include "io/text/dialect/dialect_trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "io/text/scan.h"

enum { LINES_MOST = 1024 }; /* lines that are looked at; later ones are checked against the dialect */

/* ---- trying a separator ---- */

uint32_t tg_dialect_count_columns(const tg_dialect *dialect, const tg_line_walk *line)
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

bool tg_dialect_is_header(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field;
    bool gaps = false;
    while (tg_cut_field(&cutter, &field)) {
        if (field.broken || like_a_number(field)) return false;
        const bool unit = tg_name_is_unit(field);
        if (field.bytes > 0 && (tg_field_is_missing(field) || !tg_field_has_letter(field)) && !unit) return false;
        /* The first field may be empty: pandas writes no name for the column of row numbers. */
        gaps |= unit || (field.bytes == 0 && cutter.fields > 1);
    }
    tg_names names = tg_dialect_names(dialect, line->begin, line->end);
    names.words = false;
    return cutter.fields > 0 && (!gaps || tg_roles_may_be_named(&names));
}

bool tg_dialect_has_numbers(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_field ends[2];
    char message[TG_LINE_MESSAGE_BYTES];
    tg_dialect loose = *dialect;
    loose.varies = true; /* look_at_body compares columns */
    return tg_dialect_ends(&loose, line->begin, line->end, ends, message) && tg_field_is_digits(ends[0]) &&
           tg_field_is_digits(ends[1]);
}

static bool holds_blank(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field;
    while (tg_cut_field(&cutter, &field))
        if (memchr(field.text, ' ', field.bytes) || memchr(field.text, '\t', field.bytes)) return true;
    return false;
}

/* Whether the line has the names that pandas gives to columns without names, behind the empty
 * one of the row numbers: ",0,1". */
static bool numbers_columns(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field;
    uint64_t number = 0;
    if (dialect->separator == TG_BLANKS || !tg_cut_field(&cutter, &field) || field.bytes > 0) return false;
    while (tg_cut_field(&cutter, &field))
        if (!tg_field_index(field, &number) || number != cutter.fields - UINT32_C(2)) return false;
    return cutter.fields > 2;
}

/* Whether no name on the first line has more than two letters, as "u" and "V1", and each field below a
 * name has more. */
static bool is_short_header(const tg_first_lines *first, const tg_trial *of)
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
static bool find_header(const tg_first_lines *first, const tg_dialect_wish *wanted, const tg_trial *of)
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
    return tg_dialect_is_header(dialect, &of->first) && !tg_dialect_has_numbers(dialect, &of->first);
}

/* The text of the comment before the first line; that of a text of words may be among the first lines. A
 * separator behind the `#` ends no name. */
static tg_line_walk comment_before(const tg_first_lines *first, const tg_trial *of)
{
    tg_line_walk line = {.begin = first->comment ? first->comment : first->begin, .number = of->first.number};
    line.end = first->comment ? line.begin + strlen(line.begin) : line.begin;
    for (const char *at = first->begin; at < of->first.begin;) {
        const char *end = memchr(at, '\n', (size_t)(of->first.begin - at));
        line.begin = at;
        line.end = end ? end : of->first.begin;
        at = line.end + 1;
    }
    while (line.begin < line.end && (*line.begin == of->dialect.separator || strchr("#% \t,;", *line.begin) != NULL))
        line.begin++;
    return line;
}

/* Finds the names of columns in the comment before the first line, which itself names none: as many as it
 * has columns, with those of both ends. */
static bool find_comment_header(const tg_first_lines *first, tg_trial *of)
{
    const char separators_of_names[] = {of->dialect.separator, TG_BLANKS, ',', '\t', ';'};
    tg_dialect cut = of->dialect;
    const tg_line_walk line = comment_before(first, of);
    if (line.begin == line.end || tg_has_named_ends(&cut, of->first.begin, of->first.end) ||
        (!cut.words && tg_dialect_is_header(&cut, &of->first)))
        return false;
    for (unsigned s = 0; s < sizeof separators_of_names; s++) {
        cut.separator = separators_of_names[s];
        tg_names names = tg_dialect_names(&cut, line.begin, line.end);
        tg_roles roles = tg_no_roles();
        names.words = false;
        if (names.columns != tg_dialect_count_columns(&of->dialect, &of->first) || !tg_roles_named_ends(&names, &roles))
            continue;
        of->names = line;
        of->dialect.names_separator = cut.separator;
        return true;
    }
    return false;
}

/* Whether blanks are tried as the separator of a first line that has tabs, too: it has other fields than a
 * program that writes blanks would give it, as one for each word of a name. */
static bool blanks_beside_tabs(const tg_trial *of)
{
    const tg_line_walk *line = &of->first;
    return of->dialect.separator == TG_BLANKS && memchr(line->begin, '\t', (size_t)(line->end - line->begin));
}

bool tg_dialect_find_row_names(const tg_first_lines *first, const tg_dialect_wish *wanted, const tg_trial *of)
{
    const tg_dialect *dialect = &of->dialect;
    tg_field rows[LINES_MOST];
    uint32_t lines = 0;
    tg_line_walk walk = of->body;
    const tg_names names = tg_dialect_names(dialect, of->first.begin, of->first.end);
    if (!dialect->header || dialect->columns < 3 || names.columns + 1 != dialect->columns || blanks_beside_tabs(of) ||
        (wanted->header == 1 && !tg_wish_has_names(wanted) && !tg_roles_may_be_named(&names)))
        return false;
    do {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, dialect->separator);
        if (tg_dialect_count_columns(dialect, &walk) != dialect->columns || !tg_cut_field(&cutter, &rows[lines]))
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
        if (cutter.fields == 3 || field.bytes > 0) third = field; /* a separator may end the line */
    if (third.bytes == 2 && *third.text == '-') third = (tg_field){third.text + 1, 1, false, false};
    return cutter.fields >= 3 && third.bytes == 1 && *third.text == '1';
}

/* Compares a line behind the header with the first of them. */
static void compare(const tg_dialect *look, const tg_line_walk *line, uint32_t least, tg_trial *of)
{
    const uint32_t columns = tg_dialect_count_columns(look, line);
    const bool fits = of->dialect.varies ? columns >= least : columns == of->dialect.columns;
    of->lines++;
    of->odd_lines += !fits;
    if (!fits && of->odd.number == 0) {
        of->odd = *line;
        of->odd_columns = columns;
    }
    of->constant &= fits;
    of->everywhere &= columns > 1;
    of->numbers &= tg_dialect_has_numbers(look, line);
    of->dialect.constant &= columns > 2 && third_is_one(look, line);
    of->inner_blanks &= look->words && holds_blank(look, line);
}

/* Whether a column of the ends is empty on all lines, as where two tabs separate or a semicolon ends lines. */
static bool is_hollow(const tg_first_lines *first, const tg_trial *of)
{
    tg_line_walk walk = of->body;
    bool empty[2] = {true, true};
    if (of->dialect.named) return false;
    for (uint64_t seen = 0; seen < LINES_MOST && (empty[0] || empty[1]); seen++) {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, of->dialect.separator);
        tg_field field;
        while (tg_cut_field(&cutter, &field))
            for (unsigned end = 0; end < 2; end++)
                if (of->dialect.ends[end] == cutter.fields - 1) empty[end] &= field.bytes == 0;
        if (!tg_first_lines_next(first, &of->dialect, &walk)) break;
    }
    return empty[0] || empty[1];
}

static void look_at_body(const tg_first_lines *first, tg_trial *of)
{
    const uint32_t least = of->dialect.named ? tg_last_end(&of->dialect) + 1 : 2;
    const tg_dialect look = of->dialect;
    tg_line_walk walk = of->body;
    of->constant = of->dialect.columns >= least;
    of->numbers = of->inner_blanks = of->everywhere = of->dialect.constant = true;
    for (uint64_t seen = 0; seen < LINES_MOST; seen++) {
        if (!tg_dialect_drops(&look, walk.begin, walk.end)) compare(&look, &walk, least, of);
        if (!tg_first_lines_next_kept(first, &look, &walk)) break;
    }
    of->hollow = of->dialect.columns > 1 && of->dialect.separator != TG_BLANKS && is_hollow(first, of);
    of->constant &= !of->hollow;
    of->everywhere &= !of->hollow;
}

static tricorn_status try_separator(
  const tg_first_lines *first, const tg_dialect_wish *wanted, char separator, tg_trial *of, tg_dialect_fault *fault)
{
    of->dialect.separator = separator;
    of->first = tg_walk(first);
    of->odd = (tg_line_walk){0};
    if (!tg_first_lines_next(first, &of->dialect, &of->first))
        return tg_dialect_refuse(fault, 0, "holds no edge: all its lines are empty or comments%s",
          of->dialect.words ? " (if words begin so, give " TG_OPTION("comment=none") ")" : "");
    of->body = of->names = of->first;
    of->dialect.names_separator = separator;
    of->dialect.comment_header = wanted->header < 0 && find_comment_header(first, of);
    of->dialect.header = !of->dialect.comment_header && find_header(first, wanted, of);
    const bool sure = wanted->header == 1 || tg_wish_has_names(wanted) || !of->dialect.words;
    if (of->dialect.header && (tg_has_named_ends(&of->dialect, of->first.begin, of->first.end) ||
                                (sure && tg_dialect_is_header(&of->dialect, &of->first)))) {
        const char *text = of->first.begin;
        while (tg_is_blank(*text)) text++;
        of->dialect.again = (tg_field){.text = text, .bytes = (size_t)(of->first.end - text)};
    }
    if (of->dialect.header && !tg_first_lines_next(first, &of->dialect, &of->body)) {
        if (wanted->header == 1 || tg_wish_has_names(wanted) || of->dialect.words)
            return tg_dialect_refuse(fault, of->first.number, "is a header, and no edge follows it");
        of->dialect.header = false; /* it is the only line, so its words are meant as an edge */
    }
    of->dialect.columns = tg_dialect_count_columns(&of->dialect, &of->body);
    of->dialect.row_names = tg_dialect_find_row_names(first, wanted, of);
    const tricorn_status status = tg_dialect_columns(wanted, &of->names, &of->dialect, &of->found, fault);
    of->unnamed = status == TRICORN_BAD_FORMAT; /* another separator may have the column */
    of->dialect.varies &= !first->rules.table;
    if (status != TRICORN_OK) return of->unnamed ? TRICORN_OK : status;
    look_at_body(first, of);
    if (first->rules.most > 0)
        of->constant &= of->dialect.columns >= first->rules.least && of->dialect.columns <= first->rules.most;
    /* If the header has the names of all columns, it must have as many as the lines have columns. */
    if (of->dialect.header && (wanted->header < 0 || blanks_beside_tabs(of)) && of->constant && !of->dialect.named &&
        !tg_has_row_names(&of->dialect) && tg_dialect_count_columns(&of->dialect, &of->first) != of->dialect.columns) {
        of->constant = false;
        of->odd = of->first;
        of->odd_columns = tg_dialect_count_columns(&of->dialect, &of->first);
    }
    return TRICORN_OK;
}

/* ---- the choice ---- */

enum { TABS, COMMAS, SEMICOLONS, BLANKS, SEPARATORS };
static const char separators[SEPARATORS] = {'\t', ',', ';', TG_BLANKS};

/* Chooses for numbers: the first separator that makes numbers of the ends on all lines; NULL if none does. */
static const tg_trial *choose_for_numbers(const tg_trial *tried, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (tried[i].constant && (tried[i].numbers || (!tried[i].found.known && tried[i].dialect.columns > 2)))
            return &tried[i];
    return NULL;
}

#define TWO_SEPARATORS(both, one, other) \
    both " may separate its columns: name the separator by " TG_OPTION("separator=" one) " or " TG_OPTION( \
      "separator=" other)

/* Chooses for words: a tab first, as words seldom contain one, and blanks last. NULL, with the
 * reason, if two separators fit. */
static const tg_trial *choose_for_words(const tg_trial *tried, uint32_t count, const char **doubt)
{
    if (count == 1) return tried[0].constant ? &tried[0] : NULL;
    if (tried[TABS].constant || tried[TABS].dialect.columns > 1) return tried[TABS].constant ? &tried[TABS] : NULL;
    const tg_trial *commas = &tried[COMMAS], *semicolons = &tried[SEMICOLONS];
    const tg_trial *mark = commas->constant ? commas : semicolons;
    /* Semicolons often separate where a comma is the decimal point. */
    if (commas->constant && semicolons->dialect.columns > 1 && !semicolons->hollow)
        *doubt = TWO_SEPARATORS("commas or semicolons", "comma", "semicolon");
    else if (commas->everywhere && (!commas->constant || commas->inner_blanks) && tried[BLANKS].constant)
        *doubt = TWO_SEPARATORS("commas or blanks", "comma", "space");
    else if (semicolons->everywhere && (!semicolons->constant || semicolons->inner_blanks) && tried[BLANKS].constant)
        *doubt = TWO_SEPARATORS("semicolons or blanks", "semicolon", "space");
    if (*doubt) return NULL;
    if (mark->constant) return mark;
    return tried[BLANKS].constant ? &tried[BLANKS] : NULL;
}

/* The separator that the lines most likely have. */
static tg_trial *likeliest(tg_trial *tried, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (tried[i].constant) return &tried[i];
    for (uint32_t i = 0; i + 1 < count; i++)
        if (tried[i].dialect.columns > 1) return &tried[i];
    return &tried[count - 1];
}

/* Checks the first line again. Nothing has read it if it is a header; and whether it is a
 * comment was decided before the columns were known. */
static tricorn_status check_first_line(
  const tg_first_lines *first, const tg_dialect *dialect, const tg_line_walk *names, tg_dialect_fault *fault)
{
    tg_line_walk walk = tg_walk(first);
    tg_cutter cutter = tg_cut(names->begin, names->end, dialect->separator);
    tg_field field = {0};
    const char *odd = tg_dialect_line_fault(dialect, names->begin, names->end);
    while (odd == NULL && tg_cut_field(&cutter, &field))
        if (field.broken) odd = TG_BROKEN_QUOTES;
    if (odd) return tg_dialect_refuse(fault, names->number, "%s", odd);
    if (!tg_first_lines_next(first, dialect, &walk) || walk.begin == names->begin) return TRICORN_OK;
    return tg_dialect_refuse(fault, walk.number, "%s", TG_COMMENT_OR_WORDS);
}

/* Whether the first line has words, and all others numbers. */
static bool words_precede_numbers(const tg_first_lines *first, const tg_trial *of)
{
    tg_line_walk walk = of->body;
    uint64_t lines = 0;
    if (!tg_dialect_is_header(&of->dialect, &of->first)) return false;
    while (lines < LINES_MOST && tg_first_lines_next_kept(first, &of->dialect, &walk)) {
        if (!tg_dialect_has_numbers(&of->dialect, &walk)) return false;
        lines++;
    }
    return lines > 1;
}

/* Whether the first line has two numbers, as of vertices and edges, and no other line has one as an end. */
static bool numbers_precede_words(const tg_first_lines *first, const tg_trial *of)
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

/* Whether two columns have nothing but 0 and 1 on three lines or more, of which one has 0 or 1 twice: a graph of
 * two vertices would need none of these. */
static bool is_rectangle_of_bits(const tg_first_lines *first, const tg_trial *of)
{
    enum { LEAST = 3 };
    tg_line_walk walk = of->body;
    uint64_t lines = 0;
    bool loop = false;
    if (of->dialect.columns != 2) return false;
    do {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, of->dialect.separator);
        tg_field field;
        char bits[2] = {0};
        while (tg_cut_field(&cutter, &field)) {
            if (field.bytes != 1 || (*field.text != '0' && *field.text != '1')) return false;
            bits[cutter.fields - 1] = *field.text;
        }
        loop |= bits[0] == bits[1];
        lines++;
    } while (lines < LINES_MOST && tg_first_lines_next_kept(first, &of->dialect, &walk));
    return lines >= LEAST && loop;
}

/* Whether the two columns that may be the ends hold lists and the like. */
static bool has_structure(const tg_first_lines *edges, const tg_doubt *doubt, const tg_trial *of)
{
    tg_dialect look = of->dialect;
    bool words;
    if (doubt->ends[0] == 0) return false;
    for (unsigned i = 0; i < 2; i++) look.ends[i] = doubt->ends[i] - 1;
    look.header = false;
    return tg_dialect_structure(&look, edges, &words) != NULL;
}

static tricorn_status refuse_doubt(
  const tg_first_lines *edges, const tg_doubt *doubt, const tg_trial *of, tg_dialect_fault *fault)
{
    char ends[TG_LINE_MESSAGE_BYTES] =
      TG_OPTION("columns=1,2") ", " TG_OPTION("columns=1,3") " or " TG_OPTION("columns=2,3");
    if (doubt->remedy) return tg_dialect_refuse(fault, of->body.number, "%s: %s", doubt->why, doubt->remedy);
    if (has_structure(edges, doubt, of))
        return tg_dialect_refuse(fault, of->body.number,
          "%s, and other columns may hold lists: write the two ids of each edge on a line "
          "of their own",
          doubt->why);
    if (of->dialect.columns == 2)
        return tg_dialect_refuse(fault, of->body.number,
          "%s: if each line is an edge all the same, give " TG_OPTION("columns=1,2"), doubt->why);
    if (doubt->ends[0] > 0)
        snprintf(ends, sizeof ends, TG_OPTION("columns=%" PRIu32 ",%" PRIu32), doubt->ends[0], doubt->ends[1]);
    return tg_dialect_refuse(fault, of->body.number,
      "%s, so which two of its %" PRIu32 " columns hold the edge is not clear: name them by their numbers, as by %s, "
      "or another format by " TG_OPTION("format"),
      doubt->why, of->dialect.columns, ends);
}

static tricorn_status accept(const tg_first_lines *first, const tg_dialect_wish *wanted, const tg_trial *chosen,
  tg_dialect *dialect, tg_dialect_fault *fault)
{
    const tg_line_walk *names = &chosen->names;
    tg_column_roles found = chosen->found;
    if (!found.known && chosen->dialect.header)
        return tg_dialect_refuse_columns(wanted, names, &chosen->dialect, fault);
    if (!found.known)
        return tg_dialect_refuse(fault, names->number,
          "which two of its %" PRIu32 " columns hold the edge is not clear: name "
          "both by their numbers, as by " TG_OPTION("columns=source=1,target=2"),
          chosen->dialect.columns);
    *dialect = chosen->dialect;
    dialect->comment_names = NULL;
    tricorn_status status = check_first_line(first, dialect, &chosen->first, fault);
    if (status == TRICORN_OK) status = tg_dialect_find_values(wanted, names, dialect, &found, fault);
    if (status != TRICORN_OK) return status;
    if (dialect->words && tg_dialect_refuse_odd_line(first, chosen, fault)) return TRICORN_BAD_FORMAT;
    bool words = false;
    const char *structure = dialect->named ? NULL : tg_dialect_structure(dialect, first, &words);
    if (structure && words)
        return tg_dialect_refuse(fault, chosen->body.number,
          "%s; if the words are so, give " TG_OPTION("columns=%" PRIu32 ",%" PRIu32), structure,
          dialect->ends[dialect->reversed] + 1, dialect->ends[!dialect->reversed] + 1);
    if (structure) return tg_dialect_refuse(fault, chosen->body.number, "%s", structure);
    if (dialect->words && !dialect->header && !dialect->comment_header && wanted->header < 0 &&
        (words_precede_numbers(first, chosen) || numbers_precede_words(first, chosen)))
        return tg_dialect_refuse(fault, names->number, "%s", TG_EDGE_OR_NAMES);
    if (!dialect->named && !tg_has_named_ends(dialect, names->begin, names->end) && is_rectangle_of_bits(first, chosen))
        return tg_dialect_refuse(fault, chosen->body.number,
          "all entries are 0 or 1, as of a matrix: if each line is an edge, "
          "give " TG_OPTION("columns=1,2"));
    if (dialect->named || ((dialect->header || dialect->comment_header) && !found.places) || dialect->columns == 0)
        return TRICORN_OK;
    if (found.left) return TRICORN_OK; /* the other two columns are the ends */
    tg_first_lines edges = *first;
    if (dialect->header) {
        edges.begin = chosen->body.begin;
        edges.line = chosen->body.number;
    }
    const tg_doubt doubt = tg_dialect_doubt(dialect, &edges);
    if (doubt.why == NULL) return TRICORN_OK;
    if (doubt.why == tg_doubt_half_header && wanted->header < 0)
        return tg_dialect_refuse(fault, names->number, "%s", TG_EDGE_OR_NAMES);
    return refuse_doubt(&edges, &doubt, chosen, fault);
}

/* Blanks are not the separator if another one cuts the names from the header that the caller
 * gave: they may be within names. */
static void prefer_named(tg_trial tried[SEPARATORS])
{
    for (uint32_t i = 0; i < BLANKS; i++) tried[BLANKS].constant &= tried[i].unnamed || tried[i].dialect.columns < 2;
}

/* Decides the dialect. Ids are words if the options say so, and numbers otherwise. If `explains` is true and no
 * separator fits, the fault says why. */
static tricorn_status decide(const tg_first_lines *first, const tricorn_load_options *options, bool explains,
  tg_dialect *dialect, tg_dialect_fault *fault)
{
    tg_trial tried[SEPARATORS];
    tg_dialect start;
    tg_dialect_wish wanted;
    const tg_trial *chosen = NULL;
    const char *doubt = NULL;
    tricorn_status status = tg_dialect_read_wish(options, &start, &wanted, fault);
    if (status != TRICORN_OK) return status;
    start.comment_names = first->comment;
    if (wanted.separator == 0) wanted.separator = first->rules.separator;
    const uint32_t count = wanted.separator ? 1 : SEPARATORS;
    /* Blanks are tried first, as most texts have them. */
    for (uint32_t i = count; i-- > 0 && status == TRICORN_OK && chosen == NULL;) {
        tried[i] = (tg_trial){.dialect = start};
        status = try_separator(first, &wanted, wanted.separator ? wanted.separator : separators[i], &tried[i], fault);
        if (status == TRICORN_OK && i + 1 == count && !start.words && !tg_wish_has_names(&wanted))
            chosen = choose_for_numbers(&tried[i], 1);
        if (chosen && (chosen->dialect.columns != 2 || wanted.read)) chosen = NULL; /* a third column is wanted */
    }
    if (status != TRICORN_OK) return status;
    if (chosen == NULL && count == SEPARATORS && tg_wish_has_names(&wanted)) prefer_named(tried);
    if (chosen == NULL)
        chosen = start.words ? choose_for_words(tried, count, &doubt) : choose_for_numbers(tried, count);
    if (doubt) return tg_dialect_refuse(fault, tried[0].body.number, "%s", doubt);
    if (chosen) return accept(first, &wanted, chosen, dialect, fault);
    if (!explains) return TRICORN_BAD_FORMAT;
    tg_trial *nearest = likeliest(tried, count);
    return nearest->unnamed ? tg_dialect_columns(&wanted, &nearest->names, &nearest->dialect, &nearest->found, fault)
                            : tg_dialect_explain(first, options, nearest, fault);
}

/* Whether the text is one of words, where the caller has not said what ids are. *of_words: if it is none,
 * whether it is refused as one, and why. */
static bool decide_words(
  const tg_first_lines *first, const tricorn_load_options *options, tg_dialect *dialect, tg_dialect_fault *of_words)
{
    tricorn_load_options words = *options;
    tg_dialect found;
    words.input.ids = TRICORN_IDS_STRING;
    const tricorn_status status = decide(first, &words, true, &found, of_words);
    of_words->of_words = status != TRICORN_OK;
    if (status != TRICORN_OK || !tg_words_are_clear(first, &found)) return false;
    found.words_found = true;
    *dialect = found;
    return true;
}

tricorn_status tg_dialect_decide(
  const tg_first_lines *first, const tricorn_load_options *options, tg_dialect *dialect, tg_dialect_fault *fault)
{
    const bool open = options->input.ids == TRICORN_IDS_AUTO;
    tg_dialect_fault of_words;
    /* To explain takes longer than to decide, and most texts that are none of numbers are of words. */
    tricorn_status status = decide(first, options, !open, dialect, fault);
    if (status != TRICORN_BAD_FORMAT || !open) return status;
    if (decide_words(first, options, dialect, &of_words)) return TRICORN_OK;
    status = decide(first, options, true, dialect, fault);
    if (fault->of_words && of_words.of_words) *fault = of_words;
    return status;
}
