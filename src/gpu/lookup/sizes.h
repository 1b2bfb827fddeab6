/* sizes.h - sizes that lookups and the descriptions of algorithms share; C sees them, too. */
#pragma once

enum { WARP_THREADS = 32 };

/* Threads of a block whose warps, or all of whose threads, are teams. */
enum { TEAM_BLOCK_THREADS = 256 };

enum {
    HASH_LOAD = 2, /* a hash set has at least this many slots for each id */
    SET_LEVELS = 2 /* slots of a bucket, if longer lists have more buckets */
};

/* Edges are put into bins by their work (bin_rule.cuh). */
enum { MOST_BINS = 64 };

enum { STEPS_AT_ONCE = 16 }; /* steps of a lane in one round of a merge */

enum {
    MOST_CHUNK_EDGES = 1024, /* of a block that counts as many edges as it has threads */
    MOST_DRAWN = 128 /* the most vertices that a parameter may set for a draw */
};

/* Threads of a block, and blocks for each multiprocessor, that suit merging by threads on most graphs. */
enum { TG_MERGING_THREADS = 128, TG_MERGING_BLOCKS = 16 };

/* How the threads of a team share the rows of a vertex's neighbours. */
enum {
    SHARE_BY_WARPS = 0, /* each warp reads its rows as one sequence (flatten.cuh) */
    /* the rows are one sequence, in which each thread counts on to its next id */
    SHARE_WALKING = 1,
    SHARE_COPIED = 2, /* rows are first copied to consecutive memory */
    /* this value or a larger one: this many lanes read each row together; 32: warp-centric */
    SHARE_LANES = 4
};
