/* ranges.h - cuts the labels of spilled edges into ranges of about the same memory.
 *
 * A sample of the spilled edges shows how many entries the rows have.
 */
#pragma once

#include "store/disk_rows.h"
#include "store/spill.h"

/* Makes disk->cuts: ranges of at most about range_bytes each. A large graph gets several ranges
 * in any case, since a process with less memory, or a GPU, may count it later. `label_count` is
 * one more than the largest label. Errors: those of reading; TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_ranges_cut(
  tricorn_context *context, tg_spill *spill, uint64_t label_count, uint64_t range_bytes, tg_disk_rows *disk);
