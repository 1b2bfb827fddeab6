/* json_lines.c - edges as lines of JSON (NDJSON, JSON Lines): each line is an object with two ends, or an array that
 * begins with them (json_edge.h).
 *
 * The first lines decide which members are the ends and the values; at the end the keys of all lines must agree. No
 * line depends on another one, so all threads read lines; but if ids are words, only one thread does. Source:
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
#include "io/text/dialect/where.h"
#include "io/text/scan.h"
#include "io/text/vertex_file.h"
#include "io/text/words.h"

/* The state of a thread. */
typedef struct thread_state {
    tg_json_seen seen;
    tg_json json;
    char error[TG_JSON_FAULT_BYTES + 32]; /* a fault, with the column where it is */
} thread_state;

typedef struct reading {
    tg_gathering gathering;
    tg_json_shape shape; /* if several threads read, it is known before */
    tg_json_ids ids; /* for ids that are words; one thread */
    tg_json_ids seconds; /* for the second words of ids that are in two columns */
    tg_words words;
    tg_missing missing;
    tg_where where; /* which lines are edges of the graph */
    _Atomic int times; /* their form, as tg_time_store has it */
    bool is_signed; /* weights may be negative */
    thread_state **states;
} reading;

/* The edge of a line, as it is gathered. */
typedef struct found_edge {
    uint64_t ends[2];
    double weight;
    int64_t time;
    bool excluded; /* a condition does not hold */
} found_edge;

/* Whether ids are in two columns. */
static bool has_parts(const reading *job)
{
    return job->shape.roles.seconds[TG_SOURCE] != TG_NO_COLUMN;
}

/* Reads a word of an id in two columns; sets the scanner's fault if it is none. */
static tricorn_status read_part(
  tricorn_context *context, tg_json_ids *ids, tg_json *json, const tg_json_value *value, tg_field *part)
{
    tg_json_id_text text;
    const tricorn_status status = tg_json_ids_text(context, ids, json, value, &text);
    if (status != TRICORN_OK || json->fault_at) return status;
    *part = (tg_field){.text = text.text, .bytes = text.bytes};
    if (tg_is_doubtful_part(*part))
        tg_json_refuse(json, tg_json_place(value), "%.*s, " TG_DOUBTFUL_PART, TG_JSON_SHOWN(value));
    return TRICORN_OK;
}

/* Numbers the word of an end; `words` has two values if ids are in two columns. */
static tricorn_status number_word(tricorn_context *context, reading *job, tg_json *json,
  const tg_json_value *const words[TG_ID_PARTS], uint64_t *number)
{
    tricorn_status status = TRICORN_OK;
    tg_json_id_text id;
    tg_field parts[TG_ID_PARTS];
    if (!has_parts(job)) {
        TG_TRY(tg_json_ids_text(context, &job->ids, json, words[0], &id));
        return json->fault_at ? TRICORN_OK : tg_words_number(context, &job->words, id.text, id.bytes, number);
    }
    TG_TRY(read_part(context, &job->ids, json, words[0], &parts[0]));
    if (json->fault_at) return TRICORN_OK;
    TG_TRY(read_part(context, &job->seconds, json, words[1], &parts[1]));
    if (json->fault_at == NULL) status = tg_words_of_parts(context, &job->words, parts, number);
cleanup:
    return status;
}

/* Finds the ids of the ends, or the numbers of their words. If one of them is no id, sets the scanner's fault. */
static tricorn_status find_ends(
  tricorn_context *context, reading *job, tg_json *json, const tg_json_edge *edge, uint64_t ends[2])
{
    for (int i = 0; i < 2; i++) {
        if (!job->ids.words) {
            if (!tg_json_id_number(json, &edge->values[i], &ends[i])) break;
            continue;
        }
        const tg_json_value *const words[TG_ID_PARTS] = {&edge->values[i], &edge->seconds[i]};
        const tricorn_status status = number_word(context, job, json, words, &ends[i]);
        if (status != TRICORN_OK || json->fault_at) return status;
    }
    return TRICORN_OK;
}

/* Reads a weight; if it is none, sets the scanner's fault. */
static void find_weight(tg_json *json, const tg_json_value *value, bool is_signed, double *weight)
{
    const bool number = value->kind == TG_JSON_NUMBER || value->kind == TG_JSON_NAME;
    const tg_weight_kind kind =
      number ? tg_field_weight((tg_field){.text = value->begin, .bytes = value->bytes}, is_signed, weight)
             : TG_WEIGHT_NONE;
    if (kind == TG_WEIGHT_FITS) return;
    tg_json_refuse(json, tg_json_place(value), "the weight %.*s %s", TG_JSON_SHOWN(value),
      value->kind == TG_JSON_STRING ? "is a string, and weights are numbers" : tg_weight_fault(kind));
}

