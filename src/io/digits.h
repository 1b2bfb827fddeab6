/* digits.h - decimal numbers into text. */
#ifndef TG_IO_DIGITS_H
#define TG_IO_DIGITS_H

#include <stdint.h>
#include <string.h>

enum { TG_DIGITS_MOST = 20 }; /* of 2^64 - 1 */

/* Writes value at `to`, which has room for TG_DIGITS_MOST bytes; returns the place behind. */
static inline char *tg_put_digits(char *to, uint64_t value)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    char text[TG_DIGITS_MOST];
    char *at = text + TG_DIGITS_MOST;
    while (value >= 100) {
        at -= 2;
        memcpy(at, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    at -= 2;
    memcpy(at, pairs + 2 * value, 2);
    at += value < 10;
    const size_t length = (size_t)(text + TG_DIGITS_MOST - at);
    memcpy(to, at, length);
    return to + length;
}

#endif
