/* dialect_explain.c - says why no separator makes an edge of each line, and what to do. */
#include "io/text/dialect/dialect_trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "io/text/dialect/line_structure.h"
#include "io/text/scan.h"

enum {
    LINES_MOST = 1024, /* lines that are looked at */
    TABLE_MOST = 3, /* columns of a table of edges that a title may precede: others may be lists */
    SHOWN = 60 /* bytes of a line that a message shows */
};

/* What may be said of a text whose first line is no edge, beside that. */
typedef struct first_line_way {
    bool words, columns; /* ids are words; the first two columns are the ends */
} first_line_way;

/* Whether a word of the first line, no number, is an end on another line, or others have lists in brackets. */
static bool has_end_of_others(const tg_first_lines *first, const tg_trial *of)
{
    tg_line_walk walk = of->first;
    for (uint32_t lines = 0; lines < LINES_MOST && tg_first_lines_next_kept(first, &of->dialect, &walk); lines++) {
        tg_cutter cutter = tg_cut(of->first.begin, of->first.end, of->dialect.separator);
        tg_field ends[2], field;
        char message[TG_LINE_MESSAGE_BYTES];
        if (!tg_dialect_ends(&of->dialect, walk.begin, walk.end, ends, message) ||
            strchr("([{<", *ends[1].text) != NULL)
            return true;
        while (tg_cut_field(&cutter, &field))
            if (!tg_field_is_digits(field) && (tg_field_equals(field, ends[0]) || tg_field_equals(field, ends[1])))
                return true;
    }
    return false;
}

/* Whether a first line that has more columns than the others is a title or states the number of lines behind it,
 * and is no list of neighbours. A line that begins with the names of the ends may hold an edge, too. */
static bool may_be_longer_title(const tg_first_lines *first, const tg_trial *of, uint64_t others)
{
    tg_cutter cutter = tg_cut(of->first.begin, of->first.end, of->dialect.separator);
    tg_field field;
    uint64_t number;
    bool numbers = true, known = !first->whole;
    tg_names names = tg_dialect_names(&of->dialect, of->first.begin, of->first.end);
    names.words = false;
    while (tg_cut_field(&cutter, &field)) {
        numbers &= tg_field_is_digits(field);
        known |= tg_field_index(field, &number) && (number == others || 2 * number == others);
    }
    const uint32_t columns = names.columns;
    if (names.count > of->dialect.columns) names.count = of->dialect.columns;
    if (tg_roles_may_be_named(&names)) return false;
    return numbers ? known || columns <= TABLE_MOST : !has_end_of_others(first, of);
}

/* Whether the text can be read so without its first line, and that has another number of columns. */
static bool fits_without_first(
  const tg_first_lines *first, const tricorn_load_options *options, first_line_way way, tg_trial *of)
{
    tricorn_load_options headed = *options;
    tg_dialect_fault fault;
    if ((way.words && options->input.ids == TRICORN_IDS_STRING) || (way.columns && options->text.columns.source))
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
        if (tg_dialect_count_columns(&of->dialect, &walk) != of->dialect.columns) return false;
        if (lines++ == 0) of->body = walk;
    }
    const uint32_t columns = tg_dialect_count_columns(&of->dialect, &of->first);
    return lines > 1 && of->dialect.columns <= TABLE_MOST && columns != of->dialect.columns &&
           (columns < of->dialect.columns || may_be_longer_title(first, of, lines));
}

