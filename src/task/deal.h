/* deal.h - assigns blocks of uneven work to parts, so that all parts have about the same work.
 *
 * A block that has much of a part's work is cut into at most 32 equal slices, which are assigned separately.
 */
#pragma once

#include <stdint.h>

#include "base/context.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TG_DEAL_SLICES = 32 }; /* the most slices of a block */

/* Cuts each block b, whose work is work[b] >= 0, into slices starts[b] to starts[b + 1] - 1;
 * their number is a power of two. Returns the number of all slices. */
uint32_t tg_deal_cut(const double *work, uint32_t blocks, uint32_t parts, uint32_t *starts);

/* Sets owners[s] to the part that gets slice s: the slices are assigned in descending order of
 * work, each to the part that has the least work so far. */
tricorn_status tg_deal(tricorn_context *context, const double *work, uint32_t blocks, const uint32_t *starts,
  uint32_t parts, uint32_t *owners);

/* Returns a mask of 32 bits: bit s is set if the s-th 32nd of the block belongs to the part. */
uint32_t tg_deal_mask(const uint32_t *starts, const uint32_t *owners, uint32_t block, uint32_t part);

#ifdef __cplusplus
}
#endif
