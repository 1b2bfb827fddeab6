/* changes.c - what happens to texts: by hand, by scripts, by spreadsheets, on their way.
 *
 * Lines and words are found without regard to what they mean, so each change applies to each kind of text.
 */
#include "mangled.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below(test_random *random, uint64_t bound)
{
    return bound == 0 ? 0 : test_random_below(random, bound > UINT32_MAX ? UINT32_MAX : (uint32_t)bound);
}

/* ---- line by line ---- */

static uint64_t count_lines(const text *of)
{
    uint64_t lines = 0;
    span line;
    for (const char *at = of->bytes; next_line(&at, of->bytes + of->count, &line);) lines++;
    return lines;
}

static void put_span(text *to, span of)
{
    text_add(to, of.begin, (size_t)(of.end - of.begin));
}

static void put_line(text *to, span line)
{
    put_span(to, line);
    text_add(to, "\n", 1);
}

static void replace(text *of, text by)
{
    text_free(of);
    *of = by;
}

static void change_lines(const change *by, text *of, test_random *random)
{
    text made = {0};
    const uint64_t chosen = below(random, count_lines(of));
    line_change how = {.random = random, .choice = (uint32_t)test_random_next(random)};
    const char *at = of->bytes, *stop = of->bytes + of->count;
    span line;
    for (uint64_t i = 0; next_line(&at, stop, &line); i++) {
        how.number = i + 1;
        if (by->which == ALL || i == chosen || (by->which == REST && i > chosen))
            by->line(&made, line, &how);
        else
            put_line(&made, line);
    }
    replace(of, made);
}

/* ---- words of a line ---- */

static const char separators[] = " \t,;";

static bool is_separator(char byte)
{
    return byte != 0 && strchr(separators, byte) != NULL;
}

/* The words of a line, and the separators behind each. */
enum { WORDS_MOST = 4096 };
static span words[WORDS_MOST];

static size_t find_words(span line)
{
    size_t count = 0;
    const char *at = line.begin;
    while (count < WORDS_MOST) {
        while (at < line.end && is_separator(*at)) at++;
        if (at == line.end) break;
        const char *begin = at;
        while (at < line.end && !is_separator(*at)) at++;
        words[count++] = (span){begin, at};
    }
    return count;
}

static char separator_of(span line)
{
    for (const char *at = line.begin; at < line.end; at++)
        if (is_separator(*at)) return *at;
    return ' ';
}

static void put_words(text *to, size_t count, char separator)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0) text_add(to, &separator, 1);
        put_span(to, words[i]);
    }
    text_add(to, "\n", 1);
}

static void drop_word(text *to, span line, const line_change *how)
{
    const size_t count = find_words(line);
    if (count == 0) {
        put_line(to, line);
        return;
    }
    const size_t dropped = how->choice % (count < 3 ? count : 3);
    memmove(words + dropped, words + dropped + 1, (count - dropped - 1) * sizeof *words);
    put_words(to, count - 1, separator_of(line));
}

/* The word is gone, its separators stay. */
static void empty_word(text *to, span line, const line_change *how)
{
    const size_t count = find_words(line);
    if (count == 0) {
        put_line(to, line);
        return;
    }
    const span gone = words[how->choice % count];
    text_add(to, line.begin, (size_t)(gone.begin - line.begin));
    put_line(to, (span){gone.end, line.end});
}

static void add_word_behind(text *to, span line, const line_change *how)
{
    const char separator = separator_of(line);
    put_span(to, line);
    text_add(to, &separator, 1);
    text_print(to, "%u\n", how->choice % 2 ? 1 : below(how->random, 100));
}

static void add_word_in_front(text *to, span line, const line_change *how)
{
    const char separator = separator_of(line);
    text_print(to, "%u", how->choice % 2 ? 1 : below(how->random, 100));
    text_add(to, &separator, 1);
    put_line(to, line);
}

static void swap_words(text *to, span line, const line_change *how)
{
    const size_t count = find_words(line);
    (void)how;
    if (count < 2) {
        put_line(to, line);
        return;
    }
    const span first = words[0];
    words[0] = words[1];
    words[1] = first;
    put_words(to, count, separator_of(line));
}

/* "cat -n" and "uniq -c". */
static void number_line(text *to, span line, const line_change *how)
{
    text_print(to, "%6u\t", (unsigned)how->number);
    put_line(to, line);
}