/* Refuses a first line that has another number of columns than all others, which can be read without it. */
static bool refuse_first_line(const tg_first_lines *first, const tricorn_load_options *options, tg_dialect_fault *fault)
{
    static const first_line_way ways[] = {{0}, {.words = true}, {.columns = true}, {true, true}};
    const tg_dialect_wish none = {.header = -1};
    tg_trial of = {.odd_columns = 0};
    unsigned w = 0;
    if (!tg_is_auto(options->text.header)) return false;
    while (w < 4 && !fits_without_first(first, options, ways[w], &of)) w++;
    if (w == 4) return false;
    const bool rows = !options->text.columns.source && tg_dialect_is_header(&of.dialect, &of.first) &&
                      tg_dialect_find_row_names(first, &none, &of);
    const uint32_t columns = tg_dialect_count_columns(&of.dialect, &of.first);
    tg_dialect_refuse(fault, of.first.number,
      "%" PRIu32 " column%s, but the lines behind it have %" PRIu32
      ": if it %sis a title or the numbers of vertices and edges, "
      "give " TG_OPTION("header=yes") "%s%s",
      columns, columns == 1 ? "" : "s", of.dialect.columns,
      rows
        ? "names all columns but the first, give " TG_OPTION("columns=2,3") " and " TG_OPTION("header=yes") "; if it "
        : "",
      ways[w].words ? " and " TG_OPTION("ids=string") : "", ways[w].columns ? " and " TG_OPTION("columns=1,2") : "");
    return true;
}

/* Refuses lines with different numbers of columns; a few odd ones among many may be no edges. */
static tricorn_status refuse_varying(const tg_trial *of, tg_dialect_fault *fault)
{
    enum { FEW = 8, LEAST = 3 };
    char name[TG_SEPARATOR_NAME_BYTES], command[TG_COMMAND_BYTES];
    tg_cutter cutter = tg_cut(of->body.begin, of->body.end, of->dialect.separator);
    tg_field ends[2];
    if (tg_cut_field(&cutter, &ends[0]) && tg_cut_field(&cutter, &ends[1])) {
        const char *cut = tg_line_cut_wrongly(ends, of->body.end);
        if (cut) return tg_dialect_refuse(fault, of->body.number, "%s", cut);
    }
    tg_dialect_keep_command(&of->dialect, of->body.begin, of->body.end, command);
    if (*command && of->lines >= LEAST && of->odd_lines > 0 && (of->odd_lines == 1 || FEW * of->odd_lines <= of->lines))
        return tg_dialect_refuse(fault, of->odd.number,
          "%" PRIu32 " column%s, but the others have %" PRIu32
          " (the separator is %s): if such lines are no edges, keep the others, %s%s",
          of->odd_columns, of->odd_columns == 1 ? "" : "s", of->dialect.columns,
          tg_separator_name(of->dialect.separator, name), command,
          of->odd_columns > 1 ? "; if the columns may vary, name the two that hold the edge "
                                "by " TG_OPTION("columns=1,2") ", or another format by " TG_OPTION("format")
                              : "");
    return tg_dialect_refuse(fault, of->odd.number,
      "%" PRIu32 " column%s, but line %" PRIu64 " has %" PRIu32
      " (the separator is %s): this is no edge list.  Name the format if it is "
      "another one, by " TG_OPTION("format=adjlist") " and the like, or the separator, or, "
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
static bool find_two_numbers(const tg_first_lines *first, const tg_trial *of, char separator, uint32_t columns[2])
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
 * numbers. A date such as 2026-01-31 has such characters, too, so the remedy is tried. */
static bool refuse_other_separator(
  const tg_first_lines *first, const tricorn_load_options *options, const tg_trial *of, tg_dialect_fault *fault)
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
            for (unsigned i = 0; i < 2; i++) snprintf(columns[i], NUMBER_BYTES, "%" PRIu32, ends[i] + 1);
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
static bool refuse_middle(
  const tg_first_lines *first, const tricorn_load_options *options, const tg_trial *of, tg_dialect_fault *fault)
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
        if (!tg_dialect_has_numbers(dialect, &walk)) return false;
        lines++;
    }
    return lines > 1;
}

/* Refuses a text whose lines have the same number of columns, but ends that are not numbers. */
static tricorn_status refuse_words(
  const tg_first_lines *first, const tricorn_load_options *options, const tg_trial *of, tg_dialect_fault *fault)
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
    if (bad.bytes > 0 && (lone || fits_words(first, options))) tg_dialect_say_words(&look, &walk, bad, lone, message);
    tg_dialect_refuse(fault, walk.number, "%s", message);
    fault->of_words =
      bad.bytes > 0 && walk.number == of->body.number && !tg_field_is_number(ends[0]) && !tg_field_is_number(ends[1]);
    return TRICORN_BAD_FORMAT;
}

bool tg_dialect_refuse_odd_line(const tg_first_lines *first, const tg_trial *of, tg_dialect_fault *fault)
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

