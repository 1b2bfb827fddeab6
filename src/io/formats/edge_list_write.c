/* edge_list_write.c - writes text edge lists.
 *
 * - The digits of numbers are written directly to the output's buffer.
 * - Before words are written, the reader's own code looks at the text: if it would not read the
 *   words as ids, either a header is written first, or the graph is refused.
 */
#include "io/formats/edge_list.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/portable.h"
#include "base/utf8.h"
#include "io/text/dialect/dialect.h"
#include "io/text/digits.h"
#include "io/format.h"
#include "io/bytes/packing.h"
#include "io/text/dialect/line_structure.h"
#include "io/text/scan.h"

enum {
    TAIL_BYTES = 4, /* how many bytes are copied at a time */
    LINE_MOST = 2 * TG_DIGITS_MOST + 1 + TAIL_BYTES, /* two numbers, a separator, and the tail */
    REPORT_EDGES = 1 << 16,
    HEADER_MOST = 100
};

/* The first bytes of a text, from which the reader of the text will decide the dialect. Before
 * them is room for a header. */
typedef struct beginning {
    char *bytes;
    size_t count; /* how many bytes follow this room */
} beginning;

typedef struct writing {
    tricorn_context *context;
    tg_output *output;
    const tg_ids *ids;
    char separator;
    char tail[TAIL_BYTES]; /* what follows the two ids: perhaps a weight, then the newline */
    size_t tail_bytes;
    beginning *beginning; /* if it is not NULL, words are stored in it instead of being written */
    bool begun; /* the first edge, or the first words, are known */
    bool waits; /* the first edge of a stream of numbers, `first`, is not written yet */
    tg_wide_edge first;
    bool stream; /* later words are not known, so the first ones may come again */
} writing;

/* Chooses what the programs that use these suffixes can read: commas in a .csv, and the weight 1 in GAPBS's .wel. */
static writing writing_of(tricorn_context *context, const tg_ids *ids, tg_output *output)
{
    const char *name = tg_output_name(output);
    const bool weighted = tg_suffix_matches(name, ".wel");
    writing job = {.context = context, .output = output, .ids = ids};
    job.separator = tg_suffix_matches(name, ".csv") ? ',' : '\t';
    job.tail_bytes = (size_t)snprintf(job.tail, sizeof job.tail, weighted ? "\t1\n" : "\n");
    return job;
}

static uint64_t number_of(const tg_ids *ids, uint32_t x)
{
    return ids->numbers ? ids->numbers[x] : ids->first + x;
}

static char *put_line(const writing *job, char *at, tg_wide_edge edge)
{
    at = tg_put_digits(at, edge.u);
    *at++ = job->separator;
    at = tg_put_digits(at, edge.v);
    memcpy(at, job->tail, TAIL_BYTES);
    return at + job->tail_bytes;
}

static tg_wide_edge numbers_of(const writing *job, uint32_t u, uint32_t v)
{
    return (tg_wide_edge){number_of(job->ids, u), number_of(job->ids, v)};
}

/* Writes the first line. "0,1" may be the names that pandas gives to columns, so it is written as
 * "1,0", unless the next line begins with 0, too. */
static tricorn_status write_first(const writing *job, tg_wide_edge edge, bool again)
{
    char *begin, *end;
    const bool turned = job->separator == ',' && edge.u == 0 && edge.v == 1 && !again;
    TG_DO(tg_output_room(job->context, job->output, LINE_MOST, &begin, &end));
    if (turned) edge = (tg_wide_edge){edge.v, edge.u};
    tg_output_advance(job->output, (size_t)(put_line(job, begin, edge) - begin));
    return TRICORN_OK;
}