static void count_line(text *to, span line, const line_change *how)
{
    (void)how;
    text_print(to, "%7u ", 1u);
    put_line(to, line);
}

static void change_separator(text *to, span line, const line_change *how)
{
    const char next = separators[how->choice % 4];
    for (const char *at = line.begin; at < line.end; at++) text_add(to, is_separator(*at) ? &next : at, 1);
    text_add(to, "\n", 1);
}

static void add_separator_behind(text *to, span line, const line_change *how)
{
    const char separator = separator_of(line);
    (void)how;
    put_span(to, line);
    text_add(to, &separator, 1);
    text_add(to, "\n", 1);
}

static void indent(text *to, span line, const line_change *how)
{
    text_print(to, how->choice % 2 ? "  " : "\t");
    put_line(to, line);
}

/* ---- spellings ---- */

static void end_by_carriage_return(text *to, span line, const line_change *how)
{
    (void)how;
    put_span(to, line);
    text_add(to, "\r\n", 2);
}

static void quote_words(text *to, span line, const line_change *how)
{
    const char *at = line.begin;
    const size_t count = find_words(line);
    (void)how;
    for (size_t i = 0; i < count; i++) {
        text_add(to, at, (size_t)(words[i].begin - at));
        text_add(to, "\"", 1);
        put_span(to, words[i]);
        text_add(to, "\"", 1);
        at = words[i].end;
    }
    put_line(to, (span){at, line.end});
}

/* 1234567 becomes 1,234,567. */
static void group_digits(text *to, span line, const line_change *how)
{
    static const char marks[] = ",.' ";
    for (const char *at = line.begin; at < line.end;) {
        const char *end = at;
        while (end < line.end && isdigit((unsigned char)*end)) end++;
        for (; at < end; at++) {
            text_add(to, at, 1);
            if ((end - at) % 3 == 1 && at + 1 < end) text_add(to, &marks[how->choice % 4], 1);
        }
        if (at < line.end) text_add(to, at++, 1);
    }
    text_add(to, "\n", 1);
}

static void decimal_comma(text *to, span line, const line_change *how)
{
    (void)how;
    for (const char *at = line.begin; at < line.end; at++) text_add(to, *at == '.' ? "," : at, 1);
    text_add(to, "\n", 1);
}

/* Numbers as a spreadsheet or a table of floating point numbers has them. */
static void add_fraction(text *to, span line, const line_change *how)
{
    const char *at = line.begin;
    const size_t count = find_words(line);
    for (size_t i = 0; i < count; i++) {
        text_add(to, at, (size_t)(words[i].end - at));
        at = words[i].end;
        if (isdigit((unsigned char)at[-1])) text_print(to, how->choice % 2 ? ".0" : "e0");
    }
    put_line(to, (span){at, line.end});
}

static void put_sign(text *to, span line, const line_change *how)
{
    text_print(to, how->choice % 2 ? "-" : "+");
    put_line(to, line);
}

static void put_zeros(text *to, span line, const line_change *how)
{
    (void)how;
    text_print(to, "00");
    put_line(to, line);
}

/* ---- lines as a whole ---- */

static void drop_it(text *to, span line, const line_change *how)
{
    (void)to, (void)line, (void)how;
}

static void double_it(text *to, span line, const line_change *how)
{
    (void)how;
    put_line(to, line);
    put_line(to, line);
}

static void join_next(text *to, span line, const line_change *how)
{
    const char separator = how->choice % 2 ? separator_of(line) : ' ';
    put_span(to, line);
    text_add(to, &separator, 1);
}

static void blank_before(text *to, span line, const line_change *how)
{
    text_print(to, how->choice % 2 ? "\n" : " \t\n");
    put_line(to, line);
}

static void comment_before(text *to, span line, const line_change *how)
{
    static const char *const comments[] = {"# a note, 3 4\n", "% a note\n", "// a note\n", "#\n"};
    text_print(to, "%s", comments[how->choice % 4]);
    put_line(to, line);
}

static void note_behind(text *to, span line, const line_change *how)
{
    put_span(to, line);
    text_print(to, how->choice % 2 ? " # a note\n" : " (sic)\n");
}

