/* estimate.h - what a file will need once it is read, found out without reading all of it.
 *
 * Headers and sizes of files say it exactly; text and raw pairs are sampled at positions spread
 * over the whole file or, where it can only be read from its beginning, there.
 */
#ifndef TG_IO_TEXT_ESTIMATE_H
#define TG_IO_TEXT_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "io/bytes/input.h"

typedef struct tg_sizes {
    uint64_t edges;       /* in the whole file */
    uint64_t vertices;    /* with `declared`: their number */
    uint64_t largest;     /* else: about the largest id */
    uint64_t read_bytes;  /* peak while reading, if it may be more than that of preparing */
    uint64_t text_bytes;  /* not 0: ids are words, at most all different, of so many bytes in all */
    uint64_t graph_bytes; /* not 0: the file holds a finished graph, and nothing is prepared */
    bool declared;
    bool exact; /* stated by the file; else estimated from a part of it */
    bool wide;  /* edges are read with 64-bit ids */
} tg_sizes;

/* For a file whose header gives both counts. */
static inline tg_sizes tg_sizes_declared(uint64_t edges, uint64_t vertices)
{
    return (tg_sizes){.edges = edges, .vertices = vertices, .declared = true, .exact = true};
}

/* For formats whose lines are edges. */
tricorn_status tg_estimate_text(tricorn_context *context, tg_input *input,
                                const tricorn_load_options *options, tg_sizes *sizes);

/* ---- a part of the content --------------------------------------------------------------- */

typedef struct tg_sample {
    const char *bytes;
    size_t count;
    uint64_t offset; /* offset of the first byte in the content */
    bool last;       /* the content ends after them */
} tg_sample;

typedef struct tg_sampling {
    void *user;
    void (*use)(void *user, const tg_sample *sample);
    uint64_t content_bytes; /* out: an upper bound of the whole content, decompressed */
    bool whole;        /* out: the sample is the whole content */
    bool spread;       /* out: spread over the whole content, not its beginning alone */
} tg_sampling;

/* Calls sampling->use for one piece after the other, in their order.  No byte of the input may
 * have been read before.  TRICORN_UNSUPPORTED for a pipe, whose length is unknown. */
tricorn_status tg_sample_content(tricorn_context *context, tg_input *input,
                                 tg_sampling *sampling);

/* Extrapolates a sum over the sample to the whole content, with a margin. */
uint64_t tg_sample_scale(const tg_sampling *sampling, uint64_t found, uint64_t sampled_bytes);
/* Extrapolates the largest id, which is `half` in the first half of the sample. */
uint64_t tg_sample_largest(const tg_sampling *sampling, uint64_t half, uint64_t largest,
                           uint64_t sampled_bytes);

#endif
