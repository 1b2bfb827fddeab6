/* estimate.h - estimates what a file will need once it is read, without reading all of it.
 *
 * The header or the size of a file may state it exactly. Text and raw pairs are sampled: at positions spread over the
 * whole file or, where a file can only be read in its order, at its beginning.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "io/bytes/input.h"

typedef struct tg_sizes {
    uint64_t edges; /* in the whole file */
    uint64_t vertices; /* their number, if `declared` */
    uint64_t largest; /* if not `declared`: about the largest id */
    /* The peak while the file is read, if it may be above the peak of preparing. */
    uint64_t read_bytes;
    /* If ids are words, the bytes of all words if no two are equal; else 0. */
    uint64_t text_bytes;
    /* If the file holds a finished graph, which is not prepared: its bytes; else 0. */
    uint64_t graph_bytes;
    uint64_t library_bytes; /* that a library takes to read the file, besides the edges */
    /* About the mean degree of the vertices at which edges end; 0: unknown (end_sample.h). */
    double end_degree;
    bool declared;
    bool exact; /* the file states the numbers; else they are estimated */
    bool wide; /* ids are read as 64 bits */
} tg_sizes;

/* For a file whose header states both numbers. */
static inline tg_sizes tg_sizes_declared(uint64_t edges, uint64_t vertices)
{
    return (tg_sizes){.edges = edges, .vertices = vertices, .declared = true, .exact = true};
}

/* Estimates for formats whose lines are edges. */
tricorn_status tg_estimate_text(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes);

/* ---- samples of the content ---- */

typedef struct tg_sample {
    const char *bytes;
    size_t count;
    uint64_t offset; /* offset of the first byte in the content */
    bool last; /* the content ends with this sample */
} tg_sample;

typedef struct tg_sampling {
    void *user;
    void (*use)(void *user, const tg_sample *sample);
    /* out: an upper bound of the bytes of the whole content, decompressed. */
    uint64_t content_bytes;
    bool whole; /* out: the samples are the whole content */
    /* out: the samples are spread over the content; else they are its beginning. */
    bool spread;
} tg_sampling;

/* Calls sampling->use for one sample after the other, in the order of the content. The input
 * must be unread. TRICORN_UNSUPPORTED for a pipe, whose length is not known. */
tricorn_status tg_sample_content(tricorn_context *context, tg_input *input, tg_sampling *sampling);

/* Scales a sum over the samples up to the whole content, and adds a margin. */
uint64_t tg_sample_scale(const tg_sampling *sampling, uint64_t found, uint64_t sampled_bytes);
/* Scales the largest id of the samples up to the whole content; `half` is the largest id in the first half of the samples.
 */
uint64_t tg_sample_largest(const tg_sampling *sampling, uint64_t half, uint64_t largest, uint64_t sampled_bytes);
