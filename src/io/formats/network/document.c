/* document.c - numbers nodes, gathers edges, and checks that each end is a node. */
#include "io/formats/network/document.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "io/text/fields.h"

/* The mark of an id that was only the end of an edge until now. */
#define ONLY_END (UINT64_C(1) << 63)

tricorn_status tg_document_begin(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  tg_edges *edges, tg_document *document)
{
    *document = (tg_document){.context = context, .input = input, .options = options, .edges = edges};
    TG_DO(tg_gather_begin(context, options, true, edges, &document->gathering));
    TG_DO(tg_gather_chunk(context, &document->gathering, 0, 0));
    TG_DO(tg_strings_create(context, &document->ids));
    return tg_strings_create(context, &document->names);
}

void tg_document_end(tg_document *document)
{
    tg_gather_end(&document->gathering);
    tg_strings_free(document->ids);
    tg_strings_free(document->names);
    tg_free(document->first);
}

const char *tg_document_weight(const tg_document *document)
{
    const char *named = document->options->text.columns.weight;
    return named ? named : "weight";
}

/* Sets *number to the number of the id, and *first to its entry, which is 0 for a new id. */
static tricorn_status number_of(tg_document *document, const char *id, uint32_t *number, uint64_t **first)
{
    enum { LEAST = 1024 };
    tricorn_status status = tg_strings_number(document->context, document->ids, id, strlen(id), number);
    if (status == TRICORN_OK && *number >= document->first_room) {
        const uint64_t before = document->first_room, room = before ? 2 * before : LEAST;
        status = TG_REALLOC(document->context, room, &document->first);
        if (status != TRICORN_OK) return status;
        memset(document->first + before, 0, (room - before) * sizeof *document->first);
        document->first_room = room;
    }
    if (status == TRICORN_OK) *first = &document->first[*number];
    return status;
}

/* Notes the name of a node, if it has the number of its id. */
static tricorn_status note_name(tg_document *document, const char *name, uint32_t id)
{
    uint32_t number = 0;
    tricorn_status status = TRICORN_OK;
    if (document->unnamed) return TRICORN_OK;
    if (name && *name) status = tg_strings_number(document->context, document->names, name, strlen(name), &number);
    document->unnamed =
      name == NULL || *name == 0 || number != id || tg_strings_count(document->names) != (uint64_t)id + 1;
    return status;
}

tricorn_status tg_document_node(tg_document *document, const char *id, const char *name, uint64_t line)
{
    uint32_t number = 0;
    uint64_t *first = NULL;
    if (id == NULL || *id == 0)
        return tg_input_refuse_line(document->context, document->input, line, "a node without an id");
    TG_DO(number_of(document, id, &number, &first));
    if (*first != 0 && !(*first & ONLY_END))
        return tg_input_refuse_line(document->context, document->input, line,
          "the id '%s' is that of the node on line %" PRIu64 ", too", id, *first);
    *first = line;
    document->nodes++;
    return note_name(document, name, number);
}

tricorn_status tg_document_mention(tg_document *document, const char *id, const char *name, uint64_t line)
{
    uint32_t number = 0;
    uint64_t *first = NULL;
    const tricorn_status status = number_of(document, id, &number, &first);
    if (status != TRICORN_OK || (*first != 0 && !(*first & ONLY_END))) return status;
    *first = line;
    document->nodes++;
    return note_name(document, name, number);
}

static tricorn_status read_weight(tg_document *document, const tg_document_edge *edge, double *weight)
{
    const tg_field field = {.text = edge->weight, .bytes = edge->weight ? strlen(edge->weight) : 0};
    const tg_weight_kind kind = edge->weight
                                  ? tg_field_weight(field, document->options->graph.weights == TRICORN_SIGNED, weight)
                                  : TG_WEIGHT_MISSING;
    if (kind == TG_WEIGHT_FITS) return TRICORN_OK;
    return tg_input_refuse_line(document->context, document->input, edge->line, "%s '%s': %s",
      edge->weight ? "the edge's" : "the edge has no", tg_document_weight(document),
      edge->weight ? tg_weight_fault(kind) : "name what has the weights by " TG_OPTION("weights"));
}

