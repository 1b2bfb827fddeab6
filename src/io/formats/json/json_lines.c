/* json_lines.c - edges as lines of JSON (NDJSON, JSON Lines): each line is an object with two
 * ends, or an array that begins with them.
 *
 * All lines must have the same shape as the first one (json_edge.h).  No line depends on another
 * one, so all threads read lines; but if ids are words, only one thread does.  Source:
 * jsonlines.org; the tables that tricorn writes.
 */
#include "io/format.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/text/each_line.h"
#include "io/text/gather.h"
#include "io/text/header.h"
#include "io/formats/json/json_edge.h"
#include "io/formats/json/json_ids.h"
#include "io/formats/json/json_layout.h"
#include "io/text/dialect/dialect.h"
#include "io/text/scan.h"
#include "io/text/words.h"

/* The state of a thread. */
typedef struct thread_state {
    unsigned further; /* the bitwise or of the tg_json_further of all its edges */
    tg_json json;
    char error[TG_JSON_FAULT_BYTES + 32]; /* a fault, with the column where it is */
} thread_state;

typedef struct reading {
    tg_gathering gathering;
    tg_json_shape shape; /* if several threads read, it is known before */
    tg_json_ids ids;     /* for ids that are words; one thread */
    tg_words words;
    tg_missing missing;
    thread_state **states;
} reading;

/* Finds the ids of the ends, or the numbers of their words.  If one of them is no id, sets the
 * scanner's fault. */
static tricorn_status find_ends(tricorn_context *context, reading *job, thread_state *state,
                                const tg_json_edge *edge, uint64_t ends[2])
{
    state->further |= edge->further;
    for (int i = 0; i < 2; i++) {
        if (!job->ids.words) {
            if (!tg_json_id_number(&state->json, &edge->ends[i], &ends[i])) break;
            continue;
        }
        tg_json_id_text id;
        tricorn_status status =
            tg_json_ids_text(context, &job->ids, &state->json, &edge->ends[i], &id);
        if (status == TRICORN_OK && state->json.fault_at == NULL)
            status = tg_words_number(context, &job->words, id.text, id.bytes, &ends[i]);
        if (status != TRICORN_OK || state->json.fault_at) return status;
    }
    return TRICORN_OK;
}

/* Whether an end has no value. */
static const tg_json_value *missing_end(const reading *job, const tg_json_edge *edge)
{
    for (int i = 0; i < 2; i++) {
        const tg_json_value *end = &edge->ends[i];
        const bool name = job->ids.words && job->missing == TG_MISSING_KEEP &&
                          end->kind == TG_JSON_STRING && end->bytes > 0;
        if (!name && tg_json_is_missing(end)) return end;
    }
    return NULL;
}

static void refuse_missing(const reading *job, tg_json *json, const tg_json_value *end)
{
    if (end->bytes == 0) {
        tg_json_refuse(json, tg_json_place(end),
                       "a vertex id is empty: to leave such lines out, give " TG_OPTION(
                           "missing=drop"));
        return;
    }
    tg_json_refuse(json, tg_json_place(end),
                   "a vertex id has no value (%.*s): to leave such lines out, give " TG_OPTION(
                       "missing=drop") "%s",
                   TG_JSON_SHOWN(end),
                   job->ids.words && end->kind == TG_JSON_STRING
                       ? "; if it is the name of a vertex, " TG_OPTION("missing=keep")
                       : "");
}

/* Reads the line that the scanner is at; false if it is blank, or the scanner has a fault. */
static bool read_edge(tg_json *json, tg_json_shape *shape, tg_json_edge *edge)
{
    return tg_json_next(json) > TG_JSON_END &&
           tg_json_edge_read(json, shape, edge) != TG_JSON_FAULT &&
           tg_json_next(json) != TG_JSON_FAULT; /* checks that the line ends here */
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *line)
{
    reading *job = user;
    thread_state *state = job->states[line->thread];
    tricorn_status status = TRICORN_OK;
    /* If the last line of a chunk does not end with '\n', one follows the chunk. */
    const char *end = memchr(line->at, '\n', (size_t)(line->stop - line->at) + 1);
    tg_json_edge edge;
    uint64_t ends[2] = {0};
    tg_json_begin(&state->json, line->at, end, true);
    const bool is_edge = read_edge(&state->json, &job->shape, &edge);
    const tg_json_value *missing = is_edge ? missing_end(job, &edge) : NULL;
    const bool drops = missing && job->missing == TG_MISSING_DROP;
    if (missing && !drops) refuse_missing(job, &state->json, missing);
    if (is_edge && !missing) status = find_ends(context, job, state, &edge, ends);
    if (state->json.fault_at) {
        snprintf(state->error, sizeof state->error, "column %zu: %s",
                 (size_t)(state->json.fault_at - line->at) + 1, state->json.fault);
        line->error = state->error;
        return status;
    }
    line->at = end + 1;
    job->gathering.own[line->thread].missing += drops;
    if (!is_edge || drops || status != TRICORN_OK) return status;
    return tg_gather_edge(context, &job->gathering, line->thread,
                          (tg_wide_edge){ends[0], ends[1]}, line->number);
}

