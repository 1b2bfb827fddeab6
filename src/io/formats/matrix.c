/* matrix.c - an adjacency matrix as text: a line for each row, with an entry for each column.
 *
 *     ,a,b,c        names of the columns, or none
 *     a,0,1,0.5     the name of the row, or none, and its entries
 *
 * An entry that is not 0 is an edge from the row to the column, whose weight it is. Tabs, commas, semicolons or
 * blanks separate. With names of both, rows may come in another order than columns. One thread reads. Written by
 * pandas.DataFrame.to_csv, numpy.savetxt, R's write.csv and write.table, and spreadsheets.
 */
#include "io/format.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/options.h"
#include "io/formats/network/document.h"
#include "io/text/each_line.h"
#include "io/text/fields.h"
#include "io/text/header.h"

enum {
    GRID = 64, /* rows and columns that are compared to recognise a matrix */
    FEWEST_ROWS = 4, /* of a matrix without names: three lines of three numbers may be edges, as in Python */
    MANY_COLUMNS = 16, /* of one whose end is not known */
    NUMBER_BYTES = 24,
    MESSAGE_BYTES = 256,
};

/* How the lines are cut. */
typedef struct form {
    char separator;
    bool header; /* the first line names the columns ... */
    bool corner; /* ... behind a field above the names of the rows */
    bool row_names; /* each line begins with the name of its row */
} form;

/* ---- the form ---- */

static tg_weight_kind read_entry(tg_field field, double *value)
{
    if (field.bytes == 1 && tg_is_digit(*field.text)) {
        *value = *field.text - '0';
        return TG_WEIGHT_FITS;
    }
    *value = field.bytes == 4 && strncasecmp(field.text, "true", 4) == 0;
    if (*value > 0 || (field.bytes == 5 && strncasecmp(field.text, "false", 5) == 0)) return TG_WEIGHT_FITS;
    return tg_field_weight(field, true, value);
}

static bool is_entry(tg_field field)
{
    double value;
    return read_entry(field, &value) == TG_WEIGHT_FITS;
}

/* What the fields of a line show. */
typedef struct shape {
    uint32_t fields;
    bool entries; /* the second field and all behind it are entries */
    tg_field first, second;
} shape;

static shape shape_of(tg_line line, char separator)
{
    shape found = {.entries = true};
    tg_field field;
    for (tg_cutter cutter = tg_cut(line.begin, line.end, separator); tg_cut_field(&cutter, &field);) {
        if (cutter.fields == 1) found.first = field;
        if (cutter.fields == 2) found.second = field;
        if (cutter.fields > 1) found.entries &= is_entry(field);
        found.fields = cutter.fields;
    }
    return found;
}

/* The next line that is not blank, with the blanks around it, which may be separators. */
static bool next_row(const char **at, const char *stop, tg_line *line)
{
    while (*at < stop) {
        const char *newline = memchr(*at, '\n', (size_t)(stop - *at)), *first = *at;
        *line = (tg_line){*at, newline ? newline : stop};
        *at = newline ? newline + 1 : stop;
        if (line->end > line->begin && line->end[-1] == '\r') line->end--;
        while (first < line->end && tg_is_blank(*first)) first++;
        if (first < line->end) return true;
    }
    return false;
}

/* Finds the form by the first two rows. */
static form form_of(const shape *one, const shape *two, char separator)
{
    const bool longer = two->fields == one->fields + 1, empty = one->first.bytes == 0 && one->fields > 1;
    form found = {.separator = separator, .header = empty || longer || !one->entries};
    found.corner = found.header && two->fields == one->fields &&
                   (empty || !is_entry(two->first) || tg_field_equals(one->second, two->first));
    found.row_names = found.header ? longer || found.corner : !is_entry(one->first);
    return found;
}

/* Finds the form; of the separators, the one that cuts the most entries from the second row: blanks, which may be
 * in names, if no other one does. */
