/* sorted_vertices.h - computes degrees, new numbers and offsets of the vertices of sorted edges;
 * private to this folder, for prepare/cpu/presorted.c. */
#pragma once

#include "prepare/cpu/sorted_runs.h"
#include "prepare/steps.h"

/* The most threads, each of which has a table of counts; 16 threads use the full memory bandwidth. */
enum { TG_SORTED_THREADS = 16 };

/* Sums over some vertices. */
typedef struct tg_sorted_sums {
    tg_degree_sums degrees;
    uint64_t tests; /* in-degree times out-degree: the ids that counting looks up */
    uint64_t larger; /* edges, counted by their larger ends; too few if the counts wrapped */
    uint64_t idle; /* vertices without an edge */
    uint32_t longest; /* the longest row */
} tg_sorted_sums;

/* The blocks of one thread, and how many edges have their smaller ends before these blocks. */
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
    /* [thread][number in the input]: how many edges have this larger end, modulo 2^16 */
    uint16_t *counts;
    /* by number, in whole blocks: the number of edges up to the last one with this smaller end */
    uint32_t *ends;
    uint64_t *loops; /* a bit for each number: whether it has a loop */
    tg_sorted_slice slices[TG_SORTED_THREADS];
} tg_sorted_vertices;

/* Allocates zeroed tables for up to TG_SORTED_THREADS threads, and the preparation's ranks. The caller fills the
 * tables while it reads the edges (`ends` stays 0 for empty rows) and frees them, also on failure. */
tricorn_status tg_sorted_vertices_create(
  tricorn_context *context, tg_preparation *preparation, uint32_t threads, tg_sorted_vertices *vertices);
void tg_sorted_vertices_free(tg_sorted_vertices *vertices);

/* Sums up the filled tables, and sets the ends of empty rows. Sets the graph's `active` and
 * `vertices`, and in the ranks the bits of vertices with an edge. */
tg_sorted_sums tg_sorted_vertices_sum(tg_sorted_vertices *vertices);

/* Stores the degrees as tg_count_degrees does; no edge may have been repeated. */
tricorn_status tg_sorted_vertices_keep_degrees(
  tricorn_context *context, const tg_sorted_vertices *vertices, const tg_degree_sums *sums);

/* Completes the ranks of the vertices with an edge; after this the counts are not needed any more. */
void tg_sorted_vertices_rank(tg_sorted_vertices *vertices);

/* Whether all numbers from the first one with an edge to the last one have edges; sets *last to the last one. */
bool tg_sorted_vertices_dense(const tg_sorted_vertices *vertices, uint32_t *last);

/* Sets the graph's offsets. */
tricorn_status tg_sorted_vertices_offsets(tricorn_context *context, const tg_sorted_vertices *vertices);

/* Makes the graph's input_ids, in the memory of `ends`. */
tricorn_status tg_sorted_vertices_number(tricorn_context *context, tg_sorted_vertices *vertices);