static tricorn_status parse_chunk(tricorn_context *context, void *user,
                                  const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    return tg_text_each_line(context, read_line, user, chunk, outcome);
}

/* ---- before and after the lines ------------------------------------------------------------ */

/* Skips a byte order mark, and finds the shape if the peeked bytes have an edge; also what ids are, if
 * nobody has said so: what the first edge has. */
static tricorn_status begin(tricorn_context *context, tg_input *input, tricorn_ids ids, reading *job)
{
    const char *bytes;
    size_t count;
    tg_json json;
    tg_json_edge edge = {.ends = {{.kind = TG_JSON_NUMBER}}};
    tricorn_status status = tg_input_peek(context, input, &bytes, &count);
    if (status != TRICORN_OK) return status;
    const size_t mark = tg_mark_bytes(bytes, count);
    tg_json_begin(&json, bytes + mark, bytes + count, count < TG_PEEK_BYTES);
    const bool read = tg_json_next(&json) > TG_JSON_END &&
                      tg_json_edge_read(&json, &job->shape, &edge) == TG_JSON_CLOSE;
    job->ids.words = ids == TRICORN_IDS_STRING ||
                     (ids == TRICORN_IDS_AUTO && read && edge.ends[0].kind == TG_JSON_STRING &&
                      edge.ends[1].kind == TG_JSON_STRING);
    return tg_header_skip_mark(context, input);
}

static tricorn_status make_states(tricorn_context *context, reading *job)
{
    tricorn_status status = TRICORN_OK;
    const uint32_t threads = job->gathering.threads;
    TG_TRY(TG_ALLOC_ZERO(context, threads, &job->states));
    for (uint32_t t = 0; t < threads; t++) TG_TRY(TG_ALLOC_ZERO(context, 1, &job->states[t]));
cleanup:
    return status;
}

static tricorn_status finish(tricorn_context *context, tg_input *input, reading *job)
{
    tricorn_status status = TRICORN_OK;
    tg_edges *edges = job->gathering.edges;
    unsigned further = 0;
    TG_TRY(tg_gather_finish(context, &job->gathering));
    for (uint32_t t = 0; t < edges->part_count; t++) further |= job->states[t]->further;
    const char *doubt = tg_json_edge_doubt(&job->shape, further);
    if (tg_edges_count(edges) == 0) doubt = "holds no edge: it is empty";
    if (doubt)
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s: %s", tg_input_name(input), doubt));
    if (job->ids.words) TG_TRY(tg_words_finish(context, &job->words, edges));
cleanup:
    return status;
}

static tricorn_status read_lines(tricorn_context *context, tg_input *input,
                                 const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.ids = {0}};
    tg_text_reader reader = {.first_line = 1, .user = &job, .parse = parse_chunk};

    TG_TRY(tg_json_shape_named(context, &options->text.columns, &job.shape));
    job.missing = tg_missing_of(options->text.missing);
    TG_TRY(begin(context, input, options->input.ids, &job));
    if (job.ids.words) TG_TRY(tg_words_create(context, edges->spill, &job.words));
    TG_TRY(tg_gather_begin(context, options, !job.shape.known || job.ids.words, edges,
                           &job.gathering));
    TG_TRY(make_states(context, &job));
    reader.threads = job.gathering.threads;
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(finish(context, input, &job));

cleanup:
    for (uint32_t t = 0; job.states && t < job.gathering.threads; t++) tg_free(job.states[t]);
    tg_free(job.states);
    tg_gather_end(&job.gathering);
    tg_words_free(&job.words);
    tg_json_ids_free(&job.ids);
    return status;
}

static const char suffixes[] = ".jsonl .ndjson";

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    if (tg_json_layout_of(bytes, count) == TG_JSON_LINES) return TG_BY_CONTENT;
    return tg_suffix_matches(name, suffixes) ? TG_BY_NAME : TG_NOT_MINE;
}

TG_DEFINE_FORMAT(json_lines) = {
    .description = {.name = "json-lines",
                    .summary = "edges as lines of JSON: {\"source\":1,\"target\":2} or [1,2]",
                    .suffixes = suffixes,
                    .reads = 1},
    .directed = true,
    .in_parts = true,
    .recognise = recognise,
    .read = read_lines,
};
