/* edge_list.c - reads text edge lists in all usual dialects: SNAP, TSV, CSV, with comments or a header.
 *
 * - The first lines decide the dialect (dialect.h), and every line is checked against it.
 * - pairs.c reads plain lines of two numbers, many lines in one call, and word_lines.c plain lines of
 *   words; dialect.c reads all other lines.
 * - Each thread appends edges to a part of its own. Ids have 32 bits until one does not fit.
 */
#include "io/formats/edge_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/options.h"
#include "io/text/dialect/dialect.h"
#include "io/text/dialect/where.h"
#include "io/text/first_lines.h"
#include "io/format.h"
#include "io/text/gather.h"
#include "io/formats/graphchallenge.h"
#include "io/formats/metis_header.h"
#include "io/text/header.h"
#include "io/text/lines.h"
#include "io/text/pairs.h"
#include "io/text/scan.h"
#include "io/text/text.h"
#include "io/text/vertex_file.h"
#include "io/text/whole_text.h"
#include "io/text/word_lines.h"
#include "io/text/words.h"

enum {
    USUAL_LINE = 16, /* about how many bytes a line of a large graph has */
    LEAST_LINE = 4 /* the bytes of "1 2\n": a chunk has at most a fourth as many edges as bytes */
};

/* The fault of a line that a thread reads, on cache lines that no other thread uses. */
typedef struct line_message {
    _Alignas(64) char text[TG_LINE_MESSAGE_BYTES];
} line_message;

typedef struct reading {
    tg_dialect dialect;
    tg_gathering gathering;
    line_message *messages; /* one for each thread */
    tg_input *input;
    tg_text_reader text;
    const tg_pairs_reader *plain; /* reads plain lines; NULL: no line is plain */
    tg_words words; /* the words for which ids stand, if ids are words; then one thread reads */
    tg_words labels; /* of edges, if times are numbers of labels; then the same */
    bool labelled; /* times are these */
    bool named; /* ids are words */
    bool plain_words; /* word_lines.c reads plain lines */
    bool known_form; /* the caller has named the format or the columns */
    bool is_signed; /* weights may be negative */
    tg_where where; /* which lines are edges of the graph */
    _Atomic int times; /* their form, as tg_time_store has it */
    const char *last_edge; /* of words: the last line of the chunk that is an edge; NULL: none is */
    tg_last_line last;
} reading;

/* ---- edges ---- */

/* Reads plain lines, beginning at `at`. Returns the first line that is not plain, or `stop`. */
static const char *read_plain_lines(
  const reading *job, tg_gathered *own, const char *at, const char *stop, uint64_t *lines)
{
    char *edges = own->part.edges;
    tg_pairs pairs = {.at = at,
      .stop = stop,
      .edges = edges + own->part.count * tg_gathered_bytes(own),
      .separator = job->dialect.separator,
      .columns = job->dialect.varies ? 0 : job->dialect.columns,
      .wide = own->wide};
    job->plain->read(&pairs);
    own->part.count += pairs.count;
    if (pairs.largest > own->largest) own->largest = pairs.largest;
    *lines = pairs.count;
    return pairs.at;
}

/* Reads plain lines of words, which are the only thread's, and moves *at behind them; *lines is their number. */
static tricorn_status read_plain_words(
  tricorn_context *context, reading *job, const char **at, const char *stop, uint64_t *lines)
{
    const char *next;
    tg_field ends[2];
    while (*at < stop && (next = tg_plain_words(&job->dialect, *at, ends)) != NULL) {
        uint64_t numbers[2];
        for (unsigned i = 0; i < 2; i++)
            TG_DO(tg_words_number(context, &job->words, ends[i].text, ends[i].bytes, &numbers[i]));
        TG_DO(tg_gather_edge(context, &job->gathering, 0, (tg_wide_edge){numbers[0], numbers[1]}, 0));
        job->last_edge = *at;
        *at = next;
        ++*lines;
    }
    return TRICORN_OK;
}

/* A line that is cut into fields; every line is, except for comments. */
typedef struct field_line {
    const char *begin, *end; /* without its '\n' */
    uint32_t thread;
    const char *fault; /* why the line does not fit the dialect, or NULL */
} field_line;

