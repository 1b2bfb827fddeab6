/* numbering.h - numbers 0, 1, 2, ... for the vertices of edges on disk, whatever their ids. */
#ifndef TG_STORE_NUMBERING_H
#define TG_STORE_NUMBERING_H

#include "store/spill.h"

/* Whether the ids of the spilled edges, which are all written, have to be numbered: they are
 * words, too large for labels, or sparse. */
bool tg_numbering_needed(const tg_spill *spill);

/* Replaces *spill by one with the same edges between numbered vertices.  Takes at most about
 * memory_bytes; *spill stays on failure.  With V vertices and R edges, whose ids have b bytes, it
 * writes and reads (3 b + 4) R + (b + 4) V bytes beside both spills.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED, TRICORN_BAD_FORMAT beyond
 * about 2^32 vertices. */
tricorn_status tg_numbering_make(tricorn_context *context, uint64_t memory_bytes,
                                 tg_spill **spill);

#endif