/* ---- conditions ---- */

/* The text of a value that conditions are asked of, decoded into `room`. A text that does not fit into it is
 * longer than the label of any condition, of whose bytes each takes at most six characters. */
static tg_field text_of(const tg_json_value *value, char room[TG_JSON_KEY_BYTES])
{
    tg_field text = {.text = value->begin, .bytes = value->bytes};
    if (value->kind == TG_JSON_STRING && value->escaped && value->bytes < TG_JSON_KEY_BYTES &&
        tg_json_decode(value, room, &text.bytes) == NULL)
        text.text = room;
    return text;
}

/* Whether the value may be one of the role, by its kind; otherwise sets the scanner's fault. */
static bool is_of_kind(tg_json *json, tg_role role, const tg_json_value *value)
{
    if (value->kind == TG_JSON_OBJECT || value->kind == TG_JSON_ARRAY ||
        (role == TG_WEIGHT_ROLE && value->kind == TG_JSON_STRING)) {
        tg_json_refuse(json, tg_json_place(value), "the %s %.*s %s", tg_role_names[role], TG_JSON_SHOWN(value),
          role == TG_WEIGHT_ROLE ? "is no number" : "is neither a number nor a string");
        return false;
    }
    return true;
}

static void find_time(reading *job, tg_json *json, const tg_json_value *value, int64_t *time)
{
    char room[TG_JSON_KEY_BYTES], fault[TG_WHERE_MESSAGE_BYTES];
    if (is_of_kind(json, TG_TIME, value) && !tg_time_store(text_of(value, room), &job->times, time, fault))
        tg_json_refuse(json, tg_json_place(value), "the time: %s", fault);
}

/* Whether the value of a role holds the conditions; if it is no such value, sets the scanner's fault. */
static bool holds(const reading *job, tg_json *json, tg_role role, const tg_json_value *value)
{
    char room[TG_JSON_KEY_BYTES], fault[TG_WHERE_MESSAGE_BYTES];
    if (!is_of_kind(json, role, value)) return false;
    const bool does = tg_where_holds(&job->where, role, text_of(value, room), fault);
    if (*fault) tg_json_refuse(json, tg_json_place(value), "the %s: %s", tg_role_names[role], fault);
    return does;
}

/* Asks all conditions of an edge. */
static bool is_excluded(const reading *job, tg_json *json, const tg_json_edge *edge)
{
    bool excluded = false;
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES && json->fault_at == NULL; r++)
        if (job->where.roles & tg_role_bit(r)) excluded |= !holds(job, json, r, &edge->values[r]);
    return excluded;
}

/* ---- missing values ---- */

/* Whether an end, or another value that is read, is missing. */
static bool is_missing(const reading *job, const tg_json_value *value, tg_role role)
{
    const bool name = ((role < TG_WEIGHT_ROLE && job->ids.words) || role == TG_LABEL) &&
                      job->missing == TG_MISSING_KEEP && value->kind == TG_JSON_STRING && value->bytes > 0;
    return !name && (value->kind == 0 || tg_json_is_missing(value));
}

/* The value that is missing, and its role; NULL: none is. */
static const tg_json_value *find_missing(const reading *job, const tg_json_edge *edge, tg_role *role)
{
    for (unsigned r = 0; r < TG_ROLES; r++) {
        *role = r;
        if (job->shape.roles.at[r] == TG_NO_COLUMN) continue;
        if (is_missing(job, &edge->values[r], r)) return &edge->values[r];
        if (r <= TG_TARGET && has_parts(job) && is_missing(job, &edge->seconds[r], r)) return &edge->seconds[r];
    }
    return NULL;
}

#define TO_DROP "to leave such lines out, give " TG_OPTION("missing=drop")

