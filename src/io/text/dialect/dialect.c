/* dialect.c - checks a line against the dialect, and cuts the ends and the weight of an edge
 * from it. dialect_decide.c decides the dialect. */
#include "io/text/dialect/dialect.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "io/text/dialect/line_structure.h"
#include "io/text/lines.h"
#include "io/text/scan.h"

static bool marks_comment(const tg_dialect *dialect, char byte)
{
    if (dialect->comment == TG_COMMENT_NONE) return false;
    if (dialect->comment == TG_COMMENT_USUAL) return byte == '#' || byte == '%';
    return byte == dialect->comment;
}

static const char *skip_line_blanks(const char *at, const char *end)
{
    while (at < end && (tg_is_blank(*at) || *at == '\r')) at++;
    return at;
}

/* Why a line with these bytes is no line of text: it has a NUL byte, or a carriage return that
 * does not end it. NULL: it has neither. */
static const char *odd_byte(const char *begin, const char *end)
{
    if (end > begin && end[-1] == '\r') end--;
    if (begin >= end) return NULL;
    if (memchr(begin, 0, (size_t)(end - begin)) != NULL) return TG_NUL_IN_LINE;
    if (memchr(begin, '\r', (size_t)(end - begin)) != NULL)
        return "a carriage return within the line: are there lines that end by it alone?";
    return NULL;
}

/* Whether a cell between two tabs is empty, though any blanks may separate. One tab may end the line. */
static bool has_empty_cell(const tg_dialect *dialect, const char *begin, const char *end)
{
    bool empty = true;
    if (dialect->separator != TG_BLANKS || dialect->loose) return false;
    while (end > begin && (end[-1] == ' ' || end[-1] == '\r')) end--;
    for (; begin < end; begin++) {
        if (*begin == '\t' && empty) return true;
        if (*begin != ' ') empty = *begin == '\t';
    }
    return false;
}

/* Whether a line that begins with '#' or '%' may be an edge of words: "#one<TAB>#two". If a
 * blank or a sign follows, it is a comment. */
static bool may_be_words(const tg_dialect *dialect, const char *begin, const char *end)
{
    if (!dialect->words || dialect->comment != TG_COMMENT_USUAL) return false;
    if (begin + 1 == end || strchr(" \t\r#%=!-*", begin[1]) != NULL) return false;
    if (dialect->columns == 0) return dialect->undecided;
    tg_cutter cutter = tg_cut(begin, end, dialect->separator);
    return tg_cut_rest(&cutter) == dialect->columns;
}

/* Whether the line is '#' alone, which separates nodes and edges in TGF. */
static bool is_lone_sign(const tg_dialect *dialect, const char *begin, const char *end)
{
    return dialect->comment == TG_COMMENT_USUAL && *begin == '#' && skip_line_blanks(begin + 1, end) == end;
}

/* Whether a line that begins with '#' begins with a value that is missing, and the separator. */
static bool begins_with_missing(const tg_dialect *dialect, const char *begin, const char *end)
{
    tg_field field;
    if (*begin != '#' || dialect->comment != TG_COMMENT_USUAL) return false;
    tg_cutter cutter = tg_cut(begin, end, dialect->separator);
    return tg_cut_field(&cutter, &field) && cutter.more && tg_field_is_missing(field) &&
           (dialect->separator != TG_BLANKS || field.text[field.bytes] == '\t');
}

bool tg_is_header_again(const tg_dialect *dialect, const char *begin, const char *end)
{
    const tg_field header = dialect->again;
    return header.bytes > 0 && begin != header.text && (size_t)(end - begin) == header.bytes &&
           memcmp(begin, header.text, header.bytes) == 0;
}

bool tg_dialect_skips(const tg_dialect *dialect, const char *begin, const char *end)
{
    begin = skip_line_blanks(begin, end);
    if (begin == end || tg_is_header_again(dialect, begin, end)) return true;
    if (begins_with_missing(dialect, begin, end)) return false;
    if (dialect->columns > 0 && is_lone_sign(dialect, begin, end)) return false;
    return marks_comment(dialect, *begin) && !may_be_words(dialect, begin, end) &&
           odd_byte(begin, end) == NULL; /* if it is not, it is refused for this byte */
}

