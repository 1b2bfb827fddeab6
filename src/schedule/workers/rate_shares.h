/* rate_shares.h - divides parts among workers by their measured rates. */
#pragma once

#include <stdint.h>

/* Divides `count` parts among `size` workers: worker w gets the parts cuts[w] to cuts[w + 1] - 1, and `cuts` has size
 * + 1 entries. `nanoseconds` has the time that each worker took for equal work; its number of parts is inversely
 * proportional to that time. All get the same number if the times are so short that a pause would decide, or if they
 * differ by less than a fourth. */
void tg_share_by_rates(uint64_t count, const uint64_t *nanoseconds, uint32_t size, uint64_t *cuts);
