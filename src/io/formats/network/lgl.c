/* lgl.c - LGL, of the Large Graph Layout and igraph.
 *
 *     # a
 *     b 2.5
 *     c
 *
 * A line "# a" names a vertex, and each line behind it a neighbour, with a weight or without.
 * Words have no blanks. A vertex without a line of a neighbour has no edge, or has it where that
 * one is named. Other text can have this form, too, so only the suffix or the caller says that
 * it is LGL. One thread reads. Source: igraph's manual, "The LGL format".
 */
#include <string.h>

#include "base/memory.h"
#include "io/formats/network/characters.h"
#include "io/formats/network/document.h"
#include "io/text/scan.h"

static const char SUFFIXES[] = ".lgl";

enum { WORDS = 2 };

typedef struct reading {
    tg_document document;
    tg_characters in;
    char *vertex; /* whose neighbours the lines have; NULL before the first one */
    uint64_t vertex_room;
    bool has_edges, weighted; /* all edges have weights, or none has */
} reading;

/* Reads a line, which may be empty, without its end; sets *more to false at the end of the text.
 */
static tricorn_status read_line(tg_characters *in, bool *more)
{
    tg_characters_clear(in);
    for (int byte;;) {
        TG_DO(tg_characters_peek(in, &byte));
        *more = byte != TG_NO_BYTE;
        if (!*more || byte == '\n') break;
        TG_DO(tg_characters_put(in, (char)byte));
        tg_characters_pass(in);
    }
    return TRICORN_OK;
}

/* Cuts the text into words; returns how many it has, of which the first ones are in `words`. */
static unsigned cut(char *text, char *words[WORDS])
{
    unsigned count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t\r", &rest); word; word = strtok_r(NULL, " \t\r", &rest)) {
        if (count < WORDS) words[count] = word;
        count++;
    }
    return count;
}

static tricorn_status use_vertex(reading *job, char *text)
{
    char *words[WORDS];
    if (cut(text, words) != 1) return tg_characters_refuse(&job->in, "expected one id behind '#'");
    const size_t bytes = strlen(words[0]) + 1;
    TG_DO(TG_MAKE_ROOM(job->in.context, bytes, &job->vertex_room, &job->vertex));
    memcpy(job->vertex, words[0], bytes);
    return tg_document_mention(&job->document, job->vertex, NULL, job->in.line);
}

static tricorn_status use_neighbour(reading *job)
{
    char *words[WORDS];
    const unsigned count = cut(job->in.text, words);
    if (count == 0) return TRICORN_OK;
    if (job->vertex == NULL) return tg_characters_refuse(&job->in, "expected '# ' and the id of a vertex");
    if (count > WORDS)
        return tg_characters_refuse(&job->in, "expected the id of a neighbour and its weight, or "
                                              "none: words have no blanks");
    const char *end = count == WORDS ? tg_scan_number(words[1]) : "";
    if (end == NULL || *end) return tg_characters_refuse(&job->in, "the weight behind a neighbour is no number");
    if (job->has_edges && job->weighted != (count == WORDS))
        return tg_characters_refuse(&job->in, "some neighbours have a weight and others none: "
                                              "give all of them one, or none");
    job->has_edges = true;
    job->weighted = count == WORDS;
    const tg_document_edge edge = {
      .source = job->vertex, .target = words[0], .weight = count == WORDS ? words[1] : NULL, .line = job->in.line};
    TG_DO(tg_document_mention(&job->document, words[0], NULL, job->in.line));
    return tg_document_edge_add(&job->document, &edge);
}

static tricorn_status read_lgl(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.vertex = NULL};
    TG_TRY(tg_document_begin(context, input, options, edges, &job.document));
    TG_TRY(tg_characters_begin(context, input, &job.in));
    for (bool more = true; more;) {
        TG_TRY(read_line(&job.in, &more));
        char *text = job.in.text + strspn(job.in.text, " \t");
        TG_TRY(*text == '#' ? use_vertex(&job, text + 1) : use_neighbour(&job));
        if (more) tg_characters_pass(&job.in);
    }
    if (job.vertex == NULL)
        TG_TRY(tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: has no vertex: expected lines such as '# a'", tg_input_name(input)));
    TG_TRY(tg_document_finish(&job.document));
cleanup:
    tg_document_end(&job.document);
    tg_characters_end(&job.in);
    tg_free(job.vertex);
    return status;
}

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    (void)bytes, (void)count;
    return tg_suffix_matches(name, SUFFIXES) ? TG_BY_NAME : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(lgl) = {
  .description = {.name = "lgl",
    .summary = "LGL, of igraph: '# a', and its neighbours on lines behind it",
    .suffixes = SUFFIXES,
    .reads = "names weights isolated large pipe"},
  .both_ways = true,
  .recognise = recognise,
  .read = read_lgl,
};