/* The other structure of a text of two columns, no line of which has two numbers; NULL: none is known. */
static const char *structure_of_words(const tg_first_lines *first, const tg_dialect *dialect)
{
    tg_dialect look = *dialect;
    tg_line_walk walk = tg_walk(first);
    bool words;
    if (look.columns != 2 || look.named) return NULL;
    for (uint64_t lines = 0; lines < LINES_MOST && tg_first_lines_next_kept(first, dialect, &walk); lines++)
        if (tg_dialect_has_numbers(dialect, &walk)) return NULL;
    look.words = true;
    return tg_dialect_structure(&look, first, &words);
}

/* Refuses a text whose ends are empty by this separator: other columns, or none of these, hold the edge. */
static tricorn_status refuse_hollow(const tg_first_lines *first, const tg_trial *of, tg_dialect_fault *fault)
{
    enum { MOST = 32 };
    uint32_t filled = 0, numbers[2] = {0};
    char name[TG_SEPARATOR_NAME_BYTES];
    tg_line_walk walk = of->body;
    do {
        tg_cutter cutter = tg_cut(walk.begin, walk.end, of->dialect.separator);
        tg_field field;
        while (tg_cut_field(&cutter, &field) && cutter.fields <= MOST)
            if (field.bytes > 0) filled |= UINT32_C(1) << (cutter.fields - 1);
    } while (tg_first_lines_next(first, &of->dialect, &walk));
    if (__builtin_popcount(filled) == 2) {
        numbers[0] = (uint32_t)__builtin_ctz(filled) + 1;
        numbers[1] = 32 - (uint32_t)__builtin_clz(filled);
        return tg_dialect_refuse(fault, of->body.number,
          "all columns but two are empty: give " TG_OPTION("columns=%" PRIu32 ",%" PRIu32), numbers[0], numbers[1]);
    }
    const char *separator = tg_separator_name(of->dialect.separator, name);
    if (of->dialect.columns == 2 && filled == 1 && of->dialect.separator != '\t')
        return tg_dialect_refuse(fault, of->body.number,
          "each line ends with the separator (%s): remove it, by sed 's/%c[ \\r]*$//' FILE > OUT", separator,
          of->dialect.separator);
    return tg_dialect_refuse(fault, of->body.number,
      "column %d is empty on all lines (the separator is %s): name the columns of the "
      "edge by " TG_OPTION("columns=A,B"),
      filled & 1 ? 2 : 1, separator);
}

tricorn_status tg_dialect_explain(
  const tg_first_lines *first, const tricorn_load_options *options, const tg_trial *of, tg_dialect_fault *fault)
{
    const tg_line_walk *line = &of->body;
    if (tg_dialect_refuse_odd_line(first, of, fault)) return TRICORN_BAD_FORMAT;
    if (of->hollow) return refuse_hollow(first, of, fault);
    if (!of->constant && tg_counts_neighbours(first, &of->dialect))
        return tg_dialect_refuse(fault, line->number, "%s", TG_COUNTED_NEIGHBOURS);
    if (refuse_first_line(first, options, fault)) return TRICORN_BAD_FORMAT;
    if (of->dialect.columns < 2 && refuse_other_separator(first, options, of, fault)) return TRICORN_BAD_FORMAT;
    if (of->dialect.columns < 2)
        return tg_dialect_refuse(fault, line->number, "only one column, where two ids are expected (%.*s)",
          (int)(line->end - line->begin < SHOWN ? line->end - line->begin : SHOWN), line->begin);
    if (!of->constant && of->odd.number == 0)
        return tg_dialect_refuse(fault, line->number,
          "%" PRIu32 " columns, which this format does not have; if the lines are "
          "edges, give " TG_OPTION("format=edges"),
          of->dialect.columns);
    if (!of->constant) return refuse_varying(of, fault);
    if (refuse_middle(first, options, of, fault)) return TRICORN_BAD_FORMAT;
    const char *structure = structure_of_words(first, &of->dialect);
    if (structure) return tg_dialect_refuse(fault, line->number, "%s", structure);
    return refuse_words(first, options, of, fault);
}
