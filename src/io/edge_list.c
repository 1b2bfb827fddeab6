/* edge_list.c - text edge lists of all usual dialects: SNAP, TSV, CSV, with comments or a header.
 * The dialect is decided from the first lines (dialect.h), and every line is held to it.  Plain
 * lines are read by pairs.c, all others by dialect.c; each thread fills its own part. Ids stay
 * narrow (32 bits) until one does not fit. */
#include "io/edge_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/options.h"
#include "io/dialect.h"
#include "io/first_lines.h"
#include "io/format.h"
#include "io/graphchallenge.h"
#include "io/pairs.h"
#include "io/scan.h"
#include "io/strings.h"
#include "io/text.h"

enum { LEAST_LINE = 4 /* "1 2\n": a block has at most a fourth as many edges as bytes */ };

/* The state of one thread, on cache lines of its own. */
typedef struct part_state {
    _Alignas(64) tg_edge_part *part;
    uint64_t largest;
    bool wide;
    char message[TG_LINE_MESSAGE_BYTES]; /* of the bad line, if there was one */
} part_state;

typedef struct reading {
    tg_dialect dialect;
    tg_edges *edges;
    part_state *states;           /* one for each part */
    const tg_pairs_reader *plain; /* NULL: no line is plain */
    tg_strings *strings;          /* ids are words; one thread */
    char *word;                   /* room for one without its quotes */
    size_t word_room;
    bool known_form; /* the caller has named the format or the columns */
    bool strict;     /* note each edge's line; one thread */
    uint64_t lines_room;
    uint64_t line; /* strict: of the next line */
} reading;

/* ---- edges -------------------------------------------------------------------------------- */

static size_t edge_bytes(const part_state *state)
{
    return state->wide ? sizeof(tg_wide_edge) : sizeof(tg_edge);
}

/* Room for all edges of the block. */
static tricorn_status make_room(tricorn_context *context, reading *job, part_state *state,
                                const tg_text_block *block)
{
    const uint64_t most = (uint64_t)(block->end - block->begin) / LEAST_LINE + 1;
    tricorn_status status = tg_edge_part_reserve(context, state->part, most, edge_bytes(state));
    if (status == TRICORN_OK && job->strict && job->lines_room < state->part->room) {
        status = TG_REALLOC(context, state->part->room, &job->edges->lines);
        if (status == TRICORN_OK) job->lines_room = state->part->room;
    }
    return status;
}

static tricorn_status push(tricorn_context *context, part_state *state, uint64_t u, uint64_t v)
{
    const uint64_t larger = u > v ? u : v;
    if (larger > state->largest) state->largest = larger;
    if (!state->wide && larger >= UINT32_MAX) {
        const tricorn_status status = tg_edge_part_widen(context, state->part);
        if (status != TRICORN_OK) return status;
        state->wide = true;
    }
    if (state->wide)
        tg_edge_part_push_wide(state->part, u, v);
    else
        tg_edge_part_push(state->part, (uint32_t)u, (uint32_t)v);
    return TRICORN_OK;
}

/* Reads plain lines from `at`; returns the first line that is not plain, or stop. */
static const char *read_plain_lines(const reading *job, part_state *state, const char *at,
                                    const char *stop, uint64_t *lines)
{
    tg_edge_part *part = state->part;
    char *edges = part->edges;
    tg_pairs pairs = {.at = at,
                      .stop = stop,
                      .edges = edges + part->count * edge_bytes(state),
                      .separator = job->dialect.separator,
                      .columns = job->dialect.varies ? 0 : job->dialect.columns,
                      .wide = state->wide};
    job->plain->read(&pairs);
    part->count += pairs.count;
    if (pairs.largest > state->largest) state->largest = pairs.largest;
    *lines = pairs.count;
    return pairs.at;
}

/* The number of the word in a field. */
static tricorn_status find_word(tricorn_context *context, reading *job, tg_field field,
                                uint32_t *number)
{
    if (!field.quoted)
        return tg_strings_number(context, job->strings, field.text, field.bytes, number);
    if (field.bytes > job->word_room) {
        const tricorn_status status = TG_REALLOC(context, field.bytes, &job->word);
        if (status != TRICORN_OK) return status;
        job->word_room = field.bytes;
    }
    return tg_strings_number(context, job->strings, job->word, tg_field_unquote(field, job->word),
                             number);
}

/* Reads any line that is not a comment; sets state->message and *bad if it does not fit. */
static tricorn_status read_careful_line(tricorn_context *context, reading *job, part_state *state,
                                        const char *begin, const char *end, bool *bad)
{
    tg_field ends[2];
    uint64_t numbers[2];
    *bad = !tg_dialect_ends(&job->dialect, begin, end, ends, state->message);
    for (unsigned i = 0; !*bad && i < 2; i++) {
        uint32_t number = 0;
        if (job->strings == NULL) {
            *bad = !tg_dialect_number(ends[i], &numbers[i], state->message);
            continue;
        }
        const tricorn_status status = find_word(context, job, ends[i], &number);
        if (status != TRICORN_OK) return status;
        numbers[i] = number;
    }
    return *bad ? TRICORN_OK : push(context, state, numbers[0], numbers[1]);
}

