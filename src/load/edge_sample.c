/* edge_sample.c - a random sample of the edges: hashes decide, so that repeats are alike. */
#include "load/edge_sample.h"

#include "base/memory.h"
#include "generate/hash.h"

enum {
    STREAM = 19,
    HASH_BITS = 64,
    ROOM_SHARE = 16, /* edges that are not sampled yet take at most a sixteenth of the memory */
    ROOM_LEAST = 1 << 16, /* bytes for them, if that is more */
    KEPT_BYTES = 128 /* of memory for an edge that is kept, at the peak of preparing and counting */
};

uint64_t tg_edge_sample_key(uint64_t seed)
{
    return tg_hash_key(STREAM, seed);
}

/* Colours: the first bits of both ends' hashes are the same. Edges: those of the edge's are 0.
 */
bool tg_edge_sample_keeps(tricorn_sampling kind, uint64_t key, uint32_t halvings, uint64_t u, uint64_t v)
{
    if (u == v) return false;
    if (halvings == 0) return true;
    const uint64_t small = u < v ? u : v, large = u < v ? v : u;
    const uint64_t bits =
      kind == TRICORN_SAMPLE_COLOURS ? tg_hash(key, u) ^ tg_hash(key, v) : tg_hash(tg_hash(key, small), large);
    return bits >> (HASH_BITS - halvings) == 0;
}

static bool keeps(const tg_edge_sample *sample, tg_wide_edge edge)
{
    return tg_edge_sample_keeps(sample->kind, sample->key, sample->halvings, edge.u, edge.v);
}

/* Keeps about half of the edges that were kept. */
static void halve(tg_edge_sample *sample)
{
    tg_wide_edge *edges = sample->kept.edges;
    uint64_t left = 0;
    sample->halvings++;
    for (uint64_t i = 0; i < sample->kept.count; i++)
        if (keeps(sample, edges[i])) edges[left++] = edges[i];
    sample->kept.count = left;
}

static tricorn_status take_edges(tricorn_context *context, tg_edge_sample *sample, const tg_edge_chunk *chunk)
{
    for (uint64_t i = 0; i < chunk->count; i++) {
        const tg_wide_edge edge = tg_edge_chunk_at(chunk, i);
        if (!keeps(sample, edge)) continue;
        TG_DO(tg_edge_part_reserve(context, &sample->kept, 1, sizeof edge));
        tg_edge_part_push_wide(&sample->kept, edge.u, edge.v);
        while (sample->kept.count > sample->most && sample->halvings < TG_EDGE_SAMPLE_HALVINGS_MOST) halve(sample);
    }
    return TRICORN_OK;
}

static tricorn_status take(tricorn_context *context, tg_edge_spill *base, const tg_edge_part *part, size_t edge_bytes)
{
    tg_edge_sample *sample = (tg_edge_sample *)(void *)base;
    const tg_edge_chunk chunk = {part->edges, part->count, edge_bytes};
    pthread_mutex_lock(&sample->lock);
    const tricorn_status status = take_edges(context, sample, &chunk);
    base->taken += chunk.count;
    pthread_mutex_unlock(&sample->lock);
    return status;
}

/* Words and tables stay in memory, so the limits below are never reached. */
static tricorn_status take_word(
  tricorn_context *context, tg_edge_spill *base, uint64_t number, const char *word, size_t bytes)
{
    (void)base, (void)number, (void)word, (void)bytes;
    return tg_fail(context, TRICORN_OUT_OF_MEMORY,
      "the ids, which are words, do not fit in memory: allow more by " TG_OPTION("process_bytes_limit"));
}

static tricorn_status set_aside(tricorn_context *context, tg_edge_spill *base, const void *bytes, size_t count)
{
    (void)base, (void)bytes, (void)count;
    return tg_fail(context, TRICORN_OUT_OF_MEMORY,
      "tables of the file do not fit in memory: allow more by " TG_OPTION("process_bytes_limit"));
}

static tricorn_status read_aside(
  tricorn_context *context, tg_edge_spill *base, uint64_t offset, void *bytes, size_t count)
{
    (void)offset;
    return set_aside(context, base, bytes, count);
}

void tg_edge_sample_open(tg_edge_sample *sample, tricorn_sampling kind, uint64_t seed, uint64_t room_bytes)
{
    *sample = (tg_edge_sample){.base = {.take = take,
                                 .take_word = take_word,
                                 .set_aside = set_aside,
                                 .read_aside = read_aside,
                                 .room_bytes = room_bytes,
                                 .word_bytes = UINT64_MAX,
                                 .table_bytes = UINT64_MAX},
      .kind = kind,
      .key = tg_edge_sample_key(seed),
      .most = UINT64_MAX};
    pthread_mutex_init(&sample->lock, NULL);
}

void tg_edge_sample_close(tg_edge_sample *sample)
{
    pthread_mutex_destroy(&sample->lock);
    tg_free(sample->kept.edges);
    sample->kept = (tg_edge_part){0};
}

tricorn_status tg_edge_sample_finish(tricorn_context *context, tg_edge_sample *sample, tg_edges *edges)
{
    const size_t bytes = edges->wide ? sizeof(tg_wide_edge) : sizeof(tg_edge);

    for (uint32_t p = 0; p < edges->part_count; p++) {
        tg_edge_part *part = &edges->parts[p];
        const tg_edge_chunk chunk = {part->edges, part->count, bytes};
        TG_DO(take_edges(context, sample, &chunk));
        tg_free(part->edges);
        part->edges = NULL;
        part->count = part->room = 0;
    }
    tg_edges_free(edges); /* without its spill */
    TG_DO(tg_edges_create(context, 1, edges));
    edges->parts[0] = sample->kept;
    edges->wide = true;
    sample->kept = (tg_edge_part){0};
    return TRICORN_OK;
}

tricorn_status tg_edge_sample_read(tricorn_context *context, const tg_reader *reader,
  const tricorn_sample_options *options, tg_edges *edges, tricorn_sample_result *to)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t room = tg_memory_room(context->memory), share = room / ROOM_SHARE;
    tg_edge_sample sample;

    tg_edge_sample_open(&sample, options->kind, options->seed, share > ROOM_LEAST ? share : ROOM_LEAST);
    if (options->one_in == 0) sample.most = room / KEPT_BYTES;
    while (options->one_in >> sample.halvings > 1) sample.halvings++;
    edges->spill = &sample.base;
    TG_TRY(tg_reader_edges(context, reader, edges));
    if (reader->format->read == NULL)
        TG_TRY(tg_fail(context, TRICORN_UNSUPPORTED,
          "the format '%s' is read as a whole: no part of its edges can be kept", reader->format->description.name));
    to->input_edges = tg_edges_count(edges) - edges->declarations;
    TG_TRY(tg_edge_sample_finish(context, &sample, edges));
    to->one_in = UINT32_C(1) << sample.halvings;
cleanup:
    edges->spill = NULL;
    tg_edge_sample_close(&sample);
    return status;
}
