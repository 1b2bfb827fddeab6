/* limits.h - sizes that follow from the memory, unless a test sets them.
 *
 * With small sizes, a test makes small graphs need what otherwise only large graphs need:
 * several passes, ranges and segments, full maps and buffers.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The sizes. One that is 0 is computed from the memory. */
typedef struct tg_store_limits {
    bool always; /* graphs are stored on disk although they fit in memory */
    /* How many intervals the labels of spilled edges have that are no hubs; a power of two. */
    uint32_t intervals;
    uint32_t page_edges; /* the edges of a spilled page */
    uint64_t keys; /* the keys that a thread sorts at a time */
    uint32_t ranges; /* the ranges of disk rows */
    uint32_t block_entries, segment_entries, segment_rows;
    uint32_t hub_rows; /* how many empty rows the tasks of a pass may have before its first row */
    uint32_t kept_ranges; /* the ranges that a pass holds */
    uint32_t batch_segments;
    bool number; /* vertices are numbered on disk although their ids are dense */
    uint32_t id_buckets; /* the buckets of ids that are numbered, and of words; a power of two */
    uint64_t mapped_ids; /* the ids that a thread numbers at a time */
    uint64_t word_bytes; /* the bytes of words in memory, before they are spilled */
    uint64_t table_bytes; /* the bytes of a reader's tables in memory */
    uint64_t room_bytes; /* the bytes of edges in memory, before they are spilled */
    uint64_t collected_ids; /* the ids of relabelled rows in memory */
    uint64_t left_edges; /* trusses of fewer edges than these are peeled in memory, */
    bool save_rounds; /* trusses are saved after each round */
    uint64_t wide_edges; /* and of fewer than these by ordinary methods */
    uint16_t narrow_most; /* supports from this on do not count as narrow */
} tg_store_limits;

/* The sizes that are set; only tests set any. */
extern tg_store_limits tg_store_limits_set;
