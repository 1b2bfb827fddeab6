/* whole_text.c - compares the first and the last line with all others. */
#include "io/text/whole_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/options.h"

/* ---- the first line ---- */

/* Whether a first line may state how many vertices and edges follow, and in which order. */
typedef enum sizes { NO_SIZES, VERTICES_EDGES, EDGES_VERTICES, SIDES_EDGES } sizes;

/* Some programs list each edge from both ends, but count it once. "V V E" is that of a matrix. */
static sizes find_sizes(const tg_first_edge *first, uint32_t columns, uint64_t lines)
{
    enum { LINES_PER_VERTEX = 16, LINES_OF_FOREST = 3 };
    if (first->v == lines ||
        (columns == 2 && first->v == lines / 2 && lines % 2 == 0 && first->u / LINES_PER_VERTEX <= lines))
        return VERTICES_EDGES;
    if (first->u == first->v && first->third == lines) return SIDES_EDGES;
    return first->u == lines && lines >= LINES_OF_FOREST ? EDGES_VERTICES : NO_SIZES;
}

/* Whether a first line "0,1" may be the names that pandas gives to columns. Between tabs, which
 * GAPBS's .wel has, it is an edge. */
static bool may_be_numbers_of_columns(const tg_first_edge *first, const tg_dialect *dialect)
{
    return first->u == 0 && first->v == 1 && dialect->separator != TG_BLANKS && dialect->separator != '\t';
}

bool tg_first_edge_may_be_none(const tg_first_edge *first, const tg_dialect *dialect, uint64_t others)
{
    return first->known &&
           ((others > 0 && find_sizes(first, dialect->columns, others)) || may_be_numbers_of_columns(first, dialect));
}

/* What the edges after the first line have in common with it. */
typedef struct rest_of_edges {
    uint64_t most; /* the largest id */
    uint64_t equal; /* edges of the same ends */
    bool has_zero;
    bool met[2]; /* the ends of the first line are those of others, too */
} rest_of_edges;

static rest_of_edges look_at_rest(const tg_edges *edges, const tg_first_edge *first)
{
    const bool spilled = tg_edges_spilled(edges);
    rest_of_edges rest = {.most = spilled ? edges->vertices - 1 : 0, .has_zero = spilled};
    bool met = false;
    for (uint32_t p = 0; !spilled && p < edges->part_count; p++) {
        const tg_edge *part = edges->parts[p].edges;
        for (uint64_t i = 0; i < edges->parts[p].count; i++) {
            const tg_edge edge = part[i];
            /* Loops may be vertices that a vertex file declares. */
            if (edge.u == edge.v && edges->declarations > 0) continue;
            if (edge.u == first->u && edge.v == first->v && !met) {
                met = true; /* the first line itself */
                continue;
            }
            rest.equal += (edge.u == first->u && edge.v == first->v) || (edge.u == first->v && edge.v == first->u);
            rest.most = edge.u > rest.most ? edge.u : rest.most;
            rest.most = edge.v > rest.most ? edge.v : rest.most;
            rest.has_zero |= edge.u == 0 || edge.v == 0;
            rest.met[0] |= edge.u == first->u || edge.v == first->u;
            rest.met[1] |= edge.u == first->v || edge.v == first->v;
        }
    }
    return rest;
}

/* Whether the numbers on the first line are right for the others. "M N" of a forest, with fewer edges than
 * vertices, is written by few programs, so it has to be the number of vertices exactly. */
static bool are_sizes(const tg_first_edge *first, sizes order, const rest_of_edges *rest)
{
    if (order == NO_SIZES || rest->equal > 0) return false;
    if (order != EDGES_VERTICES) return rest->most <= first->u;
    if (first->u > first->v) return rest->most <= first->v;
    return rest->most + rest->has_zero == first->v && !(rest->met[0] && rest->met[1]);
}

/* The options of a graph do not say what the first line of pairs is. */
#define TG_PAIR_OR_HEADER \
    "may be a pair, or the numbers of vertices and pairs, or numbers of columns: take it out, or " \
    "put a line with the names of the columns, such as source and target, before it"

/* Refuses a file whose first line may be an edge or something else: the numbers of vertices and
 * edges, if it has as many other lines, and no larger ids; the names "0,1" that pandas gives to columns,
 * if no other line has a vertex 0. */
