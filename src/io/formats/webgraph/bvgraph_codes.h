/* bvgraph_codes.h - instantaneous codes: numbers in a stream of bits, where small numbers need few bits.
 *
 * - A stream is read through a window of 64 bits, in which the highest bit is the next one. A
 *   table has the number and the length of every short code, indexed by the next 12 bits.
 * - Some streams count the bits of a byte from the lowest one (little-endian). These streams
 *   are mirrored first (tg_bits_mirror).  Then only the bits within numbers are reversed, which
 *   tg_code takes into account.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/portable.h"

/* ---- bits ---- */

/* How many zero bytes must follow a stream, because loads may reach past its end. */
enum { TG_BITS_PADDING = 32 };

typedef struct tg_bits {
    const unsigned char *begin;
    const unsigned char *next; /* the byte after those in the window */
    const unsigned char *last; /* loads begin at this byte or before */
    uint64_t window; /* the next bits; the first of them is the highest bit */
    unsigned valid; /* how many bits of the window were counted, 0 to 63 */
} tg_bits;

/* Begins at bit number `position` of a stream with `bytes` bytes, which are followed by TG_BITS_PADDING zeros. */
tg_bits tg_bits_at(const unsigned char *stream, uint64_t bytes, uint64_t position);

/* Returns the number of the next bit. Bits that are read past the end are zeros; the position
 * is then past the end, too. */
static inline uint64_t tg_bits_position(const tg_bits *bits)
{
    return (uint64_t)(bits->next - bits->begin) * 8 - bits->valid;
}

enum { TG_BITS_FILLED = 56 }; /* tg_bits_fill makes at least this many bits valid */

static inline void tg_bits_fill(tg_bits *bits)
{
    uint64_t word;
    if (__builtin_expect(bits->next > bits->last, 0)) {
        bits->valid |= TG_BITS_FILLED; /* zeros were shifted in from below */
        return;
    }
    memcpy(&word, bits->next, sizeof word);
    /* Bits that are already in the window are loaded again, to the same position. */
    bits->window |= be64toh(word) >> bits->valid;
    bits->next += (63 - bits->valid) >> 3;
    bits->valid |= TG_BITS_FILLED;
}

static inline void tg_bits_drop(tg_bits *bits, unsigned count)
{
    bits->window <<= count;
    bits->valid -= count;
}

/* Reverses the bits of each byte. */
void tg_bits_mirror(unsigned char *stream, uint64_t bytes);

/* ---- codes ---- */

typedef enum tg_code_kind {
    TG_CODE_UNARY,
    TG_CODE_GAMMA,
    TG_CODE_DELTA,
    TG_CODE_ZETA, /* its parameter k is the shrinking factor */
    TG_CODE_GOLOMB, /* its parameter k is the modulus */
    TG_CODE_PI, /* its parameter k is the logarithm of the modulus */
    TG_CODE_OMEGA,
    TG_CODE_NIBBLE
} tg_code_kind;

/* A code, as the properties name it. */
typedef struct tg_code_name {
    tg_code_kind kind;
    uint32_t k; /* the parameter; 0 if the kind has none */
} tg_code_name;

enum { TG_CODE_ZETA_MOST = 32, TG_CODE_PI_MOST = 16 }; /* the largest k of these kinds */

enum {
    TG_CODE_TABLE_BITS = 12,
    /* How many bits of an entry contain the length of the code; the other 12 contain the value. */
    TG_CODE_LENGTH_BITS = 4
};

typedef struct tg_code {
    tg_code_name name;
    bool little; /* the bits within numbers are reversed */
    /* Not 0: the code is zeta_k with this k, which tg_code_read decodes without a call. */
    unsigned zeta_k;
    /* The entry for the next bits is length | value << TG_CODE_LENGTH_BITS; 0 if the code is
     * longer. */
    uint16_t table[1 << TG_CODE_TABLE_BITS];
} tg_code;

void tg_code_make(tg_code_name name, bool little, tg_code *code);

/* Stands for all numbers that are too large for any graph. Sums of a few such numbers do not overflow. */
#define TG_CODE_TOO_LARGE (UINT64_C(1) << 62)

/* Reads the next number, whatever the length of its code is. */
uint64_t tg_code_read_long(tg_bits *bits, const tg_code *code);

/* Reads the next number; the result is at most TG_CODE_TOO_LARGE. */
static inline uint64_t tg_code_read(tg_bits *bits, const tg_code *code)
{
    tg_bits_fill(bits);
    const unsigned entry = code->table[bits->window >> (64 - TG_CODE_TABLE_BITS)];
    const unsigned short_length = entry & ((1u << TG_CODE_LENGTH_BITS) - 1);
    if (__builtin_expect(short_length != 0, 1)) {
        tg_bits_drop(bits, short_length);
        return entry >> TG_CODE_LENGTH_BITS;
    }
    const unsigned zeros = (unsigned)__builtin_clzll(bits->window | 1);
    const unsigned lower = zeros * code->zeta_k; /* the number plus 1 is at least 2^lower */
    const unsigned length = zeros + 1 + lower + code->zeta_k;
    if (code->zeta_k == 0 || length > TG_BITS_FILLED) return tg_code_read_long(bits, code);

    /* After the zeros and a one come lower + k - 1 bits; one more bit follows, unless these are below 2^lower. */
    const uint64_t longer = bits->window << (zeros + 1) >> (64 - lower - code->zeta_k);
    const uint64_t shorter = longer >> 1;
    const bool is_short = shorter >> lower == 0;
    tg_bits_drop(bits, length - is_short);
    return (is_short ? shorter + (UINT64_C(1) << lower) : longer) - 1;
}
