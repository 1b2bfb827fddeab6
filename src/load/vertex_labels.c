/* vertex_labels.c - reads the lines of ids and labels, and then looks for the vertices of the ids.
 *
 * The first line decides what separates the two columns: a tab, a comma, a semicolon, else blanks. It names them if
 * one of its names is that of ids ("id", "vertex", "node"), or if it begins with a word where ids are numbers.
 */
#include "load/vertex_labels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/options.h"
#include "io/bytes/input.h"
#include "io/text/dialect/dialect.h"
#include "io/text/each_line.h"
#include "io/text/header.h"
#include "io/text/words.h"
#include "load/wanted_ids.h"

/* A line: an id, or the number of its word, and the number of its label. */
typedef struct entry {
    uint64_t id, line;
    uint32_t label;
} entry;

typedef struct reading {
    tg_dialect comments;
    tg_words ids, labels; /* ids: of words alone */
    bool words; /* ids are words */
    tg_missing missing;
    char separator;
    uint32_t id_column, label_column, columns; /* from 0; how many: 0 before the first line */
    entry *entries;
    uint64_t count, room;
    char message[TG_LINE_MESSAGE_BYTES];
} reading;

/* ---- lines ---- */

/* Finds the columns by the names on the first line; false if it names none. */
static bool read_names(reading *job, const tg_names *names)
{
    unsigned best = TG_VERTEX_LABEL;
    tg_roles roles = tg_no_roles();
    for (uint32_t c = 0; c < names->count; c++) {
        const unsigned rank = tg_name_of_vertices(names->at[c]);
        if (rank <= best) continue;
        best = rank;
        roles.at[TG_SOURCE] = c;
    }
    if (roles.at[TG_SOURCE] == TG_NO_COLUMN) return false;
    job->id_column = (uint32_t)roles.at[TG_SOURCE];
    if (names->columns == 2)
        job->label_column = 1 - job->id_column;
    else if (tg_roles_value(names, TG_LABEL, &roles))
        job->label_column = (uint32_t)roles.at[TG_LABEL];
    else
        snprintf(job->message, sizeof job->message,
          "which of the %" PRIu32 " columns has the labels is not clear: call it 'label'", names->columns);
    return true;
}

/* Reads the first line; true if it is no vertex, but names the columns. */
static bool read_first(reading *job, tg_line line)
{
    static const char separators[] = {'\t', ',', ';', TG_BLANKS};
    tg_dialect cut = {.columns = 0};
    tg_names names = {.count = 0};
    for (size_t i = 0; i < sizeof separators && names.columns < 2; i++) {
        cut.separator = job->separator = separators[i];
        names = tg_dialect_names(&cut, line.begin, line.end);
    }
    job->columns = names.columns;
    job->label_column = 1;
    if (read_names(job, &names)) return true;
    if (names.columns != 2)
        snprintf(job->message, sizeof job->message, "%" PRIu32 " columns, and a vertex and its label are two: %s",
          names.columns,
          names.columns < 2 ? "give each vertex a line with its label behind it"
                            : "put a line before it that names them, that of the ids 'id' and the other one "
                              "'label', or separate columns by tabs");
    return !job->words && names.count > 0 && tg_field_has_letter(names.at[0]) && !tg_field_is_numbered(names.at[0]);
}

/* Cuts the two fields; false with the fault in job->message. */
static bool cut(reading *job, tg_line line, tg_field *id, tg_field *label)
{
    tg_cutter cutter = tg_cut(line.begin, line.end, job->separator);
    tg_field field;
    *id = *label = (tg_field){.text = line.begin};
    while (tg_cut_field(&cutter, &field)) {
        if (field.broken) {
            snprintf(job->message, sizeof job->message, "%s", TG_BROKEN_QUOTES);
            return false;
        }
        if (cutter.fields - 1 == job->id_column) *id = field;
        if (cutter.fields - 1 == job->label_column) *label = field;
    }
    if (cutter.fields == job->columns) return true;
    snprintf(job->message, sizeof job->message, "%" PRIu32 " columns, but the first line has %" PRIu32 "%s",
      cutter.fields, job->columns,
      job->separator == TG_BLANKS ? ": if labels have blanks, separate columns by tabs" : "");
    return false;
}

/* Whether a field has no value; then the line is dropped, or job->message says why it is refused. */
static bool is_missing(reading *job, tg_field field, const char *what)
{
    const bool keeps = job->missing == TG_MISSING_KEEP && field.bytes > 0 && (job->words || *what == 'l');
    if (!tg_field_is_missing(field) || keeps) return false;
    if (job->missing != TG_MISSING_DROP)
        snprintf(job->message, sizeof job->message,
          "the %s is %s: to leave such lines out, give " TG_OPTION("missing=drop"), what,
          field.bytes > 0 ? "missing" : "empty");
    return true;
}

