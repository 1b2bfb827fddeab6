/* numbering.h - numbers the vertices of edges on disk 0, 1, 2, ..., whatever their ids are.
 *
 * The ids of all vertices need not fit in memory: edges are distributed to buckets by a hash of
 * an end, and only the ids of one bucket are in memory.
 */
#pragma once

#include "store/spill.h"

/* Whether the vertices of edges, all of which are spilled, must be numbered: because the ids are
 * words, too large for labels, or sparse. */
bool tg_numbering_needed(const tg_spill *spill);

/* Whether an id table of the vertices is made, and what it adds to ids. */
typedef struct tg_numbering_ids {
    bool kept;
    uint64_t first; /* is added to ids that are numbers */
} tg_numbering_ids;

/* Replaces *spill by a spill with the same edges between numbered vertices. With an id table, the numbers are in the
 * order of the ids; for words, in the order in which the input first has them. Needs at most about memory_bytes;
 * after a failure *spill exists, without its edges. With V vertices and R edges, whose ids have b bytes, it writes
 * and reads (3 b + 4) R + (b + 4) V bytes beside both spills; with an id table it writes b R + 20 V bytes more and
 * reads 3 b R + 12 V more. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_CANCELLED, TRICORN_BAD_FORMAT for
 * more than about 2^32 vertices. */
tricorn_status tg_numbering_make(
  tricorn_context *context, uint64_t memory_bytes, const tg_numbering_ids *ids, tg_spill **spill);
