/* pairs_scan.h - the body of pairs.c and of its variants for instruction sets (pairs.h).
 *
 * Why it is fast:
 * - The text is read in windows of a few KiB. A first step lists the positions of all bytes
 *   that are not digits, many bytes at a time and without a branch.
 * - Then each two positions are the ends of a line's numbers, known before any digit is read.
 *   So no number has to wait until the length of the one before it is known, and no branch
 *   depends on it.
 * - Digits are multiplied and added eight at a time; variants read two lines, four numbers, at
 *   once.
 *
 * The method is simdjson's: Langdale, Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 2019.
 *
 * The including file defines
 *
 *     enum { STEP, POSITIONS_SLACK };
 *
 *     static unsigned list_positions(const char *text, unsigned bytes, uint16_t *positions)
 *         lists the positions of text[0..bytes-1] that are not digits; returns their number.
 *         May read and list STEP - 1 bytes more, and write POSITIONS_SLACK entries behind the
 *         list.
 *
 *     static bool read_two_lines(const char *text, const uint16_t *ends, unsigned start,
 *                                char separator, tg_edge *edges)
 *         reads the lines from `start` to ends[1] and from ends[1] to ends[3], if both are a
 *         number of 1 to 8 digits, `separator`, such a number, '\n'.  Else it returns false, and
 *         edges[0..1] may be anything.
 */
#pragma once

#include <string.h>

#include "io/text/pairs.h"

/* The variants of other files, for the table in pairs.c. */
void tg_pairs_read_avx2(tg_pairs *pairs);
void tg_pairs_read_avx512(tg_pairs *pairs);

enum {
    /* After a line that is not plain, so that many such lines cost little. */
    SMALLEST_WINDOW = 256,
    /* The positions of the largest window fit into the first-level cache. */
    LARGEST_WINDOW = TG_PAIRS_LINE_BYTES
};

/* Whether c separates the columns of lines whose separator is `of`. */
static inline bool separates(char of, char c)
{
    return c == of || (of == ' ' && c == '\t');
}

/* ---- numbers of known length ---- */

#define EIGHT_ZEROS UINT64_C(0x3030303030303030)

