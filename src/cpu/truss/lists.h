/* lists.h - lists the triangles of each edge, as pairs of their other two edges. */
#pragma once

#include "graph/graph.h"
#include "task/truss.h"

typedef struct tg_edge_pair {
    uint32_t a, b;
} tg_edge_pair;

typedef struct tg_truss_lists {
    uint32_t *offsets; /* edges + 1 entries: where the list of each edge begins in `pairs` */
    tg_edge_pair *pairs; /* the pairs of a list; their order depends on the threads */
} tg_truss_lists;

/* Sets *entries to the number of entries of all lists, three per triangle. Returns false if
 * their positions do not fit into 32 bits. */
bool tg_truss_lists_entries(const tricorn_context *context, const tg_peel *job, uint64_t *entries);

/* Returns how many bytes lists of `entries` entries need while they are made. */
uint64_t tg_truss_lists_bytes(const tricorn_context *context, const tg_rows *rows, uint64_t entries);

/* Makes the lists. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
tricorn_status tg_truss_lists_create(tricorn_context *context, const tg_peel *job, tg_truss_lists *lists);
void tg_truss_lists_free(tg_truss_lists *lists);
