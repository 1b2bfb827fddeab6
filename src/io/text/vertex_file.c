/* vertex_file.c - cuts the id from each line of a vertex file.
 *
 * - Without names of columns a line is one id. An id of several words has to be in quotes:
 *   the others may be columns.
 * - A first line that has a known name is a header, and so is a word over numbers. Of words, a first
 *   line that no edge has may be a header, and is refused.
 */
#include "io/text/vertex_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/bytes/input.h"
#include "io/text/dialect/dialect.h"
#include "io/text/each_line.h"
#include "io/text/header.h"
#include "io/text/lines.h"

typedef struct reading {
    tg_dialect comments;
    tg_gathering *gathering;
    tg_words *words; /* NULL: ids are numbers */
    tg_missing missing;
    char separator; /* of the columns that the first line names; 0: a line is one id */
    uint32_t column, columns; /* the number of the column of ids, from 0; of columns */
    uint64_t lines; /* that were read and are no comments */
    uint64_t first; /* the number of the first of them */
    /* What is wrong if the file has other lines, and if it has none; empty: nothing. */
    char doubt[TG_LINE_MESSAGE_BYTES], lone[TG_LINE_MESSAGE_BYTES];
    char message[TG_LINE_MESSAGE_BYTES];
} reading;

/* ---- the first line ---- */

/* Whether the line names columns if this separator cuts it. If blanks cut it, "name" has to be its first
 * word: "full name" may be the name of one column. */
static bool cut_names(reading *job, tg_line line, char separator)
{
    tg_cutter cutter = tg_cut(line.begin, line.end, separator);
    tg_field field, id, label = {0};
    unsigned best = 0;
    while (tg_cut_field(&cutter, &field)) {
        const unsigned rank = tg_name_of_vertices(field);
        if (field.broken) return false;
        if (rank == TG_VERTEX_LABEL) label = field;
        if (rank <= best || (rank == TG_VERTEX_LABEL && separator == TG_BLANKS && cutter.fields > 1)) continue;
        best = rank;
        id = field;
        job->column = cutter.fields - 1;
    }
    if (best == 0) return false;
    job->columns = cutter.fields;
    job->separator = job->columns > 1 ? separator : 0;
    if (job->words && label.bytes > 0 && best > TG_VERTEX_LABEL)
        snprintf(job->message, sizeof job->message,
          "the ids may be in the column '%.*s' or '%.*s': leave the other one out", (int)id.bytes, id.text,
          (int)label.bytes, label.text);
    return true;
}

static bool read_names(reading *job, tg_line line)
{
    static const char separators[] = {'\t', ',', ';', TG_BLANKS};
    for (size_t i = 0; i < sizeof separators; i++)
        if (cut_names(job, line, separators[i])) return true;
    return false;
}

/* Whether the field is surely an id: a number, or the end of an edge. Words that are on disk are not looked up. */
static bool is_id(const reading *job, tg_field field)
{
    if (job->words == NULL) return tg_field_is_digits(field);
    return job->words->before == 0 && tg_strings_has(job->words->strings, field.text, field.bytes);
}

/* Whether the first line, an id by its form, is a header; notes what is wrong if that is not clear. */
static bool is_header(reading *job, tg_field id)
{
    const int shown = (int)(id.bytes < 60 ? id.bytes : 60);
    if (is_id(job, id) || tg_field_is_missing(id)) return false;
    if (job->words) {
        snprintf(job->doubt, sizeof job->doubt,
          "'%.*s' is on no edge: if it names the column, call it 'id'; if it is a vertex, put a "
          "line 'id' before it",
          shown, id.text);
        return false;
    }
    if (!tg_field_has_letter(id) || tg_is_digit(*id.text) || strchr("+-.", *id.text))
        return false; /* it is meant as a number */
    snprintf(job->lone, sizeof job->lone, "'%.*s' is no vertex id (an unsigned number)", shown, id.text);
    return true;
}

/* ---- each line ---- */

/* Cuts the id from a line of one id; returns the fault, or NULL. */
static const char *cut_lone_id(tg_line line, tg_field *id)
{
    const bool quoted = *line.begin == '"';
    tg_cutter cutter = tg_cut(line.begin, line.end, '\t');
    tg_cut_field(&cutter, id);
    if (id->broken) return TG_BROKEN_QUOTES;
    if (!quoted) *id = (tg_field){line.begin, (size_t)(line.end - line.begin), false, false};
    for (size_t i = 0; !quoted && !tg_field_is_missing(*id) && i < id->bytes; i++)
        if (strchr("\t,; ", id->text[i]) != NULL)
            return "several columns, or an id of several words: name the columns by a first line "
                   "in which that of the ids is 'id', or put the id in quotes";
    return cutter.more ? "something follows the id" : NULL;
}

