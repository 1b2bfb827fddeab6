/* hub_matrix.cuh - a bit matrix of the edges among the first vertices, which are hubs, for the matrix unit.
 *
 * - The hubs are the columns of the matrix. Row u has a bit for each hub that is a neighbour of
 *   u.
 * - The bits are stored in chunks of 512 columns, and within a chunk row after row, so that a
 *   step of a product (hub_product.cuh) reads consecutive memory.
 */
#ifndef TG_GPU_ADAPTIVE_HUB_MATRIX_CUH
#define TG_GPU_ADAPTIVE_HUB_MATRIX_CUH

#include "device/cuda.cuh"
#include "gpu/adaptive/parts.cuh"
#include "task/device_task.h"

enum {
    TG_HUB_CELL = 2048, /* rows or columns of a cell; bounds are multiples of it */
    TG_HUB_CELLS = 32, /* the most cells of columns */
    TG_HUB_ROW_CELLS = 64,
    TG_HUB_CHUNK = 512, /* columns of a chunk */
    TG_CHUNK_WORDS = TG_HUB_CHUNK / 32,
    TG_CHUNK_UNITS = TG_CHUNK_WORDS / 4, /* units of 16 bytes */
    TG_CELL_CHUNKS = TG_HUB_CELL / TG_HUB_CHUNK
};

/* Which pairs of rows are multiplied: row v with the rows from v to rows[v / TG_HUB_CELL] - 1. These bounds never
 * increase from one cell to the next. Each is a multiple of TG_HUB_CELL, and is 0 or at least the end of its cell; in
 * a symmetric matrix, 0 or at least the end of all columns.
 *
 * In a closed symmetric matrix the columns after the hubs stand for the rows after the hubs. They are not multiplied,
 * and their bound is the number of hubs. */
typedef struct tg_hub_bounds {
    uint32_t rows[TG_HUB_CELLS];
} tg_hub_bounds;

static TG_BOTH bool is_within(const tg_hub_bounds &bounds, uint32_t row, uint32_t column)
{
    return row < bounds.rows[0] && column < TG_HUB_CELLS * TG_HUB_CELL && row < bounds.rows[column / TG_HUB_CELL];
}

/* Returns the position of a unit of a chunk among the units of its row: the order of shared
 * memory with a swizzle of 64 bytes, which matrix units read without bank conflicts. */
static TG_BOTH uint32_t place_of_unit(uint32_t row, uint32_t unit)
{
    return unit ^ (row / 2 % TG_CHUNK_UNITS);
}

/* Returns the number of hubs: columns that are multiplied. */
static TG_BOTH uint32_t tg_hub_columns(const tg_hub_bounds &bounds)
{
    uint32_t cells = 0;
    while (cells < TG_HUB_CELLS && bounds.rows[cells] > cells * TG_HUB_CELL) cells++;
    return cells * TG_HUB_CELL;
}

/* Whether the rows of hubs also have bits for later rows. */
static TG_BOTH bool tg_hubs_are_closed(const tg_hub_bounds &bounds)
{
    const uint32_t hubs = tg_hub_columns(bounds);
    return hubs < TG_HUB_CELLS * TG_HUB_CELL && bounds.rows[hubs / TG_HUB_CELL] > 0;
}

typedef struct tg_hub_matrix {
    tg_hub_bounds bounds;
    uint32_t *words;
    /* Chunk c of row u starts at word (places[c] + u, modulo 2^32) * TG_CHUNK_WORDS, with its
     * units in the order of place_of_unit. */
    uint32_t places[TG_HUB_CELLS * TG_CELL_CHUNKS];
    /* whether a row has bits for all neighbours within the bounds, not only for smaller ones */
    bool symmetric;
    tg_part part; /* the part whose tiles are multiplied */
} tg_hub_matrix;

/* Whether the GPU can multiply bit matrices. */
bool tg_hub_product_works(const tg_device_properties *gpu);

/* Returns bounds that multiply the first `rows` rows with each other, or fewer rows if these are too many. */
tg_hub_bounds tg_hub_bounds_square(uint32_t rows);

/* Returns where a number for a column of a row is stored, in an array that has one number for
 * each bit of the matrix, in the order of the chunks. */
static TG_BOTH uint64_t tg_hub_position(const tg_hub_matrix &matrix, uint32_t row, uint32_t column)
{
    const uint32_t place = matrix.places[column / TG_HUB_CHUNK] + row;
    return (uint64_t)place * TG_HUB_CHUNK + column % TG_HUB_CHUNK;
}

/* Returns the bounds of a closed matrix: the first `rows` rows by `hubs` columns, or fewer if these are too many. */
tg_hub_bounds tg_hub_bounds_closed(uint32_t rows, uint32_t hubs);

/* Returns how many bytes the matrix needs. */
uint64_t tg_hub_matrix_bytes(const tg_hub_bounds *bounds, bool symmetric);

/* Makes the matrix of rows 0 to last_row - 1, whose ids must be below the row's own number. The
 * caller must set matrix->bounds and matrix->symmetric before. */
tricorn_status tg_hub_matrix_make(
  tricorn_context *context, const tg_device_rows *rows, uint32_t last_row, tg_hub_matrix *matrix);
void tg_hub_matrix_free(tg_device *device, tg_hub_matrix *matrix);

/* Adds to the tally the sum of entries of the product S: those where the matrix has a bit below
 * the diagonal and within the bounds, in the tiles of matrix->part. */
tricorn_status tg_hub_matrix_count(tricorn_context *context, const tg_hub_matrix *matrix, tg_tally *tally);

#endif