/* What a line has. */
typedef struct line_edge {
    tg_field ends[2];
    tg_field seconds[2]; /* the second words of ids that are in two columns */
    uint64_t numbers[2]; /* of the ends */
    double weight; /* if weights are stored */
    int64_t time; /* if times are stored */
    tg_field label; /* if labels are */
    bool excluded; /* a condition does not hold */
} line_edge;

/* Reads the values that the graph stores. */
static bool read_stored(reading *job, const tg_field values[TG_ROLES], line_edge *edge, char *message)
{
    char fault[TG_WHERE_MESSAGE_BYTES];
    if (job->labelled)
        edge->label = values[TG_LABEL];
    else if (job->gathering.timed && !tg_time_store(values[TG_TIME], &job->times, &edge->time, fault)) {
        tg_dialect_refuse_value(&job->dialect, TG_TIME, fault, message);
        return false;
    }
    if (!job->gathering.weighted) return true;
    const tg_weight_kind kind = tg_field_weight(values[TG_WEIGHT_ROLE], job->is_signed, &edge->weight);
    if (kind != TG_WEIGHT_FITS) tg_dialect_refuse_weight(&job->dialect, kind, message);
    return kind == TG_WEIGHT_FITS;
}

/* Reads the values of a line beside its ends, and asks the conditions of them; false, with the reason, where
 * the line does not fit. */
static bool read_values(reading *job, const field_line *line, line_edge *edge)
{
    const tg_dialect *dialect = &job->dialect;
    char *message = job->messages[line->thread].text, fault[TG_WHERE_MESSAGE_BYTES];
    tg_field values[TG_ROLES];
    if (!tg_dialect_values(dialect, line->begin, line->end, values, message)) return false;
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++) {
        if (!(job->where.roles & tg_role_bit(r))) continue;
        edge->excluded |= !tg_where_holds(&job->where, r, values[r], fault);
        if (*fault == 0) continue;
        tg_dialect_refuse_value(dialect, r, fault, message);
        return false;
    }
    return edge->excluded || read_stored(job, values, edge, message);
}

/* Cuts the ends of a line's edge, and reads its values if they are asked for and its numbers if ids
 * are numbers; false, with the reason, where the line does not fit. */
static bool read_fields(reading *job, const field_line *line, line_edge *edge)
{
    const tg_dialect *dialect = &job->dialect;
    char *message = job->messages[line->thread].text;
    if (!tg_dialect_ends(dialect, line->begin, line->end, edge->ends, message)) return false;
    if (dialect->parts && !tg_dialect_seconds(dialect, line->begin, line->end, edge->seconds, message)) return false;
    for (unsigned i = 0; !job->named && i < 2; i++)
        if (!tg_dialect_number(edge->ends[i], &edge->numbers[i], message)) {
            const tg_line_walk whole = {.begin = line->begin, .end = line->end};
            tg_dialect_say_words(dialect, &whole, edge->ends[i], true, message);
            return false;
        }
    return !tg_reads_values(dialect) || read_values(job, line, edge);
}

/* Numbers ids that are words, and labels. */
static tricorn_status number_words(tricorn_context *context, reading *job, line_edge *edge)
{
    tricorn_status status = TRICORN_OK;
    if (job->labelled) TG_DO(tg_words_of_field(context, &job->labels, edge->label, (uint64_t *)&edge->time));
    if (!job->named) return TRICORN_OK;
    for (unsigned i = 0; i < 2 && status == TRICORN_OK; i++) {
        const tg_field parts[TG_ID_PARTS] = {edge->ends[i], edge->seconds[i]};
        status = job->dialect.parts ? tg_words_of_parts(context, &job->words, parts, &edge->numbers[i])
                                    : tg_words_of_field(context, &job->words, edge->ends[i], &edge->numbers[i]);
    }
    return status;
}

