/* ranges.h - where the labels of spilled edges are cut into ranges. */
#ifndef TG_STORE_RANGES_H
#define TG_STORE_RANGES_H

#include "store/disk_rows.h"
#include "store/spill.h"

/* Makes levels->cuts: ranges of about the same memory, each at most about range_bytes, as a
 * sample of the pages tells.  Large graphs get some ranges at least, since less memory, or a GPU,
 * may count them later.  label_count: one more than the largest label.  Errors: those of reading;
 * TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_ranges_cut(tricorn_context *context, tg_spill *spill, uint64_t label_count,
                             uint64_t range_bytes, tg_disk_rows *disk);

#endif
