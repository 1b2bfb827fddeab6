/* sorted_vertices.h - what sorted edges say of each vertex: its degree, its number, where its row
 * begins; private to this folder, for prepare/sorted.c. */
#ifndef TG_PREPARE_SORTED_VERTICES_H
#define TG_PREPARE_SORTED_VERTICES_H

#include "prepare/sorted_runs.h"
#include "prepare/steps.h"

/* Each has a table; and so many read as fast as memory goes. */
enum { TG_SORTED_THREADS = 16 };

/* What vertices add up to. */
typedef struct tg_sorted_sums {
    tg_degree_sums degrees;
    uint64_t tests;  /* edges of one side times those of the other: ids that edges lead to */
    uint64_t larger; /* edges, by their larger ends; less if counts wrapped */
    uint64_t idle;   /* vertices without an edge */
} tg_sorted_sums;

/* Blocks of vertices, for one thread, and how many edges have their smaller end before them. */
typedef struct tg_sorted_slice {
    uint64_t first, last;
    uint32_t edges;
    tg_sorted_sums sums;
} tg_sorted_slice;

typedef struct tg_sorted_vertices {
    tg_preparation *preparation;
    const tg_sorted_runs *runs;
    uint64_t count, blocks;
    uint32_t threads;
    uint16_t *counts; /* of each thread, by number in the input: edges whose larger end it is */
    uint32_t *ends; /* by number, in whole blocks: edges up to the last whose smaller end it is */
    uint64_t *loops; /* one bit for each number, whether it has a loop */
    tg_sorted_slice slices[TG_SORTED_THREADS];
} tg_sorted_vertices;

/* For so many threads, TG_SORTED_THREADS at most: tables that are zero, to be filled as the edges
 * are read, ends with 0 where a row is empty; the preparation's ranks. To be freed also on
 * failure. */
tricorn_status tg_sorted_vertices_create(tricorn_context *context, tg_preparation *preparation,
                                         uint32_t threads, tg_sorted_vertices *vertices);
void tg_sorted_vertices_free(tg_sorted_vertices *vertices);

/* Of tables that are filled: ends become those of all vertices.  Sets the graph's active and
 * vertices, and the bits of ranks: those with an edge. */
tg_sorted_sums tg_sorted_vertices_sum(tg_sorted_vertices *vertices);

/* The degrees, as tg_count_degrees leaves them; no edge must have been repeated. */
tricorn_status tg_sorted_vertices_keep_degrees(tricorn_context *context,
                                               const tg_sorted_vertices *vertices,
                                               const tg_degree_sums *sums);

/* Ends the ranks of those with an edge; counts are not needed any more. */
void tg_sorted_vertices_rank(tg_sorted_vertices *vertices);

/* Whether all numbers between the first and the last that have edges have some; the last. */
bool tg_sorted_vertices_dense(const tg_sorted_vertices *vertices, uint32_t *last);

/* Sets the graph's offsets. */
tricorn_status tg_sorted_vertices_offsets(tricorn_context *context,
                                          const tg_sorted_vertices *vertices);

/* Sets the graph's input_ids, in place of the ends. */
tricorn_status tg_sorted_vertices_number(tricorn_context *context, tg_sorted_vertices *vertices);

#endif