static tricorn_status read_field_line(tricorn_context *context, reading *job, field_line *line)
{
    tg_gathered *own = &job->gathering.own[line->thread];
    line_edge edge = {.excluded = false};

    if (!read_fields(job, line, &edge)) {
        if (tg_dialect_drops(&job->dialect, line->begin, line->end))
            own->missing++;
        else
            line->fault = job->messages[line->thread].text;
        return TRICORN_OK;
    }
    own->excluded += edge.excluded;
    if (edge.excluded) return TRICORN_OK;
    TG_DO(number_words(context, job, &edge));
    TG_DO(tg_gather_edge(context, &job->gathering, line->thread, (tg_wide_edge){edge.numbers[0], edge.numbers[1]}, 0));
    if (job->named) job->last_edge = line->begin;
    if (job->gathering.weighted) TG_DO(tg_edge_part_weigh(context, &own->part, edge.weight));
    if (job->gathering.timed) TG_DO(tg_edge_part_time(context, &own->part, edge.time));
    return TRICORN_OK;
}

/* For strict reading: stores the lines of the edges from number `before` on; the first of these
 * edges is on line first_line. */
static void note_lines(tg_gathering *gathering, uint64_t before, uint64_t first_line)
{
    if (!gathering->strict) return;
    for (uint64_t i = before; i < gathering->own[0].part.count; i++)
        gathering->edges->lines[i] = first_line + (i - before);
}

/* Skips lines that are blank or comments. A line that is neither is recognised by its first byte. */
static const char *skip_lines(const reading *job, const char *at, const char *stop, uint64_t *lines)
{
    while (at < stop && !tg_is_digit(*at)) {
        if (*at == '\n') {
            at++;
        } else {
            const char *end = memchr(at, '\n', (size_t)(stop - at));
            if (!tg_dialect_skips(&job->dialect, at, end)) break;
            at = end + 1;
        }
        ++*lines;
    }
    return at;
}

static tricorn_status parse_chunk(
  tricorn_context *context, void *user, const tg_text_chunk *chunk, tg_text_outcome *outcome)
{
    reading *job = user;
    tg_gathered *own = &job->gathering.own[chunk->thread];
    /* A chunk whose last line lacks its '\n' has one behind it. */
    const char *stop = chunk->end[-1] == '\n' ? chunk->end : chunk->end + 1;
    tricorn_status status = tg_gather_chunk(context, &job->gathering, chunk->thread, chunk->index);

    for (const char *at = chunk->begin; status == TRICORN_OK && outcome->error == NULL;) {
        const uint64_t before = own->part.count;
        uint64_t lines = 0;
        at = skip_lines(job, at, stop, &outcome->lines);
        if (at == stop) break;
        if (job->plain && tg_is_digit(*at)) {
            const uint64_t share = tg_edge_part_share(&own->part, job->gathering.threads, tg_gathered_bytes(own));
            const char *end = tg_text_some_lines(at, stop, share, LEAST_LINE);
            const uint64_t most = (uint64_t)(end - at) / LEAST_LINE + 1;
            status = tg_gather_reserve(context, &job->gathering, chunk->thread, most);
            if (status != TRICORN_OK) break;
            at = read_plain_lines(job, own, at, end, &lines);
        } else if (job->plain_words) {
            status = read_plain_words(context, job, &at, stop, &lines);
            if (status != TRICORN_OK) break;
        }
        if (lines == 0) {
            field_line line = {.begin = at, .end = memchr(at, '\n', (size_t)(stop - at)), .thread = chunk->thread};
            lines = 1;
            status = read_field_line(context, job, &line);
            outcome->error = line.fault;
            at = line.end + 1;
        }
        note_lines(&job->gathering, before, chunk->line + outcome->lines);
        outcome->lines += lines;
        if (job->named && own->part.count > before) job->last.line = chunk->line + outcome->lines - 1;
    }
    if (job->named) tg_last_line_keep(&job->last, &job->last_edge, stop);
    return status;
}

/* ---- the whole ---- */

/* Checks what only the whole file shows. */
static tricorn_status check_whole(tricorn_context *context, const reading *job, const tg_first_edge *first)
{
    const tg_edges *edges = job->gathering.edges;
    const tg_whole_text whole = {.dialect = &job->dialect,
      .words = job->named ? &job->words : NULL,
      .edges = edges,
      .first = first,
      .last = &job->last};
    const tricorn_status status = tg_whole_text_check(context, job->input, &whole);
    if (status != TRICORN_OK || !job->dialect.constant || job->known_form || job->named) return status;
    return tg_incidence_check_edges(context, tg_input_name(job->input), edges);
}

