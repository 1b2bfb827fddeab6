/* changes.c - what happens to texts: by hand, by scripts, by spreadsheets, on their way.
 *
 * Lines and words are found without regard to what they mean, so each change applies to each kind
 * of text.
 */
#include "mangled.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below(test_random *random, uint64_t bound)
{
    return bound == 0
               ? 0
               : test_random_below(random, bound > UINT32_MAX ? UINT32_MAX : (uint32_t)bound);
}

/* ---- line by line ---- */

/* Which lines a change is for: one of them, all, or all from one on. */
typedef enum extent { ONE, ALL, REST } extent;

/* A change of a line, which it writes with its end. */
typedef struct line_change {
    void (*apply)(text *to, span line, const struct line_change *how);
    test_random *random;
    uint64_t number; /* of the line, from 1 */
    uint32_t choice; /* the same for all lines */
} line_change;

static uint64_t count_lines(const text *of)
{
    uint64_t lines = 0;
    span line;
    for (const char *at = of->bytes; next_line(&at, of->bytes + of->count, &line);) lines++;
    return lines;
}

static void put_line(text *to, span line)
{
    text_add(to, line.begin, (size_t)(line.end - line.begin));
    text_add(to, "\n", 1);
}

static void change_lines(text *of, test_random *random, extent which,
                         void (*apply)(text *to, span line, const line_change *how))
{
    text made = {0};
    const uint64_t chosen = below(random, count_lines(of));
    line_change how = {
        .apply = apply, .random = random, .choice = (uint32_t)test_random_next(random)};
    const char *at = of->bytes, *stop = of->bytes + of->count;
    span line;
    for (uint64_t i = 0; next_line(&at, stop, &line); i++) {
        how.number = i + 1;
        if (which == ALL || i == chosen || (which == REST && i > chosen))
            apply(&made, line, &how);
        else
            put_line(&made, line);
    }
    text_free(of);
    *of = made;
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
        text_add(to, words[i].begin, (size_t)(words[i].end - words[i].begin));
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
    text_add(to, line.begin, (size_t)(line.end - line.begin));
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
    for (const char *at = line.begin; at < line.end; at++)
        text_add(to, is_separator(*at) ? &next : at, 1);
    text_add(to, "\n", 1);
}

static void add_separator_behind(text *to, span line, const line_change *how)
{
    const char separator = separator_of(line);
    (void)how;
    text_add(to, line.begin, (size_t)(line.end - line.begin));
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
    text_add(to, line.begin, (size_t)(line.end - line.begin));
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
        text_add(to, words[i].begin, (size_t)(words[i].end - words[i].begin));
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
    (void)to;
    (void)line;
    (void)how;
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
    text_add(to, line.begin, (size_t)(line.end - line.begin));
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
    text_add(to, line.begin, (size_t)(line.end - line.begin));
    text_print(to, how->choice % 2 ? " # a note\n" : " (sic)\n");
}

static void title_before(text *to, span line, const line_change *how)
{
    static const char *const titles[] = {"Graph:\n", "My graph\n", "12\n",
                                         "7 8\n",    "sep=,\n",    "x y\n"};
    text_print(to, "%s", titles[how->choice % 6]);
    put_line(to, line);
}

/* ---- the list ---- */

#define LINES(name, extent, apply) \
    static void name(text *of, test_random *random) \
    { \
        change_lines(of, random, extent, apply); \
    }

LINES(drop_a_word, ONE, drop_word)
LINES(drop_a_column, ALL, drop_word)
LINES(empty_a_cell, ONE, empty_word)
LINES(empty_a_column, ALL, empty_word)
LINES(lengthen_a_line, ONE, add_word_behind)
LINES(add_a_column, ALL, add_word_behind)
LINES(lengthen_a_line_in_front, ONE, add_word_in_front)
LINES(add_a_first_column, ALL, add_word_in_front)
LINES(lengthen_the_rest, REST, add_word_behind)
LINES(shorten_the_rest, REST, drop_word)
LINES(swap_two_words, ONE, swap_words)
LINES(swap_two_columns, ALL, swap_words)
LINES(number_lines, ALL, number_line)
LINES(count_lines_in_front, ALL, count_line)
LINES(change_a_separator, ONE, change_separator)
LINES(change_separators, ALL, change_separator)
LINES(change_separators_of_the_rest, REST, change_separator)
LINES(end_a_line_by_a_separator, ONE, add_separator_behind)
LINES(end_lines_by_a_separator, ALL, add_separator_behind)
LINES(indent_a_line, ONE, indent)
LINES(indent_lines, ALL, indent)
LINES(a_carriage_return, ONE, end_by_carriage_return)
LINES(carriage_returns, ALL, end_by_carriage_return)
LINES(carriage_returns_of_the_rest, REST, end_by_carriage_return)
LINES(quote_a_line, ONE, quote_words)
LINES(quote_all, ALL, quote_words)
LINES(group_digits_of_a_line, ONE, group_digits)
LINES(group_digits_of_all, ALL, group_digits)
LINES(a_decimal_comma, ONE, decimal_comma)
LINES(decimal_commas, ALL, decimal_comma)
LINES(fractions_on_a_line, ONE, add_fraction)
LINES(fractions, ALL, add_fraction)
LINES(a_sign, ONE, put_sign)
LINES(leading_zeros, ALL, put_zeros)
LINES(drop_a_line, ONE, drop_it)
LINES(drop_the_rest, REST, drop_it)
LINES(double_a_line, ONE, double_it)
LINES(double_lines, ALL, double_it)
LINES(join_two_lines, ONE, join_next)
LINES(join_the_rest, REST, join_next)
LINES(a_blank_line, ONE, blank_before)
LINES(blank_lines, ALL, blank_before)
LINES(a_comment, ONE, comment_before)
LINES(comments, ALL, comment_before)
LINES(a_note_behind, ONE, note_behind)
LINES(a_line_of_prose, ONE, title_before)

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
    text_free(of);
    *of = made;
}

