/* numbering.h - numbers 0, 1, 2, ... for the vertices of edges on disk, whatever their ids. */
#ifndef TG_STORE_NUMBERING_H
#define TG_STORE_NUMBERING_H

#include "store/spill.h"

/* Whether the ids of the spilled edges, which are all written, have to be numbered: they are
 * words, too large for labels, or sparse. */
bool tg_numbering_needed(const tg_spill *spill);

/* Which names are kept of the vertices. */
typedef struct tg_numbering_ids {
    bool kept;
    uint64_t first; /* added to ids that are numbers */
} tg_numbering_ids;

/* Replaces *spill by one with the same edges between numbered vertices and, if names are kept,
 * with these; then the numbers are in the order of the ids, words in that of the input.  Takes at
 * most about memory_bytes; on failure *spill stays, without its edges.  With V vertices and R
 * edges, whose ids have b bytes, it writes and reads (3 b + 4) R + (b + 4) V bytes beside both
 * spills; if ids are kept, b R + 20 V are written more and 3 b R + 12 V read.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED, TRICORN_BAD_FORMAT beyond
 * about 2^32 vertices. */
tricorn_status tg_numbering_make(tricorn_context *context, uint64_t memory_bytes,
                                 const tg_numbering_ids *names, tg_spill **spill);

#endif
