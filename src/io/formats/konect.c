/* konect.c - the edge lists of KONECT (out.NAME): a text edge list whose first line describes the graph.
 *
 * The first line is "% TYPE WEIGHTS". Often the second line is "% EDGES VERTICES VERTICES". Then lines "u v [weight
 * [time]]" follow, which count from 1. TYPE is sym, asym or bip; in bip the two columns number different sets of
 * vertices. If a vertex up to the stated number is on no line, it has no edge. Source: Kunegis, "KONECT: the Koblenz
 * network collection", WWW 2013 companion; its handbook.
 */
#include "io/format.h"

#include <inttypes.h>
#include <omp.h>
#include <string.h>
#include <strings.h>

#include "io/formats/edge_list.h"
#include "io/text/fields.h"
#include "io/text/header.h"
#include "io/text/scan.h"

enum { TYPE_WORDS = 3, COUNT_WORDS = 4, HEADER_LINES = 2, MOST_COLUMNS = 4 };

typedef struct header {
    uint64_t line; /* the line number of "% TYPE WEIGHTS" */
    uint64_t second_line; /* the number of the second line */
    const char *type, *weights; /* two words of the lists below */
    bool counted; /* the second line states these numbers */
    bool unequal; /* the second line states two different numbers of vertices */
    uint64_t edges, vertices; /* vertices: the larger of these two numbers */
    uint64_t sides[2];
} header;

static const char *const types[] = {"sym", "asym", "bip"};
static const char *const weights[] = {"unweighted", "positive", "posweighted", "signed", "multisigned", "weighted",
  "dynamic", "multiweighted", "multiposweighted"};

/* Returns the word of the list that is equal to this one, in any case, or NULL. */
static const char *look_up(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(word, list[i]) == 0) return list[i];
    return NULL;
}

/* Copies the comment at *at, without the end of its line, and sets *at to the next line.
 * Returns false if the line is no comment. `count` bytes are known. */
static bool read_comment(const char **at, size_t *count, char line[TG_HEADER_LINE_BYTES])
{
    if (*count == 0 || **at != '%') return false;
    const char *newline = memchr(*at, '\n', *count);
    const size_t length = newline ? (size_t)(newline - *at) : *count;
    if (length >= TG_HEADER_LINE_BYTES) return false;
    memcpy(line, *at, length);
    line[length] = 0;
    *at += length + (newline != NULL);
    *count -= length + (newline != NULL);
    return true;
}

/* Splits a comment into words; its '%' may be a word of its own or the beginning of one. */
static size_t split_comment(char *line, const char **words, size_t most)
{
    line[0] = ' ';
    return tg_header_split(line, words, most);
}

/* Reads the comment "% TYPE WEIGHTS", or "% bip", and sets *at to the next line. Returns false if the
 * line is another one. */
static bool read_type(const char **at, size_t *count, header *found)
{
    char line[TG_HEADER_LINE_BYTES];
    const char *words[TYPE_WORDS];
    const size_t given = read_comment(at, count, line) ? split_comment(line, words, TYPE_WORDS) : 0;
    if (given == 0) return false;
    found->type = look_up(words[0], types, sizeof types / sizeof *types);
    if (given == 1 && (found->type == NULL || strcmp(found->type, "bip") != 0)) return false;
    found->weights = look_up(given == 1 ? "unweighted" : words[1], weights, sizeof weights / sizeof *weights);
    return found->type != NULL && found->weights != NULL;
}

static bool read_header(const char *bytes, size_t count, header *found)
{
    char line[TG_HEADER_LINE_BYTES];
    const char *words[COUNT_WORDS];
    uint64_t first, second;
    const size_t mark = tg_mark_bytes(bytes, count);
    bytes += mark;
    count -= mark;
    *found = (header){.line = 1};
    for (;; found->line++) {
        const char *at = bytes;
        size_t left = count;
        if (!read_type(&at, &left, found)) {
            if (!tg_header_skip_comment(&bytes, &count)) return false;
            continue;
        }
        bytes = at;
        count = left;
        break;
    }

    found->second_line = found->line + 1;
    while (count > 0 && *bytes != '%' && tg_header_skip_comment(&bytes, &count)) found->second_line++;
    if (!read_comment(&bytes, &count, line)) return true;
    const size_t numbers = split_comment(line, words, COUNT_WORDS);
    found->counted = (numbers == 2 || numbers == 3) && tg_header_count(words[0], &found->edges) &&
                     tg_header_count(words[1], &first) && tg_header_count(words[numbers - 1], &second);
    if (!found->counted) return true;
    found->vertices = first > second ? first : second;
    found->unequal = first != second;
    found->sides[0] = first;
    found->sides[1] = second;
    return true;
}

static bool is_bipartite(const header *found)
{
    return strcmp(found->type, "bip") == 0;
}

static tricorn_status refuse_type(tricorn_context *context, const char *name, const header *found, int bipartite)
{
    if (is_bipartite(found) && !bipartite)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s:%" PRIu64 ": is bipartite ('bip'): its lines join two kinds of things, which bear "
          "the same numbers, so it has no triangles; if both columns are of one kind "
          "after all, give " TG_OPTION("format=edges"),
          name, found->line);
    if (found->unequal && !is_bipartite(found))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": has two numbers of vertices, but '%s' networks have one kind; to read "
          "the lines as they are, give " TG_OPTION("format=edges"),
          name, found->second_line, found->type);
    if (strcmp(found->weights, "dynamic") == 0)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s:%" PRIu64 ": is 'dynamic': its lines add edges and remove them again; to count "
          "in all edges that were ever added, give " TG_OPTION("format=edges"),
          name, found->line);
    return TRICORN_OK;
}

