/* pairs.c - the ids that occur are collected first, and then looked for among those of all
 * vertices, so that memory is by pairs and not by vertices. */
#include "load/pairs.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "io/format.h"
#include "io/text/first_lines.h"
#include "io/text/scan.h"
#include "load/wanted_ids.h"

/* Words have their numbers in the edges already. */
static tricorn_status collect_words(tricorn_context *context, const tg_edges *edges, tg_wanted_ids *wanted)
{
    TG_DO(tg_strings_create(context, &wanted->words));
    for (uint64_t w = 0; w < edges->vertices; w++) {
        const char *word = edges->ids.text + edges->ids.starts[w];
        uint32_t number;
        TG_DO(tg_strings_number(context, wanted->words, word, strlen(word), &number));
    }
    wanted->count = edges->vertices;
    return TRICORN_OK;
}

/* Copies both ids of each pair into one array: the caller's own numbers, or the numbers that stand for words. */
static tricorn_status flatten(tricorn_context *context, const tg_edges *edges, uint64_t **ids)
{
    const tg_edge_part *part = &edges->parts[0]; /* strict reading has one */
    TG_DO(TG_ALLOC(context, 2 * part->count + 1, ids));
    for (uint64_t i = 0; i < part->count; i++) {
        const tg_edge *narrow = part->edges;
        const tg_wide_edge *wide = part->edges;
        (*ids)[2 * i] = edges->ids.first + (edges->wide ? wide[i].u : narrow[i].u);
        (*ids)[2 * i + 1] = edges->ids.first + (edges->wide ? wide[i].v : narrow[i].v);
    }
    return TRICORN_OK;
}

static tricorn_status no_vertex(
  tricorn_context *context, const char *name, const tg_edges *edges, uint64_t pair, uint64_t id)
{
    const char *unit = edges->line_name ? edges->line_name : "line";
    if (edges->ids.text)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: %s %" PRIu64 ": '%s' is no vertex of the graph", name, unit,
          edges->lines[pair], edges->ids.text + edges->ids.starts[id]);
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: %s %" PRIu64 ": %" PRIu64 " is no vertex of the graph", name, unit,
      edges->lines[pair], id);
}

/* Replaces the ids of all pairs by vertices. */
static tricorn_status resolve(tricorn_context *context, const char *name, const tg_edges *edges,
  const tg_wanted_ids *wanted, const uint64_t *ids, uint32_t *pairs)
{
    const uint64_t count = 2 * edges->parts[0].count;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = ids[i];
        if (wanted->numbers) tg_wanted_find(wanted, ids[i], &at);
        pairs[i] = wanted->vertices[at];
        if (pairs[i] == UINT32_MAX) return no_vertex(context, name, edges, i / 2, ids[i]);
        if (i % 2 == 1 && pairs[i] == pairs[i - 1])
            return tg_fail(context, TRICORN_BAD_FORMAT, "%s: %s %" PRIu64 ": the pair is a vertex and itself", name,
              edges->line_name ? edges->line_name : "line", edges->lines[i / 2]);
    }
    return TRICORN_OK;
}

/* ---- the form of the file ---- */

static bool is_vertex(const tricorn_graph *graph, tg_field word)
{
    const char *label;
    for (uint32_t v = 0; v < graph->vertices && (label = tricorn_graph_label(graph, v)); v++)
        if (strncmp(label, word.text, word.bytes) == 0 && label[word.bytes] == 0) return true;
    return false;
}

/* Whether a line of names, such as "node 1,node 2", is also one of vertices. */
static bool has_vertices(const tricorn_graph *graph, const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_dialect cut = *dialect;
    for (const char *separator = "\t,; "; *separator; separator++) {
        cut.separator = *separator;
        const tg_names names = tg_dialect_names(&cut, line->begin, line->end);
        uint32_t vertices = 0;
        for (uint32_t i = 0; names.columns > 1 && i < names.count; i++) vertices += is_vertex(graph, names.at[i]);
        if (vertices > 1) return true;
    }
    return false;
}

/* Sets *none to true if the file has no pair, else to false. The caller has read the first bytes of the file. A batch
 * of changes may be empty, or have only comments or a header; a graph may not. */
static tricorn_status has_no_pair(
  tricorn_context *context, const tricorn_graph *graph, const tg_reader *reader, bool *none)
{
    tg_input *input = reader->input;
    const tricorn_load_options *options = reader->options;
    tg_dialect dialect;
    tg_dialect_fault fault;
    tg_first_lines known = {.line = 1};
    size_t count = 0;
    tricorn_status status = tg_input_peek(context, input, &known.begin, &count);
    if (status != TRICORN_OK) return status;
    status = tg_dialect_comments(options, &dialect, &fault);
    if (status != TRICORN_OK) return tg_fail(context, status, "%s", fault.message);
    known.end = known.begin + count;
    known.begin += tg_mark_bytes(known.begin, count);
    tg_line_walk first = tg_walk(&known), second;
    const bool any = tg_first_lines_next(&known, &dialect, &first);
    *none = count < TG_PEEK_BYTES && !any;
    if (!any || !tg_names_ends(&dialect, first.begin, first.end)) return TRICORN_OK;
    if (options->text.header == NULL && has_vertices(graph, &dialect, &first))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": may be a pair, as its words are vertices, or the names of the columns: put a "
          "line with other names, such as source and target, before it",
          reader->name, first.number);
    second = first;
    *none = count < TG_PEEK_BYTES && !tg_first_lines_next(&known, &dialect, &second);
    return TRICORN_OK;
}