/* Strict only: `lines` lines were read; each edge from `before` on has its own line. */
static void note_lines(reading *job, const tg_edge_part *part, uint64_t before, uint64_t lines)
{
    if (!job->strict) return;
    for (uint64_t i = before; i < part->count; i++)
        job->edges->lines[i] = job->line + (i - before);
    job->line += lines;
}

/* Skips lines that are blank or comments; plain lines are seen at their first byte. */
static const char *skip_lines(reading *job, const char *at, const char *stop, uint64_t *lines)
{
    uint64_t skipped = 0;
    while (at < stop && !tg_is_digit(*at)) {
        if (*at == '\n') {
            at++;
        } else {
            const char *end = memchr(at, '\n', (size_t)(stop - at));
            if (!tg_dialect_skips(&job->dialect, at, end)) break;
            at = end + 1;
        }
        skipped++;
    }
    if (job->strict) job->line += skipped;
    *lines += skipped;
    return at;
}

static tricorn_status parse_block(tricorn_context *context, void *user,
                                  const tg_text_block *block, tg_text_outcome *outcome)
{
    reading *job = user;
    part_state *state = &job->states[block->thread];
    /* If the last line lacks its '\n', the block is followed by one. */
    const char *stop = block->end[-1] == '\n' ? block->end : block->end + 1;
    tricorn_status status = make_room(context, job, state, block);

    for (const char *at = block->begin; status == TRICORN_OK;) {
        const uint64_t before = state->part->count;
        uint64_t lines = 0;
        bool bad = false;
        at = skip_lines(job, at, stop, &outcome->lines);
        if (at == stop) break;
        if (job->plain && tg_is_digit(*at)) at = read_plain_lines(job, state, at, stop, &lines);
        if (lines == 0) {
            const char *end = memchr(at, '\n', (size_t)(stop - at));
            lines = 1;
            status = read_careful_line(context, job, state, at, end, &bad);
            if (bad) outcome->error = state->message;
            at = end + 1;
        }
        note_lines(job, state->part, before, lines);
        outcome->lines += lines;
        if (bad) break;
    }
    return status;
}

/* ---- the whole ----------------------------------------------------------------------------- */

/* Makes all parts wide if one of them is. */
static tricorn_status even_out(tricorn_context *context, reading *job)
{
    tg_edges *edges = job->edges;
    uint64_t largest = 0;
    for (uint32_t p = 0; p < edges->part_count; p++) {
        edges->wide |= job->states[p].wide;
        if (job->states[p].largest > largest) largest = job->states[p].largest;
    }
    for (uint32_t p = 0; edges->wide && p < edges->part_count; p++) {
        if (job->states[p].wide) continue;
        const tricorn_status status = tg_edge_part_widen(context, &edges->parts[p]);
        if (status != TRICORN_OK) return status;
        job->states[p].wide = true;
    }
    if (!edges->wide) edges->vertices = tg_edges_count(edges) > 0 ? largest + 1 : 0;
    return TRICORN_OK;
}

/* Whether a first line "V E" may tell how many vertices and edges follow.  Some list each edge
 * from both ends and count it once. */
static bool may_tell_sizes(const tg_first_edge *first, uint64_t lines)
{
    enum { LINES_PER_VERTEX = 16 };
    return first->v == lines ||
           (first->v == lines / 2 && lines % 2 == 0 && first->u / LINES_PER_VERTEX <= lines);
}

/* A first line "V E" may be an edge, or how many vertices and edges there are.  Where the rest of
 * the file fits the latter, and both ends are on other lines, so that it may close a triangle,
 * the file is refused. */
static tricorn_status check_first_edge(tricorn_context *context, const char *name,
                                       const tg_edges *edges, const tg_first_edge *first)
{
    const uint64_t count = tg_edges_count(edges);
    if (!first->known || first->u == first->v || edges->wide || count < 2 ||
        !may_tell_sizes(first, count - 1))
        return TRICORN_OK;
    uint64_t most = 0, equal = 0;
    bool met = false;
    for (uint32_t p = 0; p < edges->part_count; p++) {
        const tg_edge *part = edges->parts[p].edges;
        for (uint64_t i = 0; i < edges->parts[p].count; i++) {
            const tg_edge edge = part[i];
            equal += (edge.u == first->u && edge.v == first->v) ||
                     (edge.u == first->v && edge.v == first->u);
            if (edge.u == first->u && edge.v == first->v && !met) {
                met = true;
                continue;
            }
            most = edge.u > most ? edge.u : most;
            most = edge.v > most ? edge.v : most;
        }
    }
    if (most != first->u || first->v > most || equal > 1) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
                   "%s:%" PRIu64
                   ": may be an edge, or the numbers of vertices and edges: give " TG_OPTION(
                       "header=no") " or " TG_OPTION("header=yes") ", or name another format",
                   name, first->line);
}

