/* adjlist.c - lists of neighbours in text: each line has a vertex and some of its neighbours.
 *
 *     u v w x       NetworkX's write_adjlist; other separators, too
 *     u: v w x      also with commas
 *     u<TAB>v,w,x   also with a blank in place of the tab
 *
 * A line with one id is a vertex, which may have no neighbours. An edge may be on the lines of
 * both its ends, or on only one of them. Source: NetworkX, readwrite/adjlist.py.
 */
#include "io/formats/adjlist.h"

#include <string.h>

#include "base/memory.h"
#include "io/format.h"
#include "io/text/each_line.h"
#include "io/text/gather.h"
#include "io/text/header.h"
#include "io/text/words.h"

static const char SUFFIXES[] = ".adjlist";

typedef struct reading {
    tg_adjlist_form form;
    tg_gathering gathering;
    tg_words *words; /* the words for which ids stand; NULL: ids are numbers */
    tg_words all_words;
} reading;

/* ---- reading ---- */

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *from)
{
    reading *job = user;
    const tg_line line = tg_text_trimmed(from);
    tg_adjlist_ids ids = {.form = &job->form, .rest = line, .first = true};
    tg_line id;
    uint64_t vertex = 0, neighbours = 0;
    if (from->error != NULL || tg_adjlist_skips(line)) return TRICORN_OK;
    for (bool first = true; tg_adjlist_next(&ids, &id, &from->error); first = false) {
        uint64_t other = 0;
        TG_DO(tg_adjlist_id(context, job->words, id, first ? &vertex : &other, &from->error));
        if (from->error != NULL) break;
        if (first) continue;
        neighbours++;
        TG_DO(tg_gather_edge(context, &job->gathering, from->thread, (tg_wide_edge){vertex, other}, from->number));
    }
    if (from->error == NULL && neighbours == 0) TG_DO(tg_gather_vertex(context, &job->gathering, from->thread, vertex));
    return TRICORN_OK;
}

TG_PARSE_EACH_LINE(parse_chunk, read_line)

static tricorn_status find_form(tricorn_context *context, tg_input *input, reading *job)
{
    const char *bytes = NULL;
    size_t count = 0;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    const char *error = tg_adjlist_find_form(bytes, count, job->words != NULL, &job->form);
    if (error == NULL) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT, "%s: %s", tg_input_name(input), error);
}

/* Refuses a file of words in which no line has a separator: each line would be a vertex without edges. */
static tricorn_status finish_words(tricorn_context *context, const char *name, reading *job)
{
    tg_edges *edges = job->gathering.edges;
    if (edges->declarations > 0 && tg_edges_count(edges) == edges->declarations)
        return tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: each line is one word, without neighbours; separate ids by tabs", name);
    return tg_words_finish(context, job->words, edges);
}

static tricorn_status read_adjlist(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    const bool words = options->input.ids == TRICORN_IDS_STRING;
    tricorn_status status = TRICORN_OK;
    reading job = {0};

    if (words) TG_TRY(tg_words_create(context, edges->spill, &job.all_words));
    if (words) job.words = &job.all_words;
    TG_TRY(find_form(context, input, &job));
    TG_TRY(tg_header_skip_mark(context, input));
    TG_TRY(tg_gather_begin(context, options, words, edges, &job.gathering));
    const tg_text_reader reader = {
      .threads = job.gathering.threads, .first_line = 1, .user = &job, .parse = parse_chunk};
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(tg_gather_finish(context, &job.gathering));
    if (words) TG_TRY(finish_words(context, tg_input_name(input), &job));
    if (edges->vertices == 0 && !edges->wide)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s: holds no vertex: all its lines are empty or comments",
          tg_input_name(input)));

cleanup:
    tg_gather_end(&job.gathering);
    tg_words_free(&job.all_words);
    return status;
}

/* ---- recognition ---- */

