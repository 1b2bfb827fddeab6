/* estimate.h - what a file will need once it is read, found out without reading all of it.
 *
 * Headers and sizes of files say it exactly; text and raw pairs are looked at in places spread
 * over the whole file or, where it can only be read from its beginning, there.
 */
#ifndef TG_IO_ESTIMATE_H
#define TG_IO_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "io/input.h"

typedef struct tg_sizes {
    uint64_t edges;       /* that will come */
    uint64_t vertices;    /* with `declared`: how many there are */
    uint64_t largest;     /* else: no id is larger, or hardly */
    uint64_t read_bytes;  /* held at once while reading, where that may be more than preparing */
    uint64_t graph_bytes; /* not 0: the graph is read as it stands, and nothing is prepared */
    bool declared;
    bool exact; /* said by the file; else found from a part of it */
    bool wide;  /* edges are read with 64-bit ids */
} tg_sizes;

/* Of a file whose header counts both. */
static inline tg_sizes tg_sizes_declared(uint64_t edges, uint64_t vertices)
{
    return (tg_sizes){.edges = edges, .vertices = vertices, .declared = true, .exact = true};
}

/* Of formats whose lines are edges. */
tricorn_status tg_estimate_text(tricorn_context *context, tg_input *input,
                                const tricorn_load_options *options, tg_sizes *sizes);

/* ---- a part of the content --------------------------------------------------------------- */

typedef struct tg_sample {
    const char *bytes;
    size_t count;
    uint64_t offset; /* of the first of them in the content */
    bool last;       /* the content ends behind them */
} tg_sample;

typedef struct tg_sampling {
    void *user;
    void (*use)(void *user, const tg_sample *sample);
    uint64_t content_bytes; /* out: of the whole content, decompressed; at most so many */
    bool whole;             /* out: nothing was left out */
    bool spread;            /* out: over the whole content, not its beginning alone */
} tg_sampling;

/* Calls sampling->use for one piece after the other, in their order.  Nothing of the input may
 * have been read.  TRICORN_UNSUPPORTED for a pipe, whose end nobody knows. */
tricorn_status tg_sample_content(tricorn_context *context, tg_input *input,
                                 tg_sampling *sampling);

/* A number found in a sample, as it will be in the whole: with what samples miss. */
uint64_t tg_sample_scale(const tg_sampling *sampling, uint64_t found, uint64_t sampled_bytes);
/* The same of the largest id, which is `half` in the first half of the sample. */
uint64_t tg_sample_largest(const tg_sampling *sampling, uint64_t half, uint64_t largest,
                           uint64_t sampled_bytes);

#endif