static void byte_order_mark(text *of, test_random *random)
{
    (void)random;
    put_first(of, "\xEF\xBB\xBF");
}

static void title(text *of, test_random *random)
{
    static const char *const titles[] = {"Graph\n", "# nodes 9\n", "12 34\n", "12\n",
                                         "a b\n",   "sep=;\n",     "\n"};
    put_first(of, titles[below(random, 7)]);
}

static void swap_lines(text *of, test_random *random)
{
    text made = {0};
    const uint64_t lines = count_lines(of), one = below(random, lines),
                   two = below(random, lines);
    span *all = test_allocate(lines + 1, sizeof *all);
    const char *at = of->bytes;
    for (uint64_t i = 0; next_line(&at, of->bytes + of->count, &all[i]);) i++;
    const span first = all[one];
    all[one] = all[two];
    all[two] = first;
    for (uint64_t i = 0; i < lines; i++) put_line(&made, all[i]);
    free(all);
    text_free(of);
    *of = made;
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
    text_free(of);
    *of = made;
}

static void rubbish_behind(text *of, test_random *random)
{
    static const char *const rubbish[] = {"\x1a",    "EOF\n",       "\n\n\n", "1\n",  "0 0\n",
                                          "-1 -1\n", "Total: 12\n", "]\n",    "...\n"};
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
    text_free(of);
    *of = made;
}

static const change changes[] = {
    {"drop a word", false, drop_a_word},
    {"drop a column", false, drop_a_column},
    {"empty a cell", false, empty_a_cell},
    {"empty a column", false, empty_a_column},
    {"lengthen a line", false, lengthen_a_line},
    {"add a column", false, add_a_column},
    {"lengthen a line in front", false, lengthen_a_line_in_front},
    {"add a first column", false, add_a_first_column},
    {"lengthen the rest", false, lengthen_the_rest},
    {"shorten the rest", false, shorten_the_rest},
    {"swap two words", false, swap_two_words},
    {"swap two columns", false, swap_two_columns},
    {"cat -n", true, number_lines},
    {"uniq -c", true, count_lines_in_front},
    {"change a separator", false, change_a_separator},
    {"change separators", false, change_separators},
    {"change separators of the rest", false, change_separators_of_the_rest},
    {"end a line by a separator", false, end_a_line_by_a_separator},
    {"end lines by a separator", false, end_lines_by_a_separator},
    {"indent a line", false, indent_a_line},
    {"indent lines", false, indent_lines},
    {"a carriage return", false, a_carriage_return},
    {"carriage returns", false, carriage_returns},
    {"carriage returns of the rest", false, carriage_returns_of_the_rest},
    {"quote a line", false, quote_a_line},
    {"quote all", false, quote_all},
    {"group the digits of a line", false, group_digits_of_a_line},
    {"group the digits of all", false, group_digits_of_all},
    {"a decimal comma", false, a_decimal_comma},
    {"decimal commas", false, decimal_commas},
    {"fractions on a line", false, fractions_on_a_line},
    {"fractions", false, fractions},
    {"a sign", false, a_sign},
    {"leading zeros", false, leading_zeros},
    {"drop a line", false, drop_a_line},
    {"drop the rest", false, drop_the_rest},
    {"double a line", false, double_a_line},
    {"double lines", false, double_lines},
    {"join two lines", false, join_two_lines},
    {"join the rest", false, join_the_rest},
    {"a blank line", false, a_blank_line},
    {"blank lines", false, blank_lines},
    {"a comment", false, a_comment},
    {"comments", false, comments},
    {"a note behind a line", false, a_note_behind},
    {"a line of prose", false, a_line_of_prose},
    {"cut", false, cut},
    {"cut the end", false, cut_the_end},
    {"drop the last newline", false, drop_the_last_newline},
    {"drop the first line", false, drop_the_first_line},
    {"byte order mark", false, byte_order_mark},
    {"a title", false, title},
    {"swap lines", false, swap_lines},
    {"a letter for a digit", false, letter_for_a_digit},
    {"another digit", false, another_digit},
    {"a separator for a digit", false, separator_for_a_digit},
    {"an odd byte for a digit", false, odd_byte_for_a_digit},
    {"drop a byte", false, drop_a_byte},
    {"the same again behind", false, again_behind},
    {"rubbish behind", false, rubbish_behind},
    {"carriage returns alone", false, old_mac},
    {"UTF-16", false, sixteen_bits},
};

size_t change_count(void)
{
    return sizeof changes / sizeof *changes;
}

const change *change_at(size_t index)
{
    return &changes[index];
}
