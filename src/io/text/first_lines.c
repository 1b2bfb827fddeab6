/* first_lines.c - see first_lines.h. */
#include "io/text/first_lines.h"

#include <inttypes.h>
#include <string.h>

#include "base/options.h"
#include "base/portable.h"
#include "io/text/lines.h"
#include "io/text/scan.h"

enum { COMMENT_BYTES = 256 };

/* A position in the input, before the edges. */
typedef struct place {
    tg_input *input;
    /* Tells comments from other lines before the dialect is decided. */
    const tg_dialect *comments;
    uint64_t line; /* the number of the next line */
    bool after_comment;
    char comment[COMMENT_BYTES]; /* the last comment, or the beginning of it */
    tg_dialect words; /* the comments of a text whose ids are words ... */
    bool odd_comments; /* ... which some that were skipped may not be */
    bool after_number; /* the last comment is one number */
    bool inside_comment; /* the position is in a comment that is longer than the peeked bytes */
    /* The caller has named the columns, so the first line may be longer than the peeked bytes.
     */
    bool named;
} place;

/* ---- comments and blank lines ---- */

static bool is_comment(const place *at, const char *begin, const char *end)
{
    while (begin < end && (*begin == ' ' || *begin == '\t')) begin++;
    return begin < end && *begin != '\r' && tg_dialect_skips(at->comments, begin, end);
}

/* Whether the comment is '#' and one number. */
static bool is_lone_number(const char *begin, const char *end)
{
    tg_field field = {0};
    while (begin < end && *begin != '#') begin++;
    tg_cutter cutter = tg_cut(begin < end ? begin + 1 : end, end, TG_BLANKS);
    return tg_cut_field(&cutter, &field) && !cutter.more && tg_field_is_digits(field);
}

/* Whether a line of prose is between two comments: a line break has cut one comment in two, as
 * in SNAP's as-caida. It is no edge and, as a word in it looks like a number, no header. */
static bool is_torn_comment(const place *at, const char *begin, const char *end, const tg_first_lines *rest)
{
    tg_cutter cutter = tg_cut(begin, end, TG_BLANKS);
    tg_field field;
    bool prose = at->after_comment && !at->comments->words && end < rest->end, number = false;
    while (prose && tg_cut_field(&cutter, &field)) {
        if (cutter.fields == 1) prose = !field.quoted && !tg_is_digit(*field.text);
        number |= tg_field_is_number(field);
        if (cutter.fields == 2) prose = !tg_field_is_number(field);
    }
    if (!prose || !number || cutter.fields < 2 || tg_names_ends(at->comments, begin, end) ||
        tg_dialect_line_fault(at->comments, begin, end))
        return false;
    const char *next = end + 1, *newline = memchr(next, '\n', (size_t)(rest->end - next));
    return newline && is_comment(at, next, newline);
}

static void keep_comment(place *at, const char *begin, size_t bytes)
{
    const size_t kept = bytes < COMMENT_BYTES ? bytes : COMMENT_BYTES - 1;
    memcpy(at->comment, begin, kept);
    at->comment[kept] = 0;
}

/* Skips whole lines that are blank or comments; returns the start of the first other line. */
static const char *skip_comments(place *at, const tg_first_lines *known)
{
    const char *begin = known->begin;
    while (begin < known->end) {
        const char *newline = memchr(begin, '\n', (size_t)(known->end - begin));
        if (newline == NULL && !known->whole) break;
        const char *end = newline ? newline : known->end;
        const bool torn = !at->inside_comment && !tg_dialect_skips(at->comments, begin, end);
        if (torn && !is_torn_comment(at, begin, end, known)) break;
        at->odd_comments |= torn; /* of words, it may be an edge */
        at->after_comment = is_comment(at, begin, end);
        if (at->after_comment) keep_comment(at, begin, (size_t)(end - begin));
        at->odd_comments |= at->after_comment && !tg_dialect_skips(&at->words, begin, end);
        if (at->after_comment) at->after_number = is_lone_number(begin, end);
        at->inside_comment = false;
        at->line += newline != NULL;
        begin = newline ? newline + 1 : end;
    }
    return begin;
}

/* Refuses NUL bytes in a comment that is longer than the peeked bytes, of which this is a part.
 */
static tricorn_status check_long_comment(tricorn_context *context, const place *at, const tg_first_lines *known)
{
    const size_t count = (size_t)(known->end - known->begin);
    const char *newline = memchr(known->begin, '\n', count);
    const size_t bytes = newline ? (size_t)(newline - known->begin) : count;
    if (!at->inside_comment || memchr(known->begin, 0, bytes) == NULL) return TRICORN_OK;
    return tg_input_refuse_line(context, at->input, at->line, TG_NUL_IN_LINE);
}

static tricorn_status refuse_long_line(tricorn_context *context, const place *at)
{
    return tg_input_refuse_line(context, at->input, at->line,
      "the first line of an edge list is longer than 65536 bytes: name the format if this is another one, "
      "by " TG_OPTION("format=adjlist") " and the like, or else the columns of the edge by " TG_OPTION("columns=1,2"));
}

/* Moves to the first line that is no comment; *known are the lines from this one on. */
static tricorn_status find_first(tricorn_context *context, place *at, tg_first_lines *known)
{
    for (;;) {
        size_t count = 0;
        TG_DO(tg_input_peek_on(context, at->input, &known->begin, &count));
        known->end = known->begin + count;
        known->whole = count < TG_PEEK_BYTES;
        TG_DO(check_long_comment(context, at, known));
        const char *begin = skip_comments(at, known);
        if (begin == known->begin && (known->whole || memchr(begin, '\n', count))) return TRICORN_OK;
        if (begin == known->begin) { /* the peeked bytes have no end of a line */
            if (!at->inside_comment && !is_comment(at, begin, known->end))
                return at->named ? TRICORN_OK : refuse_long_line(context, at);
            at->inside_comment = true;
            begin = known->end;
        }
        tg_input_skip_peeked(at->input, (size_t)(begin - known->begin));
        if (tg_work_add(context, 0)) return tg_check_cancelled(context);
    }
}