bool tg_first_lines_next(const tg_first_lines *first, const tg_dialect *dialect, tg_line_walk *walk)
{
    while (walk->at < first->end) {
        const char *newline = memchr(walk->at, '\n', (size_t)(first->end - walk->at));
        walk->begin = walk->at;
        walk->end = newline ? newline : first->end;
        walk->at = newline ? newline + 1 : first->end;
        walk->number++;
        if (!tg_dialect_skips(dialect, walk->begin, walk->end)) return true;
    }
    return false;
}

bool tg_first_lines_next_kept(const tg_first_lines *first, const tg_dialect *dialect, tg_line_walk *walk)
{
    while (tg_first_lines_next(first, dialect, walk))
        if (!tg_dialect_drops(dialect, walk->begin, walk->end)) return true;
    return false;
}

/* ---- one line ---- */

static bool say(char message[TG_LINE_MESSAGE_BYTES], const char *sentence)
{
    snprintf(message, TG_LINE_MESSAGE_BYTES, "%s", sentence);
    return false;
}

void tg_dialect_keep_command(
  const tg_dialect *dialect, const char *begin, const char *end, char command[TG_COMMAND_BYTES])
{
    char separator[] = {' ', '-', 'F', '\'', dialect->separator, '\'', 0, 0};
    *command = 0;
    if (memchr(begin, '"', (size_t)(end - begin)) || dialect->separator == '\'') return;
    if (dialect->separator == TG_BLANKS) *separator = 0;
    if (dialect->separator == '\t') memcpy(separator + 4, "\\t'", sizeof "\\t'");
    snprintf(command, TG_COMMAND_BYTES, "by awk%s 'NF == %" PRIu32 "' FILE > OUT", separator, dialect->columns);
}

static bool say_columns(const tg_dialect *dialect, tg_field line, uint32_t found, char message[TG_LINE_MESSAGE_BYTES])
{
    char name[TG_SEPARATOR_NAME_BYTES], command[TG_COMMAND_BYTES];
    tg_dialect_keep_command(dialect, line.text, line.text + line.bytes, command);
    snprintf(message, TG_LINE_MESSAGE_BYTES,
      "%" PRIu32 " column%s, but the lines before have %" PRIu32 " (the separator is %s)%s%s%s", found,
      found == 1 ? "" : "s", dialect->columns, tg_separator_name(dialect->separator, name),
      *command ? ": if such lines are no edges, keep the others, " : "", command,
      found > 1 ? "; if the columns may vary, name the two that hold the edge by " TG_OPTION("columns=1,2") : "");
    return false;
}

bool tg_ends_in_comment(const tg_dialect *dialect, tg_field field)
{
    return dialect->separator == TG_BLANKS && dialect->comment == TG_COMMENT_USUAL && !dialect->words &&
           !field.quoted && field.bytes > 0 && (*field.text == '#' || *field.text == '%');
}

/* Counts the columns behind the edge's ends; false if one is broken. */
static bool count_rest(const tg_dialect *dialect, tg_cutter *cutter, uint32_t *rest)
{
    tg_field field;
    for (*rest = 0; tg_cut_field(cutter, &field); ++*rest) {
        if (field.broken) return false;
        if (tg_ends_in_comment(dialect, field)) break;
    }
    return true;
}

/* The names of rules, indexed by tg_missing. */
static const char *const rules[TG_MISSING_RULES] = {"error", "drop", "keep"};

tg_missing tg_missing_of(const char *name)
{
    int r = 0;
    if (name == NULL) return TG_MISSING_ERROR;
    while (r < TG_MISSING_RULES && strcmp(rules[r], name) != 0) r++;
    return (tg_missing)r;
}

tricorn_status tg_check_missing(tricorn_context *context, const char *name)
{
    char known[TG_NAMES_BYTES] = "";
    if (tg_missing_of(name) < TG_MISSING_RULES) return TRICORN_OK;
    for (int r = 0; r < TG_MISSING_RULES; r++) tg_names_add(known, rules[r]);
    return tg_no_name(context, "missing", name, known);
}

/* Whether the field lacks an id. */
static bool lacks_id(const tg_dialect *dialect, tg_field field)
{
    if (field.bytes == 0) return !field.broken;
    return !(dialect->words && dialect->missing == TG_MISSING_KEEP) && tg_field_is_missing(field);
}

