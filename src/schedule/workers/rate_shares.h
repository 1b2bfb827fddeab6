/* rate_shares.h - parts shared out by what workers were seen to do. */
#ifndef TG_SCHEDULE_WORKERS_RATE_SHARES_H
#define TG_SCHEDULE_WORKERS_RATE_SHARES_H

#include <stdint.h>

/* Worker w of size has the parts cuts[w] to cuts[w + 1] - 1 of count; cuts has size + 1 entries.
 * nanoseconds: what each took for equal work.  Its share goes with the inverse of that; all are
 * equal where the times are so short that a pause would decide, or differ by less than a fourth.
 */
void tg_share_by_rates(uint64_t count, const uint64_t *nanoseconds, uint32_t size,
                       uint64_t *cuts);

#endif