static form find_form(const char *bytes, const char *stop, char wanted)
{
    static const char separators[] = {'\t', ',', ';', TG_BLANKS};
    form best = {.separator = wanted ? wanted : ','};
    uint32_t most = 0;
    for (size_t s = 0; s < sizeof separators; s++) {
        const char separator = wanted ? wanted : separators[s], *at = bytes;
        tg_line line;
        if (separator == TG_BLANKS && most > 1) break;
        if (!next_row(&at, stop, &line)) break;
        const shape one = shape_of(line, separator);
        const bool second = next_row(&at, stop, &line);
        const shape two = second ? shape_of(line, separator) : one;
        if (two.fields <= most || (second && !two.entries)) continue;
        most = two.fields;
        best = form_of(&one, &two, separator);
    }
    return best;
}

static const char *behind_comments(const char *bytes, size_t count)
{
    const char *at = bytes + tg_mark_bytes(bytes, count);
    size_t left = count - (size_t)(at - bytes);
    while (left > 0 && tg_header_skip_comment(&at, &left)) {
    }
    return at;
}

/* ---- reading ---- */

typedef struct reading {
    tg_document document; /* of the names, or of numbers, which the edges have already */
    form form;
    bool begun; /* a row, or the names of columns, were read */
    uint64_t rows, columns; /* columns: 0 before they are known */
    bool *given; /* whether each column has a row of its name, if both have names */
    char *name; /* the last name, which ends in NUL */
    uint64_t name_room;
    const char *error; /* the fault of a line: NULL or `message` */
    char message[MESSAGE_BYTES];
} reading;

static void __attribute__((format(printf, 2, 3))) refuse(reading *job, const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    vsnprintf(job->message, sizeof job->message, text, arguments);
    va_end(arguments);
    job->error = job->message;
}

static tricorn_status take_name(reading *job, tg_field field)
{
    const tricorn_status status = TG_MAKE_ROOM(job->document.context, field.bytes + 1, &job->name_room, &job->name);
    if (status == TRICORN_OK) job->name[tg_field_unquote(field, job->name)] = 0;
    return status;
}

static tricorn_status add_name(reading *job, tg_field field, uint64_t line)
{
    TG_DO(take_name(job, field));
    return tg_document_node(&job->document, job->name, NULL, line);
}

/* Adds vertices that are called by their numbers, up to `count` of them. */
static tricorn_status add_numbers(reading *job, uint64_t count, uint64_t line)
{
    tricorn_status status = TRICORN_OK;
    while (status == TRICORN_OK && job->document.nodes < count) {
        char number[NUMBER_BYTES];
        snprintf(number, sizeof number, "%" PRIu64, job->document.nodes);
        status = tg_document_node(&job->document, number, NULL, line);
    }
    return status;
}

static tricorn_status read_names(reading *job, tg_cutter cutter, uint64_t line)
{
    tg_field field;
    if (job->form.corner) tg_cut_field(&cutter, &field);
    for (; tg_cut_field(&cutter, &field); job->columns++) TG_DO(add_name(job, field, line));
    return TG_ALLOC_ZERO(job->document.context, job->columns + 1, &job->given);
}

/* Finds the vertex of a row by its name, where columns have names, too. */
static tricorn_status find_row(reading *job, uint64_t line, uint64_t *row)
{
    const size_t bytes = strlen(job->name);
    uint32_t number;
    const bool known = tg_strings_has(job->document.ids, job->name, bytes);
    if (!known && job->document.options->bipartite) {
        *row = job->document.nodes;
        return tg_document_node(&job->document, job->name, NULL, line);
    }
    if (!known) {
        refuse(job,
          "the row '%.99s' has the name of no column: if rows and columns are different things, give " TG_OPTION(
            "bipartite"),
          job->name);
        return TRICORN_OK;
    }
    TG_DO(tg_strings_number(job->document.context, job->document.ids, job->name, bytes, &number));
    if (number >= job->columns || job->given[number])
        refuse(job, "two rows are called '%.99s'", job->name);
    else
        job->given[number] = true;
    *row = number;
    return TRICORN_OK;
}

/* Begins a row: finds its vertex, and cuts its name. */
static tricorn_status begin_row(reading *job, tg_cutter *cutter, uint64_t line, uint64_t *row)
{
    tg_field field = {.text = ""};
    *row = job->rows++;
    if (!job->form.row_names) return job->form.header ? TRICORN_OK : add_numbers(job, job->rows, line);
    tg_cut_field(cutter, &field);
    if (!job->form.header) return add_name(job, field, line);
    TG_DO(take_name(job, field));
    return find_row(job, line, row);
}

