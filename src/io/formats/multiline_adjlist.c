/* multiline_adjlist.c - NetworkX's write_multiline_adjlist: each line "vertex count" is followed
 * by `count` lines "neighbour {data}".
 *
 * The counts decide what a line is, so one thread reads all lines in their order. Source:
 * NetworkX, readwrite/multiline_adjlist.py.
 */
#include "io/formats/adjlist.h"

#include <inttypes.h>

#include "io/format.h"
#include "io/text/each_line.h"
#include "io/text/gather.h"
#include "io/text/header.h"
#include "io/text/words.h"

static const char NO_COUNT[] = "expected a vertex and the number of its neighbours, because all "
                               "neighbours of the vertex before were read";
static const char NO_NEIGHBOUR[] = "expected a neighbour and its data in braces, since the number "
                                   "behind the vertex says that one follows";

typedef struct reading {
    tg_gathering gathering;
    tg_words *words; /* the words for which ids stand; NULL: ids are numbers */
    tg_words all_words;
    /* The last vertex, how many neighbours it should have, and how many of these are still to come. */
    uint64_t vertex, stated, left;
    uint64_t vertex_line;
} reading;

/* ---- lines ---- */

static bool has_blank(tg_line line)
{
    for (const char *at = line.begin; at < line.end; at++)
        if (tg_is_blank(*at)) return true;
    return false;
}

/* Splits "vertex count"; returns false if the line is something else. */
static bool split_vertex(tg_line line, tg_line *vertex, uint64_t *count)
{
    const char *at = line.end;
    while (at > line.begin && !tg_is_blank(at[-1])) at--;
    const tg_line number = {at, line.end};
    while (at > line.begin && tg_is_blank(at[-1])) at--;
    *vertex = (tg_line){line.begin, at};
    return at > line.begin && tg_adjlist_number(number, count) == NULL;
}

/* Splits "neighbour" or "neighbour {data}"; returns false if the line is something else. */
static bool split_neighbour(tg_line line, tg_line *neighbour, bool *data)
{
    const char *at = line.begin;
    while (at < line.end && !(tg_is_blank(*at) && at[1] == '{')) at++;
    *data = at < line.end;
    *neighbour = (tg_line){line.begin, at};
    while (tg_is_blank(neighbour->end[-1])) neighbour->end--;
    if (*data) return line.end[-1] == '}';
    return !has_blank(line);
}

/* ---- reading ---- */

static tricorn_status read_vertex(tricorn_context *context, reading *job, tg_line line, const char **error)
{
    tg_line id;
    if (!split_vertex(line, &id, &job->stated)) {
        *error = NO_COUNT;
        return TRICORN_OK;
    }
    job->left = job->stated;
    TG_DO(tg_adjlist_id(context, job->words, id, &job->vertex, error));
    if (*error == NULL && job->stated == 0) TG_DO(tg_gather_vertex(context, &job->gathering, 0, job->vertex));
    return TRICORN_OK;
}

static tricorn_status read_neighbour(
  tricorn_context *context, reading *job, tg_line line, uint64_t number, const char **error)
{
    uint64_t other = 0;
    tg_line id;
    bool data;
    if (!split_neighbour(line, &id, &data)) {
        *error = NO_NEIGHBOUR;
        return TRICORN_OK;
    }
    job->left--;
    TG_DO(tg_adjlist_id(context, job->words, id, &other, error));
    if (*error == NULL) TG_DO(tg_gather_edge(context, &job->gathering, 0, (tg_wide_edge){job->vertex, other}, number));
    return TRICORN_OK;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *from)
{
    reading *job = user;
    const tg_line line = tg_text_trimmed(from);
    if (from->error != NULL || tg_adjlist_skips(line)) return TRICORN_OK;
    if (job->left > 0) return read_neighbour(context, job, line, from->number, &from->error);
    job->vertex_line = from->number;
    return read_vertex(context, job, line, &from->error);
}

TG_PARSE_EACH_LINE(parse_chunk, read_line)

/* Checks what must be true at the end. `detected`: the caller has not named the format. */
static tricorn_status check_end(tricorn_context *context, const char *name, const reading *job, bool detected)
{
    const tg_edges *edges = job->gathering.edges;
    if (job->left > 0)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": the vertex has %" PRIu64 " neighbours by this line, but only %" PRIu64
          " follow: is the file cut?",
          name, job->vertex_line, job->stated, job->stated - job->left);
    if (detected && job->vertex_line > 0 && tg_edges_count(edges) == edges->declarations)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: on each line the number 0 follows a vertex, which may be the number "
          "of its neighbours or its only neighbour: give " TG_OPTION("format=multiline-adjlist") " or " TG_OPTION(
            "format=adjlist"),
          name);
    return TRICORN_OK;
}

static tricorn_status read_multiline(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    const bool words = options->input.ids == TRICORN_IDS_STRING;
    tricorn_status status = TRICORN_OK;
    reading job = {0};

    if (words) TG_TRY(tg_words_create(context, edges->spill, &job.all_words));
    if (words) job.words = &job.all_words;
    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(tg_gather_begin(context, options, true, edges, &job.gathering));
    const tg_text_reader reader = {.threads = 1, .first_line = 1, .user = &job, .parse = parse_chunk};
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(tg_gather_finish(context, &job.gathering));
    TG_TRY(check_end(context, tg_input_name(input), &job, options->input.format == NULL));
    if (tg_edges_count(edges) == 0)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s: holds no vertex: all its lines are empty or comments",
          tg_input_name(input)));
    if (words) TG_TRY(tg_words_finish(context, job.words, edges));

cleanup:
    tg_gather_end(&job.gathering);
    tg_words_free(&job.all_words);
    return status;
}

/* ---- recognition ---- */

/* Whether the lines are of this format. Both formats of NetworkX begin in the same way. In this
 * one the counts fit the lines, and each neighbour is followed by data in braces or, if no vertex
 * has neighbours, each line ends with 0. */
static bool counts_fit(const char *bytes, size_t count)
{
    const char *at = bytes + tg_mark_bytes(bytes, count);
    const char *stop = tg_whole_lines(bytes, count, TG_PEEK_BYTES);
    uint64_t left = 0, neighbours = 0, vertices = 0;
    tg_line line, id;
    bool data, blanks = false; /* blanks: names of vertices contain some */
    while (tg_next_line(&at, stop, &line)) {
        if (tg_adjlist_skips(line)) continue;
        if (left > 0) {
            if (!split_neighbour(line, &id, &data) || !data) return neighbours > 0;
            left--;
            neighbours++;
        } else {
            if (!split_vertex(line, &id, &left)) return neighbours > 0;
            blanks |= has_blank(id);
            vertices++;
        }
    }
    return neighbours > 0 || (vertices > 0 && left == 0 && !blanks);
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    (void)name;
    return tg_adjlist_has_head(bytes, count) && counts_fit(bytes, count) ? TG_BY_CONTENT : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(multiline_adjlist) = {
  .description = {.name = "multiline-adjlist",
    .summary = "NetworkX's multi-line lists: 'u count', then a line a neighbour",
    .suffixes = "",
    .reads = "names isolated large pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_multiline,
};