static void title_before(text *to, span line, const line_change *how)
{
    static const char *const titles[] = {"Graph:\n", "My graph\n", "12\n", "7 8\n", "sep=,\n", "x y\n"};
    text_print(to, "%s", titles[how->choice % 6]);
    put_line(to, line);
}

/* ---- bytes ---- */

static void keep(text *of, size_t count)
{
    of->count = count;
    of->bytes[count] = 0;
}

static void cut(text *of, test_random *random)
{
    keep(of, below(random, of->count));
}

/* Within the last line, or a few bytes before it. */
static void cut_the_end(text *of, test_random *random)
{
    const size_t most = of->count < 20 ? of->count : 20;
    keep(of, of->count - 1 - below(random, most - 1));
}

static void drop_the_last_newline(text *of, test_random *random)
{
    (void)random;
    if (of->bytes[of->count - 1] == '\n') keep(of, of->count - 1);
}

static void drop_the_first_line(text *of, test_random *random)
{
    const char *newline = memchr(of->bytes, '\n', of->count);
    (void)random;
    if (newline == NULL) return;
    const size_t gone = (size_t)(newline + 1 - of->bytes);
    memmove(of->bytes, newline + 1, of->count - gone);
    keep(of, of->count - gone);
}

static void put_first(text *of, const char *bytes)
{
    text made = {0};
    text_print(&made, "%s", bytes);
    text_add(&made, of->bytes, of->count);
    replace(of, made);
}

static void byte_order_mark(text *of, test_random *random)
{
    (void)random;
    put_first(of, "\xEF\xBB\xBF");
}

static void title(text *of, test_random *random)
{
    static const char *const titles[] = {"Graph\n", "# nodes 9\n", "12 34\n", "12\n", "a b\n", "sep=;\n", "\n"};
    put_first(of, titles[below(random, 7)]);
}

static void swap_lines(text *of, test_random *random)
{
    text made = {0};
    const uint64_t lines = count_lines(of), one = below(random, lines), two = below(random, lines);
    span *all = test_allocate(lines + 1, sizeof *all);
    const char *at = of->bytes;
    for (uint64_t i = 0; next_line(&at, of->bytes + of->count, &all[i]);) i++;
    const span first = all[one];
    all[one] = all[two];
    all[two] = first;
    for (uint64_t i = 0; i < lines; i++) put_line(&made, all[i]);
    free(all);
    replace(of, made);
}

/* A digit, chosen by the seed; the text's end if there is none. */
static size_t find_digit(const text *of, test_random *random)
{
    size_t at = below(random, of->count);
    for (size_t i = 0; i < of->count; i++, at = (at + 1) % of->count)
        if (isdigit((unsigned char)of->bytes[at])) return at;
    return of->count;
}

static void put_byte(text *of, test_random *random, const char *bytes, size_t count)
{
    const size_t at = find_digit(of, random);
    if (at < of->count) of->bytes[at] = bytes[below(random, count)];
}

static void letter_for_a_digit(text *of, test_random *random)
{
    put_byte(of, random, "OlxeEdaIS", 9);
}

static void another_digit(text *of, test_random *random)
{
    put_byte(of, random, "0123456789", 10);
}

static void separator_for_a_digit(text *of, test_random *random)
{
    put_byte(of, random, " \t,;\n", 5);
}

static void odd_byte_for_a_digit(text *of, test_random *random)
{
    put_byte(of, random, "\0\x1a\xa0\xff\v\f\r", 7);
}

static void drop_a_byte(text *of, test_random *random)
{
    const size_t at = below(random, of->count);
    memmove(of->bytes + at, of->bytes + at + 1, of->count - at - 1);
    keep(of, of->count - 1);
}

static void again_behind(text *of, test_random *random)
{
    text made = {0};
    (void)random;
    text_add(&made, of->bytes, of->count);
    text_add(&made, of->bytes, of->count);
    replace(of, made);
}

static void rubbish_behind(text *of, test_random *random)
{
    static const char *const rubbish[] = {
      "\x1a", "EOF\n", "\n\n\n", "1\n", "0 0\n", "-1 -1\n", "Total: 12\n", "]\n", "...\n"};
    const char *end = rubbish[below(random, 9)];
    text_add(of, end, strlen(end));
}

/* Lines end by carriage returns alone, as on old Macs. */
static void old_mac(text *of, test_random *random)
{
    (void)random;
    for (size_t i = 0; i < of->count; i++)
        if (of->bytes[i] == '\n') of->bytes[i] = '\r';
}

