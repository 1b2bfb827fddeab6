/* real.h - writes real numbers. */
#pragma once

enum { TG_REAL_MOST = 32 };

/* Writes a finite number as printf does with %.17g, so that no other number has the same text; the decimal point is a
 * point in any locale. `to` has room for TG_REAL_MOST bytes. Returns the position behind the number. */
char *tg_put_real(char *to, double value);
