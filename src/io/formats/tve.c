/* tve.c - graphs whose lines begin with the letters t, v and e, of programs that find subgraphs.
 *
 *     t 3 2         3 vertices and 2 edges; or "t # 0" (gSpan) or "# t 1" (GraMi), without them
 *     v 0 7 1       a vertex, from 0 on, its label and, perhaps, its degree
 *     v 1 7 2
 *     v 2 5 1
 *     e 0 1         an edge, perhaps with a label
 *     e 1 2
 *
 * Where the first line has no sizes, other graphs may follow; a file is then read by one thread, in its
 * order, and a second graph is refused. Sources: Sun and Luo's SubgraphMatching, README; Yan and Han's
 * gSpan; Elseidy et al.'s GraMi.
 */
#include "io/format.h"

#include <inttypes.h>

#include "base/memory.h"
#include "io/text/each_line.h"
#include "io/text/gather.h"
#include "io/text/header.h"
#include "io/text/lines.h"
#include "io/text/scan.h"

enum { HEAD_WORDS = 3 };

static const char SUFFIXES[] = ".tve .lg .graph";
static const char OWN_SUFFIXES[] = ".tve .lg"; /* .graph is mostly METIS */

/* What one thread has seen, on cache lines of its own. */
typedef struct tally {
    _Alignas(64) uint64_t vertices;
    uint64_t sum; /* of the vertices' numbers, modulo 2^64 */
    uint64_t degrees; /* lines with a degree, and the sum of these */
    uint64_t degree_sum;
    uint64_t loops;
} tally;

typedef struct reading {
    bool sized; /* the first line has the numbers of vertices and edges */
    uint64_t vertices, edges; /* these numbers; otherwise, the vertices until now */
    uint64_t lines; /* the number of the first line, from 1 */
    bool ended; /* "t # -1" was read, the end of gSpan's files */
    tg_scan_ids ids;
    tg_gathering gathering;
    tally *tallies; /* one for each thread */
} reading;

/* ---- the first line ---- */

#define SEVERAL \
    "a second graph: a file holds one; write the first one to a file of its own: awk " \
    "'/^(# )?t/{n++} n==1' FILE > OUT.lg"
#define NO_HEAD "expected 't VERTICES EDGES' or 't # 0'; if this is an edge list, give " TG_OPTION("format=edges")

/* Whether the words begin a graph; reads its sizes, if the line has them. */
static bool is_head(const char *const words[HEAD_WORDS], size_t count, reading *job)
{
    uint64_t number;
    if (count != HEAD_WORDS) return false;
    if (strcmp(words[0], "#") == 0) return strcmp(words[1], "t") == 0 && tg_header_count(words[2], &number);
    if (strcmp(words[0], "t") != 0) return false;
    if (strcmp(words[1], "#") == 0) return tg_header_count(words[2], &number);
    job->sized = tg_header_count(words[1], &job->vertices) && tg_header_count(words[2], &job->edges);
    return job->sized;
}

static tricorn_status read_head(tricorn_context *context, tg_input *input, reading *job)
{
    const char *name = tg_input_name(input), *words[HEAD_WORDS];
    tg_header_line line;
    size_t count = 0;
    tricorn_status status = tg_header_skip_mark(context, input);
    while (status == TRICORN_OK && count == 0) {
        status = tg_header_line_read(context, input, &line);
        if (status != TRICORN_OK) break;
        if (line.ended) return tg_fail(context, TRICORN_BAD_FORMAT, "%s: " NO_HEAD, name);
        job->lines++;
        count = tg_header_split(line.text, words, HEAD_WORDS);
    }
    if (status != TRICORN_OK) return status;
    if (!is_head(words, count, job))
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": " NO_HEAD, name, job->lines);
    return tg_header_check(context, name, job->lines, job->vertices);
}

/* ---- the lines ---- */

static const char NO_LINE[] = "expected 'v' and a vertex, or 'e' and an edge";
static const char NO_VERTEX[] = "expected 'v', the number of a vertex, its label and, perhaps, its degree";
static const char NO_EDGE[] = "expected 'e', the numbers of two vertices and, perhaps, a label";
static const char OUTSIDE[] = "a vertex is not below the number of vertices: they are numbered from 0";
static const char NOT_NEXT[] = "vertices are not numbered 0, 1, 2, ... in this order";
static const char BEHIND_END[] = "a line behind 't # -1', the end of the file";

