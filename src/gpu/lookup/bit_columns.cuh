/* bit_columns.cuh - counts for each of the 32 bits of a word in how many words it was set.
 *
 * - Digit d of all 32 counts is one word, so a full adder for all of them is two instructions.
 * - Words are added in twos, fours or eights, so that most carries are added only once.
 */
#ifndef TG_GPU_LOOKUP_BIT_COLUMNS_CUH
#define TG_GPU_LOOKUP_BIT_COLUMNS_CUH

#include "gpu/lookup/cuda_host.cuh"

enum {
    BIT_DIGITS = 8,
    /* this many words may be added before take_columns must be called */
    MOST_BIT_WORDS = (1 << BIT_DIGITS) - 1
};

/* 32 counts: bit b of digits[d] is binary digit d of how many words had bit b set. */
typedef struct bit_columns {
    uint32_t digits[BIT_DIGITS];
} bit_columns;

/* Adds `a` and `b`, which have one bit for each count, to one digit of all counts; returns the carries. */
static TG_BOTH uint32_t full_adder(uint32_t *digit, uint32_t a, uint32_t b)
{
    const uint32_t sum = *digit ^ a;
    const uint32_t carry = (*digit & a) | (sum & b);
    *digit = sum ^ b;
    return carry;
}

/* Adds carries, each of which counts 2^FIRST, from digit FIRST on. */
template <uint32_t FIRST> static TG_BOTH void add_carry(bit_columns *columns, uint32_t carry)
{
    TG_UNROLL
    for (uint32_t d = FIRST; d < BIT_DIGITS; d++) {
        const uint32_t next = columns->digits[d] & carry;
        columns->digits[d] ^= carry;
        carry = next;
    }
}

static TG_BOTH void add_two_words(bit_columns *columns, const uint32_t *words)
{
    add_carry<1>(columns, full_adder(&columns->digits[0], words[0], words[1]));
}

static TG_BOTH void add_four_words(bit_columns *columns, const uint32_t *words)
{
    const uint32_t a = full_adder(&columns->digits[0], words[0], words[1]);
    const uint32_t b = full_adder(&columns->digits[0], words[2], words[3]);
    add_carry<2>(columns, full_adder(&columns->digits[1], a, b));
}

static TG_BOTH void add_eight_words(bit_columns *columns, const uint32_t *words)
{
    uint32_t twos[4];
    TG_UNROLL
    for (uint32_t i = 0; i < 4; i++) twos[i] = full_adder(&columns->digits[0], words[2 * i], words[2 * i + 1]);
    const uint32_t a = full_adder(&columns->digits[1], twos[0], twos[1]);
    const uint32_t b = full_adder(&columns->digits[1], twos[2], twos[3]);
    add_carry<3>(columns, full_adder(&columns->digits[2], a, b));
}

#ifdef __CUDACC__
/* Transposes a square of bits: bit k of lane i becomes bit i of lane k. */
static __device__ __forceinline__ uint32_t turn_bits(uint32_t word)
{
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    uint32_t low = 0x0000ffffu;
#pragma unroll
    for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2) {
        const uint32_t other = __shfl_xor_sync(FULL_WARP, word, step);
        word = lane & step ? (word & ~low) | ((other & ~low) >> step) : (word & low) | ((other & low) << step);
        low ^= low << (step / 2);
    }
    return word;
}

/* Returns how often bit number `lane` was set in all words that all lanes have added, and empties the columns. */
static __device__ __forceinline__ uint32_t take_columns(bit_columns *columns)
{
    uint32_t sum = 0;
#pragma unroll
    for (uint32_t d = 0; d < BIT_DIGITS; d++) {
        if (__any_sync(FULL_WARP, columns->digits[d] != 0)) sum += (uint32_t)__popc(turn_bits(columns->digits[d])) << d;
        columns->digits[d] = 0;
    }
    return sum;
}
#endif

#endif