/* UTF-16 by Windows, with its mark. */
static void sixteen_bits(text *of, test_random *random)
{
    text made = {0};
    (void)random;
    text_add(&made, "\xFF\xFE", 2);
    for (size_t i = 0; i < of->count; i++) {
        text_add(&made, of->bytes + i, 1);
        text_add(&made, "\0", 1);
    }
    replace(of, made);
}

/* ---- the list ---- */

static const change changes[] = {
  {"drop a word", ONE, .line = drop_word},
  {"drop a column", ALL, .line = drop_word},
  {"empty a cell", ONE, .line = empty_word},
  {"empty a column", ALL, .line = empty_word},
  {"lengthen a line", ONE, .line = add_word_behind},
  {"add a column", ALL, .line = add_word_behind},
  {"lengthen a line in front", ONE, .line = add_word_in_front},
  {"add a first column", ALL, .line = add_word_in_front},
  {"lengthen the rest", REST, .line = add_word_behind},
  {"shorten the rest", REST, .line = drop_word},
  {"swap two words", ONE, .line = swap_words},
  {"swap two columns", ALL, .line = swap_words},
  {"cat -n", ALL, .line = number_line},
  {"uniq -c", ALL, .line = count_line},
  {"change a separator", ONE, .line = change_separator},
  {"change separators", ALL, .line = change_separator},
  {"change separators of the rest", REST, .line = change_separator},
  {"end a line by a separator", ONE, .line = add_separator_behind},
  {"end lines by a separator", ALL, .line = add_separator_behind},
  {"indent a line", ONE, .line = indent},
  {"indent lines", ALL, .line = indent},
  {"a carriage return", ONE, .line = end_by_carriage_return},
  {"carriage returns", ALL, .line = end_by_carriage_return},
  {"carriage returns of the rest", REST, .line = end_by_carriage_return},
  {"quote a line", ONE, .line = quote_words},
  {"quote all", ALL, .line = quote_words},
  {"group the digits of a line", ONE, .line = group_digits},
  {"group the digits of all", ALL, .line = group_digits},
  {"a decimal comma", ONE, .line = decimal_comma},
  {"decimal commas", ALL, .line = decimal_comma},
  {"fractions on a line", ONE, .line = add_fraction},
  {"fractions", ALL, .line = add_fraction},
  {"a sign", ONE, .line = put_sign},
  {"leading zeros", ALL, .line = put_zeros},
  {"drop a line", ONE, .line = drop_it},
  {"drop the rest", REST, .line = drop_it},
  {"double a line", ONE, .line = double_it},
  {"double lines", ALL, .line = double_it},
  {"join two lines", ONE, .line = join_next},
  {"join the rest", REST, .line = join_next},
  {"a blank line", ONE, .line = blank_before},
  {"blank lines", ALL, .line = blank_before},
  {"a comment", ONE, .line = comment_before},
  {"comments", ALL, .line = comment_before},
  {"a note behind a line", ONE, .line = note_behind},
  {"a line of prose", ONE, .line = title_before},
  {"cut", .whole = cut},
  {"cut the end", .whole = cut_the_end},
  {"drop the last newline", .whole = drop_the_last_newline},
  {"drop the first line", .whole = drop_the_first_line},
  {"byte order mark", .whole = byte_order_mark},
  {"a title", .whole = title},
  {"swap lines", .whole = swap_lines},
  {"a letter for a digit", .whole = letter_for_a_digit},
  {"another digit", .whole = another_digit},
  {"a separator for a digit", .whole = separator_for_a_digit},
  {"an odd byte for a digit", .whole = odd_byte_for_a_digit},
  {"drop a byte", .whole = drop_a_byte},
  {"the same again behind", .whole = again_behind},
  {"rubbish behind", .whole = rubbish_behind},
  {"carriage returns alone", .whole = old_mac},
  {"UTF-16", .whole = sixteen_bits},
};

size_t change_count(void)
{
    return sizeof changes / sizeof *changes;
}

const change *change_at(size_t index)
{
    return &changes[index];
}

bool change_is_in_front(const change *of)
{
    return of->line == number_line || of->line == count_line;
}

void change_apply(const change *by, text *of, test_random *random)
{
    if (by->line)
        change_lines(by, of, random);
    else
        by->whole(of, random);
}
