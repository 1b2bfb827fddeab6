/* real.c - writes real numbers with 17 digits.
 *
 * A number is m 2^e, so 10^k times it is m 5^k 2^(e + k). If k <= 27, the product m 5^k fits in
 * 128 bits: then the digits are this product, shifted and rounded, which is exact. These are the
 * numbers from 2^-36 to 10^17; printf writes all others.
 */
#include "io/text/real.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "io/text/digits.h"

enum {
    DIGITS = 17,
    FRACTION_BITS = 52,
    EXPONENT_MASK = 0x7FF,
    EXPONENT_BIAS = 1023,
    LEAST_EXPONENT = -36, /* 2^-36 needs k = 27, and 5^27 has 63 bits */
    MOST_EXPONENT = 55, /* 2^56 has 17 digits, and 2^57 has 18 */
    LEAST_FIXED = -4 /* numbers below 10^-4 are written with an exponent */
};

static const uint64_t powers_of_5[] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125,
  244140625, 1220703125, UINT64_C(6103515625), UINT64_C(30517578125), UINT64_C(152587890625), UINT64_C(762939453125),
  UINT64_C(3814697265625), UINT64_C(19073486328125), UINT64_C(95367431640625), UINT64_C(476837158203125),
  UINT64_C(2384185791015625), UINT64_C(11920928955078125), UINT64_C(59604644775390625), UINT64_C(298023223876953125),
  UINT64_C(1490116119384765625), UINT64_C(7450580596923828125)};

static const uint64_t ten_16 = UINT64_C(10000000000000000), ten_17 = 10 * ten_16;

/* A number digits * 10^(exponent - 16), with 10^16 <= digits < 10^17. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* Returns the integer part of product / 2^shift; *rest receives what this part lacks, as a multiple of 2^-shift. */
static uint64_t shifted(unsigned __int128 product, int shift, unsigned __int128 *rest)
{
    *rest = 0;
    if (shift <= 0) return (uint64_t)(product << -shift);
    *rest = product & (((unsigned __int128)1 << shift) - 1);
    return (uint64_t)(product >> shift);
}

/* Rounds mantissa * 2^(binary - FRACTION_BITS), where 2^FRACTION_BITS <= mantissa is below twice
 * that, to 17 digits; a tie goes to the even digit. */
static decimal decimal_of(uint64_t mantissa, int binary)
{
    unsigned __int128 rest;
    uint64_t digits;
    int shift;
    /* 1233 / 4096 is close enough to log10(2); the power of 10 may be one too low. */
    int exponent = (binary * 1233 - (binary < 0 ? 4095 : 0)) / 4096;
    for (;; exponent++) {
        const int k = DIGITS - 1 - exponent;
        shift = FRACTION_BITS - binary - k;
        digits = shifted((unsigned __int128)mantissa * powers_of_5[k], shift, &rest);
        if (digits < ten_17) break;
    }
    const unsigned __int128 half = shift > 0 ? (unsigned __int128)1 << (shift - 1) : 1;
    digits += rest > half || (rest == half && digits % 2 == 1);
    return digits < ten_17 ? (decimal){digits, exponent} : (decimal){ten_16, exponent + 1};
}

/* Writes 0.00ddd, ddd.ddd or ddd; `text` has the 17 digits, `count` of them without zeros at the end. */
static char *put_fixed(char *to, const char text[DIGITS], int count, int exponent)
{
    const int whole = exponent + 1; /* the digits before the point */
    if (whole <= 0) {
        memcpy(to, "0.0000", sizeof "0.0000" - 1);
        memcpy(to + 2 - whole, text, DIGITS);
        return to + 2 - whole + count;
    }
    memcpy(to, text, DIGITS);
    if (count <= whole) return to + whole;
    to[whole] = '.';
    memcpy(to + whole + 1, text + whole, (size_t)(count - whole));
    return to + count + 1;
}

static char *put_scientific(char *to, const char text[DIGITS], int count, int exponent)
{
    *to++ = *text;
    if (count > 1) {
        *to++ = '.';
        memcpy(to, text + 1, DIGITS - 1);
        to += count - 1;
    }
    memcpy(to, "e-", 2); /* only small numbers are written so */
    to[2] = (char)('0' + -exponent / 10);
    to[3] = (char)('0' + -exponent % 10);
    return to + 4;
}

static char *put_decimal(char *to, decimal number)
{
    char text[TG_DIGITS_MOST];
    int count = DIGITS;
    tg_put_digits(text, number.digits);
    while (text[count - 1] == '0') count--;
    return (number.exponent < LEAST_FIXED ? put_scientific : put_fixed)(to, text, count, number.exponent);
}

static char *put_printed(char *to, double value)
{
    char text[TG_REAL_MOST];
    bool point = false;
    snprintf(text, sizeof text, "%.17g", value);
    for (const char *c = text; *c; c++) {
        const bool kept = (*c >= '0' && *c <= '9') || *c == '-' || *c == '+' || *c == 'e';
        if (kept || !point) *to++ = kept ? *c : '.';
        point = !kept;
    }
    return to;
}

char *tg_put_real(char *to, double value)
{
    const uint64_t one = UINT64_C(1) << FRACTION_BITS;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int binary = (int)(bits >> FRACTION_BITS & EXPONENT_MASK) - EXPONENT_BIAS;
    const bool exact = binary >= LEAST_EXPONENT && binary <= MOST_EXPONENT;
    if (value != 0 && !exact) return put_printed(to, value);
    if (bits >> 63) *to++ = '-';
    if (value != 0) return put_decimal(to, decimal_of(one | (bits & (one - 1)), binary));
    *to = '0';
    return to + 1;
}