/* The position behind a word, which may be of any bytes; NULL: the line has no further word. */
static const char *skip_label(const char *at)
{
    at = tg_skip_blanks(at);
    const char *begin = at;
    while ((unsigned char)*at > ' ') at++;
    return at > begin ? at : NULL;
}

/* Each of these reads a line behind its letter. They return its '\n', or NULL with *error set. */

static const char *read_vertex(reading *job, const char *at, tally *own, const char **error)
{
    const tg_scan_ids any = {.count = job->sized ? job->vertices : UINT32_MAX, .no_ids = NO_VERTEX, .outside = OUTSIDE};
    uint64_t vertex, degree;
    at = tg_scan_id(&any, at, &vertex, error);
    if (at == NULL) return NULL;
    *error = NO_VERTEX;
    at = skip_label(at);
    if (at == NULL) return NULL;
    if (tg_scan_end(at) == NULL) {
        at = tg_scan_index(tg_skip_blanks(at), &degree);
        if (at == NULL || tg_scan_end(at) == NULL) return NULL;
        own->degrees++;
        own->degree_sum += degree;
    }
    *error = job->sized || vertex == job->vertices ? NULL : NOT_NEXT;
    if (*error) return NULL;
    own->vertices++;
    own->sum += vertex;
    if (!job->sized) job->ids.count = ++job->vertices;
    return tg_scan_end(at);
}

static const char *read_edge(const reading *job, const char *at, tg_wide_edge *edge, const char **error)
{
    at = tg_scan_edge(&job->ids, at, edge, error);
    if (at == NULL) return NULL;
    const char *end = tg_scan_end(at);
    if (end == NULL) {
        at = skip_label(at);
        end = at ? tg_scan_end(at) : NULL;
    }
    if (end == NULL) *error = NO_EDGE;
    return end;
}

/* Reads a line that is neither a vertex nor an edge. */
static const char *read_other(reading *job, const char *at, const char **error)
{
    const char *end = tg_scan_end(at);
    if (end) return end;
    const bool comment = *at == '#', begins = comment ? *tg_skip_blanks(at + 1) == 't' : *at == 't';
    *error = begins ? SEVERAL : NO_LINE;
    if (!begins || comment || job->sized) return NULL;
    at = tg_skip_blanks(at + 1);
    if (*at != '#') return NULL;
    at = tg_skip_blanks(at + 1);
    end = at[0] == '-' && at[1] == '1' ? tg_scan_end(at + 2) : NULL;
    if (end == NULL) return NULL;
    job->ended = true;
    *error = NULL;
    return end;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *line)
{
    reading *job = user;
    tally *own = &job->tallies[line->thread];
    const char *at = tg_skip_blanks(line->at);
    const bool letter = (*at == 'v' || *at == 'e') && tg_is_blank(at[1]), edge = letter && *at == 'e';
    tg_wide_edge ends;
    if (job->ended && tg_scan_end(at) == NULL) {
        line->error = BEHIND_END;
        return TRICORN_OK;
    }
    at = edge     ? read_edge(job, at + 1, &ends, &line->error)
         : letter ? read_vertex(job, at + 1, own, &line->error)
                  : read_other(job, at, &line->error);
    if (at == NULL) return TRICORN_OK;
    line->at = at + 1;
    if (!edge) return TRICORN_OK;
    own->loops += ends.u == ends.v;
    return tg_gather_edge(context, &job->gathering, line->thread, ends, line->number);
}

TG_PARSE_EACH_LINE(parse_chunk, read_line)

/* ---- the whole ---- */

static tricorn_status check_degrees(tricorn_context *context, const char *name, const tally *all, uint64_t edges)
{
    if (all->degrees == 0 || (all->degrees == all->vertices && (all->degree_sum == 2 * edges || all->loops > 0)))
        return TRICORN_OK;
    if (all->degrees < all->vertices)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: some vertices ('v') have a degree behind their label, others have none", name);
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: the degrees of all vertices are %" PRIu64 ", but %" PRIu64 " edges have %" PRIu64
      " ends: is the file cut? If only the degrees are wrong, take them out: awk '$1==\"v\"{$0=$1\" \"$2\" "
      "\"$3} 1' FILE > OUT.tve",
      name, all->degree_sum, edges, 2 * edges);
}

