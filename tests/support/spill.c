/* spill.c - see spill.h. */
#include "support/spill.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

enum { ROOM_BYTES = 5 * sizeof(tg_edge) };

static test_spill *of(tg_edge_spill *base)
{
    return (test_spill *)(void *)base;
}

static tricorn_status take(tricorn_context *context, tg_edge_spill *base, const tg_edge_part *part, size_t edge_bytes)
{
    test_spill *spill = of(base);
    const tg_edge_chunk chunk = {part->edges, part->count, edge_bytes};
    (void)context;
    pthread_mutex_lock(&spill->lock);
    const uint64_t first = base->taken, all = first + chunk.count;
    if (all > spill->room) {
        spill->room = 2 * all;
        spill->edges = realloc(spill->edges, spill->room * sizeof *spill->edges);
        assert_non_null(spill->edges);
    }
    for (uint64_t i = 0; i < chunk.count; i++) spill->edges[first + i] = tg_edge_chunk_at(&chunk, i);
    /* The memory is filled, so that a reader that looks at the edges again is found. */
    memset(chunk.edges, 0xa5, chunk.count * chunk.edge_bytes);
    base->taken = all;
    pthread_mutex_unlock(&spill->lock);
    return TRICORN_OK;
}

static tricorn_status take_word(
  tricorn_context *context, tg_edge_spill *base, uint64_t number, const char *word, size_t bytes)
{
    (void)context;
    (void)number;
    (void)word;
    (void)bytes;
    base->words++;
    return TRICORN_OK;
}

static tricorn_status set_aside(tricorn_context *context, tg_edge_spill *base, const void *bytes, size_t count)
{
    test_spill *spill = of(base);
    (void)context;
    spill->aside = realloc(spill->aside, base->aside_bytes + count + 1);
    assert_non_null(spill->aside);
    if (count > 0) memcpy(spill->aside + base->aside_bytes, bytes, count);
    base->aside_bytes += count;
    return TRICORN_OK;
}

static tricorn_status read_aside(
  tricorn_context *context, tg_edge_spill *base, uint64_t offset, void *bytes, size_t count)
{
    (void)context;
    CHECK(
      offset + count <= base->aside_bytes, "%zu bytes at %llu were not set aside", count, (unsigned long long)offset);
    if (count > 0) memcpy(bytes, of(base)->aside + offset, count);
    return TRICORN_OK;
}

void test_spill_open(test_spill *spill)
{
    *spill = (test_spill){.base = {.take = take,
                            .take_word = take_word,
                            .set_aside = set_aside,
                            .read_aside = read_aside,
                            .room_bytes = ROOM_BYTES,
                            .word_bytes = UINT64_MAX}};
    pthread_mutex_init(&spill->lock, NULL);
}

void test_spill_close(test_spill *spill)
{
    pthread_mutex_destroy(&spill->lock);
    free(spill->edges);
    free(spill->aside);
}

const tg_wide_edge *test_spill_edges(const tg_edge_spill *spill)
{
    return ((const test_spill *)(const void *)spill)->edges;
}
