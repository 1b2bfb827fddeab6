/* cliques.h - counts the cliques of k vertices of a graph, each once, and those of each vertex. */
#pragma once

#include "graph/graph.h"

/* The results of an estimate by random samples. */
typedef struct tg_clique_estimate {
    double cliques;
    double steps; /* how many ANDs of two words of 64 bits the count will take */
} tg_clique_estimate;

/* Estimates the number of cliques of k >= 3 vertices of an oriented graph, and the steps to count them. The same
 * arguments always return the same estimate. If the count certainly takes at most `allowed` steps, the estimate is a
 * rough one. Source: Knuth, "Estimating the Efficiency of Backtrack Programs", 1975. */
tricorn_status tg_cliques_estimate(
  tricorn_context *context, const tg_rows *rows, uint32_t k, double allowed, tg_clique_estimate *estimate);

/* Sets *cliques to the number of cliques. Unless `vertices` is NULL, it has an entry for each row, to which the
 * number of cliques of that vertex is added. Runs on all threads. Memory per thread: one bit per vertex, 4 bytes per
 * 64 vertices, and one bit for each pair of ids of the longest row. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED,
 * TRICORN_UNSUPPORTED (for 2^64 cliques or more). Sources: Chiba, Nishizeki, "Arboricity and Subgraph Listing
 * Algorithms", 1985; Danisch, Balalau, Sozio, "Listing k-cliques in Sparse Real-World Graphs", WWW 2018 (kClist). */
tricorn_status tg_cliques_count(
  tricorn_context *context, const tg_rows *rows, uint32_t k, uint64_t *vertices, uint64_t *cliques);