tricorn_status tg_document_edge_add(tg_document *document, const tg_document_edge *edge)
{
    const char *const ends[] = {edge->source, edge->target};
    uint32_t numbers[2];
    double weight = 0;
    for (int i = 0; i < 2; i++) {
        uint64_t *first = NULL;
        if (ends[i] == NULL || *ends[i] == 0)
            return tg_input_refuse_line(
              document->context, document->input, edge->line, "the edge lacks its %s", i == 0 ? "source" : "target");
        TG_DO(number_of(document, ends[i], &numbers[i], &first));
        if (*first == 0) *first = edge->line | ONLY_END;
    }
    document->has_arcs |= edge->directed;
    document->has_lines |= !edge->directed;
    if (document->options->graph.directed && document->has_arcs && document->has_lines)
        return tg_input_refuse_line(document->context, document->input, edge->line,
          "some edges have a direction and others have none: give all of them one");
    TG_DO(
      tg_gather_edge(document->context, &document->gathering, 0, (tg_wide_edge){numbers[0], numbers[1]}, edge->line));
    if (document->options->graph.weights == 0) return TRICORN_OK;
    TG_DO(read_weight(document, edge, &weight));
    return tg_edge_part_weigh(document->context, &document->gathering.own[0].part, weight);
}

/* ---- the end ---- */

/* Finds the end whose edge comes first, of those that are no node. */
static tricorn_status check_ends(tg_document *document)
{
    uint64_t line = UINT64_MAX;
    const uint64_t count = tg_strings_count(document->ids);
    for (uint64_t i = 0; i < count && document->nodes < count; i++)
        if (document->first[i] & ONLY_END && (document->first[i] ^ ONLY_END) < line)
            line = document->first[i] ^ ONLY_END;
    if (line == UINT64_MAX) return TRICORN_OK;
    return tg_input_refuse_line(document->context, document->input, line, "an end of the edge is not the id of a node");
}

/* Whether all ids are numbers, as they are written without more zeros than needed; fills
 * `numbers`. */
static bool are_numbers(const tg_ids *ids, uint64_t count, uint64_t *numbers)
{
    for (uint64_t i = 0; i < count; i++) {
        const char *text = ids->text + ids->starts[i];
        const tg_field field = {.text = text, .bytes = strlen(text)};
        if (!tg_field_index(field, &numbers[i]) || (*text == '0' && text[1])) return false;
    }
    return true;
}

static tricorn_status take_ids(tg_document *document)
{
    tricorn_status status = TRICORN_OK;
    const tricorn_ids wanted = document->options->input.ids;
    tg_edges *edges = document->edges;
    tg_strings **of = document->unnamed ? &document->ids : &document->names;
    uint64_t *numbers = NULL;
    tg_ids ids = {0};
    edges->vertices = document->nodes;
    status = tg_strings_finish(document->context, *of, &ids);
    *of = NULL;
    TG_TRY(status);
    if (wanted != TRICORN_IDS_STRING) {
        TG_TRY(TG_ALLOC(document->context, document->nodes + 1, &numbers));
        if (are_numbers(&ids, document->nodes, numbers)) {
            tg_ids_free(&ids);
            ids.numbers = numbers;
            numbers = NULL;
        } else if (wanted == TRICORN_IDS_NUMBER) {
            TG_TRY(tg_fail(document->context, TRICORN_BAD_FORMAT,
              "%s: ids of vertices are words: give " TG_OPTION("ids=string"), tg_input_name(document->input)));
        }
    }
    edges->ids = ids;
    ids = (tg_ids){0};
cleanup:
    tg_free(numbers);
    tg_ids_free(&ids);
    return status;
}

tricorn_status tg_document_finish(tg_document *document)
{
    TG_DO(check_ends(document));
    TG_DO(tg_gather_finish(document->context, &document->gathering));
    TG_DO(take_ids(document));
    document->edges->declared = true;
    document->edges->symmetric = document->has_lines;
    document->edges->each_once = !document->has_arcs;
    return TRICORN_OK;
}
