/* part_headers.c - compares the first lines of all parts.
 *
 * A first line of names alone is a header if the lines behind it are no such lines, if the names
 * are those of an edge's ends, or if all parts begin with it. Either the first part alone has
 * the header, as where a file was split, or the parts have it as they were written, perhaps by
 * programs that differ in quotes, blanks or case. Parts without a line do not count.
 */
#include "io/text/part_headers.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/options.h"
#include "io/text/dialect/dialect.h"
#include "io/text/scan.h"

enum { SHORT_PEEK = 1 << 12, SHOWN = 60 };

/* The first lines of a part that are neither blank nor comments. */
typedef struct beginning {
    char *bytes; /* with room for TG_PEEK_BYTES */
    size_t count, mark;
    bool has_first, has_second;
    bool whole; /* the part has no other bytes */
    tg_line_walk first, second;
} beginning;

/* How the first line of a part differs from that of the first part. */
typedef enum first_line {
    SAME,
    ALIKE, /* the same names, apart from quotes, blanks and case */
    OTHER,
    OTHER_NAMES,
    OTHER_ENDS
} first_line;

/* What the first line of a part is, and what ends with it. */
typedef struct part_line {
    first_line kind;
    size_t mark, bytes;
    uint64_t line;
    bool sizes; /* the first line has the numbers of vertices and edges of the part */
} part_line;

typedef struct comparison {
    tricorn_context *context;
    tg_input *input;
    tg_dialect comments;
    beginning head, other; /* of the first part that has a line, and of another one */
    uint64_t first; /* the number of that first part */
    part_line *parts;
    uint64_t count, same, others; /* parts; those with the same first line, and with other ones */
    uint64_t sizes, no_sizes; /* parts with sizes on their first line, and those with other ones */
    bool body_of_names; /* an edge may be names alone */
    bool body_known;
} comparison;

static void find_lines(const comparison *job, beginning *of)
{
    of->mark = tg_mark_bytes(of->bytes, of->count);
    const tg_first_lines lines = {.begin = of->bytes + of->mark, .end = of->bytes + of->count, .line = 1};
    tg_line_walk walk = tg_walk(&lines);
    of->has_first = tg_first_lines_next(&lines, &job->comments, &walk);
    of->first = walk;
    of->has_second = of->has_first && tg_first_lines_next(&lines, &job->comments, &walk);
    of->second = walk;
}

static tricorn_status read_beginning(const comparison *job, uint64_t part, beginning *of)
{
    for (size_t room = SHORT_PEEK; room <= TG_PEEK_BYTES; room *= TG_PEEK_BYTES / SHORT_PEEK) {
        tg_read_buffer to = {.bytes = of->bytes, .room = room};
        TG_DO(tg_input_part_peek(job->context, job->input, part, &to));
        of->count = to.count;
        of->whole = to.count < room;
        find_lines(job, of);
        if (of->has_second || to.count < room) break;
    }
    return TRICORN_OK;
}

static bool separates(char byte)
{
    return byte != 0 && strchr("\t,; |\"\r", byte) != NULL;
}

/* Cuts the next word of a line, whatever separates words; false at the end of the line. */
static bool next_word(const char **at, const char *end, tg_field *word)
{
    while (*at < end && separates(**at)) ++*at;
    *word = (tg_field){*at, 0, false, false};
    while (*at < end && !separates(**at)) ++*at;
    word->bytes = (size_t)(*at - word->text);
    return word->bytes > 0;
}

/* Whether the line has two words or more, and no word resembles a number. */
static bool has_names_alone(const tg_line_walk *line)
{
    const char *at = line->begin;
    tg_field word;
    unsigned words = 0;
    while (next_word(&at, line->end, &word)) {
        const size_t sign = strchr("+-.", *word.text) != NULL;
        if (!tg_field_has_letter(word) || (sign < word.bytes && tg_is_digit(word.text[sign]))) return false;
        words++;
    }
    return words > 1;
}

/* Whether the line has two words or more, and all are digits: "0,1" of pandas, the numbers of vertices
 * and edges, or an edge. */
static bool has_numbers_alone(const tg_line_walk *line)
{
    const char *at = line->begin;
    tg_field word;
    unsigned words = 0;
    for (; next_word(&at, line->end, &word); words++)
        if (!tg_field_is_digits(word)) return false;
    return words > 1;
}