static bool say_missing(const tg_dialect *dialect, tg_field field, uint32_t column, char message[TG_LINE_MESSAGE_BYTES])
{
    if (dialect->missing == TG_MISSING_DROP && !dialect->words) /* which drops lines of numbers */
        snprintf(message, TG_LINE_MESSAGE_BYTES,
          "column %" PRIu32 ", an id, has no value, and the other one is no number; if the ids "
          "are words, give " TG_OPTION("ids=string"),
          column + 1);
    else if (field.bytes == 0)
        snprintf(message, TG_LINE_MESSAGE_BYTES,
          "column %" PRIu32 ", an id, is empty: to leave such lines out, "
          "give " TG_OPTION("missing=drop"),
          column + 1);
    else
        snprintf(message, TG_LINE_MESSAGE_BYTES,
          "column %" PRIu32 ", an id, has no value (%.*s): to leave such lines out, "
          "give " TG_OPTION("missing=drop") "%s",
          column + 1, (int)field.bytes, field.text,
          dialect->words ? "; if it is the name of a vertex, " TG_OPTION("missing=keep") : "");
    return false;
}

bool tg_dialect_has_odd_blank(tg_field field, char message[TG_LINE_MESSAGE_BYTES])
{
    char hex[3 * sizeof "\\xFF"] = "";
    const tg_field blank = tg_field_odd_blank(field);
    for (size_t i = 0; i < blank.bytes; i++)
        snprintf(hex + 4 * i, sizeof hex - 4 * i, "\\x%02X", (unsigned char)blank.text[i]);
    if (blank.bytes > 0)
        snprintf(message, TG_LINE_MESSAGE_BYTES,
          "an id begins or ends with a blank, or a sign without width, that is none of ASCII: write a "
          "blank of ASCII in its place, by sed 's/%s/ /g' FILE > OUT",
          hex);
    return blank.bytes > 0;
}

static bool check_end(const tg_dialect *dialect, tg_field field, uint32_t column, char message[TG_LINE_MESSAGE_BYTES])
{
    if (field.broken) return say(message, TG_BROKEN_QUOTES);
    if (tg_dialect_has_odd_blank(field, message)) return false;
    if (lacks_id(dialect, field)) return say_missing(dialect, field, column, message);
    if (dialect->parts && tg_is_doubtful_part(field)) {
        snprintf(message, TG_LINE_MESSAGE_BYTES, "column %" PRIu32 ", " TG_DOUBTFUL_PART, column + 1);
        return false;
    }
    if (dialect->words && dialect->separator == TG_BLANKS && !field.quoted &&
        strchr(",;", field.text[field.bytes - 1]) != NULL)
        return say(message, "an id ends in a comma or semicolon: is that the separator?  Name it "
                            "by " TG_OPTION("separator"));
    return true;
}

const char *tg_dialect_line_fault(const tg_dialect *dialect, const char *begin, const char *end)
{
    const bool may_be_odd = tg_line_may_have_odd_byte(begin, end);
    const char *odd = may_be_odd ? odd_byte(begin, end) : NULL, *text = skip_line_blanks(begin, end);
    if (odd == NULL && text < end && is_lone_sign(dialect, text, end))
        return "a '#' alone: are there nodes before it and edges behind, as in TGF?  If it is a "
               "comment, give " TG_OPTION("comment=#");
    if (odd == NULL && dialect->comment == TG_COMMENT_USUAL)
        odd = tg_line_may_be_comment(text, end, dialect->separator);
    if (odd == NULL && may_be_odd) odd = tg_line_odd_byte(begin, end);
    if (odd || !has_empty_cell(dialect, begin, end)) return odd;
    return "nothing but blanks before a tab: is a cell empty?  If tabs and blanks are all one, "
           "give " TG_OPTION("separator=space") ", else " TG_OPTION("separator=tab") ", and " TG_OPTION(
             "missing=drop") " to leave such lines out";
}