/* Reads an entry of a row; its place counts from 1 in messages. */
static tricorn_status use_entry(reading *job, tg_field field, tg_wide_edge edge, uint64_t line)
{
    const int weights = job->document.options->graph.weights;
    double value = 0;
    tg_weight_kind kind = field.broken ? TG_WEIGHT_NONE : read_entry(field, &value);
    if (kind == TG_WEIGHT_FITS && value == 0) return TRICORN_OK;
    if (kind == TG_WEIGHT_FITS && value < 0 && weights && weights != TRICORN_SIGNED) kind = TG_WEIGHT_NEGATIVE;
    if (kind != TG_WEIGHT_FITS) {
        refuse(job, "entry %" PRIu64 " of the row, '%.*s', %s", edge.v + 1, (int)(field.bytes < 40 ? field.bytes : 40),
          field.text, kind == TG_WEIGHT_MISSING ? "has no value: write 0 if it is no edge" : tg_weight_fault(kind));
        return TRICORN_OK;
    }
    job->document.has_arcs = true;
    const tricorn_status status = tg_gather_edge(job->document.context, &job->document.gathering, 0, edge, line);
    if (status != TRICORN_OK || !weights) return status;
    return tg_edge_part_weigh(job->document.context, &job->document.gathering.own[0].part, value);
}

static tricorn_status read_row(reading *job, tg_line line, uint64_t number)
{
    tg_cutter cutter = tg_cut(line.begin, line.end, job->form.separator);
    tg_wide_edge edge = {0};
    tg_field field;
    uint64_t entries = 0;
    const bool names = !job->begun && job->form.header;
    job->begun = true;
    if (names) return read_names(job, cutter, number);
    TG_DO(begin_row(job, &cutter, number, &edge.u));
    while (job->error == NULL && tg_cut_field(&cutter, &field)) {
        edge.v = entries++;
        TG_DO(use_entry(job, field, edge, number));
    }
    if (job->columns == 0) job->columns = entries;
    if (job->error == NULL && entries != job->columns)
        refuse(job, "%" PRIu64 " entries, but there are %" PRIu64 " columns", entries, job->columns);
    if (job->error == NULL && !job->form.header && !job->form.row_names) TG_DO(add_numbers(job, job->columns, number));
    return TRICORN_OK;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *from)
{
    reading *job = user;
    const char *end = memchr(from->at, '\n', (size_t)(from->stop - from->at) + 1), *at = from->at;
    const bool comment = !job->begun && (*at == '#' || *at == '%');
    tg_line line;
    (void)context;
    from->at = end + 1;
    if (comment || !next_row(&at, end, &line)) return TRICORN_OK;
    from->error = tg_line_fault(line);
    if (from->error) return TRICORN_OK;
    const tricorn_status status = read_row(job, line, from->number);
    from->error = job->error;
    return status;
}

static tricorn_status parse_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    return tg_text_each_line(context, read_line, user, chunk, outcome);
}

static tricorn_status begin(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, reading *job)
{
    const char *bytes = NULL;
    size_t count = 0;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    const char wanted = tg_is_auto(options->text.separator) ? 0 : tg_separator_of(options->text.separator);
    job->form = find_form(behind_comments(bytes, count), bytes + count, wanted);
    if (!tg_is_auto(options->text.header) && job->form.header != (strcmp(options->text.header, "yes") == 0)) {
        job->form.header = !job->form.header;
        job->form.corner = job->form.header && job->form.row_names;
    }
    if (options->bipartite && job->form.header != job->form.row_names)
        return tg_fail(context, TRICORN_UNSUPPORTED, "%s: only the %s have names: give both names, or none",
          tg_input_name(input), job->form.header ? "columns" : "rows");
    return tg_header_skip_mark(context, input);
}

static tricorn_status check_sides(tricorn_context *context, const reading *job)
{
    const char *name = tg_input_name(job->document.input);
    if (job->rows == 0) return tg_fail(context, TRICORN_BAD_FORMAT, "%s: has no rows", name);
    if (job->rows == job->columns || job->document.options->bipartite) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: with %" PRIu64 " rows and %" PRIu64 " columns, rows and columns are different things: give " TG_OPTION(
        "bipartite") " to read them as the two sides of a graph, which has no triangles; if the lines are "
                     "edges, " TG_OPTION("format=edges"),
      name, job->rows, job->columns);
}

