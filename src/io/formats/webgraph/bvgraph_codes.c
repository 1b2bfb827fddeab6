/* bvgraph_codes.c - reads instantaneous codes, and makes the tables by which a short code is decoded with one
 * look-up.
 *
 * Sources: Elias, "Universal codeword sets and representations of the integers", IEEE Trans. Inf. Theory, 1975
 * (gamma, delta, omega); Golomb, "Run-length encodings", ibid., 1966; Boldi, Vigna, "Codes for the World Wide Web",
 * Internet Mathematics, 2005 (zeta); Apostolico, Drovandi, "Graph compression by BFS", Algorithms, 2009 (pi). All
 * codes are shifted so that the first number is 0.
 */
#include "io/formats/webgraph/bvgraph_codes.h"

enum {
    MOST_BITS = 61, /* numbers below TG_CODE_TOO_LARGE have at most this many bits */
    /* How many bits are read at a time; tg_bits_fill makes at least as many valid. */
    FEW_BITS = 32,
    /* How many bits of a number are in a nibble, after a bit that is 1 in the last nibble. */
    NIBBLE_DIGIT = 3,
    MOST_NIBBLES = MOST_BITS / NIBBLE_DIGIT
};

/* ---- bits ---- */

tg_bits tg_bits_at(const unsigned char *stream, uint64_t bytes, uint64_t position)
{
    tg_bits bits = {
      .begin = stream, .next = stream + position / 8, .last = stream + bytes + TG_BITS_PADDING - sizeof(uint64_t)};
    tg_bits_fill(&bits);
    tg_bits_drop(&bits, (unsigned)(position % 8));
    return bits;
}

static inline uint64_t mirror_bytes(uint64_t word)
{
    static const uint64_t ones = 0x5555555555555555, pairs = 0x3333333333333333, fours = 0x0f0f0f0f0f0f0f0f;
    word = (word >> 1 & ones) | (word & ones) << 1;
    word = (word >> 2 & pairs) | (word & pairs) << 2;
    return (word >> 4 & fours) | (word & fours) << 4;
}

void tg_bits_mirror(unsigned char *stream, uint64_t bytes)
{
    uint64_t at = 0, word;
    for (; at + sizeof word <= bytes; at += sizeof word) {
        memcpy(&word, stream + at, sizeof word);
        word = mirror_bytes(word);
        memcpy(stream + at, &word, sizeof word);
    }
    for (; at < bytes; at++) stream[at] = (unsigned char)mirror_bytes(stream[at]);
}

static uint64_t mirror_number(uint64_t number, unsigned count)
{
    return __builtin_bswap64(mirror_bytes(number)) >> (64 - count);
}

/* Reads the next `count` bits, at most FEW_BITS, as a number. */
static uint64_t read_few(tg_bits *bits, unsigned count, bool little)
{
    if (count == 0) return 0;
    tg_bits_fill(bits);
    const uint64_t number = bits->window >> (64 - count);
    tg_bits_drop(bits, count);
    return little ? mirror_number(number, count) : number;
}

/* Reads the next `count` bits, at most 2 * FEW_BITS, as a number. */
static uint64_t read_bits(tg_bits *bits, unsigned count, bool little)
{
    const unsigned first = count < FEW_BITS ? count : FEW_BITS, second = count - first;
    const uint64_t begin = read_few(bits, first, little), end = read_few(bits, second, little);
    return little ? begin | end << first : begin << second | end;
}

/* Counts the zeros before the next one bit, and skips both. */
static uint64_t read_unary(tg_bits *bits)
{
    uint64_t zeros = 0;
    for (;;) {
        tg_bits_fill(bits);
        const unsigned some = (unsigned)__builtin_clzll(bits->window | 1);
        if (some < TG_BITS_FILLED) {
            tg_bits_drop(bits, some + 1);
            return zeros + some;
        }
        tg_bits_drop(bits, TG_BITS_FILLED);
        zeros += TG_BITS_FILLED;
        if (bits->next > bits->last) return TG_CODE_TOO_LARGE;
    }
}

/* ---- codes ---- */

/* Reads a number whose value plus 1 has `count` bits after its highest bit; only these are stored. */
static uint64_t read_below_one(tg_bits *bits, uint64_t count, bool little)
{
    if (count > MOST_BITS) return TG_CODE_TOO_LARGE;
    return (UINT64_C(1) << count | read_bits(bits, (unsigned)count, little)) - 1;
}