static tricorn_status take(tricorn_context *context, reading *job, const tg_field fields[2], uint64_t line)
{
    uint64_t label;
    entry made = {.line = line};
    if (!job->words && !tg_dialect_number(fields[0], &made.id, job->message)) return TRICORN_OK;
    if (job->words) TG_DO(tg_words_of_field(context, &job->ids, fields[0], &made.id));
    TG_DO(tg_words_of_field(context, &job->labels, fields[1], &label));
    made.label = (uint32_t)label;
    if (job->count == job->room) {
        const uint64_t room = job->room + job->room / 2 + 1024;
        TG_DO(TG_REALLOC(context, room, &job->entries));
        job->room = room;
    }
    job->entries[job->count++] = made;
    return TRICORN_OK;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *from)
{
    reading *job = user;
    const char *begin = from->at;
    const tg_line line = tg_text_trimmed(from);
    /* Its first or last cell may be empty. */
    const tg_line whole = {begin, from->at - (from->at[-1] == '\n')};
    tg_field fields[2];
    tricorn_status status = TRICORN_OK;
    if (from->error != NULL || tg_dialect_skips(&job->comments, line.begin, line.end)) return TRICORN_OK;
    from->error = tg_dialect_line_fault(&job->comments, line.begin, line.end);
    if (from->error != NULL) return TRICORN_OK;
    const bool names = job->columns == 0 && read_first(job, whole);
    if (!names && *job->message == 0 && cut(job, whole, &fields[0], &fields[1]) && !is_missing(job, fields[0], "id") &&
        !is_missing(job, fields[1], "label"))
        status = take(context, job, fields, from->number);
    if (*job->message) from->error = job->message;
    return status;
}

static tricorn_status parse_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    return tg_text_each_line(context, read_line, user, chunk, outcome);
}

/* ---- labels ---- */

/* Gives each vertex its label. */
static tricorn_status give_labels(tricorn_context *context, const tg_input *input, const reading *job,
  const tg_wanted_ids *wanted, tricorn_vertex_labels *labels)
{
    for (uint64_t i = 0; i < job->count; i++) {
        const entry *of = &job->entries[i];
        uint64_t at = of->id;
        if (wanted->numbers) tg_wanted_find(wanted, of->id, &at);
        const uint32_t v = wanted->vertices[at];
        if (v == UINT32_MAX) {
            labels->others++;
            continue;
        }
        if (labels->labels[v] != TRICORN_NO_LABEL && labels->labels[v] != of->label)
            return tg_input_refuse_line(context, input, of->line, "the vertex has another label on a line before");
        labels->labelled += labels->labels[v] == TRICORN_NO_LABEL;
        labels->labels[v] = of->label;
    }
    return TRICORN_OK;
}

/* The ids of all lines, each once, with the vertices that have them. */
static tricorn_status want_ids(
  tricorn_context *context, const tricorn_graph *graph, reading *job, tg_wanted_ids *wanted)
{
    tricorn_status status = TRICORN_OK;
    uint64_t *ids = NULL;
    if (job->words) {
        wanted->words = job->ids.strings;
        wanted->count = tg_strings_count(wanted->words);
        job->ids.strings = NULL;
    } else {
        TG_TRY(TG_ALLOC(context, job->count + 1, &ids));
        for (uint64_t i = 0; i < job->count; i++) ids[i] = job->entries[i].id;
        TG_TRY(tg_wanted_numbers(context, ids, job->count, wanted));
    }
    TG_TRY(tg_wanted_look(context, graph, wanted));
cleanup:
    tg_free(ids);
    return status;
}

static tricorn_status read_lines(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, reading *job)
{
    tricorn_status status = TRICORN_OK;
    tg_dialect_fault fault;
    const tg_text_reader reader = {.threads = 1, .first_line = 1, .user = job, .parse = parse_chunk};
    status = tg_dialect_comments(options, &job->comments, &fault);
    if (status != TRICORN_OK) return tg_fail(context, status, "%s", fault.message);
    TG_TRY(tg_words_create(context, NULL, &job->labels));
    if (job->words) TG_TRY(tg_words_create(context, NULL, &job->ids));
    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(tg_text_read(context, input, &reader));
cleanup:
    return status;
}

tricorn_status tg_vertex_labels_read(tricorn_context *context, const tricorn_graph *graph, const char *path,
  const tricorn_load_options *options, tricorn_vertex_labels *labels)
{
    tricorn_status status = TRICORN_OK;
    tg_input *input = NULL;
    tg_wanted_ids wanted = {0};
    uint32_t *places = NULL;
    reading job = {.words = tg_graph_has_words(graph), .missing = tg_missing_of(options->text.missing)};

    TG_TRY(tg_wanted_check(context, graph, options, "labels"));
    TG_TRY(tg_input_open(context, path, &input));
    TG_TRY(read_lines(context, input, options, &job));
    TG_TRY(want_ids(context, graph, &job, &wanted));
    TG_TRY(TG_ALLOC(context, (uint64_t)graph->vertices + 1, &labels->labels));
    for (uint32_t v = 0; v < graph->vertices; v++) labels->labels[v] = TRICORN_NO_LABEL;
    TG_TRY(give_labels(context, input, &job, &wanted, labels));
    TG_TRY(tg_words_sort(context, &job.labels, &labels->names, &places, &labels->count));
    for (uint32_t v = 0; v < graph->vertices; v++)
        if (labels->labels[v] != TRICORN_NO_LABEL) labels->labels[v] = places[labels->labels[v]];
cleanup:
    tg_input_close(input);
    tg_free(places);
    tg_words_free(&job.ids);
    tg_words_free(&job.labels);
    tg_free(job.entries);
    tg_wanted_free(&wanted);
    return status;
}
