/* table_shape.cuh - finds the shape of TRUST's tables and teams, and how many vertices a draw
 * has, from the values of the algorithm's parameters.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, sections 3.1 and 3.2 (sizes), 4.3 (chunks).
 */
#ifndef TG_GPU_LOOKUP_TABLE_SHAPE_CUH
#define TG_GPU_LOOKUP_TABLE_SHAPE_CUH

#include "gpu/hash_team_vertex.h"
#include "gpu/lookup/bucket_table.cuh"
#include "gpu/lookup/flatten.cuh"
#include "gpu/lookup/row_class.cuh"
#include "gpu/lookup/row_sharing.cuh"

/* How a launch counts the rows of a class. */
typedef struct table_shape {
    uint32_t team; /* how many threads a team has: a warp, or the whole block */
    /* the sizes of bucket_table; levels is 0 if a table does not fit */
    uint32_t buckets, levels, slots;
    /* how threads share rows, and how many walk together (row_sharing.cuh) */
    uint32_t share, walkers;
    uint32_t builds; /* how often each table is made */
    uint32_t key; /* of the tables */
    uint32_t *far; /* global memory for tables: (slots - levels) * buckets words for each team */
    uint32_t *copies; /* copies of rows, in a range of memory for each team of all blocks */
} table_shape;

/* Returns the largest power of two that is at most a value. */
static inline uint32_t power_below(uint32_t value)
{
    return 1u << log2_floor(value);
}

/* The first function returns how many threads a block has, the second one how many teams. */
static inline uint32_t shape_threads(const uint32_t *values)
{
    return values[THREADS] / WARP_THREADS * WARP_THREADS;
}

static inline uint32_t shape_teams(const uint32_t *values, uint32_t number)
{
    return number == LONG_ROWS ? 1 : shape_threads(values) / WARP_THREADS;
}

/* Returns which rows are counted by blocks, and which by warps. */
static inline row_classes classes_of_values(const uint32_t *values)
{
    const row_classes classes = {values[BLOCK_ROW], values[SHORT_ROW], values[BY_EDGES] != 0};
    return classes;
}

/* Returns how many vertices a team draws at a time. */
static inline uint32_t shape_draw(const uint32_t *values)
{
    return values[CHUNK] ? values[CHUNK] : 1;
}

/* Returns how much shared memory a block needs for the lists of its warps (flatten.cuh). */
static inline uint32_t shape_list_bytes(const uint32_t *values)
{
    return values[SHARE] == SHARE_BY_WARPS ? shape_threads(values) * (uint32_t)sizeof(flat_list) : 0;
}

/* Returns the shape for rows of class `number`, if a block has `shared_bytes` for its tables.
 * Rows of the class LONG_ROWS are counted by blocks, the others by warps. */
static inline table_shape shape_of_values(const uint32_t *values, uint32_t number, uint32_t shared_bytes)
{
    const uint32_t teams = shape_teams(values, number), team = shape_threads(values) / teams;
    const uint32_t walkers = values[WALKERS] ? power_below(values[WALKERS]) : team;
    const uint32_t words = shared_bytes / (uint32_t)sizeof(uint32_t) / teams;
    table_shape shape;
    shape.team = team;
    shape.buckets = power_below(values[number == LONG_ROWS ? BLOCK_TABLE : WARP_TABLE]);
    shape.levels = bucket_levels(shape.buckets, values[NEAR_LEVELS], words);
    shape.slots = values[ALL_LEVELS] > shape.levels ? values[ALL_LEVELS] : shape.levels;
    shape.share = values[SHARE] ? power_below(values[SHARE]) : (uint32_t)SHARE_BY_WARPS;
    shape.walkers = least(walkers, team);
    shape.builds = values[BUILDS];
    shape.key = 0;
    shape.far = shape.copies = NULL;
    return shape;
}

/* Returns how much shared memory a block needs for the tables of its teams. */
static inline uint32_t shape_table_bytes(const uint32_t *values, uint32_t number, const table_shape *shape)
{
    return shape_teams(values, number) * bucket_near_words(shape->buckets, shape->levels) * (uint32_t)sizeof(uint32_t);
}

#endif
