/* edge_list.c - text edge lists of all usual dialects: SNAP, TSV, CSV, with comments or a header.
 * Plain lines are read by pairs.c, all others by edge_line.c; each thread fills its own part. Ids
 * stay narrow (32 bits) until one does not fit. */
#include "io/edge_list.h"

#include <string.h>

#include "base/memory.h"
#include "io/edge_line.h"
#include "io/format.h"
#include "io/pairs.h"
#include "io/strings.h"
#include "io/text.h"

enum {
    LEAST_LINE = 4,             /* "1 2\n": a block has at most a fourth as many edges as bytes */
    HEADER_LINE_BYTES = 1 << 12 /* a longer line cannot be a row of column names */
};

/* The state of one thread, on cache lines of its own. */
typedef struct part_state {
    _Alignas(64) tg_edge_part *part;
    uint64_t largest;
    bool wide;
} part_state;

typedef struct reading {
    tg_edges *edges;
    part_state *states;   /* one for each part */
    const tg_pairs_reader *plain;
    tg_strings *strings;  /* ids are words; one thread */
    bool strict;          /* note each edge's line; one thread */
    uint64_t lines_room;
    uint64_t line;        /* strict: of the next line */
    uint64_t header_line; /* line of the row of column names; 0: none */
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
    tricorn_status status =
        tg_edge_part_reserve(context, state->part, most, edge_bytes(state));
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
                      .wide = state->wide};
    job->plain->read(&pairs);
    part->count += pairs.count;
    if (pairs.largest > state->largest) state->largest = pairs.largest;
    *lines = pairs.count;
    return pairs.at;
}

static tricorn_status read_careful_line(tricorn_context *context, reading *job, part_state *state,
                                       const tg_edge_line *line, const char **error)
{
    uint64_t u = 0, v = 0;
    if (job->strings == NULL) {
        *error = tg_edge_line_number(line->ends[0], &u);
        if (*error == NULL) *error = tg_edge_line_number(line->ends[1], &v);
        if (*error != NULL) return TRICORN_OK;
    } else {
        uint32_t numbers[2];
        for (unsigned i = 0; i < 2; i++) {
            const tricorn_status status =
                tg_strings_number(context, job->strings, line->ends[i].text, line->ends[i].bytes,
                                  &numbers[i]);
            if (status != TRICORN_OK) return status;
        }
        u = numbers[0];
        v = numbers[1];
    }
    return push(context, state, u, v);
}

/* Strict only: `lines` lines were read; each edge from `before` on has its own line. */
static void note_lines(reading *job, const tg_edge_part *part, uint64_t before, uint64_t lines)
{
    if (!job->strict) return;
    for (uint64_t i = before; i < part->count; i++)
        job->edges->lines[i] = job->line + (i - before);
    job->line += lines;
}

static tricorn_status parse_block(tricorn_context *context, void *user, const tg_text_block *block,
                                 tg_text_outcome *outcome)
{
    reading *job = user;
    part_state *state = &job->states[block->thread];
    /* If the last line lacks its '\n', the block is followed by one. */
    const char *stop = block->end[-1] == '\n' ? block->end : block->end + 1;
    tricorn_status status = make_room(context, job, state, block);

    for (const char *at = block->begin; status == TRICORN_OK && at < stop;) {
        uint64_t before = state->part->count, lines = 0;
        if (job->strings == NULL) at = read_plain_lines(job, state, at, stop, &lines);
        note_lines(job, state->part, before, lines);
        outcome->lines += lines;
        if (at == stop) break;

        const char *end = memchr(at, '\n', (size_t)(stop - at));
        const tg_edge_line line = tg_edge_line_split(at, end);
        before = state->part->count;
        outcome->error = line.error;
        outcome->lines++;
        if (line.edge)
            status = read_careful_line(context, job, state, &line, &outcome->error);
        if (outcome->error != NULL) break;
        note_lines(job, state->part, before, 1);
        at = end + 1;
    }
    return status;
}

/* ---- before and after the lines ------------------------------------------------------------ */

