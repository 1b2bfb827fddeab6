/* document_write.c - fills templates: nodes in the order of the input, then each edge once. */
#include "io/formats/network/document_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "graph/column.h"
#include "io/text/real.h"
#include "io/text/scan.h"

enum { NO_VERTEX = -1 };

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    const tg_document_form *form;
    const tricorn_graph *graph;
    tg_rows rows; /* of the graph */
    int64_t *vertex_of; /* the vertex with that number in the input; NO_VERTEX: none */
    uint32_t *places; /* of each number in the input, among all vertices */
    /* Those of the vertices; those of the edges, with the weights if they are values. */
    tg_columns nodes, edges;
    tricorn_column edge_columns[TG_COLUMNS_MOST + 1], weight;
    bool any; /* a node, or an edge, was written before */
} writing;

/* What fills a template. */
typedef struct item {
    uint32_t ends[2]; /* numbers in the input; of a node twice the same */
    const tricorn_column *column; /* the one whose name or value is wanted */
    uint64_t at; /* the place of its value */
} item;

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
      "%s: the id '%s' %s, which the format cannot hold: choose tri, or edges", tg_output_name(job->output), shown,
      why);
}

/* The text that stands for a character; "": the character itself; NULL: the format has none. */
static const char *escape(tg_document_text text, uint32_t code, char buffer[16])
{
    static const char *const named[] = {['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    const bool control = code < ' ' || code == 0x7f;
    const char *name = code < sizeof named / sizeof *named ? named[code] : NULL;
    switch (text) {
    case TG_TEXT_PLAIN: return control || code == '"' ? NULL : "";
    case TG_TEXT_JSON:
        snprintf(buffer, 16, control ? "\\u%04x" : "\\%c", code);
        return control || code == '"' || code == '\\' ? buffer : "";
    case TG_TEXT_XML:
        if (name) return name;
        if (code == 0xfffe || code == 0xffff || (code < ' ' && code != '\t' && code != '\n' && code != '\r'))
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
    const bool quotes = job->form->text == TG_TEXT_JSON;
    char buffer[16];
    if (quotes) TG_DO(put(job, "\""));
    for (const char *at = word; *at;) {
        const size_t bytes = tg_utf8_length(at);
        if (bytes == 0) return refuse_word(job, word, "is no text in UTF-8");
        const char *text = escape(job->form->text, tg_utf8_code(at), buffer);
        if (text == NULL) return refuse_word(job, word, "has a quote or a control character");
        TG_DO(*text ? put(job, text) : tg_output_write(job->context, job->output, at, bytes));
        at += bytes;
    }
    if (quotes) TG_DO(put(job, "\""));
    return TRICORN_OK;
}

static tricorn_status put_id(const writing *job, uint32_t x)
{
    const tg_ids *ids = &job->graph->ids;
    if (ids->text) return put_word(job, ids->text + ids->starts[x]);
    return put_number(job, ids->numbers ? ids->numbers[x] : ids->first + x);
}

/* ---- templates ---- */

/* Writes a real number with a point, without which GML has none. */
static tricorn_status put_real(const writing *job, double value)
{
    char text[TG_REAL_MOST];
    *tg_put_real(text, value) = 0;
    const size_t whole = strspn(text, "-0123456789");
    const bool pointed = text[whole] == '.';
    return tg_output_print(job->context, job->output, "%.*s%s%s", (int)whole, text, pointed ? "" : ".0", text + whole);
}

static tricorn_status put_value(const writing *job, const item *of)
{
    if (of->column->counts) return put_number(job, of->column->counts[of->at]);
    if (!isfinite(of->column->reals[of->at]))
        return tg_fail(
          job->context, TRICORN_INVALID_ARGUMENT, "column '%s' has a number that is not finite", of->column->name);
    return put_real(job, of->column->reals[of->at]);
}

static tricorn_status put_name(const writing *job, const char *name)
{
    const bool is_key = tg_is_letter(*name) && strchr(name, '-') == NULL;
    if (job->form->text != TG_TEXT_GML || is_key) return put(job, name);
    return tg_fail(job->context, TRICORN_UNSUPPORTED,
      "%s: GML has no key '%s', but letters, digits and '_', a letter first: choose "
      "graphml, or another name for the column",
      tg_output_name(job->output), name);
}

/* Writes what the mark stands for; `end` is that of an edge whose turn it is. */
static tricorn_status put_mark(const writing *job, char mark, const item *of, int end)
{
    const uint32_t x = of->ends[end];
    switch (mark) {
    case TG_MARK_ID: return put_id(job, x);
    case TG_MARK_PLACE: return put_number(job, job->places[x]);
    case TG_MARK_PLACE_FROM_1: return put_number(job, job->places[x] + UINT64_C(1));
    case TG_MARK_VERTICES: return put_number(job, job->graph->vertices);
    case TG_MARK_DIRECTIONS: return put(job, job->form->directions[job->graph->directions != NULL]);
    case TG_MARK_NAME: return put_name(job, of->column->name);
    case TG_MARK_TYPE: return put(job, job->form->types[of->column->reals != NULL]);
    default: return put_value(job, of);
    }
}

static tricorn_status fill(const writing *job, const char *form, const item *of)
{
    static const char marks[] = TG_DOCUMENT_ID TG_DOCUMENT_PLACE TG_DOCUMENT_PLACE_FROM_1 TG_DOCUMENT_VERTICES
      TG_DOCUMENT_DIRECTIONS TG_DOCUMENT_NAME TG_DOCUMENT_TYPE TG_DOCUMENT_VALUE;
    for (int end = 0; *form;) {
        const size_t bytes = strcspn(form, marks);
        TG_DO(tg_output_write(job->context, job->output, form, bytes));
        form += bytes;
        if (*form == 0) break;
        TG_DO(put_mark(job, *form, of, end));
        end |= *form <= TG_MARK_PLACE_FROM_1;
        form++;
    }
    return TRICORN_OK;
}

/* ---- nodes and edges ---- */

/* Writes the template for each column. */
static tricorn_status fill_columns(const writing *job, const char *form, const tg_columns *columns, const item *of)
{
    tricorn_status status = TRICORN_OK;
    item one = *of;
    for (size_t c = 0; c < columns->count && status == TRICORN_OK; c++) {
        one.column = &columns->columns[c];
        status = fill(job, form, &one);
    }
    return status;
}

static tricorn_status put_item(writing *job, const tg_document_part *part, const tg_columns *columns, const item *of)
{
    if (job->any) TG_DO(put(job, job->form->comma));
    job->any = true;
    TG_DO(fill(job, part->item, of));
    if (part == &job->form->edge && job->form->weight && job->graph->weights) {
        item weight = *of;
        weight.column = &job->weight;
        TG_DO(fill(job, job->form->weight, &weight));
    }
    TG_DO(put(job, columns->count > 0 ? part->open : part->bare));
    if (columns->count == 0) return TRICORN_OK;
    TG_DO(fill_columns(job, part->value, columns, of));
    return put(job, part->close);
}

static tricorn_status put_nodes(writing *job, uint32_t numbers)
{
    tricorn_status status = TRICORN_OK;
    for (uint32_t x = 0; x < numbers; x++) {
        if (job->vertex_of[x] == NO_VERTEX) continue;
        const item node = {.ends = {x, x}, .at = (uint64_t)job->vertex_of[x]};
        TG_TRY(put_item(job, &job->form->node, &job->nodes, &node));
    }
cleanup:
    job->any = false;
    return status;
}

/* Writes the edge between x and y in each direction that it has, or once. */
static tricorn_status put_edge(writing *job, uint32_t x, uint32_t y)
{
    const uint32_t u = (uint32_t)job->vertex_of[x], v = (uint32_t)job->vertex_of[y];
    const uint64_t at = tg_row_position(&job->rows, u > v ? u : v, u > v ? v : u);
    const unsigned char *directions = job->graph->directions;
    const unsigned onward = u > v ? TG_DOWN : TG_UP; /* from x to y */
    const unsigned ways = directions ? directions[at] : onward;
    if (ways & onward) TG_DO(put_item(job, &job->form->edge, &job->edges, &(item){.ends = {x, y}, .at = at}));
    if (ways & (onward ^ (TG_DOWN | TG_UP)))
        TG_DO(put_item(job, &job->form->edge, &job->edges, &(item){.ends = {y, x}, .at = at}));
    return TRICORN_OK;
}

static tricorn_status put_edges(writing *job, const tg_rows *rows)
{
    for (uint32_t u = 0; u < rows->count; u++) {
        for (uint64_t i = rows->offsets[u]; i < rows->offsets[u + 1]; i++) TG_DO(put_edge(job, u, rows->ids[i]));
        if (tg_work_add(job->context, tg_row_length(rows, u))) TG_DO(tg_check_cancelled(job->context));
    }
    return TRICORN_OK;
}

/* ---- the whole ---- */

/* Finds the vertices by their numbers in the input, of which some may be no vertex's. */
static tricorn_status find_vertices(writing *job, uint32_t numbers)
{
    TG_DO(TG_ALLOC(job->context, (uint64_t)numbers + 1, &job->vertex_of));
    TG_DO(TG_ALLOC(job->context, (uint64_t)numbers + 1, &job->places));
    for (uint32_t x = 0; x < numbers; x++) job->vertex_of[x] = NO_VERTEX;
    for (uint32_t v = 0; v < job->graph->vertices; v++) job->vertex_of[tg_graph_input_id(job->graph, v)] = v;
    for (uint32_t x = 0, next = 0; x < numbers; x++) {
        job->places[x] = next;
        next += job->vertex_of[x] != NO_VERTEX;
    }
    return TRICORN_OK;
}

static void set_columns(writing *job, const tricorn_save_options *options)
{
    const size_t count = options->edge_column_count;
    job->weight = (tricorn_column){.name = "weight", .reals = job->graph->weights};
    job->nodes = (tg_columns){"", options->vertex_columns, options->vertex_column_count};
    job->edges = (tg_columns){"", job->edge_columns, count};
    for (size_t c = 0; c < count; c++) job->edge_columns[c] = options->edge_columns[c];
    if (job->form->weight == NULL && job->graph->weights) job->edge_columns[job->edges.count++] = job->weight;
}

tricorn_status tg_document_write(tricorn_context *context, const tg_document_form *form, const tricorn_graph *graph,
  const tricorn_save_options *options, tg_output *output)
{
    static const item none = {.column = NULL};
    tricorn_status status = TRICORN_OK;
    writing job = {.context = context, .output = output, .form = form, .graph = graph};
    tg_rows rows = {0};
    set_columns(&job, options);
    tg_work_begin(context, "writing", graph->edges);
    TG_TRY(tg_graph_rows(context, graph, &job.rows));
    TG_TRY(tg_graph_input_rows(context, graph, 0, &rows));
    TG_TRY(find_vertices(&job, rows.count));
    TG_TRY(fill(&job, form->begin, &none));
    TG_TRY(fill_columns(&job, form->node.key, &job.nodes, &none));
    TG_TRY(fill_columns(&job, form->edge.key, &job.edges, &none));
    TG_TRY(fill(&job, form->nodes, &none));
    TG_TRY(put_nodes(&job, rows.count));
    TG_TRY(fill(&job, form->edges, &none));
    TG_TRY(put_edges(&job, &rows));
    TG_TRY(put(&job, form->end));
cleanup:
    tg_rows_free(&rows);
    tg_free(job.vertex_of);
    tg_free(job.places);
    return status;
}