/* The first two numbers of a line, and the larger of both; false: it does not begin with two numbers. */
static bool two_numbers(const tg_line_walk *line, uint64_t numbers[2], uint64_t *larger)
{
    const char *at = line->begin;
    tg_field word;
    for (unsigned i = 0; i < 2; i++)
        if (!next_word(&at, line->end, &word) || !tg_field_index(word, &numbers[i])) return false;
    *larger = numbers[numbers[1] > numbers[0]];
    return true;
}

/* Whether the first line of a part that is whole has the numbers of its vertices and edges. */
static bool has_sizes(const comparison *job, const beginning *of)
{
    const tg_first_lines lines = {.begin = of->bytes + of->mark, .end = of->bytes + of->count, .line = 1};
    tg_line_walk walk = of->first;
    uint64_t sizes[2], ends[2], largest = 0, larger, edges = 0;
    if (!of->whole || !has_numbers_alone(&of->first) || !two_numbers(&of->first, sizes, &larger)) return false;
    for (; tg_first_lines_next(&lines, &job->comments, &walk); edges++) {
        if (!two_numbers(&walk, ends, &larger)) return false;
        largest = larger > largest ? larger : largest;
    }
    return edges > 0 && sizes[1] == edges && largest <= sizes[0];
}

static void note_sizes(comparison *job, const beginning *of, part_line *line)
{
    line->sizes = has_sizes(job, of);
    job->sizes += line->sizes;
    job->no_sizes += of->has_first && !line->sizes;
}

/* Whether two lines have the same words, in any case. */
static bool are_alike(const tg_line_walk *a, const tg_line_walk *b)
{
    const char *at = a->begin, *to = b->begin;
    tg_field word, other;
    do {
        next_word(&at, a->end, &word);
        next_word(&to, b->end, &other);
        if (word.bytes != other.bytes || strncasecmp(word.text, other.text, word.bytes) != 0) return false;
    } while (word.bytes > 0);
    return true;
}

static bool are_equal(const tg_line_walk *a, const tg_line_walk *b)
{
    const tg_cutter x = tg_cut(a->begin, a->end, TG_BLANKS), y = tg_cut(b->begin, b->end, TG_BLANKS);
    const size_t bytes = (size_t)(x.end - x.at);
    return bytes == (size_t)(y.end - y.at) && memcmp(x.at, y.at, bytes) == 0;
}

static bool is_numbered(const tg_line_walk *line)
{
    const char *at = line->begin;
    tg_field word;
    while (next_word(&at, line->end, &word))
        if (!tg_field_is_numbered(word)) return false;
    return true;
}

/* Whether the line names the ends of an edge, also where ids may be words: "n1 n2" may be an edge. */
static bool names_ends(const comparison *job, const tg_line_walk *line)
{
    tg_dialect words = job->comments;
    words.words = true;
    return !is_numbered(line) && tg_names_ends(&words, line->begin, line->end);
}

static void know_body(comparison *job, const beginning *of)
{
    if (job->body_known || !of->has_second) return;
    job->body_known = true;
    job->body_of_names = has_names_alone(&of->second);
}

static tricorn_status compare_part(comparison *job, uint64_t part)
{
    beginning *other = &job->other;
    part_line *line = &job->parts[part];
    TG_DO(read_beginning(job, part, other));
    *line = (part_line){.kind = OTHER, .mark = other->mark};
    if (!other->has_first) return TRICORN_OK;
    line->bytes = (size_t)(other->first.at - other->bytes);
    line->line = other->first.number;
    know_body(job, other);
    note_sizes(job, other, line);
    if (are_equal(&job->head.first, &other->first))
        line->kind = SAME;
    else if (has_names_alone(&other->first))
        line->kind = are_alike(&job->head.first, &other->first) ? ALIKE
                     : names_ends(job, &other->first)           ? OTHER_ENDS
                                                                : OTHER_NAMES;
    job->same += line->kind == SAME;
    job->others += line->kind != SAME;
    return TRICORN_OK;
}

/* Whether the first line of the first part names the columns. */
static bool has_header(const comparison *job, const tricorn_load_options *options)
{
    const tg_line_walk *first = &job->head.first;
    if (!tg_is_auto(options->text.header)) return strcmp(options->text.header, "yes") == 0;
    if (!has_names_alone(first)) return false;
    return names_ends(job, first) || (job->body_known && !job->body_of_names) || (job->same > 0 && job->others == 0);
}