/* A first line "source target" is a header, unless the words are vertices, too. */
static tricorn_status check_header(tricorn_context *context, const char *name,
                                   const tg_strings *strings, const tg_first_edge *first)
{
    if (!first->named) return TRICORN_OK;
    for (unsigned i = 0; i < 2; i++)
        if (!tg_strings_has(strings, first->words[i].text, first->words[i].bytes))
            return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
                   "%s:%" PRIu64 ": may be an edge, or the names of the columns: give " TG_OPTION(
                       "header=no") " or " TG_OPTION("header=yes"),
                   name, first->line);
}

/* What only the whole file can tell. */
static tricorn_status check_whole(tricorn_context *context, const char *name, const reading *job,
                                  const tg_first_edge *first)
{
    tricorn_status status = check_header(context, name, job->strings, first);
    if (status == TRICORN_OK) status = check_first_edge(context, name, job->edges, first);
    if (status != TRICORN_OK || !job->dialect.constant || job->known_form) return status;
    return tg_incidence_check_edges(context, name, job->edges);
}

static tricorn_status read_lines(tricorn_context *context, tg_input *input, reading *job,
                                 uint64_t line)
{
    const tg_text_reader reader = {
        .threads = job->edges->part_count, .first_line = line, .user = job, .parse = parse_block};
    const tg_dialect *dialect = &job->dialect;
    const bool plain = !dialect->words && dialect->ends[0] == 0 && dialect->ends[1] == 1;
    job->plain = plain ? tg_pairs_reader_of(context->isa) : NULL;
    job->line = line;
    return tg_text_read(context, input, &reader);
}

tricorn_status tg_edge_list_read(tricorn_context *context, tg_input *input,
                                 const tricorn_load_options *options, tg_edge_list_rules rules,
                                 tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const bool words = options->ids == TRICORN_IDS_STRING;
    const uint32_t threads = words || options->strict ? 1 : context->threads;
    tg_first_edge first;
    tg_first_place where = {.input = input,
                            .table = rules.table,
                            .least = rules.least,
                            .most = rules.most,
                            .separator = rules.separator};
    reading job = {.edges = edges,
                   .known_form = options->format != NULL || !tg_is_auto(options->columns),
                   .strict = options->strict != 0};

    TG_TRY(tg_edges_create(context, threads, edges));
    TG_TRY(TG_ALLOC_ZERO(context, threads, &job.states));
    for (uint32_t p = 0; p < threads; p++) job.states[p].part = &edges->parts[p];
    if (words) TG_TRY(tg_strings_create(context, &job.strings));
    TG_TRY(tg_first_lines_read(context, &where, options, &job.dialect, &first));
    if (job.dialect.undecided && !rules.may_be_empty)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s: holds no edge: all its lines are empty or comments",
                       tg_input_name(input)));
    TG_TRY(read_lines(context, input, &job, where.line));
    TG_TRY(even_out(context, &job));
    TG_TRY(check_whole(context, tg_input_name(input), &job, &first));
    if (!job.dialect.undecided) tg_dialect_describe(&job.dialect, edges->dialect);
    if (words) {
        edges->vertices = tg_strings_count(job.strings);
        status = tg_strings_finish(context, job.strings, &edges->ids);
        job.strings = NULL;
    }

cleanup:
    tg_strings_free(job.strings);
    tg_free(job.word);
    tg_free(job.states);
    return status;
}

static tricorn_status read_edge_list(tricorn_context *context, tg_input *input,
                                     const tricorn_load_options *options, tg_edges *edges)
{
    return tg_edge_list_read(context, input, options, (tg_edge_list_rules){0}, edges);
}

static const char suffixes[] = ".txt .el .tsv .csv .edges .edgelist .wel";

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    (void)bytes;
    (void)count;
    return tg_suffix_matches(name, suffixes) ? TG_BY_NAME : TG_BY_DEFAULT;
}

TG_DEFINE_FORMAT(edge_list) = {
    .description = {.name = "edges",
                    .summary = "text edge list: SNAP, TSV, CSV; two ids on a line",
                    .suffixes = suffixes,
                    .reads = 1,
                    .writes = 1},
    .recognise = recognise,
    .read = read_edge_list,
    .estimate = tg_estimate_text,
    .write = tg_edge_list_write,
};
