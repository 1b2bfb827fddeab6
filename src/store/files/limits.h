/* limits.h - sizes that follow from the memory, unless a test sets them.
 *
 * With small sizes, a test covers with small graphs what otherwise only large graphs need:
 * several passes, ranges and segments, full maps and buffers.
 */
#ifndef TG_STORE_FILES_LIMITS_H
#define TG_STORE_FILES_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* A member that is 0 follows from the memory. */
typedef struct tg_store_limits {
    bool always;         /* graphs are stored on disk although they fit in memory */
    uint32_t intervals;  /* of spilled labels that are no hubs, a power of two */
    uint32_t page_edges; /* edges of a spilled page */
    uint64_t keys;       /* keys that a thread sorts at a time */
    uint32_t ranges;     /* of disk rows */
    uint32_t block_entries, segment_entries, segment_rows;
    uint32_t hub_rows;    /* empty rows that tasks of a pass may have before its first row */
    uint32_t kept_ranges; /* of a pass */
    uint32_t batch_segments;
    bool number;          /* vertices are numbered on disk although their ids are dense */
    uint32_t id_buckets;  /* of ids that are numbered, and of words; a power of two */
    uint64_t mapped_ids;  /* ids that a thread numbers at a time */
    uint64_t word_bytes;  /* of words in memory */
    uint64_t table_bytes; /* of a reader's tables in memory */
    uint64_t room_bytes;  /* of edges in memory, before they are spilled */
} tg_store_limits;

/* Only tests change it. */
extern tg_store_limits tg_store_limits_set;

#endif