/* Whether a part begins with a header of other columns. */
static bool has_other_header(const comparison *job, bool header, const part_line *line)
{
    if (line->kind == OTHER_ENDS) return true;
    return line->kind == OTHER_NAMES && header && (job->same > 0 || (job->body_known && !job->body_of_names));
}

/* Whether each part begins with the numbers of its vertices and edges. */
static bool have_sizes(const comparison *job)
{
    return job->sizes > 1 && job->no_sizes == 0;
}

static tricorn_status skip_all(comparison *job, bool header, bool may_refuse)
{
    const tg_line_walk *first = &job->head.first;
    for (uint64_t p = 1; p < job->count; p++) {
        const part_line *line = &job->parts[p];
        if (may_refuse && has_other_header(job, header, line))
            return tg_fail(job->context, TRICORN_BAD_FORMAT,
              "%s:%" PRIu64 ": its first line names other columns than that of %s: %.*s; write all "
              "parts with the same columns, in the same order",
              tg_input_part_name(job->input, p), line->line, tg_input_part_name(job->input, job->first),
              (int)(first->end - first->begin < SHOWN ? first->end - first->begin : SHOWN), first->begin);
        const bool sizes = line->sizes && have_sizes(job) && p != job->first;
        const bool skips = header && (line->kind == SAME || line->kind == ALIKE || sizes);
        if (skips || line->mark > 0)
            tg_input_part_skip(job->input, p, skips ? line->bytes : line->mark, skips ? line->line : 0);
    }
    return TRICORN_OK;
}

/* Reads the beginnings of parts up to one that has a line. */
static tricorn_status find_head(comparison *job)
{
    for (; job->first < job->count; job->first++) {
        const tricorn_status status = read_beginning(job, job->first, &job->head);
        job->parts[job->first] = (part_line){.kind = OTHER, .mark = job->head.mark};
        /* A long comment may be before the line of the part. */
        if (status != TRICORN_OK || job->head.has_first || job->head.count == TG_PEEK_BYTES) return status;
    }
    return TRICORN_OK;
}

/* Whether all parts begin with the same numbers, or each with those of its vertices and edges, which may be an
 * edge or a header. Behind a banner "%%" they are the size of a matrix. */
static bool repeats_numbers(const comparison *job)
{
    const bool same = job->same > 0 && job->others == 0 && has_numbers_alone(&job->head.first);
    return (same || have_sizes(job)) && memcmp(job->head.bytes, "%%", 2) != 0;
}

static bool is_table(const beginning *head)
{
    return head->has_first && !tg_is_binary(head->bytes, head->count) && strchr("{[", *head->first.begin) == NULL;
}

tricorn_status tg_part_headers_skip(tricorn_context *context, tg_input *input, const tricorn_load_options *options)
{
    tricorn_status status = TRICORN_OK;
    comparison job = {.context = context, .input = input, .count = tg_input_parts(input)};
    tg_dialect_fault fault;

    if (job.count < 2) return TRICORN_OK;
    status = tg_dialect_comments(options, &job.comments, &fault);
    if (status != TRICORN_OK) return tg_fail(context, status, "%s", fault.message);
    TG_TRY(TG_ALLOC(context, TG_PEEK_BYTES, &job.head.bytes));
    TG_TRY(TG_ALLOC(context, TG_PEEK_BYTES, &job.other.bytes));
    TG_TRY(TG_ALLOC(context, job.count, &job.parts));
    TG_TRY(find_head(&job));
    if (!is_table(&job.head)) goto cleanup;
    know_body(&job, &job.head);
    note_sizes(&job, &job.head, &job.parts[job.first]);
    for (uint64_t p = job.first + 1; p < job.count; p++) {
        TG_TRY(compare_part(&job, p));
        if (tg_work_add(context, 0)) TG_TRY(tg_check_cancelled(context));
    }
    if (tg_is_auto(options->text.header) && repeats_numbers(&job))
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT, "%s:%" PRIu64 ": all parts begin with %s, which " TG_EDGE_OR_NAMES,
          tg_input_part_name(input, job.first), job.head.first.number,
          job.others == 0 ? "this line" : "a line of two numbers, as of vertices and edges"));
    const bool no = !tg_is_auto(options->text.header) && strcmp(options->text.header, "no") == 0;
    TG_TRY(skip_all(&job, has_header(&job, options), !no));

cleanup:
    tg_free(job.parts);
    tg_free(job.other.bytes);
    tg_free(job.head.bytes);
    return status;
}