bool tg_dialect_ends(
  const tg_dialect *dialect, const char *begin, const char *end, tg_field ends[2], char message[TG_LINE_MESSAGE_BYTES])
{
    const char *fault = tg_dialect_line_fault(dialect, begin, end);
    const tg_field whole = {begin, (size_t)(end - begin), false, false};
    if (fault) return say(message, fault);
    tg_cutter cutter = tg_cut(begin, end, dialect->separator);
    if (cutter.at < cutter.end && may_be_words(dialect, cutter.at, cutter.end) && marks_comment(dialect, *cutter.at) &&
        !begins_with_missing(dialect, cutter.at, cutter.end))
        return say(message, TG_COMMENT_OR_WORDS);
    for (uint32_t found = 0; found < 2;) {
        tg_field field;
        if (!tg_cut_field(&cutter, &field)) return say_columns(dialect, whole, cutter.fields, message);
        for (; found < 2 && dialect->ends[found] == cutter.fields - 1; found++) ends[found] = field;
    }
    if (!dialect->named) fault = tg_line_cut_wrongly(ends, end);
    if (fault) return say(message, fault);
    for (uint32_t i = 0; i < 2; i++)
        if (!check_end(dialect, ends[i], dialect->ends[i], message)) return false;
    if (dialect->reversed) {
        const tg_field target = ends[0];
        ends[0] = ends[1];
        ends[1] = target;
    }
    if (dialect->varies) return true;
    uint32_t rest;
    const uint32_t columns = cutter.fields;
    if (!count_rest(dialect, &cutter, &rest)) return say(message, TG_BROKEN_QUOTES);
    return columns + rest == dialect->columns || say_columns(dialect, whole, columns + rest, message);
}

bool tg_dialect_number(tg_field field, uint64_t *number, char message[TG_LINE_MESSAGE_BYTES])
{
    enum { SHOWN = 40 };
    bool whole = false;
    if (tg_field_index(field, number)) return true;
    if (tg_field_is_digits(field)) return say(message, "a vertex id is over 2^64 - 1");
    const bool real = tg_field_is_real(field, &whole);
    if (!real && field.bytes > 1 && field.text[0] == '-' && tg_is_digit(field.text[1]))
        return say(message, "a vertex id is negative: ids are unsigned numbers");
    snprintf(message, TG_LINE_MESSAGE_BYTES, "'%.*s%s' is no vertex id (%s)",
      (int)(field.bytes < SHOWN ? field.bytes : SHOWN), field.text, field.bytes > SHOWN ? "..." : "",
      !real   ? "an unsigned number"
      : whole ? "an unsigned number, without a point or an exponent, though it is whole"
              : "an unsigned number, and whole: is the column one of the ends?");
    for (char *c = message; *c; c++)
        if ((unsigned char)*c < ' ') *c = '?';
    return false;
}

/* The command that takes a line with tabs out, which grep does not find by its text: sed, where the other bytes
 * mean nothing else to it. */
static void say_tabbed(
  const char *begin, const char *end, const char *returned, char command[TG_LINE_MESSAGE_BYTES / 2])
{
    char pattern[TG_LINE_MESSAGE_BYTES / 3];
    size_t used = 0;
    for (; begin < end; begin++) {
        if (*begin != '\t' && strchr("/.*[]^$\\&", *begin)) return;
        if (*begin == '\t') pattern[used++] = '\\';
        pattern[used++] = *begin == '\t' ? 't' : *begin;
    }
    snprintf(command, TG_LINE_MESSAGE_BYTES / 2, "by sed '/^%.*s%s$/d' FILE > OUT", (int)used, pattern, returned);
}

/* The command that takes this line out of the file; an empty one if the line cannot stand in it. */
static void say_command(const char *begin, const char *end, char command[TG_LINE_MESSAGE_BYTES / 2])
{
    enum { SHOWN = TG_LINE_MESSAGE_BYTES / 6 };
    const bool returns = end > begin && end[-1] == '\r';
    end -= returns;
    *command = 0;
    if (end - begin >= SHOWN || memchr(begin, '\'', (size_t)(end - begin))) return;
    if (memchr(begin, '\t', (size_t)(end - begin)))
        say_tabbed(begin, end, returns ? "\\r" : "", command);
    else
        snprintf(command, TG_LINE_MESSAGE_BYTES / 2, "by grep -v%sF '%.*s' FILE > OUT", returns ? "" : "x",
          (int)(end - begin), begin);
}