static void refuse_missing(const reading *job, tg_json *json, const tg_json_edge *edge)
{
    tg_role role;
    const tg_json_value *value = find_missing(job, edge, &role);
    const bool is_end = role < TG_WEIGHT_ROLE;
    const char *name = is_end ? "vertex id" : tg_role_names[role], *what = is_end ? "a" : "the";
    if (value->kind == 0) {
        tg_json_refuse_absent(json, &job->shape, edge, role, ": " TO_DROP);
        return;
    }
    if (value->bytes == 0) {
        tg_json_refuse(json, tg_json_place(value), "%s %s is empty: " TO_DROP, what, name);
        return;
    }
    tg_json_refuse(json, tg_json_place(value), "%s %s has no value (%.*s): " TO_DROP "%s", what, name,
      TG_JSON_SHOWN(value),
      job->ids.words && value->kind == TG_JSON_STRING && is_end
        ? "; if it is the name of a vertex, " TG_OPTION("missing=keep")
        : "");
}

/* ---- lines ---- */

/* Reads the line that the scanner is at; false if it is blank, or the scanner has a fault. */
static bool read_edge(tg_json *json, tg_json_shape *shape, tg_json_seen *seen, tg_json_edge *edge)
{
    return tg_json_next(json) > TG_JSON_END && tg_json_edge_read(json, shape, seen, edge) != TG_JSON_FAULT &&
           tg_json_next(json) != TG_JSON_FAULT; /* checks that the line ends here */
}

static tricorn_status gather(tricorn_context *context, reading *job, const tg_text_line *line, const found_edge *found)
{
    tg_edge_part *part = &job->gathering.own[line->thread].part;
    TG_DO(tg_gather_edge(
      context, &job->gathering, line->thread, (tg_wide_edge){found->ends[0], found->ends[1]}, line->number));
    if (job->gathering.timed) TG_DO(tg_edge_part_time(context, part, found->time));
    return job->gathering.weighted ? tg_edge_part_weigh(context, part, found->weight) : TRICORN_OK;
}

static tricorn_status read_line(tricorn_context *context, void *user, tg_text_line *line)
{
    reading *job = user;
    thread_state *state = job->states[line->thread];
    tg_json *json = &state->json;
    tricorn_status status = TRICORN_OK;
    /* If the last line of a chunk does not end with '\n', one follows the chunk. */
    const char *end = memchr(line->at, '\n', (size_t)(line->stop - line->at) + 1);
    tg_json_edge edge;
    found_edge found = {.excluded = false};
    tg_json_begin(json, line->at, end, true);
    const bool is_edge = read_edge(json, &job->shape, &state->seen, &edge);
    tg_role role;
    const bool missing = is_edge && find_missing(job, &edge, &role) != NULL;
    const bool drops = missing && job->missing == TG_MISSING_DROP;
    if (missing && !drops) refuse_missing(job, json, &edge);
    const bool whole = is_edge && !missing;
    if (whole) found.excluded = is_excluded(job, json, &edge);
    const bool kept = whole && !found.excluded && json->fault_at == NULL;
    if (kept || (whole && !job->ids.words)) status = find_ends(context, job, json, &edge, found.ends);
    if (kept && job->gathering.weighted && json->fault_at == NULL)
        find_weight(json, &edge.values[TG_WEIGHT_ROLE], job->is_signed, &found.weight);
    if (kept && job->gathering.timed && json->fault_at == NULL)
        find_time(job, json, &edge.values[TG_TIME], &found.time);
    if (json->fault_at) {
        snprintf(
          state->error, sizeof state->error, "column %zu: %s", (size_t)(json->fault_at - line->at) + 1, json->fault);
        line->error = state->error;
        return status;
    }
    line->at = end + 1;
    job->gathering.own[line->thread].missing += drops;
    job->gathering.own[line->thread].excluded += found.excluded;
    return kept && status == TRICORN_OK ? gather(context, job, line, &found) : status;
}

static tricorn_status parse_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    reading *job = user;
    TG_DO(tg_gather_chunk(context, &job->gathering, chunk->thread, chunk->index));
    return tg_text_each_line(context, read_line, user, chunk, outcome);
}

/* ---- before and after the lines ---- */

/* The first bytes of the content. */
typedef struct first_bytes {
    const char *begin, *end;
    bool whole; /* they are all of it */
} first_bytes;

/* Scans the next line that is in them as a whole and not blank; its first token is the last one. */
static bool next_line(first_bytes *left, tg_json *json)
{
    while (left->begin < left->end) {
        const char *end = memchr(left->begin, '\n', (size_t)(left->end - left->begin));
        if (end == NULL && !left->whole) return false;
        tg_json_begin(json, left->begin, end ? end : left->end, true);
        left->begin = end ? end + 1 : left->end;
        if (tg_json_next(json) > TG_JSON_END) return true;
    }
    return false;
}