/* ---- the whole ---- */

static void cut_to_whole_lines(tg_first_lines *known)
{
    if (known->whole) return;
    const char *newline = memrchr(known->begin, '\n', (size_t)(known->end - known->begin));
    if (newline) known->end = newline + 1;
}

static tricorn_status decide(tricorn_context *context, const place *at, const tricorn_load_options *options,
  const tg_first_lines *known, tg_dialect *dialect)
{
    tg_dialect_fault fault;
    const char *name = tg_input_name(at->input);
    const tricorn_status status = tg_dialect_decide(known, options, dialect, &fault);
    if (status == TRICORN_OK) return status;
    if (fault.line == 0) return tg_fail(context, status, "%s: %s", name, fault.message);
    if (status == TRICORN_BAD_FORMAT) return tg_input_refuse_line(context, at->input, fault.line, "%s", fault.message);
    return tg_fail(context, status, "%s:%" PRIu64 ": %s", name, fault.line, fault.message);
}

/* The number in the third column of a line; 0: it is no number. */
static uint64_t third_number(const tg_dialect *dialect, const tg_line_walk *line)
{
    tg_cutter cutter = tg_cut(line->begin, line->end, dialect->separator);
    tg_field field = {0};
    uint64_t number = 0;
    while (cutter.fields < 3)
        if (!tg_cut_field(&cutter, &field)) return 0;
    return tg_field_index(field, &number) ? number : 0;
}

/* Reads the first line as an edge, unless the caller has said what it is. */
static void read_first_edge(
  const tg_first_lines *known, const tricorn_load_options *options, const tg_dialect *dialect, tg_first_edge *first)
{
    tg_line_walk walk = tg_walk(known);
    char message[TG_LINE_MESSAGE_BYTES];
    if (!tg_is_auto(options->text.header) || (dialect->header && !dialect->words) ||
        !tg_first_lines_next_kept(known, dialect, &walk) ||
        !tg_dialect_ends(dialect, walk.begin, walk.end, first->words, message))
        return;
    first->line = walk.number;
    first->named = dialect->header;
    first->may_name = dialect->words && !dialect->header && !dialect->comment_header &&
                      (!tg_field_equals(first->words[0], first->words[1]) || dialect->parts);
    first->known =
      !dialect->header && tg_field_index(first->words[0], &first->u) && tg_field_index(first->words[1], &first->v);
    first->third = first->known ? third_number(dialect, &walk) : 0;
}

static void skip_header(tg_input *input, const tg_first_lines *known, const tg_dialect *dialect, uint64_t *line)
{
    tg_line_walk walk = tg_walk(known);
    if (!dialect->header || !tg_first_lines_next(known, dialect, &walk)) return;
    tg_input_skip_peeked(input, (size_t)(walk.at - known->begin));
    *line = walk.number + 1;
}

static tricorn_status begin_at(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_dialect *comments, place *at)
{
    *at = (place){.input = input, .comments = comments, .line = 1, .named = options->text.columns.source != NULL};
    tg_dialect_fault fault;
    const tricorn_status status = tg_dialect_comments(options, comments, &fault);
    if (status != TRICORN_OK) return tg_fail(context, status, "%s", fault.message);
    at->words = *comments;
    at->words.words = true;
    return TRICORN_OK;
}

tricorn_status tg_first_lines_read(tricorn_context *context, tg_first_place *where, const tricorn_load_options *options,
  tg_dialect *dialect, tg_first_edge *first)
{
    tg_input *input = where->input;
    tg_dialect comments;
    tg_first_lines known = {0};
    size_t count = 0;
    place at;

    TG_DO(begin_at(context, input, options, &comments, &at));
    TG_DO(tg_input_peek_on(context, input, &known.begin, &count));
    tg_input_skip_peeked(input, tg_mark_bytes(known.begin, count));
    TG_DO(find_first(context, &at, &known));
    cut_to_whole_lines(&known);
    known.line = at.line;
    known.odd_comments = at.odd_comments;
    known.comment = at.comment;
    known.after_number = at.after_number;
    known.rules = where->rules;
    *dialect = comments;
    where->line = at.line;
    *first = (tg_first_edge){0};
    if (known.begin == known.end) return TRICORN_OK;
    TG_DO(decide(context, &at, options, &known, dialect));
    read_first_edge(&known, options, dialect, first);
    skip_header(input, &known, dialect, &where->line);
    return TRICORN_OK;
}

tricorn_status tg_first_lines_look(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_dialect *dialect)
{
    tg_dialect comments;
    tg_first_lines known = {0};
    size_t count = 0;
    place at;

    TG_DO(begin_at(context, input, options, &comments, &at));
    TG_DO(tg_input_peek(context, input, &known.begin, &count));
    known.end = known.begin + count;
    known.whole = count < TG_PEEK_BYTES;
    known.begin += tg_mark_bytes(known.begin, count);
    known.begin = skip_comments(&at, &known);
    cut_to_whole_lines(&known);
    known.line = at.line;
    known.odd_comments = at.odd_comments;
    known.comment = at.comment;
    if (known.begin == known.end)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: no edge in its first 65536 bytes, so its size cannot be estimated", tg_input_name(input));
    return decide(context, &at, options, &known, dialect);
}