/* Whether the text has these columns of the caller, or all columns if none are named. */
static bool has_columns(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  tricorn_columns columns, uint32_t *count)
{
    tricorn_load_options form = *options;
    tg_dialect dialect = {0};
    form.text.columns = columns;
    form.text.missing = "drop"; /* a missing value says nothing of the columns */
    const tricorn_status status = tg_first_lines_look(context, input, &form, &dialect);
    *count = dialect.columns;
    return status == TRICORN_OK;
}

/* Whether the content begins with a line of JSON. */
static bool is_json(const char *bytes, size_t count)
{
    return count > 0 && strchr("{[", *bytes) != NULL;
}

/* Whether the first bytes have the name as a key of JSON. */
static bool has_key(const char *bytes, size_t count, const char *name)
{
    const size_t length = name ? strlen(name) : 0;
    for (const char *at = bytes; name && (at = memmem(at, count - (size_t)(at - bytes), name, length)); at++)
        if (at > bytes && at[-1] == '"' && at + length < bytes + count && at[length] == '"') return true;
    return name == NULL;
}

/* The columns that hold for the pairs: those of the graph, if the file has them, and none for
 * lines of JSON and a text of two columns that have not. */
static tricorn_columns columns_of(tricorn_context *context, tg_input *input, const tricorn_load_options *options)
{
    const tricorn_columns *given = &options->text.columns, none = {0};
    const tricorn_columns ends = {.source = given->source, .target = given->target};
    const char *bytes = NULL;
    size_t known = 0;
    uint32_t count = 0;
    if (tg_input_peek(context, input, &bytes, &known) == TRICORN_OK && is_json(bytes, known))
        return has_key(bytes, known, ends.source) && has_key(bytes, known, ends.target) ? ends : none;
    const bool own = (ends.source || ends.target) && !has_columns(context, input, options, ends, &count) &&
                     has_columns(context, input, options, none, &count) && count == 2;
    return own ? none : ends;
}

/* Closes the input of *reader, which has no format yet. */
static tricorn_status read_ids(tricorn_context *context, tg_reader *reader, tg_edges *edges)
{
    tricorn_load_options in_order = *reader->options;
    tricorn_status status = TRICORN_OK;

    in_order.graph.weights = 0;
    in_order.bipartite = 0;
    in_order.graph.strict = 1; /* keeps order and lines; repetitions are not looked for */
    in_order.text.columns = columns_of(context, reader->input, &in_order);
    TG_TRY(tg_reader_begin(context, reader->input, reader->name, &in_order, reader));
    edges->looked_up = true;
    TG_TRY(tg_reader_edges(context, reader, edges));
    if (!tg_format_keeps(reader->format, "directions"))
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: pairs are read from edge lists as text, raw pairs or lines of JSON, not "
          "from the format '%s'",
          reader->name, reader->format->description.name));
cleanup:
    tg_reader_close(reader);
    return status;
}

tricorn_status tg_pairs_load(tricorn_context *context, const tricorn_graph *graph, const tg_pairs_source *source,
  uint32_t **pairs, uint64_t *count)
{
    tricorn_status status = TRICORN_OK;
    tricorn_load_options options = *source->options;
    tg_reader reader = {.name = source->path, .options = &options};
    tg_edges edges = {0};
    tg_wanted_ids wanted = {0};
    uint64_t *ids = NULL;
    uint32_t *made = NULL;
    bool none = false;

    if (options.input.ids == TRICORN_IDS_AUTO) /* what those of the graph are */
        options.input.ids = tg_graph_has_words(graph) ? TRICORN_IDS_STRING : TRICORN_IDS_NUMBER;
    TG_TRY(tg_wanted_check(context, graph, &options, "pairs"));
    TG_TRY(tg_open_graph(context, source->path, &options, &reader.input));
    TG_TRY(has_no_pair(context, graph, &reader, &none));
    if (none) {
        *count = 0;
        TG_TRY(TG_ALLOC(context, 1, pairs));
        goto cleanup;
    }
    TG_TRY(read_ids(context, &reader, &edges));
    TG_TRY(flatten(context, &edges, &ids));
    TG_TRY(edges.ids.text ? collect_words(context, &edges, &wanted)
                          : tg_wanted_numbers(context, ids, 2 * edges.parts[0].count, &wanted));
    TG_TRY(tg_wanted_look(context, graph, &wanted));
    TG_TRY(TG_ALLOC(context, 2 * edges.parts[0].count + 1, &made));
    TG_TRY(resolve(context, reader.name, &edges, &wanted, ids, made));
    *pairs = made;
    *count = edges.parts[0].count;
    made = NULL;
cleanup:
    tg_reader_close(&reader);
    tg_free(made);
    tg_free(ids);
    tg_wanted_free(&wanted);
    tg_edges_free(&edges);
    return status;
}