/* Samples edges from all regions of the file, for tg_edge_spill. */
static tricorn_status sample_lines(tricorn_context *context, void *reader, uint64_t most, tg_edges *sampled)
{
    const reading *job = reader;
    const tricorn_load_options lax = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_status status = TRICORN_OK;
    line_message message;
    reading own = *job;
    tg_text_reader text = job->text;

    own.messages = &message;
    text.user = &own;
    TG_TRY(tg_gather_begin(context, &lax, true, sampled, &own.gathering));
    TG_TRY(tg_text_sample(context, job->input, &text, most * USUAL_LINE));
    TG_TRY(tg_gather_finish(context, &own.gathering));
cleanup:
    tg_gather_end(&own.gathering);
    return status;
}

static tricorn_status read_lines(tricorn_context *context, tg_input *input, reading *job, uint64_t line)
{
    tg_edge_spill *spill = job->gathering.edges->spill;
    job->input = input;
    job->text = (tg_text_reader){.threads = job->gathering.threads,
      .first_line = line,
      /* pairs.c and dialect.c check for NUL bytes */
      .any_bytes = true,
      .user = job,
      .parse = parse_chunk};
    const tg_dialect *dialect = &job->dialect;
    const bool plain = tg_reads_first_two(dialect);
    job->plain = plain && !dialect->words ? tg_pairs_reader_of(context->isa) : NULL;
    job->plain_words = plain && dialect->words;
    if (spill && !job->named && tg_input_is_flat(input)) {
        spill->sample = sample_lines;
        spill->reader = job;
    }
    return tg_text_read(context, input, &job->text);
}

/* Adds the vertices of the vertex file; of the ranges of a text, the first one does. */
static tricorn_status take_vertices(tricorn_context *context, const tricorn_load_options *options, reading *job)
{
    if (tg_input_range_of(job->input).first > 0) return TRICORN_OK;
    return tg_vertex_file_read(context, options, &job->gathering, job->named ? &job->words : NULL);
}

/* Numbers labels in the order of their bytes. */
static tricorn_status sort_labels(tricorn_context *context, reading *job, tg_edges *edges)
{
    const tg_edge_part *part = &edges->parts[0];
    uint32_t *places = NULL;
    const tricorn_status status = tg_words_sort(context, &job->labels, &edges->labels, &places, &edges->label_count);
    for (uint64_t i = 0; status == TRICORN_OK && i < part->count; i++) part->times[i] = places[part->times[i]];
    tg_free(places);
    return status;
}

/* tg_edges.refuse_line, of a text in parts. */
static tricorn_status refuse_line(tricorn_context *context, const void *text, uint64_t line, const char *fault)
{
    return tg_input_refuse_line(context, text, line, "%s", fault);
}

