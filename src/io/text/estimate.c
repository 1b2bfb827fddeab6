/* estimate.c - reads samples of a file, and counts the edges on their lines. */
#include "io/text/estimate.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "io/text/end_sample.h"
#include "io/text/first_lines.h"

enum {
    SAMPLE_BYTES = 1 << 14,
    /* 2 MiB, which one thread reads in 0.01 s; the mean length of a line is then right to 0.2 %. */
    SAMPLES = 128,
    ALL_BYTES = 1 << 23, /* files and streams up to here are read whole */
    MARGIN = 64, /* 1/64 is added to estimates */
    /* And 1/16 for content behind the sample of a stream, as its compression ratio may differ.
     */
    STREAM_MARGIN = 16
};

/* ---- samples ---- */

/* `bytes` has room for ALL_BYTES. */
static tricorn_status sample_flat(tricorn_context *context, const tg_input *input, char *bytes, tg_sampling *sampling)
{
    const uint64_t size = tg_input_size(input);
    sampling->content_bytes = size;
    sampling->whole = size <= ALL_BYTES;
    sampling->spread = true;
    const uint64_t samples = sampling->whole ? 1 : SAMPLES;
    const size_t count = sampling->whole ? (size_t)size : SAMPLE_BYTES;
    const uint64_t room = size - count, steps = SAMPLES - 1;
    for (uint64_t p = 0; p < samples; p++) {
        /* The last sample ends with the file, because a sorted file has its largest ids at its end. */
        const uint64_t offset = room / steps * p + room % steps * p / steps;
        TG_DO(tg_input_read_at(context, input, offset, bytes, count));
        sampling->use(sampling->user, &(tg_sample){bytes, count, offset, p + 1 == samples});
    }
    return TRICORN_OK;
}

/* Reads the beginning; the position in the compressed file tells how much content follows. */
static tricorn_status sample_stream(tricorn_context *context, tg_input *input, char *bytes, tg_sampling *sampling)
{
    size_t count = 0;
    TG_DO(tg_input_read(context, input, bytes, ALL_BYTES, &count));
    sampling->whole = sampling->spread = count < ALL_BYTES;
    sampling->content_bytes = count;
    sampling->use(sampling->user, &(tg_sample){bytes, count, 0, sampling->whole});
    if (sampling->whole) return TRICORN_OK;
    const double ratio = (double)tg_input_size(input) / (double)(tg_input_consumed(input) + 1);
    if (ratio > 1) sampling->content_bytes += (uint64_t)((double)count * (ratio - 1) * (1 + 1.0 / STREAM_MARGIN)) + 1;
    return TRICORN_OK;
}

tricorn_status tg_sample_content(tricorn_context *context, tg_input *input, tg_sampling *sampling)
{
    tricorn_status status = TRICORN_OK;
    char *bytes = NULL;
    if (tg_input_size(input) == 0)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: its size cannot be estimated before all of it is read; name a file, "
          "not a pipe",
          tg_input_name(input));
    TG_TRY(TG_ALLOC(context, ALL_BYTES, &bytes));
    TG_TRY(tg_input_is_flat(input) ? sample_flat(context, input, bytes, sampling)
                                   : sample_stream(context, input, bytes, sampling));
cleanup:
    tg_free(bytes);
    return status;
}

static uint64_t with_margin(uint64_t number)
{
    const uint64_t margin = number / MARGIN + 1;
    return number > UINT64_MAX - margin ? UINT64_MAX : number + margin;
}

uint64_t tg_sample_scale(const tg_sampling *sampling, uint64_t found, uint64_t sampled_bytes)
{
    if (sampling->whole || sampled_bytes == 0) return found;
    const unsigned __int128 scaled = (unsigned __int128)found * sampling->content_bytes / sampled_bytes;
    return with_margin(scaled > UINT64_MAX ? UINT64_MAX : (uint64_t)scaled);
}