static tricorn_status read_matrix(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.columns = 0};
    const tg_text_reader reader = {.threads = 1, .first_line = 1, .user = &job, .parse = parse_chunk};
    TG_TRY(tg_document_begin(context, input, options, edges, &job.document));
    TG_TRY(begin(context, input, options, &job));
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(check_sides(context, &job));
    job.document.has_arcs = true; /* also where no entry is an edge */
    TG_TRY(tg_document_finish(&job.document));
    if (options->bipartite && !job.form.header) {
        edges->sides[0] = job.rows;
        edges->sides[1] = job.columns;
    }
cleanup:
    tg_document_end(&job.document);
    tg_free(job.given);
    tg_free(job.name);
    return status;
}

/* ---- recognition ---- */

/* What the first rows and columns show. */
typedef struct grid {
    double at[GRID][GRID];
    uint32_t rows, columns; /* of the known lines */
    bool bits; /* all entries are 0 or 1 */
    bool named; /* columns and rows have the same names */
} grid;

/* Reads a row; false if it is none of a matrix. */
static bool look_at_row(grid *seen, tg_line line, const form *cut, tg_cutter *names)
{
    tg_cutter cutter = tg_cut(line.begin, line.end, cut->separator);
    tg_field field, name;
    uint32_t columns = 0;
    double value;
    if (cut->row_names && !tg_cut_field(&cutter, &field)) return false;
    if (cut->header && cut->row_names) seen->named &= tg_cut_field(names, &name) && tg_field_equals(field, name);
    while (tg_cut_field(&cutter, &field)) {
        if (read_entry(field, &value) != TG_WEIGHT_FITS) return false;
        seen->bits &= value == 0 || value == 1;
        if (seen->rows < GRID && columns < GRID) seen->at[seen->rows][columns] = value;
        columns++;
    }
    if (seen->rows++ == 0) seen->columns = columns;
    return columns == seen->columns && seen->rows <= columns;
}

static bool is_symmetric(const grid *seen)
{
    for (uint32_t i = 0; i < seen->rows && i < GRID; i++)
        for (uint32_t j = 0; j < i; j++)
            if (seen->at[i][j] != seen->at[j][i]) return false;
    return true;
}

/* Whether the names are 0, 1, 2, ..., as programs call columns that have no names. */
static bool is_numbered(tg_cutter names)
{
    tg_field field;
    uint64_t number, next = 0;
    while (tg_cut_field(&names, &field))
        if (!tg_field_index(field, &number) || number != next++) return false;
    return true;
}

/* Whether the first lines are those of a matrix: names of rows are those of columns, in their order; or entries are
 * bits or symmetric, and as many rows as columns, as far as is known. */
static bool is_matrix(const char *bytes, size_t count)
{
    const char *stop = tg_whole_lines(bytes, count, TG_PEEK_BYTES),
               *at = behind_comments(bytes, (size_t)(stop - bytes));
    grid seen = {.bits = true, .named = true};
    const form cut = find_form(at, stop, 0);
    tg_line line = {at, at};
    if (memchr(bytes, 0, count) || (cut.header && !next_row(&at, stop, &line))) return false;
    tg_cutter names = tg_cut(line.begin, line.end, cut.separator);
    tg_field corner;
    if (cut.corner) tg_cut_field(&names, &corner);
    const tg_cutter all = names;
    while (next_row(&at, stop, &line))
        if (!look_at_row(&seen, line, &cut, &names)) return false;
    const bool whole = count < TG_PEEK_BYTES, square = whole ? seen.rows == seen.columns : seen.columns >= MANY_COLUMNS;
    if (!square || seen.rows < 2) return false;
    if (!seen.named || (cut.header && cut.row_names && !is_numbered(all))) return seen.named;
    return seen.columns >= FEWEST_ROWS && (seen.bits || is_symmetric(&seen));
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    (void)name;
    return count > 0 && is_matrix(bytes, count) ? TG_BY_LINES : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(matrix) = {
  .description = {.name = "matrix",
    .suffixes = "",
    .summary = "an adjacency matrix as CSV, TSV or between blanks; rows and columns may have names",
    .reads = "names weights directions isolated large pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_matrix,
};
