/* vertex_file.c - cuts the id from each line of a vertex file.
 *
 * Without names of columns a line is one id.  An id of several words has to be in quotes:
 * the others may be columns.
 */
#include "io/text/vertex_file.h"

#include <string.h>
#include <strings.h>

#include "io/bytes/input.h"
#include "io/text/each_line.h"
#include "io/text/header.h"
#include "io/text/lines.h"

typedef struct reading {
    tg_dialect comments;
    bool begun;     /* the first line was read */
    char separator; /* of the columns that the first line names; 0: it names none */
    tg_take_vertex *take;
    void *user;
    char message[TG_LINE_MESSAGE_BYTES];
} reading;

static bool names_vertices(tg_field field)
{
    static const char *const names[] = {"id",   "vertex",   "vertex_id", "vertexid",
                                        "node", "node_id",  "nodeid",    "name",
                                        "ids",  "vertices", "nodes"};
    for (size_t i = 0; !field.quoted && i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == field.bytes &&
            strncasecmp(field.text, names[i], field.bytes) == 0)
            return true;
    return false;
}

/* Whether the first line names columns, the first of them that of the ids. */
static bool read_names(reading *job, tg_line line)
{
    static const char separators[] = {'\t', ',', ';', TG_BLANKS};
    for (size_t i = 0; i < sizeof separators; i++) {
        tg_cutter cutter = tg_cut(line.begin, line.end, separators[i]);
        tg_field first;
        if (!tg_cut_field(&cutter, &first) || !names_vertices(first)) continue;
        job->separator = cutter.more ? separators[i] : 0;
        return true;
    }
    return false;
}

/* Cuts the id from a line; returns the fault, or NULL. */
static const char *cut_id(const reading *job, tg_line line, tg_field *id)
{
    const bool quoted = *line.begin == '"';
    tg_cutter cutter = tg_cut(line.begin, line.end, job->separator ? job->separator : '\t');
    if (!tg_cut_field(&cutter, id) || id->bytes == 0) return "the id is empty";
    if (id->broken) return TG_BROKEN_QUOTES;
    if (job->separator) return NULL;
    if (!quoted) *id = (tg_field){line.begin, (size_t)(line.end - line.begin), false, false};
    for (size_t i = 0; !quoted && i < id->bytes; i++)
        if (strchr("\t,; ", id->text[i]) != NULL)
            return "several columns, or an id of several words: name the columns by a first line "
                   "that begins "
                   "with 'id', or put the id in quotes";
    return cutter.more ? "something follows the id" : NULL;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *from)
{
    reading *job = user;
    const tg_line line = tg_text_trimmed(from);
    tg_field id;
    bool fits = true;
    if (from->error != NULL || tg_dialect_skips(&job->comments, line.begin, line.end))
        return TRICORN_OK;
    const bool first = !job->begun;
    job->begun = true;
    if (first && read_names(job, line)) return TRICORN_OK;
    from->error = tg_dialect_line_fault(&job->comments, line.begin, line.end);
    if (from->error == NULL) from->error = cut_id(job, line, &id);
    if (from->error != NULL) return TRICORN_OK;
    const tricorn_status status = job->take(context, job->user, id, &fits, job->message);
    if (!fits) from->error = job->message;
    return status;
}

static tricorn_status parse_chunk(tricorn_context *context, void *user,
                                  const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    return tg_text_each_line(context, read_line, user, chunk, outcome);
}

tricorn_status tg_vertex_file_read(tricorn_context *context, const tricorn_load_options *options,
                                   tg_take_vertex *take, void *user)
{
    tricorn_status status = TRICORN_OK;
    tg_input *input = NULL;
    tg_dialect_fault fault;
    reading job = {.take = take, .user = user};
    const tg_text_reader reader = {
        .threads = 1, .first_line = 1, .user = &job, .parse = parse_chunk};

    status = tg_dialect_comments(options, &job.comments, &fault);
    if (status != TRICORN_OK) return tg_fail(context, status, "%s", fault.message);
    TG_TRY(tg_input_open(context, options->input.vertex_file, &input));
    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(tg_text_read(context, input, &reader));
cleanup:
    tg_input_close(input);
    return status;
}
