/* document_write.c - fills templates: nodes in the order of the input, then each edge once. */
#include "io/formats/network/document_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    const tg_document_form *form;
    const tg_ids *ids;
    uint32_t *places; /* of each vertex of the input among all */
    uint32_t vertices;
    bool any; /* a node, or an edge, was written before */
} writing;

static tricorn_status put(const writing *job, const char *text)
{
    return tg_output_write(job->context, job->output, text, strlen(text));
}

static tricorn_status put_number(const writing *job, uint64_t number)
{
    return tg_output_print(job->context, job->output, "%" PRIu64, number);
}

static tricorn_status refuse_word(const writing *job, const char *word, const char *why)
{
    char shown[80];
    snprintf(shown, sizeof shown, "%s", word);
    tg_utf8_show(shown);
    return tg_fail(job->context, TRICORN_UNSUPPORTED,
                   "%s: the id '%s' %s, which the format cannot hold: choose tri, or edges",
                   tg_output_name(job->output), shown, why);
}

/* The text that stands for a character; "": the character itself; NULL: the format has none. */
static const char *escape(tg_document_text text, uint32_t code, char buffer[16])
{
    static const char *const named[] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    const bool control = code < ' ' || code == 0x7f;
    const char *name = code < sizeof named / sizeof *named ? named[code] : NULL;
    switch (text) {
    case TG_TEXT_PLAIN: return control || code == '"' ? NULL : "";
    case TG_TEXT_JSON:
        snprintf(buffer, 16, control ? "\\u%04x" : "\\%c", code);
        return control || code == '"' || code == '\\' ? buffer : "";
    case TG_TEXT_XML:
        if (name) return name;
        if (code == 0xfffe || code == 0xffff ||
            (code < ' ' && code != '\t' && code != '\n' && code != '\r'))
            return NULL;
        break;
    case TG_TEXT_GML:
        if (name) return name;
        break;
    }
    snprintf(buffer, 16, "&#%" PRIu32 ";", code);
    return control || (text == TG_TEXT_GML && code > 0x7f) ? buffer : "";
}

static tricorn_status put_word(const writing *job, const char *word)
{
    tricorn_status status = TRICORN_OK;
    const bool quotes = job->form->text == TG_TEXT_JSON;
    char buffer[16];
    if (quotes) TG_TRY(put(job, "\""));
    for (const char *at = word; *at;) {
        const size_t bytes = tg_utf8_length(at);
        if (bytes == 0) TG_TRY(refuse_word(job, word, "is no text in UTF-8"));
        const char *text = escape(job->form->text, tg_utf8_code(at), buffer);
        if (text == NULL) TG_TRY(refuse_word(job, word, "has a quote or a control character"));
        TG_TRY(*text ? put(job, text) : tg_output_write(job->context, job->output, at, bytes));
        at += bytes;
    }
    if (quotes) TG_TRY(put(job, "\""));
cleanup:
    return status;
}

static tricorn_status put_id(const writing *job, uint32_t x)
{
    if (job->ids->text) return put_word(job, job->ids->text + job->ids->starts[x]);
    return put_number(job, job->ids->numbers ? job->ids->numbers[x] : job->ids->first + x);
}

static tricorn_status fill(const writing *job, const char *form, const uint32_t ends[2])
{
    tricorn_status status = TRICORN_OK;
    for (int end = 0; *form;) {
        const size_t bytes = strcspn(form, "\1\2\3\4");
        TG_TRY(tg_output_write(job->context, job->output, form, bytes));
        form += bytes;
        if (*form == 0) break;
        const uint32_t x = *form < 4 ? ends[end] : 0;
        if (*form == 1)
            TG_TRY(put_id(job, x));
        else
            TG_TRY(put_number(job, *form == 4 ? job->vertices : job->places[x] + (*form == 3)));
        end = 1;
        form++;
    }
cleanup:
    return status;
}

static tricorn_status fill_next(writing *job, const char *form, uint32_t u, uint32_t v)
{
    const uint32_t ends[2] = {u, v};
    const tricorn_status status = job->any ? put(job, job->form->comma) : TRICORN_OK;
    job->any = true;
    return status == TRICORN_OK ? fill(job, form, ends) : status;
}

/* Numbers the vertices by their numbers in the input, of which some may be no vertex's. */
static tricorn_status find_places(writing *job, const tricorn_graph *graph, uint32_t count)
{
    const tricorn_status status = TG_ALLOC(job->context, (uint64_t)count + 1, &job->places);
    if (status != TRICORN_OK) return status;
    for (uint32_t x = 0; x < count; x++) job->places[x] = UINT32_MAX;
    for (uint32_t v = 0; v < graph->vertices; v++) job->places[tg_graph_input_id(graph, v)] = 0;
    for (uint32_t x = 0, next = 0; x < count; x++)
        if (job->places[x] == 0) job->places[x] = next++;
    return TRICORN_OK;
}

static tricorn_status write_edges(writing *job, const tg_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    for (uint32_t u = 0; u < rows->count; u++) {
        for (uint64_t i = rows->offsets[u]; i < rows->offsets[u + 1]; i++)
            TG_TRY(fill_next(job, job->form->edge, u, rows->ids[i]));
        if (tg_work_add(job->context, tg_row_length(rows, u)))
            TG_TRY(tg_check_cancelled(job->context));
    }
cleanup:
    return status;
}

tricorn_status tg_document_write(tricorn_context *context, const tg_document_form *form,
                                 const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    static const uint32_t none[2] = {0};
    writing job = {.context = context,
                   .output = output,
                   .form = form,
                   .ids = &graph->ids,
                   .vertices = graph->vertices};
    tg_rows rows = {0};
    tg_work_begin(context, "writing", graph->edges);
    TG_TRY(tg_graph_input_rows(context, graph, 0, &rows));
    TG_TRY(find_places(&job, graph, rows.count));
    TG_TRY(fill(&job, form->begin, none));
    for (uint32_t x = 0; x < rows.count; x++)
        if (job.places[x] != UINT32_MAX) TG_TRY(fill_next(&job, form->node, x, x));
    job.any = false;
    TG_TRY(put(&job, form->between));
    TG_TRY(write_edges(&job, &rows));
    TG_TRY(put(&job, form->end));
cleanup:
    tg_rows_free(&rows);
    tg_free(job.places);
    return status;
}
