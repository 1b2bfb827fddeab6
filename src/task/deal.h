/* deal.h - assigns blocks of uneven work to parts, so that all parts have about the same work.
 *
 * A block with much of a part's work is cut into slices of a 32nd of the block or more, which are
 * assigned separately.
 */
#ifndef TG_TASK_DEAL_H
#define TG_TASK_DEAL_H

#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TG_DEAL_SLICES = 32 }; /* the most slices of a block */

/* Cuts each block b into slices starts[b] to starts[b + 1] - 1, a power of two of them, by its
 * work, work[b] >= 0.  Returns the number of all slices. */
uint32_t tg_deal_cut(const double *work, uint32_t blocks, uint32_t parts, uint32_t *starts);

/* Sets owners[s] to the part that has slice s: the largest slice left goes to the part that has
 * the least work. */
tricorn_status tg_deal(tricorn_context *context, const double *work, uint32_t blocks,
                       const uint32_t *starts, uint32_t parts, uint32_t *owners);

/* A mask whose bit s is set if 32nd s of the block belongs to the part. */
uint32_t tg_deal_mask(const uint32_t *starts, const uint32_t *owners, uint32_t block,
                      uint32_t part);

#ifdef __cplusplus
}
#endif

#endif