/* Writes the lines of one row: the edges u < v, in the order of the input. */
static tricorn_status write_numbers(writing *job, uint32_t u, const uint32_t *row, uint64_t length)
{
    uint64_t i = !job->begun;
    tricorn_status status = i > 0 ? write_first(job, numbers_of(job, u, row[0]), length > 1) : TRICORN_OK;
    if (status != TRICORN_OK) return status;
    job->begun = true;
    char first[TG_DIGITS_MOST + 1];
    const char *first_end = tg_put_digits(first, number_of(job->ids, u));
    const size_t first_length = (size_t)(first_end - first) + 1;
    first[first_length - 1] = job->separator;
    while (i < length) {
        char *begin, *end;
        status = tg_output_room(job->context, job->output, LINE_MOST, &begin, &end);
        if (status != TRICORN_OK) return status;
        char *at = begin;
        for (; i < length && end - at >= LINE_MOST; i++) {
            memcpy(at, first, first_length);
            at = tg_put_digits(at + first_length, number_of(job->ids, row[i]));
            memcpy(at, job->tail, TAIL_BYTES);
            at += job->tail_bytes;
        }
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

/* ---- words ---- */

/* Writes bytes, or stores them if they are among the first ones. */
static tricorn_status put(const writing *job, const char *bytes, size_t count)
{
    beginning *to = job->beginning;
    if (to == NULL) return tg_output_write(job->context, job->output, bytes, count);
    const size_t room = TG_PEEK_BYTES - to->count, kept = count < room ? count : room;
    memcpy(to->bytes + HEADER_MOST + to->count, bytes, kept);
    to->count += kept;
    return TRICORN_OK;
}

/* Whether the reader would misread the label without quotes: as no id, as two ids, as quoted, as
 * a comment, as a word of a last line, with an arrow, or without its first or last bytes. */
static bool needs_quotes(const char *label)
{
    const char *end = label + strlen(label);
    const tg_field word = {label, (size_t)(end - label), false, false};
    if (tg_field_odd_blank(word).bytes > 0 || (strchr("celrst", *label | 0x20) && tg_name_is_total(word))) return true;
    for (const char *at = label; at < end; at++)
        if (tg_is_odd_byte(at, end)) return true;
    return *label == '#' || *label == '%' || label[strcspn(label, "\t ,;|\"([{<>")] || end[-1] == ':' ||
           tg_line_may_be_comment(label, end, '\t') != NULL || (*label == '-' && label[1] == 0) || *label == '=' ||
           strstr(label, "--") != NULL;
}

/* Writes a label in quotes, and doubles each quote in it, as in RFC 4180. */
static tricorn_status write_quoted(const writing *job, const char *label)
{
    TG_DO(put(job, "\"", 1));
    while (*label) {
        const size_t plain = strcspn(label, "\"");
        TG_DO(put(job, label, plain));
        label += plain;
        if (*label == 0) break;
        TG_DO(put(job, "\"\"", 2));
        label++;
    }
    return put(job, "\"", 1);
}

/* Writes a label with question marks for its control characters. */
static tricorn_status write_shown(const writing *job, const char *label)
{
    while (*label) {
        const size_t length = tg_utf8_length(label), bytes = length > 0 ? length : 1;
        TG_DO(tg_utf8_is_control(label) ? put(job, "?", 1) : put(job, label, bytes));
        label += bytes;
    }
    return TRICORN_OK;
}

static tricorn_status write_label(const writing *job, uint32_t x)
{
    const char *label = job->ids->text + job->ids->starts[x];
    if (*label == 0 || strpbrk(label, "\r\n"))
        return tg_fail(job->context, TRICORN_UNSUPPORTED,
          "%s: an id is empty or holds the end of a line, which an edge list cannot "
          "hold; write it with " TG_OPTION("format=tri"),
          tg_output_name(job->output));
    if (job->beginning == NULL && tg_output_is_terminal(job->output)) return write_shown(job, label);
    if (needs_quotes(label)) return write_quoted(job, label);
    return put(job, label, strlen(label));
}

static bool is_full(const writing *job)
{
    return job->beginning != NULL && job->beginning->count == TG_PEEK_BYTES;
}

static tricorn_status write_strings(const writing *job, uint32_t u, const uint32_t *row, uint64_t length)
{
    for (uint64_t i = 0; i < length && !is_full(job); i++) {
        TG_DO(write_label(job, u));
        TG_DO(put(job, &job->separator, 1));
        TG_DO(write_label(job, row[i]));
        TG_DO(put(job, job->tail, job->tail_bytes));
    }
    return TRICORN_OK;
}

/* ---- how the reader would read words ---- */

/* Whether only an edge list begins with these bytes. */
static bool begins_edge_list(const char *bytes, size_t count)
{
    const tg_format *found = tg_format_of_text(bytes, count);
    return found != NULL && found->write == tg_edge_list_write && tg_packing_of(bytes, count) == NULL;
}

/* Whether the reader may take the first line for a header: its words are on no other line. */
static bool may_be_header(const tg_first_lines *first, const tg_dialect *dialect)
{
    tg_line_walk walk = tg_walk(first);
    char message[TG_LINE_MESSAGE_BYTES];
    tg_field names[2], ends[2];
    bool followed = false;
    if (!tg_first_lines_next(first, dialect, &walk) || !tg_dialect_ends(dialect, walk.begin, walk.end, names, message))
        return false;
    while (tg_first_lines_next(first, dialect, &walk)) {
        followed = true;
        if (!tg_dialect_ends(dialect, walk.begin, walk.end, ends, message)) continue;
        for (unsigned i = 0; i < 2; i++)
            if (tg_field_equals(ends[i], names[0]) || tg_field_equals(ends[i], names[1])) return false;
    }
    return followed;
}

/* Whether the reader, which knows only that ids are words, would read the text as these edges. */
static bool is_clear(const writing *job, const char *bytes, size_t count, bool header)
{
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tg_first_lines first = {.begin = bytes, .line = 1, .whole = count < TG_PEEK_BYTES};
    tg_dialect found;
    tg_dialect_fault fault;
    const char *newline = memrchr(bytes, '\n', count);
    if (newline == NULL || !begins_edge_list(bytes, count)) return false;
    options.input.ids = TRICORN_IDS_STRING;
    options.text.missing = "keep"; /* a vertex may be called "nan" */
    first.end = newline + 1;
    return tg_dialect_decide(&first, &options, &found, &fault) == TRICORN_OK && found.separator == job->separator &&
           found.header == header && found.ends[0] == 0 && found.ends[1] == 1 &&
           (header || (job->stream && !first.whole) || !may_be_header(&first, &found));
}

/* Makes a header of two words that are no labels, since otherwise the line could be an edge.
 * Returns the bytes of the header; 0: no such words were found. */
static size_t make_header(const writing *job, uint64_t labels, char header[HEADER_MOST])
{
    static const char source[] = "source", target[] = "target";
    static const char underscores[] = "________________________________";
    const size_t letters = sizeof source - 1; /* of both */
    uint64_t taken = 0; /* bit n: one of them followed by n underscores is a label */
    for (uint64_t x = 0; x < labels; x++) {
        const char *label = job->ids->text + job->ids->starts[x];
        if (strncmp(label, source, letters) != 0 && strncmp(label, target, letters) != 0) continue;
        const size_t more = strlen(label + letters);
        if (more < sizeof underscores && memcmp(label + letters, underscores, more) == 0) taken |= UINT64_C(1) << more;
    }
    const int more = __builtin_ctzll(~taken);
    if ((size_t)more >= sizeof underscores) return 0;
    return (size_t)snprintf(header, HEADER_MOST, "%s%.*s%c%s%.*s%s\n", source, more, underscores, job->separator,
      target, more, underscores, job->tail_bytes > 1 ? "\tweight" : "");
}

static tricorn_status refuse_words(const writing *job)
{
    return tg_fail(job->context, TRICORN_UNSUPPORTED,
      "%s: its ids would not be found again in an edge list, as they are too long or "
      "look like parts of one; write it with " TG_OPTION("format=tri"),
      tg_output_name(job->output));
}

/* Writes a header, if the reader would then read the text correctly; otherwise refuses the graph. */
static tricorn_status write_header(const writing *job, uint64_t labels, const beginning *text)
{
    char header[HEADER_MOST];
    const size_t bytes = make_header(job, labels, header), count = bytes + text->count;
    char *begin = text->bytes + HEADER_MOST - bytes;
    memcpy(begin, header, bytes);
    if (bytes > 0 && is_clear(job, begin, count < TG_PEEK_BYTES ? count : TG_PEEK_BYTES, true))
        return put(job, header, bytes);
    return refuse_words(job);
}

/* Looks at the first words, which may look like something else: numbers, signs, or names of
 * columns. If the reader would refuse the text or read another graph, writes a header. */
static tricorn_status begin_words(const writing *job, uint64_t labels, const tg_rows *rows)
{
    tricorn_status status = TRICORN_OK;
    beginning text = {0};
    writing look = *job;
    look.beginning = &text;
    TG_TRY(TG_ALLOC(job->context, HEADER_MOST + TG_PEEK_BYTES, &text.bytes));
    for (uint32_t u = 0; u < rows->count && !is_full(&look); u++)
        TG_TRY(write_strings(&look, u, rows->ids + rows->offsets[u], rows->offsets[u + 1] - rows->offsets[u]));
    if (text.count > 0 && !is_clear(job, text.bytes + HEADER_MOST, text.count, false))
        TG_TRY(write_header(job, labels, &text));

cleanup:
    tg_free(text.bytes);
    return status;
}

/* ---- the whole ---- */

tricorn_status tg_edge_list_write(tricorn_context *context, const tricorn_graph *graph, tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    tg_rows rows = {0};
    uint64_t unreported = 0;
    writing job = writing_of(context, &graph->ids, output);

    tg_work_begin(context, "writing", graph->edges);
    TG_TRY(tg_graph_input_rows(context, graph, 0, &rows));
    if (graph->ids.text) TG_TRY(begin_words(&job, graph->vertices, &rows));
    for (uint32_t u = 0; u < rows.count; u++) {
        const uint32_t *row = rows.ids + rows.offsets[u];
        const uint64_t length = rows.offsets[u + 1] - rows.offsets[u];
        if (length == 0) continue;
        TG_TRY(graph->ids.text ? write_strings(&job, u, row, length) : write_numbers(&job, u, row, length));
        unreported += length;
        if (unreported < REPORT_EDGES) continue;
        if (tg_work_add(context, unreported)) TG_TRY(tg_check_cancelled(context));
        unreported = 0;
    }

cleanup:
    tg_rows_free(&rows);
    return status;
}

/* ---- without a graph ---- */

/* Writes the first edge of a stream, which waits for the next one. */
static tricorn_status write_waiting(writing *job, bool again)
{
    const bool waits = job->waits;
    job->waits = false;
    return waits ? write_first(job, job->first, again) : TRICORN_OK;
}

static tricorn_status write_lines(void *user, const tg_edge *edges, uint64_t count)
{
    writing *job = user;
    uint64_t i = !job->begun;
    if (i > 0) job->first = numbers_of(job, edges->u, edges->v);
    job->waits |= i > 0;
    job->begun = true;
    if (i == count) return TRICORN_OK;
    TG_DO(write_waiting(job, number_of(job->ids, edges[i].u) == 0));
    while (i < count) {
        char *begin, *end;
        TG_DO(tg_output_room(job->context, job->output, LINE_MOST, &begin, &end));
        char *at = begin;
        for (; i < count && end - at >= LINE_MOST; i++) at = put_line(job, at, numbers_of(job, edges[i].u, edges[i].v));
        tg_output_advance(job->output, (size_t)(at - begin));
    }
    return TRICORN_OK;
}

/* Looks at the first words of a stream. Which header is right can only be known once all words
 * are known, so a text that needs a header is refused. */
static tricorn_status begin_stream(writing *job, const tg_edge *edges, uint64_t count)
{
    tricorn_status status = TRICORN_OK;
    beginning text = {0};
    writing look = *job;
    look.beginning = &text;
    TG_TRY(TG_ALLOC(job->context, HEADER_MOST + TG_PEEK_BYTES, &text.bytes));
    for (uint64_t i = 0; i < count && !is_full(&look); i++) TG_TRY(write_strings(&look, edges[i].u, &edges[i].v, 1));
    if (text.count > 0 && !is_clear(job, text.bytes + HEADER_MOST, text.count, false)) TG_TRY(refuse_words(job));
    job->begun = true;
cleanup:
    tg_free(text.bytes);
    return status;
}

static tricorn_status write_words(void *user, const tg_edge *edges, uint64_t count)
{
    writing *job = user;
    if (!job->begun) TG_DO(begin_stream(job, edges, count));
    for (uint64_t i = 0; i < count; i++) TG_DO(write_strings(job, edges[i].u, &edges[i].v, 1));
    return TRICORN_OK;
}

tricorn_status tg_edge_list_write_edges(tricorn_context *context, const tg_edge_stream *edges, tg_output *output)
{
    const tg_ids none = {0};
    writing job = writing_of(context, edges->ids ? edges->ids : &none, output);
    job.stream = true;
    TG_DO(tg_edge_stream_each(context, edges, edges->words ? write_words : write_lines, &job));
    return write_waiting(&job, false);
}