/* Whether the first edge without a missing end has strings. */
static bool has_strings(reading *job, first_bytes first)
{
    tg_json_seen seen = {.further = 0};
    tg_json json;
    tg_json_edge edge;
    tg_role role;
    while (next_line(&first, &json))
        if (tg_json_edge_read(&json, &job->shape, &seen, &edge) == TG_JSON_CLOSE &&
            find_missing(job, &edge, &role) == NULL)
            return edge.values[TG_SOURCE].kind == TG_JSON_STRING && edge.values[TG_TARGET].kind == TG_JSON_STRING;
    return false;
}

/* Skips a byte order mark, and finds the shape by the edges that are in the peeked bytes; also what
 * ids are, if nobody has said so. */
static tricorn_status begin(tricorn_context *context, tg_input *input, tricorn_ids ids, reading *job)
{
    const char *bytes;
    size_t count;
    tg_json json;
    bool looked = false;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    const first_bytes first = {
      .begin = bytes + tg_mark_bytes(bytes, count), .end = bytes + count, .whole = count < TG_PEEK_BYTES};
    for (first_bytes left = first; next_line(&left, &json);)
        looked |= tg_json_shape_look(&json, &job->shape) == TG_JSON_CLOSE;
    /* If they leave it open, the first edge that is read is refused for it, with its line. */
    if (looked) tg_json_shape_decide(&json, &job->shape, first.begin);
    job->seconds.words = true;
    job->ids.words = ids == TRICORN_IDS_STRING || (ids == TRICORN_IDS_AUTO && has_strings(job, first));
    return tg_header_skip_mark(context, input);
}

static tricorn_status make_states(tricorn_context *context, reading *job)
{
    const uint32_t threads = job->gathering.threads;
    TG_DO(TG_ALLOC_ZERO(context, threads, &job->states));
    for (uint32_t t = 0; t < threads; t++) TG_DO(TG_ALLOC_ZERO(context, 1, &job->states[t]));
    return TRICORN_OK;
}

static tricorn_status finish(tricorn_context *context, tg_input *input, reading *job)
{
    char doubt[TG_ROLES_MESSAGE_BYTES];
    tg_edges *edges = job->gathering.edges;
    TG_DO(tg_gather_finish(context, &job->gathering));
    for (uint32_t t = 0; t < edges->part_count; t++) tg_json_shape_merge(&job->shape, &job->states[t]->seen);
    if (!tg_json_shape_is_clear(&job->shape, doubt))
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: %s", tg_input_name(input), doubt);
    if (tg_edges_count(edges) == edges->declarations && edges->excluded == 0)
        return tg_fail(context, TRICORN_BAD_FORMAT, "%s: holds no edge: %s", tg_input_name(input),
          edges->missing > 0 ? "all lines lack a value" : "it is empty");
    if (job->ids.words) TG_DO(tg_words_finish(context, &job->words, edges));
    return TRICORN_OK;
}

static tricorn_status read_lines(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    reading job = {.ids = {0}};
    tg_text_reader reader = {.first_line = 1, .user = &job, .parse = parse_chunk};

    TG_TRY(tg_json_shape_begin(context, options, &job.shape));
    TG_TRY(tg_where_read(context, options, &job.where));
    job.is_signed = options->graph.weights == TRICORN_SIGNED;
    job.missing = tg_missing_of(options->text.missing);
    TG_TRY(begin(context, input, options->input.ids, &job));
    if (job.ids.words) TG_TRY(tg_words_create(context, edges->spill, &job.words));
    TG_TRY(tg_gather_begin(context, options, !job.shape.known || job.ids.words, edges, &job.gathering));
    TG_TRY(make_states(context, &job));
    reader.threads = job.gathering.threads;
    TG_TRY(tg_text_read(context, input, &reader));
    TG_TRY(tg_vertex_file_read(context, options, &job.gathering, job.ids.words ? &job.words : NULL));
    TG_TRY(finish(context, input, &job));

cleanup:
    for (uint32_t t = 0; job.states && t < job.gathering.threads; t++) tg_free(job.states[t]);
    tg_free(job.states);
    tg_gather_end(&job.gathering);
    tg_words_free(&job.words);
    tg_json_ids_free(&job.ids);
    tg_json_ids_free(&job.seconds);
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
    .reads = "names weights directions large pipe parallel"},
  .takes_vertices = true,
  .selects = true,
  .in_parts = true,
  .recognise = recognise,
  .read = read_lines,
};