/* If ids ascend in the beginning of a file, it is sorted, and they ascend further behind it. */
uint64_t tg_sample_largest(const tg_sampling *sampling, uint64_t half, uint64_t largest, uint64_t sampled_bytes)
{
    if (sampling->whole) return largest;
    if (sampling->spread || largest - half <= largest / MARGIN) return with_margin(largest);
    return tg_sample_scale(sampling, largest, sampled_bytes);
}

/* ---- lines ---- */

typedef struct lines {
    tg_dialect dialect;
    uint64_t edges, bytes; /* edges, and bytes of whole lines */
    uint64_t half, largest; /* the largest id in the first half of the bytes, and in all */
    uint64_t text_bytes; /* bytes of ids that are words, with one for the end of each */
    tg_end_sample ends;
} lines;

/* Counts ids that are words, which may be in two columns. */
static void use_words(lines *found, const tg_field ends[2], const tg_field seconds[2])
{
    uint64_t hashes[2];
    for (unsigned i = 0; i < 2; i++) {
        found->text_bytes += ends[i].bytes + seconds[i].bytes + 1 + found->dialect.parts;
        hashes[i] = tg_hash_word(0, ends[i].text, ends[i].bytes);
        if (found->dialect.parts) hashes[i] = tg_hash_word(hashes[i], seconds[i].text, seconds[i].bytes);
    }
    tg_end_sample_see(&found->ends, hashes[0], hashes[1]);
}

static void use_edge(lines *found, const tg_field ends[2], const tg_field seconds[2])
{
    uint64_t u = 0, v = 0;
    if (found->dialect.words) {
        use_words(found, ends, seconds);
    } else if (!tg_field_index(ends[0], &u) || !tg_field_index(ends[1], &v)) {
        return;
    } else {
        tg_end_sample_see(&found->ends, u, v);
    }
    found->edges++;
    if (u > found->largest) found->largest = u;
    if (v > found->largest) found->largest = v;
}

/* Counts the lines of a sample, except those that are cut at its ends. */
static void use_lines(void *user, const tg_sample *sample)
{
    lines *found = user;
    const char *at = sample->bytes, *stop = sample->bytes + sample->count;
    if (sample->offset > 0) {
        const char *newline = memchr(at, '\n', sample->count);
        if (newline == NULL) return;
        at = newline + 1;
    }
    const char *begin = at;
    for (const char *end; at < stop; at = end + (end < stop)) {
        end = memchr(at, '\n', (size_t)(stop - at));
        if (end == NULL && !sample->last) break;
        if (end == NULL) end = stop;
        tg_field ends[2], seconds[2] = {{.bytes = 0}, {.bytes = 0}};
        char message[TG_LINE_MESSAGE_BYTES];
        if (tg_dialect_skips(&found->dialect, at, end) || !tg_dialect_ends(&found->dialect, at, end, ends, message))
            continue;
        if (found->dialect.parts && !tg_dialect_seconds(&found->dialect, at, end, seconds, message)) continue;
        use_edge(found, ends, seconds);
        if (found->bytes + (uint64_t)(end - begin) <= ALL_BYTES / 2) found->half = found->largest;
    }
    found->bytes += (uint64_t)(at - begin);
    tg_end_sample_next(&found->ends);
}

tricorn_status tg_estimate_text(
  tricorn_context *context, tg_input *input, const tricorn_load_options *options, tg_sizes *sizes)
{
    lines found = {0};
    tg_sampling sampling = {.user = &found, .use = use_lines};
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_first_lines_look(context, input, options, &found.dialect));
    TG_TRY(tg_end_sample_begin(context, &found.ends));
    TG_TRY(tg_sample_content(context, input, &sampling));
    sizes->edges = tg_sample_scale(&sampling, found.edges, found.bytes);
    if (found.dialect.words) sizes->text_bytes = tg_sample_scale(&sampling, found.text_bytes, found.bytes);
    sizes->largest = tg_sample_largest(&sampling, found.half, found.largest, found.bytes);
    sizes->wide = sizes->largest >= UINT32_MAX;
    sizes->exact = sampling.whole;
    sizes->end_degree = tg_end_sample_degree(&found.ends, sizes->edges);
cleanup:
    tg_end_sample_free(&found.ends);
    return status;
}
