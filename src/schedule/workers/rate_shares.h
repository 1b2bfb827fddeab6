/* rate_shares.h - divides parts among workers by their measured rates. */
#ifndef TG_SCHEDULE_WORKERS_RATE_SHARES_H
#define TG_SCHEDULE_WORKERS_RATE_SHARES_H

#include <stdint.h>

/* Worker w of `size` workers gets the parts cuts[w] to cuts[w + 1] - 1 of `count`; cuts has size
 * + 1 entries. nanoseconds: the time that each worker took for equal work, to which its number of
 * parts is inversely proportional.  All get the same number if the times are so short that a
 * pause would decide, or differ by less than a fourth.
 */
void tg_share_by_rates(uint64_t count, const uint64_t *nanoseconds, uint32_t size,
                       uint64_t *cuts);

#endif
