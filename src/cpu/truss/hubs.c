/* hubs.c - makes bit rows of the longest live rows.
 *
 * A bit row ends at the largest live vertex. With hubs first, vertices of few edges have large
 * numbers and are removed first: so bit rows become shorter, and more of them fit into memory.
 */
#include "cpu/truss/hubs.h"

#include <string.h>

#include "base/memory.h"

enum {
    WORD_BITS = TG_COMMON_WORD_BITS,
    /* bytes of a word, and of the number of ids before it */
    WORD_BYTES = sizeof(uint64_t) + sizeof(uint32_t),
    /* bit rows have at most this many bytes per edge: half of the memory of the live rows */
    BYTES_OF_EDGE = 8,
    LEAST_LENGTH = 128, /* ids of a hub's row, at least; shorter rows are merged */
    LENGTHS = 32 /* classes of row lengths, by powers of two */
};

static uint64_t words_for(uint64_t vertices, uint64_t edges)
{
    const uint64_t row = (vertices + WORD_BITS - 1) / WORD_BITS;
    const uint64_t most = edges * BYTES_OF_EDGE / WORD_BYTES;
    return row * TG_HUB_NONE < most ? row * TG_HUB_NONE : most;
}

uint64_t tg_truss_hubs_bytes(uint64_t vertices, uint64_t edges)
{
    return words_for(vertices, edges) * WORD_BYTES + vertices * sizeof(uint16_t) + TG_HUB_NONE * sizeof(uint32_t);
}

tricorn_status tg_truss_hubs_create(tricorn_context *context, const tg_live_rows *live, tg_truss_hubs *hubs)
{
    tricorn_status status = TRICORN_OK;
    tg_truss_hubs made = {.room = words_for(live->vertices, live->begins[live->vertices] / 2)};
    TG_TRY(TG_ALLOC(context, live->vertices, &made.number_of));
    TG_TRY(TG_ALLOC(context, TG_HUB_NONE, &made.vertices));
    TG_TRY(TG_ALLOC(context, made.room, &made.bits));
    TG_TRY(TG_ALLOC(context, made.room, &made.before));
    *hubs = made;
    made = (tg_truss_hubs){0};
cleanup:
    tg_truss_hubs_free(&made);
    return status;
}

void tg_truss_hubs_free(tg_truss_hubs *hubs)
{
    tg_free(hubs->number_of);
    tg_free(hubs->vertices);
    tg_free(hubs->bits);
    tg_free(hubs->before);
    *hubs = (tg_truss_hubs){0};
}

static uint32_t digits(uint32_t value)
{
    return 32 - (uint32_t)__builtin_clz(value | 1);
}

/* Returns the smallest power of two for which all rows of at least this length fit into memory. */
static uint32_t least_length(const tg_truss_hubs *hubs, const uint32_t counts[LENGTHS + 1])
{
    const uint64_t rows = hubs->words ? hubs->room / hubs->words : 0;
    const uint64_t most = rows < TG_HUB_NONE ? rows : TG_HUB_NONE;
    uint64_t taken = 0;
    uint32_t length = LENGTHS;
    while (length > 0 && taken + counts[length] <= most) taken += counts[length--];
    return length < LENGTHS ? UINT32_C(1) << length : UINT32_MAX;
}

static void choose(const tg_live_rows *live, tg_truss_hubs *hubs)
{
    uint32_t counts[LENGTHS + 1] = {0}, vertices = 0;
    for (uint32_t v = 0; v < live->vertices; v++) {
        counts[digits(live->lengths[v])]++;
        if (live->lengths[v] > 0) vertices = v + 1;
    }
    hubs->words = ((uint64_t)vertices + WORD_BITS - 1) / WORD_BITS;
    hubs->count = 0;
    const uint32_t least = least_length(hubs, counts);
    for (uint32_t v = 0; v < live->vertices; v++) {
        const bool is_hub = live->lengths[v] >= least && live->lengths[v] >= LEAST_LENGTH;
        hubs->number_of[v] = is_hub ? (uint16_t)hubs->count : TG_HUB_NONE;
        if (is_hub) hubs->vertices[hubs->count++] = v;
    }
}

static void fill_row(const tg_live_rows *live, const tg_truss_hubs *hubs, uint32_t hub)
{
    const uint32_t v = hubs->vertices[hub];
    const uint32_t *ids = live->ids + live->begins[v];
    uint64_t *bits = hubs->bits + hub * hubs->words;
    uint32_t *before = hubs->before + hub * hubs->words, count = 0;
    memset(bits, 0, hubs->words * sizeof *bits);
    for (uint32_t i = 0; i < live->lengths[v]; i++) bits[ids[i] / WORD_BITS] |= UINT64_C(1) << ids[i] % WORD_BITS;
    for (uint64_t word = 0; word < hubs->words; word++) {
        before[word] = count;
        count += (uint32_t)__builtin_popcountll(bits[word]);
    }
}

void tg_truss_hubs_make(const tricorn_context *context, const tg_live_rows *live, tg_truss_hubs *hubs)
{
    choose(live, hubs);
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, 1)
    for (uint32_t hub = 0; hub < hubs->count; hub++) fill_row(live, hubs, hub);
}
