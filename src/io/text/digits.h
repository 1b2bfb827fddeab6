/* digits.h - writes decimal numbers.
 *
 * Why it is fast: the number of digits is known from the number of bits, so each pair of digits
 * is stored where it stays. A copy from a buffer would have to wait for the stores into it.
 */
#pragma once

#include <stdint.h>
#include <string.h>

enum { TG_DIGITS_MOST = 20 }; /* the digits of 2^64 - 1 */

static inline unsigned tg_digit_count(uint64_t value)
{
    static const uint64_t powers[TG_DIGITS_MOST] = {0, /* 0 has one digit, too */
      10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, UINT64_C(10000000000),
      UINT64_C(100000000000), UINT64_C(1000000000000), UINT64_C(10000000000000), UINT64_C(100000000000000),
      UINT64_C(1000000000000000), UINT64_C(10000000000000000), UINT64_C(100000000000000000),
      UINT64_C(1000000000000000000), UINT64_C(10000000000000000000)};
    /* 1233 / 4096 is close enough to log10(2) for all numbers of 64 bits. */
    const unsigned bits = 64 - (unsigned)__builtin_clzll(value | 1);
    const unsigned least = bits * 1233 >> 12;
    return least + (value >= powers[least]);
}

/* Writes value at `to`, which has room for TG_DIGITS_MOST bytes; returns the position behind it.
 */
static inline char *tg_put_digits(char *to, uint64_t value)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    char *const end = to + tg_digit_count(value);
    char *at = end;
    while (value >= 100) {
        at -= 2;
        memcpy(at, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value < 10)
        at[-1] = (char)('0' + value);
    else
        memcpy(at - 2, pairs + 2 * value, 2);
    return end;
}
