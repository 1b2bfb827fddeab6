/* cliques.h - counts the cliques of k vertices of a graph, each once, and of each vertex. */
#ifndef TG_CPU_ANALYTICS_CLIQUES_H
#define TG_CPU_ANALYTICS_CLIQUES_H

#include "graph/graph.h"

/* An estimate of a count, from a sample. */
typedef struct tg_clique_estimate {
    double cliques;
    double steps; /* ANDs of two words of 64 bits that the count will take */
} tg_clique_estimate;

/* Estimates the count of cliques of k >= 3 vertices.  rows: an oriented graph.  The estimate is
 * the same for the same arguments.  allowed: a number of steps; if the count cannot take more,
 * the estimate is a rough one. Source: Knuth, "Estimating the Efficiency of Backtrack Programs",
 * 1975. */
tricorn_status tg_cliques_estimate(tricorn_context *context, const tg_rows *rows, uint32_t k,
                                   double allowed, tg_clique_estimate *estimate);

/* Sets *cliques to the number of cliques, and adds those of each vertex to vertices, which has an
 * entry for each row, or is NULL.  Parallel.  Memory for each thread: a bit for each vertex, 4
 * bytes for each 64 vertices, and a bit for each two ids of the longest row.  Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED, TRICORN_UNSUPPORTED (2^64 cliques and more). Sources:
 * Chiba, Nishizeki, "Arboricity and Subgraph Listing Algorithms", 1985; Danisch, Balalau, Sozio,
 * "Listing k-cliques in Sparse Real-World Graphs", WWW 2018 (kClist). */
tricorn_status tg_cliques_count(tricorn_context *context, const tg_rows *rows, uint32_t k,
                                uint64_t *vertices, uint64_t *cliques);

#endif