/* Parses `length` digits, 1 to 8. Reads 8 bytes. */
static inline uint64_t short_number(const char *digits, unsigned length)
{
    uint64_t word;
    memcpy(&word, digits, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    /* The first digit is the lowest byte. The shift makes zeros of missing leading digits. */
    word = (word ^ EIGHT_ZEROS) << (64 - 8 * length);
    /* Each step joins neighbours: digits to numbers below 10^2, 10^4, 10^8. */
    word = word * 10 + (word >> 8);
    const uint64_t mask = UINT64_C(0x000000FF000000FF);
    return ((word & mask) * (100 + (UINT64_C(1000000) << 32)) +
             ((word >> 16) & mask) * (1 + (UINT64_C(10000) << 32))) >>
           32;
}

/* Parses `length` digits, 1 to 20; false if the number is 2^64 or more. */
static inline bool long_number(const char *digits, unsigned length, uint64_t *number)
{
    uint64_t high = 0;
    for (; length > 8; digits += 8, length -= 8) high = high * 100000000 + short_number(digits, 8);
    static const uint64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    return !__builtin_mul_overflow(high, powers[length], &high) &&
           !__builtin_add_overflow(high, short_number(digits, length), number);
}

/* ---- lines ---- */

static unsigned list_positions(const char *text, unsigned bytes, uint16_t *positions);
static inline bool read_two_lines(
  const char *text, const uint16_t *ends, unsigned start, char separator, tg_edge *edges);

/* Lists the positions of the `count` set bits. Writes some entries more than that, so that a
 * few more or fewer digits cause no other branch. */
static inline unsigned list_bits(uint64_t bits, uint64_t count, unsigned offset, uint16_t *positions)
{
    enum { ENTRIES = 8 };
    const uint64_t top = UINT64_C(1) << 63; /* the number of trailing zeros of 0 is undefined */
    for (unsigned done = 0; done < count; done += ENTRIES)
        for (unsigned i = 0; i < ENTRIES; i++, bits &= bits - 1)
            positions[done + i] = (uint16_t)(offset + (unsigned)__builtin_ctzll(bits | top));
    return (unsigned)count;
}

typedef enum line_kind { PLAIN, UNUSUAL, INCOMPLETE } line_kind;

/* How far a window has been read. */
typedef struct window {
    const char *text;
    const uint16_t *positions;
    unsigned count;
    unsigned next; /* index of the first position behind the lines that were read */
    unsigned start; /* where the next line begins */
    char separator;
    uint32_t columns;
} window;

/* Finds the '\n' behind further columns, from `position`, that of the separator before them. */
static inline line_kind find_last_column(const window *in, unsigned position, unsigned *newline)
{
    const char *text = in->text;
    uint32_t columns = 3;
    for (unsigned before = in->positions[position]; ++position < in->count;) {
        const unsigned at = in->positions[position];
        const char c = text[at];
        if (c == 0 || c == '"') return UNUSUAL;
        /* A '{' begins attributes, the others a comment at the end of the line. */
        if (in->separator == ' ' && (c == '{' || c == '#' || c == '%')) return UNUSUAL;
        if (!separates(in->separator, c) && c != '\r' && c != '\n') continue;
        /* A run of blanks is one separator, and is none at the end of a line. */
        if (in->separator == ' ' && at == before + 1) return UNUSUAL;
        *newline = position;
        if (c == '\n') return columns == in->columns || in->columns == 0 ? PLAIN : UNUSUAL;
        if (c == '\r' && text[at + 1] != '\n') return UNUSUAL;
        if (c == '\r') continue;
        columns++;
        before = at;
    }
    return INCOMPLETE;
}

/* Finds the line's '\n', from the position of the second number's end. */
static inline line_kind find_line_end(const window *in, unsigned position, unsigned *newline)
{
    const char *text = in->text;
    const unsigned end = in->positions[position];
    if (text[end] == '\r') {
        if (position + 1 == in->count) return INCOMPLETE;
        *newline = position + 1;
        return in->columns <= 2 && in->positions[position + 1] == end + 1 && text[end + 1] == '\n' ? PLAIN : UNUSUAL;
    }
    if (!separates(in->separator, text[end]) || in->columns == 2) return UNUSUAL;
    return find_last_column(in, position, newline);
}

/* Reads a plain line of any shape and moves behind it. */
static inline line_kind read_line(window *in, tg_wide_edge *edge)
{
    enum { MOST_DIGITS = 20 }; /* digits of a number below 2^64, without leading zeros */
    const uint16_t *ends = in->positions + in->next;
    const char *text = in->text;
    unsigned newline = in->next + 1;

    if (in->count - in->next < 2) return INCOMPLETE;
    const unsigned second = ends[0] + 1u;
    const unsigned u_digits = ends[0] - in->start, v_digits = ends[1] - second;
    if (u_digits - 1 >= MOST_DIGITS || v_digits - 1 >= MOST_DIGITS || !separates(in->separator, text[ends[0]]))
        return UNUSUAL;
    if (text[ends[1]] != '\n' || in->columns > 2) {
        const line_kind kind = find_line_end(in, newline, &newline);
        if (kind != PLAIN) return kind;
    }
    if (!long_number(text + in->start, u_digits, &edge->u) || !long_number(text + second, v_digits, &edge->v))
        return UNUSUAL;
    in->start = in->positions[newline] + 1u;
    in->next = newline + 1;
    return PLAIN;
}

static inline line_kind read_narrow_line(window *in, tg_edge *edge)
{
    window after = *in;
    tg_wide_edge wide = {0, 0};
    const line_kind kind = read_line(&after, &wide);
    if (kind != PLAIN) return kind;
    if (wide.u >= UINT32_MAX || wide.v >= UINT32_MAX) return UNUSUAL;
    *edge = (tg_edge){(uint32_t)wide.u, (uint32_t)wide.v};
    *in = after;
    return PLAIN;
}

/* ---- windows ---- */

/* Reads lines up to the first one that is not plain, or that does not end in the window. */
static line_kind read_narrow_window(window *in, tg_pairs *pairs)
{
    tg_edge *edges = (tg_edge *)pairs->edges + pairs->count;
    const tg_edge *const first = edges;
    /* If blanks separate, the blank or tab of the first line; read_narrow_line reads lines with the other. */
    const char separator = in->count && in->separator == ' ' ? in->text[in->positions[0]] : in->separator;
    line_kind kind = in->count && separates(in->separator, separator) ? PLAIN : UNUSUAL;
    uint32_t largest = 0;

    if (kind == PLAIN) do {
            for (; in->columns <= 2 && in->count - in->next >= 4; edges += 2, in->next += 4) {
                const uint16_t *ends = in->positions + in->next;
                if (!read_two_lines(in->text, ends, in->start, separator, edges)) break;
                in->start = ends[3] + 1u;
            }
            kind = read_narrow_line(in, edges);
            edges += kind == PLAIN;
        } while (kind == PLAIN);
    for (const tg_edge *edge = first; edge < edges; edge++) {
        largest = edge->u > largest ? edge->u : largest;
        largest = edge->v > largest ? edge->v : largest;
    }
    pairs->count += (uint64_t)(edges - first);
    pairs->largest = largest > pairs->largest ? largest : pairs->largest;
    return kind;
}

static line_kind read_wide_window(window *in, tg_pairs *pairs)
{
    line_kind kind;
    tg_wide_edge edge;
    while ((kind = read_line(in, &edge)) == PLAIN) {
        ((tg_wide_edge *)pairs->edges)[pairs->count++] = edge;
        pairs->largest = edge.u > pairs->largest ? edge.u : pairs->largest;
        pairs->largest = edge.v > pairs->largest ? edge.v : pairs->largest;
    }
    return kind;
}

static void read_pairs(tg_pairs *pairs)
{
    uint16_t positions[LARGEST_WINDOW + POSITIONS_SLACK];
    unsigned bytes = SMALLEST_WINDOW;

    pairs->count = 0;
    pairs->largest = 0;
    while (pairs->at < pairs->stop) {
        const uint64_t left = (uint64_t)(pairs->stop - pairs->at);
        if (left < bytes) bytes = (unsigned)left;
        window in = {
          .text = pairs->at, .positions = positions, .separator = pairs->separator, .columns = pairs->columns};
        in.count = list_positions(pairs->at, bytes, positions);
        while (in.count > 0 && positions[in.count - 1] >= bytes) in.count--;
        const line_kind kind = pairs->wide ? read_wide_window(&in, pairs) : read_narrow_window(&in, pairs);
        pairs->at += in.start;
        if (kind == UNUSUAL) break;
        /* No line ends in the largest window or, contrary to pairs.h, at the stop. */
        if (in.start == 0 && (bytes == LARGEST_WINDOW || bytes == left)) break;
        bytes = bytes * 2 < LARGEST_WINDOW ? bytes * 2 : LARGEST_WINDOW;
    }
}