/* What is known of the edges that were read. If `counted` is true, the edges that have spilled
 * already count from 0. */
typedef struct survey {
    const tricorn_context *context;
    bool counted;
    uint32_t least, most; /* the least and the largest id of edges with 32-bit ids */
} survey;

static void find_range(survey *seen, const tg_edge *edges, uint64_t count)
{
    uint32_t low = UINT32_MAX, high = 0;
#pragma omp parallel for num_threads((int)seen->context->threads) reduction(min : low) reduction(max : high)
    for (uint64_t i = 0; i < count; i++) {
        const tg_edge edge = edges[i];
        const uint32_t smaller = edge.u < edge.v ? edge.u : edge.v;
        const uint32_t larger = edge.u < edge.v ? edge.v : edge.u;
        low = smaller < low ? smaller : low;
        high = larger > high ? larger : high;
    }
#pragma omp critical(tg_konect_range)
    {
        if (low < seen->least) seen->least = low;
        if (high > seen->most) seen->most = high;
    }
}

static void count_from_zero(const tricorn_context *context, tg_edge *edges, uint64_t count)
{
#pragma omp parallel for num_threads((int)context->threads)
    for (uint64_t i = 0; i < count; i++) edges[i] = (tg_edge){edges[i].u - 1, edges[i].v - 1};
}

/* Looks at edges before they spill. If other edges have 64-bit ids, the file is refused, or ids stay as they are. */
static void look(void *user, void *edges, uint64_t count, size_t edge_bytes)
{
    survey *seen = user;
    if (edge_bytes != sizeof(tg_edge)) return;
    find_range(seen, edges, count);
    if (seen->counted) count_from_zero(seen->context, edges, count);
}

/* Makes 1 the id of the first vertex, and the number in the header the number of vertices. */
static tricorn_status apply_header(
  tricorn_context *context, const char *name, const header *found, survey *seen, tg_edges *edges)
{
    const uint64_t count = tg_edges_count(edges);
    if (found->counted && count < found->edges && strcmp(found->weights, "unweighted") == 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": says %" PRIu64 " edges, but there are %" PRIu64
          ": is the file cut?  To read the edges that there are, give " TG_OPTION("format=edges"),
          name, found->second_line, found->edges, count);
    for (uint32_t p = 0; !edges->wide && p < edges->part_count; p++)
        find_range(seen, edges->parts[p].edges, edges->parts[p].count);
    if (!edges->wide && seen->least == 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: a vertex is 0, but KONECT counts from 1; if this is another edge list, "
          "give " TG_OPTION("format=edges"),
          name);
    if (!found->counted) return TRICORN_OK;
    if (edges->wide || seen->most > found->vertices)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": says %" PRIu64 " vertices, but a vertex is larger; if this is "
          "another edge list, give " TG_OPTION("format=edges"),
          name, found->second_line, found->vertices);
    TG_DO(tg_header_check(context, name, found->second_line, found->vertices));
    for (uint32_t p = 0; p < edges->part_count; p++)
        count_from_zero(context, edges->parts[p].edges, edges->parts[p].count);
    edges->declared = true;
    edges->vertices = found->vertices;
    edges->ids.first = 1;
    if (is_bipartite(found)) memcpy(edges->sides, found->sides, sizeof edges->sides);
    return TRICORN_OK;
}

static tricorn_status read_konect(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const char *name = tg_input_name(input), *bytes = NULL;
    size_t count = 0;
    header found;
    tg_edge_spill *spill = edges->spill;
    survey seen = {.context = context, .least = UINT32_MAX};
    const bool numbers = options->input.ids != TRICORN_IDS_STRING;

    TG_TRY(tg_input_peek(context, input, &bytes, &count));
    if (!read_header(bytes, count, &found))
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:1: expected KONECT's header, such as '%% sym unweighted' or '%% asym "
          "positive'",
          name));
    TG_TRY(refuse_type(context, name, &found, options->bipartite));
    tricorn_load_options lines = *options;
    if (numbers) lines.input.ids = TRICORN_IDS_NUMBER;
    /* Behind the ends are the weight and the time. */
    const tricorn_columns *given = &options->text.columns;
    lines.text.columns = (tricorn_columns){.source = "1",
      .target = "2",
      .weight = given->weight ? given->weight : "3",
      .time = given->time ? given->time : "4",
      .label = given->label};
    lines.text.header = "no";
    const tg_edge_list_rules rules = {.may_be_empty = found.counted && found.edges == 0,
      .lines = {.table = true, .least = 2, .most = MOST_COLUMNS, .separator = TG_BLANKS}};
    seen.counted = found.counted;
    if (spill && numbers) {
        spill->look_user = &seen;
        spill->look = look;
    }
    TG_TRY(tg_edge_list_read(context, input, &lines, rules, edges));
    edges->symmetric = strcmp(found.type, "sym") == 0;
    if (numbers) TG_TRY(apply_header(context, name, &found, &seen, edges));

cleanup:
    if (spill) spill->look = NULL;
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    header found;
    (void)name;
    return read_header(bytes, count, &found) ? TG_BY_CONTENT : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(konect) = {
  .estimate = tg_estimate_text,
  .description = {.name = "konect",
    .summary = "KONECT out.NAME: an edge list that begins '% sym unweighted'",
    .suffixes = "",
    .reads = "names weights directions isolated large pipe parallel"},
  .recognise = recognise,
  .read = read_konect,
  .selects = true,
};