void tg_dialect_say_words(
  const tg_dialect *dialect, const tg_line_walk *line, tg_field field, bool lone, char message[TG_LINE_MESSAGE_BYTES])
{
    const char *begin = line->begin, *end = line->end;
    const size_t used = strlen(message), room = TG_LINE_MESSAGE_BYTES - used;
    char command[TG_LINE_MESSAGE_BYTES / 2];
    bool whole = false;
    say_command(begin, end, command);
    if (*command && tg_has_named_ends(dialect, begin, end - (end > begin && end[-1] == '\r'))) {
        snprintf(message + used, room, ": the line names columns, so take it out, %s", command);
        return;
    }
    const bool real = tg_field_is_real(field, &whole);
    if (real && !whole) return;
    if (real)
        snprintf(message + used, room,
          ".  Write them so; or if all ids of the file are written alike, give " TG_OPTION(
            "ids=string") ", with which 1 and 1.0 are two vertices");
    else
        snprintf(message + used, room,
          "%s%s; if the ids are words, give " TG_OPTION("ids=string") ", with which 1 and 01 are two vertices",
          lone && *command ? "; if the line is no edge, take it out, " : "", lone ? command : "");
}

/* Cuts a line up to that column, from 0; false if the line has no such column. */
static bool cut_to(const tg_dialect *dialect, tg_cutter *cutter, uint32_t column, tg_field *field)
{
    while (cutter->fields <= column)
        if (!tg_cut_field(cutter, field)) return false;
    return !tg_ends_in_comment(dialect, *field);
}

/* Whether the field lacks a value of that role. */
static bool lacks_value(const tg_dialect *dialect, tg_role role, tg_field field)
{
    double number = 0;
    if (role == TG_WEIGHT_ROLE) return tg_field_weight(field, true, &number) == TG_WEIGHT_MISSING;
    if (field.bytes == 0) return !field.broken;
    return (role == TG_TIME || dialect->missing != TG_MISSING_KEEP) && tg_field_is_missing(field);
}

/* The role of the column, from 0, if its value is read, else TG_ROLES. */
static tg_role role_of(const tg_dialect *dialect, uint32_t column)
{
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++)
        if (dialect->values[r] == column + 1) return r;
    return TG_ROLES;
}

/* Whether ids are in the column. */
static bool has_ids(const tg_dialect *dialect, uint32_t column)
{
    if (column == dialect->ends[0] || column == dialect->ends[1]) return true;
    return dialect->parts && (column == dialect->seconds[0] || column == dialect->seconds[1]);
}

bool tg_dialect_drops(const tg_dialect *dialect, const char *begin, const char *end)
{
    uint32_t lacking = 0, columns = 0;
    tg_field field;
    if (dialect->missing != TG_MISSING_DROP || dialect->columns == 0 || tg_dialect_line_fault(dialect, begin, end))
        return false;
    for (tg_cutter cutter = tg_cut(begin, end, dialect->separator); tg_cut_field(&cutter, &field); columns++) {
        const bool is_end = has_ids(dialect, columns);
        const tg_role role = is_end ? TG_ROLES : role_of(dialect, columns);
        if (field.broken) return false;
        if (columns >= 2 && tg_ends_in_comment(dialect, field)) break;
        if (is_end ? lacks_id(dialect, field) : role < TG_ROLES && lacks_value(dialect, role, field))
            lacking++;
        else if (is_end && !dialect->words && !tg_field_is_digits(field))
            return false;
    }
    return lacking > 0 && columns > tg_last_end(dialect) && (dialect->varies || columns == dialect->columns);
}

bool tg_dialect_seconds(const tg_dialect *dialect, const char *begin, const char *end, tg_field seconds[2],
  char message[TG_LINE_MESSAGE_BYTES])
{
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t column = dialect->seconds[i];
        tg_cutter cutter = tg_cut(begin, end, dialect->separator);
        if (!cut_to(dialect, &cutter, column, &seconds[i])) {
            snprintf(message, TG_LINE_MESSAGE_BYTES,
              "no column %" PRIu32 ", where the second word of an id is expected", column + 1);
            return false;
        }
        if (!check_end(dialect, seconds[i], column, message)) return false;
    }
    return true;
}