/* The part of the text before the lines that are read as edges. */
typedef struct preamble {
    size_t bytes;
    uint64_t lines, header_line; /* header_line: line of the row of column names; 0: none */
} preamble;

/* Looks for a row of column names in the first line that is not a comment.  A line of prose
 * between two comment lines is skipped: it is a comment that a line break has cut (SNAP's
 * as-caida). */
static void find_header(const char *bytes, size_t count, preamble *found)
{
    bool after_comment = false;
    uint64_t lines = 0;
    for (size_t at = found->bytes; at < count;) {
        const char *newline = memchr(bytes + at, '\n', count - at), *begin = bytes + at;
        if (newline == NULL && count == TG_PEEK_BYTES)
            break; /* its end is beyond the known bytes */
        const char *end = newline ? newline : bytes + count;
        const size_t next = (size_t)(end - bytes) + (newline != NULL);
        const tg_edge_line line = tg_edge_line_split(begin, end);
        lines++;
        if (line.edge || line.error) {
            const bool torn = after_comment && tg_edge_line_is_prose(&line) &&
                              tg_edge_line_is_comment(bytes + next, bytes + count);
            const bool header = !torn && end - begin <= HEADER_LINE_BYTES &&
                                tg_edge_line_is_header(begin, end);
            if (torn || header) *found = (preamble){next, lines, header ? lines : 0};
            if (!torn) break;
        }
        after_comment = tg_edge_line_is_comment(begin, end);
        at = next;
    }
}

/* Skips a byte order mark and a row of column names. */
static tricorn_status skip_preamble(tricorn_context *context, tg_input *input, reading *job)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* U+FEFF in UTF-8 */
    tricorn_status status = TRICORN_OK;
    const char *bytes = NULL;
    char *skipped = NULL;
    preamble found = {0};
    size_t count = 0;

    TG_TRY(tg_input_peek(context, input, &bytes, &count));
    if (count >= sizeof mark - 1 && memcmp(bytes, mark, sizeof mark - 1) == 0)
        found.bytes = sizeof mark - 1;
    /* Column names cannot be told from ids that are words. */
    if (job->strings == NULL) find_header(bytes, count, &found);
    if (found.bytes > 0) {
        TG_TRY(TG_ALLOC(context, found.bytes, &skipped));
        TG_TRY(tg_input_read(context, input, skipped, found.bytes, &count));
    }
    job->header_line = found.header_line;
    job->line = found.lines + 1;

cleanup:
    tg_free(skipped);
    return status;
}

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

static tricorn_status read_edge_list(tricorn_context *context, tg_input *input,
                                    const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const bool words = options->ids == TRICORN_IDS_STRING;
    const uint32_t threads = words || options->strict ? 1 : context->threads;
    reading job = {.edges = edges,
                   .plain = tg_pairs_reader_of(context->isa),
                   .strict = options->strict != 0};
    tg_text_reader reader = {.threads = threads, .user = &job, .parse = parse_block};

    TG_TRY(tg_edges_create(context, threads, edges));
    TG_TRY(TG_ALLOC_ZERO(context, threads, &job.states));
    for (uint32_t p = 0; p < threads; p++) job.states[p].part = &edges->parts[p];
    if (words) TG_TRY(tg_strings_create(context, &job.strings));
    TG_TRY(skip_preamble(context, input, &job));
    reader.first_line = job.line;
    TG_TRY(tg_text_read(context, input, &reader));
    if (job.header_line > 0 && tg_edges_count(edges) == 0)
        /* These are probably words that were meant as an edge. */
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT,
                       "%s:%llu: words, and no edge after them; for ids that are words use "
                       "--ids string",
                       tg_input_name(input), (unsigned long long)job.header_line));
    TG_TRY(even_out(context, &job));
    if (words) {
        edges->vertices = tg_strings_count(job.strings);
        status = tg_strings_finish(context, job.strings, &edges->ids);
        job.strings = NULL;
    }

cleanup:
    tg_strings_free(job.strings);
    tg_free(job.states);
    return status;
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
