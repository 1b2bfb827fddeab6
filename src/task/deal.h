/* deal.h - blocks of uneven work dealt to parts, so that all parts have about the same.
 *
 * A block with much of the work of a part is dealt in slices, which are a 32nd of it or more.
 */
#ifndef TG_TASK_DEAL_H
#define TG_TASK_DEAL_H

#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TG_DEAL_SLICES = 32 }; /* of a block, at most */

/* Says in how many slices each block is dealt, a power of two: those of block b are starts[b] to
 * before starts[b + 1].  work[b] is not negative.  Returns the number of all slices. */
uint32_t tg_deal_cut(const double *work, uint32_t blocks, uint32_t parts, uint32_t *starts);

/* Sets owners[s] to the part that has slice s: the largest slice that is left goes to the part
 * that has the least work. */
tricorn_status tg_deal(tricorn_context *context, const double *work, uint32_t blocks,
                       const uint32_t *starts, uint32_t parts, uint32_t *owners);

/* Bit s is set where the part has 32nd s of the block. */
uint32_t tg_deal_mask(const uint32_t *starts, const uint32_t *owners, uint32_t block,
                      uint32_t part);

#ifdef __cplusplus
}
#endif

#endif