static tricorn_status check_numbers(tricorn_context *context, tg_input *input, const tg_whole_text *text)
{
    enum { LINES_NAMED = 4 }; /* a small graph may well begin with its only edge of vertex 0 */
    const tg_first_edge *first = text->first;
    const tg_edges *edges = text->edges;
    const uint64_t count = tg_edges_count(edges) - edges->declarations + edges->excluded;
    if (!first->known || text->words || edges->wide || count < 2) return TRICORN_OK;
    const sizes order = find_sizes(first, text->dialect->columns, count - 1);
    const bool names = count > LINES_NAMED && may_be_numbers_of_columns(first, text->dialect);
    if (!order && !names) return TRICORN_OK;
    const rest_of_edges rest = look_at_rest(edges, first);
    if (names && !rest.has_zero)
        return tg_input_refuse_line(
          context, input, first->line, "%s", edges->looked_up ? TG_PAIR_OR_HEADER : TG_EDGE_OR_NAMES);
    if (!are_sizes(first, order, &rest)) return TRICORN_OK;
    if (edges->looked_up) return tg_input_refuse_line(context, input, first->line, "%s", TG_PAIR_OR_HEADER);
    return tg_input_refuse_line(context, input, first->line,
      "%" PRIu64 " lines follow it, so it may be an edge, or the numbers of vertices "
      "and edges: if it is an edge, give " TG_OPTION("header=no") ", else " TG_OPTION("header=yes"),
      count - 1);
}

/* Whether the word is short or numbered, as names of vertices often are. */
static bool is_like_vertex(tg_field word)
{
    enum { SHORT = 2 };
    return word.bytes <= SHORT || tg_field_is_numbered(word);
}

/* Refuses a file whose first line may be an edge or a header of words. "source target" is a
 * header, unless both words are vertices, too; "node1 node2" is one, unless one of them is a
 * vertex. Other words are an edge, unless neither is on another line. */
static tricorn_status check_names(tricorn_context *context, tg_input *input, const tg_whole_text *text)
{
    const tg_first_edge *first = text->first;
    unsigned met = 0;
    for (unsigned i = 0; (first->named || first->may_name) && i < TG_WATCHED_WORDS; i++)
        met += tg_words_occurred(text->words, i);
    const bool edge = first->named && (met == TG_WATCHED_WORDS || (met > 0 && is_like_vertex(first->words[0])));
    const bool names = first->may_name && met == 0 && tg_edges_count(text->edges) > 1;
    if (!edge && !names) return TRICORN_OK;
    return tg_input_refuse_line(context, input, first->line, TG_EDGE_OR_NAMES);
}

/* ---- the last line ---- */

void tg_last_line_keep(tg_last_line *last, const char **begin, const char *stop)
{
    if (*begin == NULL) return;
    const char *end = memchr(*begin, '\n', (size_t)(stop - *begin));
    const size_t bytes = (size_t)(end - *begin);
    last->bytes = bytes <= TG_LAST_LINE_BYTES ? bytes : 0;
    memcpy(last->text, *begin, last->bytes);
    *begin = NULL;
}

/* Whether the last edge has this end, and no other edge has it. */
static bool is_alone(const tg_edge *all, uint64_t count, uint32_t end)
{
    for (uint64_t i = 0; i + 1 < count; i++)
        if (all[i].u == end || all[i].v == end) return false;
    return true;
}

/* Whether the last line, an edge of these words, is none, but a word that is on no other line, and how many
 * other lines the file has: "Total,3". */
static bool is_footer(const tg_whole_text *text, const tg_field ends[2])
{
    const tg_edge *all = text->edges->parts[0].edges;
    const uint64_t count = text->edges->parts[0].count - text->edges->declarations;
    uint64_t number;
    for (unsigned i = 0; i < 2; i++)
        if (tg_field_index(ends[i], &number) && number == count - 1 && !ends[!i].quoted && tg_name_is_total(ends[!i]))
            return is_alone(all, count, i == 1 ? all[count - 1].u : all[count - 1].v);
    return false;
}

static tricorn_status check_last(tricorn_context *context, tg_input *input, const tg_whole_text *text)
{
    enum { LINES_LEAST = 3 };
    const tg_edges *edges = text->edges;
    const tg_last_line *last = text->last;
    tg_field ends[2];
    char message[TG_LINE_MESSAGE_BYTES], command[64] = "";
    if (text->dialect->named || last->bytes == 0 || tg_edges_spilled(edges) || edges->wide || edges->part_count != 1 ||
        edges->parts[0].count < LINES_LEAST + edges->declarations ||
        !tg_dialect_ends(text->dialect, last->text, last->text + last->bytes, ends, message) || !is_footer(text, ends))
        return TRICORN_OK;
    if (tg_input_parts(input) == 0) /* else the line has another number in its file */
        snprintf(command, sizeof command, ", by sed %" PRIu64 "d FILE > OUT", last->line);
    return tg_input_refuse_line(context, input, last->line,
      "the last line may be no edge, but say how many the others are: take it out%s; if "
      "it is an edge, give " TG_OPTION("columns=%" PRIu32 ",%" PRIu32),
      command, text->dialect->ends[text->dialect->reversed] + 1, text->dialect->ends[!text->dialect->reversed] + 1);
}

tricorn_status tg_whole_text_check(tricorn_context *context, tg_input *input, const tg_whole_text *text)
{
    tricorn_status status = TRICORN_OK;
    if (text->words && !text->edges->looked_up) status = check_names(context, input, text);
    if (status == TRICORN_OK && text->words) status = check_last(context, input, text);
    return status == TRICORN_OK ? check_numbers(context, input, text) : status;
}
