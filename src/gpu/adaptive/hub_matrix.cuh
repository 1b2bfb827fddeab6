/* hub_matrix.cuh - bits of neighbours among the first vertices, made for the matrix unit.
 *
 * Row u of the matrix has a bit for each neighbour among the hubs, its columns.  The bits are in
 * chunks of 512 columns, and within a chunk row after row: what a step of a product
 * (hub_product.cuh) reads of some rows lies side by side.
 */
#ifndef TG_GPU_ADAPTIVE_HUB_MATRIX_CUH
#define TG_GPU_ADAPTIVE_HUB_MATRIX_CUH

#include "device/cuda.cuh"
#include "gpu/lookup/cuda_host.cuh"
#include "task/device_task.h"

enum {
    TG_HUB_CELL = 2048, /* rows or columns; bounds are multiples of it */
    TG_HUB_CELLS = 32,  /* of columns, at the most */
    TG_HUB_ROW_CELLS = 64,
    TG_HUB_CHUNK = 512, /* columns */
    TG_CHUNK_WORDS = TG_HUB_CHUNK / 32,
    TG_CHUNK_UNITS = TG_CHUNK_WORDS / 4, /* of 16 bytes */
    TG_CELL_CHUNKS = TG_HUB_CELL / TG_HUB_CHUNK
};

/* Rows from column v on and below rows[v / TG_HUB_CELL], a multiple of TG_HUB_CELL, are multiplied
 * with row v.  No number is larger than the one before, and none of those above 0 is below the end
 * of its cell. */
typedef struct tg_hub_bounds {
    uint32_t rows[TG_HUB_CELLS];
} tg_hub_bounds;

static TG_BOTH bool is_within(const tg_hub_bounds &bounds, uint32_t row, uint32_t column)
{
    return row < bounds.rows[0] && column < TG_HUB_CELLS * TG_HUB_CELL &&
           row < bounds.rows[column / TG_HUB_CELL];
}

/* Where a unit of a chunk is among those of its row: the order of shared memory swizzled by 64
 * bytes, which matrix units read without conflicts of banks. */
static TG_BOTH uint32_t place_of_unit(uint32_t row, uint32_t unit)
{
    return unit ^ (row / 2 % TG_CHUNK_UNITS);
}

typedef struct tg_hub_matrix {
    tg_hub_bounds bounds;
    uint32_t *words;
    /* Chunk c of row u is the TG_CHUNK_WORDS words from (places[c] + u, modulo 2^32) times as many
     * on, its units in the order of place_of_unit. */
    uint32_t places[TG_HUB_CELLS * TG_CELL_CHUNKS];
    uint32_t chunks; /* that there are */
    bool symmetric;  /* rows have all their neighbours among the hubs; otherwise those before them */
} tg_hub_matrix;

/* Whether the GPU can multiply bits. */
bool tg_hub_product_works(const tg_device_properties *gpu);

/* Bounds that multiply the first `rows` rows with each other; as many as there can be at most. */
tg_hub_bounds tg_hub_bounds_square(uint32_t rows);

/* Bytes that the matrix will take. */
uint64_t tg_hub_matrix_bytes(const tg_hub_bounds *bounds, bool symmetric);

/* Makes the matrix of the rows from 0 to before last_row; the row of each vertex has ids below it.
 * A symmetric one is square. */
tricorn_status tg_hub_matrix_make(tricorn_context *context, const tg_device_rows *rows,
                                 uint32_t last_row, const tg_hub_bounds *bounds, bool symmetric,
                                 tg_hub_matrix *matrix);
void tg_hub_matrix_free(tg_device *device, tg_hub_matrix *matrix);

/* Adds the sum of S at all bits of the matrix below the diagonal within the bounds to the tally. */
tricorn_status tg_hub_matrix_count(tricorn_context *context, const tg_hub_matrix *matrix,
                                  tg_tally *tally);

#endif
