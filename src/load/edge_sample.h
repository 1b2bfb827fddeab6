/* edge_sample.h - keeps a random part of the edges while they are read, whose triangles tell
 * about the number of triangles in all: for graphs that do not fit in memory, in one reading.
 *
 * One of 2^h parts is kept. Which edges these are depends on the seed and the edge alone, and
 * those of h + 1 are among those of h: so h may grow while edges are read.
 */
#pragma once

#include <pthread.h>

#include "graph/edges.h"
#include "io/format.h"

enum { TG_EDGE_SAMPLE_HALVINGS_MOST = 30 };

/* Whether the edge is kept: both ways, and each time that it is read. */
bool tg_edge_sample_keeps(tricorn_sampling kind, uint64_t key, uint32_t halvings, uint64_t u, uint64_t v);
uint64_t tg_edge_sample_key(uint64_t seed);

typedef struct tg_edge_sample {
    tg_edge_spill base; /* for tg_edges.spill, while it is open */
    tricorn_sampling kind;
    uint64_t key;
    uint64_t most; /* edges that may be kept; when it is exceeded, h grows */
    uint32_t halvings;
    tg_edge_part kept; /* wide */
    pthread_mutex_t lock;
} tg_edge_sample;

/* room_bytes: the memory of edges before they are sampled. */
void tg_edge_sample_open(tg_edge_sample *sample, tricorn_sampling kind, uint64_t seed, uint64_t room_bytes);
void tg_edge_sample_close(tg_edge_sample *sample);

/* Samples what a reader has left in *edges, and puts all that was kept in its place, in wide
 * edges of the reader's numbers, without other ids. Errors: TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_edge_sample_finish(tricorn_context *context, tg_edge_sample *sample, tg_edges *edges);

/* Reads the edges and keeps a part of them, as the options say; sets input_edges and one_in.
 * Errors: those of reading; TRICORN_UNSUPPORTED for formats that are read as a whole. */
tricorn_status tg_edge_sample_read(tricorn_context *context, const tg_reader *reader,
  const tricorn_sample_options *options, tg_edges *edges, tricorn_sample_result *to);