/* Cuts the id from a line of a table; returns the fault, or NULL. */
static const char *cut_column(reading *job, tg_line line, tg_field *id)
{
    tg_cutter cutter = tg_cut(line.begin, line.end, job->separator);
    tg_field field;
    *id = (tg_field){.text = line.begin};
    while (tg_cut_field(&cutter, &field)) {
        if (field.broken) return TG_BROKEN_QUOTES;
        if (cutter.fields - 1 == job->column) *id = field;
    }
    if (cutter.fields == job->columns) return NULL;
    snprintf(job->message, sizeof job->message, "%" PRIu32 " columns, but the first line names %" PRIu32, cutter.fields,
      job->columns);
    return job->message;
}

/* Adds a vertex; where the field is no id, sets job->message. */
static tricorn_status take(tricorn_context *context, reading *job, tg_field id)
{
    uint64_t number = 0;
    const bool keeps = job->words && job->missing == TG_MISSING_KEEP && id.bytes > 0;
    if (tg_field_is_missing(id) && !keeps) {
        if (job->missing == TG_MISSING_DROP)
            job->gathering->own[0].missing++;
        else
            snprintf(job->message, sizeof job->message,
              "the id is %s: to leave such lines out, give " TG_OPTION("missing=drop") "%s",
              id.bytes > 0 ? "missing" : "empty",
              job->words && id.bytes > 0 ? "; if it is the name of a vertex, " TG_OPTION("missing=keep") : "");
        return TRICORN_OK;
    }
    if (tg_dialect_has_odd_blank(id, job->message)) return TRICORN_OK;
    if (job->words == NULL && !tg_dialect_number(id, &number, job->message)) return TRICORN_OK;
    if (job->words) TG_DO(tg_words_of_field(context, job->words, id, &number));
    return tg_gather_vertex(context, job->gathering, 0, number);
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *from)
{
    reading *job = user;
    const char *begin = from->at;
    const tg_line line = tg_text_trimmed(from);
    /* A table may begin or end with a tab: its first or last cell is empty. */
    const tg_line whole = {begin, from->at - (from->at[-1] == '\n')};
    tg_field id;
    if (from->error != NULL || tg_dialect_skips(&job->comments, line.begin, line.end)) return TRICORN_OK;
    const bool first = job->lines++ == 0;
    if (first) job->first = from->number;
    if (first && read_names(job, whole)) {
        from->error = *job->message ? job->message : NULL;
        return TRICORN_OK;
    }
    from->error = tg_dialect_line_fault(&job->comments, line.begin, line.end);
    if (from->error == NULL) from->error = job->separator ? cut_column(job, whole, &id) : cut_lone_id(line, &id);
    if (from->error != NULL || (first && is_header(job, id))) return TRICORN_OK;
    const tricorn_status status = take(context, job, id);
    if (*job->message) from->error = job->message;
    return status;
}

TG_PARSE_EACH_LINE(parse_chunk, read_line)

tricorn_status tg_vertex_file_read(
  tricorn_context *context, const tricorn_load_options *options, tg_gathering *gathering, tg_words *words)
{
    tricorn_status status = TRICORN_OK;
    tg_input *input = NULL;
    tg_dialect_fault fault;
    reading job = {.gathering = gathering, .words = words, .missing = tg_missing_of(options->text.missing)};
    const tg_text_reader reader = {.threads = 1, .first_line = 1, .user = &job, .parse = parse_chunk};

    if (options->input.vertex_file == NULL) return TRICORN_OK;
    status = tg_dialect_comments(options, &job.comments, &fault);
    if (status != TRICORN_OK) return tg_fail(context, status, "%s", fault.message);
    TG_TRY(tg_input_open(context, options->input.vertex_file, &input));
    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(tg_text_read(context, input, &reader));
    const char *wrong = job.lines > 1 ? job.doubt : job.lone;
    if (*wrong) TG_TRY(tg_input_refuse_line(context, input, job.first, "%s", wrong));
cleanup:
    tg_input_close(input);
    return status;
}
