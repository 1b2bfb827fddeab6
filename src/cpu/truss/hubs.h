/* hubs.h - bit rows of the longest live rows, in which ids are looked up without first making a
 * bitmap, and without a search. */
#pragma once

#include "cpu/truss/live_rows.h"
#include "cpu/truss/common.h"

/* the number of a vertex that is not a hub; the hubs are fewer than this */
enum { TG_HUB_NONE = UINT16_MAX };

typedef struct tg_truss_hubs {
    uint64_t room; /* words for the bits of all rows together */
    uint64_t words; /* words of each row */
    uint16_t *number_of; /* for each vertex: the number of its bit row, or TG_HUB_NONE */
    uint32_t *vertices; /* for each bit row: its vertex */
    uint32_t count;
    uint64_t *bits;
    uint32_t *before; /* for each word: how many ids of its row are in earlier words */
} tg_truss_hubs;

/* Returns how many bytes hubs need for these numbers of vertices and edges. */
uint64_t tg_truss_hubs_bytes(uint64_t vertices, uint64_t edges);
tricorn_status tg_truss_hubs_create(tricorn_context *context, const tg_live_rows *live, tg_truss_hubs *hubs);
void tg_truss_hubs_free(tg_truss_hubs *hubs);

/* Makes bit rows of the longest rows, as many as fit. The live rows must have been compacted. */
void tg_truss_hubs_make(const tricorn_context *context, const tg_live_rows *live, tg_truss_hubs *hubs);

static inline tg_edge_bits tg_truss_hub(const tg_truss_hubs *hubs, uint16_t number)
{
    return (tg_edge_bits){hubs->bits + number * hubs->words, hubs->before + number * hubs->words};
}