/* Compares the lines with the sizes on the first line, and the degrees with the edges. */
static tricorn_status check_whole(tricorn_context *context, const char *name, const reading *job, uint64_t edges)
{
    tally all = {0};
    for (uint32_t t = 0; t < job->gathering.threads; t++) {
        const tally *own = &job->tallies[t];
        all.vertices += own->vertices;
        all.sum += own->sum;
        all.degrees += own->degrees;
        all.degree_sum += own->degree_sum;
        all.loops += own->loops;
    }
    const uint64_t count = job->vertices;
    if (all.vertices != count || (job->sized && edges != job->edges))
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s:%" PRIu64 ": says %" PRIu64 " vertices and %" PRIu64 " edges, but there are %" PRIu64
          " lines 'v' and %" PRIu64 " lines 'e'%s",
          name, job->lines, count, job->edges, all.vertices, edges,
          all.vertices < count || edges < job->edges ? ": is the file cut?" : "");
    /* 0 + 1 + ... + count - 1, which is below 2^64 */
    if (all.sum != (count % 2 ? (count - 1) / 2 * count : count / 2 * (count - 1)))
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: a vertex has two lines 'v', and another one has none", name);
    return check_degrees(context, name, &all, edges);
}

static tricorn_status read_tve(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {0};

    TG_TRY(read_head(context, input, &job));
    job.ids = (tg_scan_ids){.count = job.vertices, .no_ids = NO_EDGE, .outside = OUTSIDE};
    TG_TRY(tg_gather_begin(context, options, !job.sized, edges, &job.gathering));
    TG_TRY(TG_ALLOC_ZERO(context, job.gathering.threads, &job.tallies));
    const tg_text_reader reader = {
      .threads = job.gathering.threads, .first_line = job.lines + 1, .user = &job, .parse = parse_chunk};
    TG_TRY(tg_text_read(context, input, &reader));
    tg_gather_end(&job.gathering);
    TG_TRY(check_whole(context, tg_input_name(input), &job, tg_edges_count(edges)));
    edges->declared = true;
    edges->vertices = job.vertices;

cleanup:
    tg_gather_end(&job.gathering);
    tg_free(job.tallies);
    return status;
}

/* Whether the first line begins a graph, and the next one is a vertex. */
static bool begins(const char *bytes, size_t count)
{
    const char *at = bytes + tg_mark_bytes(bytes, count), *stop = bytes + count;
    tg_line line = {at, at};
    while (tg_next_line(&at, stop, &line) && line.begin == line.end) {
    }
    char text[TG_HEADER_LINE_BYTES];
    const char *words[HEAD_WORDS];
    reading job = {0};
    const size_t length = (size_t)(line.end - line.begin);
    if (length >= sizeof text) return false;
    memcpy(text, line.begin, length);
    text[length] = 0;
    if (!is_head(words, tg_header_split(text, words, HEAD_WORDS), &job)) return false;
    while (tg_next_line(&at, stop, &line) && line.begin == line.end) {
    }
    return line.end - line.begin > 2 && *line.begin == 'v' && tg_is_blank(line.begin[1]);
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (begins(bytes, count)) return TG_BY_CONTENT;
    return tg_suffix_matches(name, OWN_SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

static tricorn_status estimate(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    reading found = {0};
    (void)options;
    TG_DO(read_head(context, input, &found));
    if (!found.sized)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: the memory cannot be estimated before the file is read: its first line says no sizes",
          tg_input_name(input));
    *sizes = tg_sizes_declared(found.edges, found.vertices);
    return TRICORN_OK;
}

TG_DEFINE_FORMAT(tve) = {
  .estimate = estimate,
  .description = {.name = "tve",
    .summary = "subgraph matching, gSpan, GraMi: 't', then lines 'v 0 LABEL', 'e 0 1'",
    .suffixes = SUFFIXES,
    .reads = "isolated large pipe parallel"},
  .recognise = recognise,
  .read = read_tve,
};