/* What the first lines have: mainly, how many ids are on them. */
enum { HEAD_AND_NEIGHBOURS = 3, FEW_LINES = 3, LINES_PER_LIST = 4 };
typedef struct widths {
    uint64_t least, most;
    uint64_t lines, lists; /* lists: the lines with two neighbours or more */
    /* Each id after a line's first two has exactly three digits, as in 1,234,567. */
    bool thousands;
    uint64_t vertex; /* the vertex of the last line */
    bool again; /* two consecutive lines begin with the same vertex */
    uint64_t vertices[FEW_LINES]; /* the vertices of the first lines */
    uint64_t list[HEAD_AND_NEIGHBOURS]; /* the ids of the last line that has three of them */
} widths;

/* Adds a line to what was seen; returns false if the line does not have the form. */
static bool measure(const tg_adjlist_form *form, tg_line line, widths *seen)
{
    tg_adjlist_ids ids = {.form = form, .rest = line, .first = true};
    const char *error = NULL;
    uint64_t number, count = 0, numbers[HEAD_AND_NEIGHBOURS];
    tg_line id;
    while (tg_adjlist_next(&ids, &id, &error)) {
        if (tg_adjlist_number(id, &number) != NULL) return false;
        if (count < HEAD_AND_NEIGHBOURS) numbers[count] = number;
        if (++count > 2) seen->thousands &= id.end - id.begin == 3;
        if (count > 1) continue;
        seen->again |= seen->lines > 0 && seen->vertex == number;
        seen->vertex = number;
        if (seen->lines < FEW_LINES) seen->vertices[seen->lines] = number;
    }
    seen->lines++;
    seen->lists += count > 2;
    if (count == HEAD_AND_NEIGHBOURS) memcpy(seen->list, numbers, sizeof numbers);
    if (count < seen->least) seen->least = count;
    if (count > seen->most) seen->most = count;
    return error == NULL;
}

/* Whether at most three lines were seen and, on the only list, a neighbour is also the vertex of
 * another line. Otherwise the comma of that list may be a mistyped digit. */
static bool is_list_of_few(const widths *seen)
{
    const uint64_t *list = seen->list;
    if (seen->lines > FEW_LINES) return false;
    for (uint64_t i = 0; i < seen->lines; i++) {
        const uint64_t vertex = seen->vertices[i];
        if (vertex != list[0] && (vertex == list[1] || vertex == list[2])) return true;
    }
    return false;
}

static bool is_indented(const char *bytes, const char *line)
{
    return line > bytes && tg_is_blank(line[-1]);
}

/* Whether lines "u: v w" or "u v,w" can only be of this format: all ids are numbers, the lines have different numbers
 * of ids, and, if they have no colons, no two consecutive lines begin with the same vertex. (Numbered edges may look
 * like "1: 7 8", decimal commas like "7 8,5"; counted edges are indented; and a comma on few lines is a fault.) */
static bool is_marked_list(const char *bytes, size_t count)
{
    const char *at = bytes + tg_mark_bytes(bytes, count);
    const char *stop = tg_whole_lines(bytes, count, TG_PEEK_BYTES);
    widths seen = {.least = UINT64_MAX, .thousands = true};
    tg_adjlist_form form;
    tg_line line;
    if (!memchr(bytes, ':', count) && !memchr(bytes, ',', count)) return false;
    tg_adjlist_find_form(bytes, count, false, &form);
    if (form.head == ',' || form.head == form.list) return false;
    while (tg_next_line(&at, stop, &line))
        if (!tg_adjlist_skips(line) && (is_indented(bytes, line.begin) || !measure(&form, line, &seen))) return false;
    if (seen.most < HEAD_AND_NEIGHBOURS || seen.least == seen.most || seen.lists * LINES_PER_LIST < seen.lines)
        return false;
    const bool lists = seen.lists > 1 || seen.most > HEAD_AND_NEIGHBOURS || is_list_of_few(&seen);
    return form.head == ':' || (lists && !seen.thousands && !seen.again);
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_adjlist_has_head(bytes, count)) return TG_BY_CONTENT;
    if (tg_suffix_matches(name, SUFFIXES)) return TG_BY_NAME;
    return count > 0 && is_marked_list(bytes, count) ? TG_BY_LINES : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(adjlist) = {
  .description = {.name = "adjlist",
    .summary = "a vertex and its neighbours on a line: NetworkX, 'u: v w', 'u v,w'",
    .suffixes = SUFFIXES,
    .reads = "names isolated large pipe parallel"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_adjlist,
};