tricorn_status tg_edge_list_read(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  tg_edge_list_rules rules, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    bool words;
    tg_first_edge first;
    tg_first_place where = {.input = input, .rules = rules.lines};
    reading job = {
      .known_form = options->input.format != NULL || options->text.columns.source != NULL || options->graph.weights,
      .is_signed = options->graph.weights == TRICORN_SIGNED,
      .labelled = options->times == TRICORN_LABELS};

    TG_TRY(tg_where_read(context, options, &job.where));
    TG_TRY(tg_first_lines_read(context, &where, options, &job.dialect, &first));
    job.named = words = job.dialect.words;
    TG_TRY(tg_gather_begin(context, options, words || job.labelled, edges, &job.gathering));
    TG_TRY(TG_ALLOC(context, job.gathering.threads, &job.messages));
    if (words) TG_TRY(tg_words_create(context, edges->spill, &job.words));
    if (job.labelled) TG_TRY(tg_words_create(context, NULL, &job.labels));
    job.words.watched_first = first.may_name;
    for (unsigned i = 0; (first.named || first.may_name) && i < TG_WATCHED_WORDS; i++) {
        job.words.watched[i] = first.words[i].text;
        job.words.watched_bytes[i] = first.words[i].bytes;
    }
    if (job.dialect.undecided && !rules.may_be_empty)
        TG_TRY(tg_fail(
          context, TRICORN_BAD_FORMAT, "%s: holds no edge: all its lines are empty or comments", tg_input_name(input)));
    TG_TRY(read_lines(context, input, &job, where.line));
    TG_TRY(take_vertices(context, options, &job));
    TG_TRY(tg_gather_finish(context, &job.gathering));
    if (job.labelled) TG_TRY(sort_labels(context, &job, edges));
    if (tg_input_parts(input) > 0) edges->refuse_line = refuse_line;
    edges->text = input;
    /* If the input is a range, may_split() has excluded such files. */
    if (!tg_input_has_range(input)) TG_TRY(check_whole(context, &job, &first));
    if (!job.dialect.undecided) tg_dialect_describe(&job.dialect, edges->dialect);
    if (words) TG_TRY(tg_words_finish(context, &job.words, edges));

cleanup:
    tg_words_free(&job.words);
    tg_words_free(&job.labels);
    tg_free(job.messages);
    tg_gather_end(&job.gathering);
    return status;
}

/* Refuses a text that METIS fits, too, if only its name says that it is an edge list. */
static tricorn_status refuse_metis(tricorn_context *context, tg_input *input, const tricorn_load_options *options)
{
    const char *bytes = NULL;
    size_t count = 0;
    if (options->input.format || options->text.columns.source) return TRICORN_OK;
    TG_DO(tg_input_peek(context, input, &bytes, &count));
    const char *at = bytes;
    size_t left = count;
    while (left > 0 && *at != '%' && tg_header_skip_comment(&at, &left)) {
    }
    if (tg_metis_look(at, left) == TG_NOT_MINE) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: its lines are an edge list, and also the neighbours of each vertex, as in METIS: "
      "give " TG_OPTION("format=metis") "%s or " TG_OPTION("format=edges"),
      tg_input_name(input), at > bytes ? ", without the lines before its header," : "");
}

static tricorn_status read_edge_list(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_edges *edges)
{
    TG_DO(refuse_metis(context, input, options));
    return tg_edge_list_read(context, input, options, (tg_edge_list_rules){0}, edges);
}

/* Finds out whether lines of numbers can be read in ranges. They can if nothing depends on all
 * edges, which excludes files that check_whole() looks at. */
static tricorn_status may_split(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, uint64_t edges, bool *may)
{
    tg_first_edge first;
    tg_first_place where = {.input = input};
    tg_dialect dialect = {0};

    *may = false;
    if (options->input.ids == TRICORN_IDS_STRING || options->graph.strict ||
        tg_missing_of(options->text.missing) == TG_MISSING_DROP || options->where_count > 0 || !tg_input_is_flat(input))
        return TRICORN_OK;
    TG_DO(tg_first_lines_read(context, &where, options, &dialect, &first));
    *may = !dialect.undecided && !dialect.words && !dialect.constant &&
           !tg_first_edge_may_be_none(&first, &dialect, edges > 0 ? edges - 1 : 0);
    return TRICORN_OK;
}

static const char suffixes[] = ".txt .el .tsv .csv .edges .edgelist .wel";

static tg_likeness recognise(const char *name, const char *bytes, size_t count)
{
    (void)bytes;
    (void)count;
    return tg_suffix_matches(name, suffixes) ? TG_BY_TEXT_NAME : TG_BY_DEFAULT;
}

TG_DEFINE_FORMAT(edge_list) = {
  .description = {.name = "edges",
    .summary = "text edge list: SNAP, TSV, CSV; two ids on a line",
    .suffixes = suffixes,
    .reads = "names weights directions large pipe parallel",
    .writes = "names large pipe"},
  .recognise = recognise,
  .read = read_edge_list,
  .may_split = may_split,
  .estimate = tg_estimate_text,
  .takes_vertices = true,
  .selects = true,
  .in_parts = true,
  .write = tg_edge_list_write,
  .write_edges = tg_edge_list_write_edges,
};
