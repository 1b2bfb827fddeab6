/* hubs.h - the longest rows of the edges that are left, as bits too: ids are looked up
 * there without marking or searching. */
#ifndef TG_CPU_TRUSS_HUBS_H
#define TG_CPU_TRUSS_HUBS_H

#include "cpu/truss/live_rows.h"
#include "cpu/truss/common.h"

enum { TG_HUB_NONE = UINT16_MAX }; /* also the most hubs */

typedef struct tg_truss_hubs {
    uint64_t room;       /* words of all rows */
    uint64_t words;      /* of a row */
    uint16_t *number_of; /* of each vertex: its row of bits, or TG_HUB_NONE */
    uint32_t *vertices;  /* of each row */
    uint32_t count;
    uint64_t *bits;
    uint32_t *before; /* for each word, the ids of the row before it */
} tg_truss_hubs;

/* Bytes that hubs take for so many vertices and edges. */
uint64_t tg_truss_hubs_bytes(uint64_t vertices, uint64_t edges);
tricorn_status tg_truss_hubs_create(tricorn_context *context, const tg_live_rows *live,
                                    tg_truss_hubs *hubs);
void tg_truss_hubs_free(tg_truss_hubs *hubs);

/* From rows that were just compacted: as many of the longest ones as there is room for. */
void tg_truss_hubs_make(const tricorn_context *context, const tg_live_rows *live,
                        tg_truss_hubs *hubs);

static inline tg_edge_bits tg_truss_hub(const tg_truss_hubs *hubs, uint16_t number)
{
    return (tg_edge_bits){hubs->bits + number * hubs->words, hubs->before + number * hubs->words};
}

#endif