static bool say_no_value(const tg_dialect *dialect, tg_role role, tg_field field, char message[TG_LINE_MESSAGE_BYTES])
{
    snprintf(message, TG_LINE_MESSAGE_BYTES,
      "column %" PRIu32 ", the %s, has no value%s%.*s%s: to leave such lines out, "
      "give " TG_OPTION("missing=drop"),
      dialect->values[role], tg_role_names[role], field.bytes ? " (" : "", (int)field.bytes, field.text,
      field.bytes ? ")" : "");
    return false;
}

/* Whether a time of day stands behind a date, cut off by the blank between them. */
static bool is_cut_from_clock(const tg_dialect *dialect, tg_cutter cutter)
{
    tg_field next;
    return dialect->separator == TG_BLANKS && tg_cut_field(&cutter, &next) && next.bytes > 2 &&
           tg_is_digit(next.text[0]) && tg_is_digit(next.text[1]) && next.text[2] == ':';
}

bool tg_dialect_values(const tg_dialect *dialect, const char *begin, const char *end, tg_field values[TG_ROLES],
  char message[TG_LINE_MESSAGE_BYTES])
{
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++) {
        const uint32_t column = dialect->values[r];
        tg_cutter cutter = tg_cut(begin, end, dialect->separator);
        if (column == 0) continue;
        if (!cut_to(dialect, &cutter, column - 1, &values[r])) {
            snprintf(message, TG_LINE_MESSAGE_BYTES, "no column %" PRIu32 ", where the %s of the edge is expected",
              column, tg_role_names[r]);
            return false;
        }
        if (values[r].broken) return say(message, TG_BROKEN_QUOTES);
        if (lacks_value(dialect, r, values[r])) return say_no_value(dialect, r, values[r], message);
        if (r == TG_TIME && is_cut_from_clock(dialect, cutter))
            return say(message, "the blank between the date and the time of day separates two columns: write "
                                "the date, T and the time of day, or separate columns by commas or tabs");
    }
    return true;
}

void tg_dialect_refuse_weight(const tg_dialect *dialect, tg_weight_kind kind, char message[TG_LINE_MESSAGE_BYTES])
{
    if (kind != TG_WEIGHT_NONE) {
        say(message, tg_weight_fault(kind));
        return;
    }
    snprintf(message, TG_LINE_MESSAGE_BYTES, "column %" PRIu32 " is no weight (a number)%s",
      dialect->values[TG_WEIGHT_ROLE],
      dialect->header ? "" : "; if the first line names the columns, give " TG_OPTION("header=yes"));
}

void tg_dialect_refuse_value(
  const tg_dialect *dialect, tg_role role, const char *fault, char message[TG_LINE_MESSAGE_BYTES])
{
    snprintf(message, TG_LINE_MESSAGE_BYTES, "column %" PRIu32 ", the %s: %s%s", dialect->values[role],
      tg_role_names[role], fault,
      dialect->header ? "" : "; if the first line names the columns, give " TG_OPTION("header=yes"));
}

void tg_dialect_describe(const tg_dialect *dialect, char text[TG_DIALECT_BYTES])
{
    char name[TG_SEPARATOR_NAME_BYTES];
    char seconds[2][12] = {"", ""}; /* "+65536" */
    for (unsigned i = 0; dialect->parts && i < 2; i++)
        snprintf(seconds[i], sizeof seconds[i], "+%" PRIu32, dialect->seconds[i] + 1);
    int used = snprintf(text, TG_DIALECT_BYTES, "%s, columns %" PRIu32 "%s and %" PRIu32 "%s",
      tg_separator_name(dialect->separator, name), dialect->ends[dialect->reversed] + 1, seconds[0],
      dialect->ends[!dialect->reversed] + 1, seconds[1]);
    if (!dialect->varies)
        used += snprintf(text + used, TG_DIALECT_BYTES - (size_t)used, " of %" PRIu32, dialect->columns);
    snprintf(text + used, TG_DIALECT_BYTES - (size_t)used, "%s%s", dialect->header ? ", header" : "",
      dialect->words_found ? ", ids are words: 1, 01 and 1.0 are three vertices"
      : dialect->words     ? ", words"
                           : "");
}
