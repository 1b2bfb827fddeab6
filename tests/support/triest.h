/* triest.h - TRIEST-IMPR, for comparison: triangles of a stream of edges with a fixed number of them in memory.
 *
 * Source: De Stefani, Epasto, Riondato, Upfal, "TRIEST: Counting Local and Global Triangles in Fully-dynamic Streams
 * with Fixed Memory Size", KDD 2016, algorithm 2.
 */
#pragma once

#include <stdint.h>

typedef struct triest triest;

/* Keeps a sample of at most `most` edges (two or more) of ids below `vertices`; NULL: no memory.
 */
triest *triest_create(uint32_t vertices, uint32_t most, uint64_t seed);
void triest_free(triest *state);

/* The next edge of the stream: no loop, and none that was there before, in either direction. */
void triest_take(triest *state, uint32_t u, uint32_t v);

/* About how many triangles the edges until now have; exact where the sample has all of them. */
double triest_estimate(const triest *state);