/* Reads a number in minimal binary code. Let 2^bits be the largest power of two that is not above the bound: the
 * first 2^(bits+1) - bound numbers have `bits` bits, the others have one more. */
static uint64_t read_minimal(tg_bits *bits, uint64_t bound, bool little)
{
    const unsigned width = 63 - (unsigned)__builtin_clzll(bound);
    const uint64_t shorter = (UINT64_C(2) << width) - bound;
    const uint64_t number = read_bits(bits, width, little);
    return number < shorter ? number : (number << 1 | read_bits(bits, 1, little)) - shorter;
}

static uint64_t take_zeta(tg_bits *bits, unsigned k, bool little)
{
    const uint64_t zeros = read_unary(bits);
    if (zeros > MOST_BITS || (zeros + 1) * k > MOST_BITS) return TG_CODE_TOO_LARGE;
    const uint64_t least = UINT64_C(1) << zeros * k;
    return least + read_minimal(bits, (least << k) - least, little) - 1;
}

static uint64_t take_golomb(tg_bits *bits, uint32_t modulus, bool little)
{
    uint64_t product;
    const uint64_t quotient = read_unary(bits);
    const uint64_t rest = read_minimal(bits, modulus, little);
    if (__builtin_mul_overflow(quotient, (uint64_t)modulus, &product) || product > TG_CODE_TOO_LARGE - rest)
        return TG_CODE_TOO_LARGE;
    return product + rest;
}

static uint64_t take_pi(tg_bits *bits, unsigned k, bool little)
{
    const uint64_t high = read_unary(bits);
    if (high > MOST_BITS) return TG_CODE_TOO_LARGE;
    return read_below_one(bits, high << k | read_bits(bits, k, little), little);
}

static uint64_t take_omega(tg_bits *bits, bool little)
{
    uint64_t number = 1;
    while (read_bits(bits, 1, little)) {
        if (number > MOST_BITS) return TG_CODE_TOO_LARGE;
        number = UINT64_C(1) << number | read_bits(bits, (unsigned)number, little);
    }
    return number - 1;
}

static uint64_t take_nibbles(tg_bits *bits, bool little)
{
    uint64_t number = 0;
    for (int nibble = 0; nibble < MOST_NIBBLES; nibble++) {
        const uint64_t last = read_bits(bits, 1, little);
        number = number << NIBBLE_DIGIT | read_bits(bits, NIBBLE_DIGIT, little);
        if (last) return number;
    }
    return TG_CODE_TOO_LARGE;
}

uint64_t tg_code_read_long(tg_bits *bits, const tg_code *code)
{
    const bool little = code->little;
    switch (code->name.kind) {
    case TG_CODE_UNARY: return read_unary(bits);
    case TG_CODE_GAMMA: return read_below_one(bits, read_unary(bits), little);
    case TG_CODE_DELTA: return read_below_one(bits, read_below_one(bits, read_unary(bits), little), little);
    case TG_CODE_ZETA: return take_zeta(bits, code->name.k, little);
    case TG_CODE_GOLOMB: return take_golomb(bits, code->name.k, little);
    case TG_CODE_PI: return take_pi(bits, code->name.k, little);
    case TG_CODE_OMEGA: return take_omega(bits, little);
    case TG_CODE_NIBBLE: return take_nibbles(bits, little);
    }
    return TG_CODE_TOO_LARGE;
}

void tg_code_make(tg_code_name name, bool little, tg_code *code)
{
    unsigned char stream[sizeof(uint64_t) + TG_BITS_PADDING] = {0};
    *code = (tg_code){.name = name, .little = little};
    if (!little && name.kind == TG_CODE_GAMMA) code->zeta_k = 1; /* gamma is the same as zeta_1 */
    if (!little && name.kind == TG_CODE_ZETA) code->zeta_k = name.k;
    for (uint32_t begin = 0; begin < 1u << TG_CODE_TABLE_BITS; begin++) {
        const uint64_t word = htobe64((uint64_t)begin << (64 - TG_CODE_TABLE_BITS));
        memcpy(stream, &word, sizeof word);
        tg_bits bits = tg_bits_at(stream, sizeof word, 0);
        const uint64_t value = tg_code_read_long(&bits, code);
        const uint64_t length = tg_bits_position(&bits);
        /* In a longer code, the bits that follow are not all zeros. */
        if (length <= TG_CODE_TABLE_BITS && value < 1u << (16 - TG_CODE_LENGTH_BITS))
            code->table[begin] = (uint16_t)(value << TG_CODE_LENGTH_BITS | length);
    }
}
