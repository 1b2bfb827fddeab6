/* cores.h - core numbers of a graph on disk. Memory has arrays of its vertices only. */
#pragma once

#include "store/store.h"

/* Sets cores[v] to the core number (graph/cores.h) of each vertex v with an edge, and *most to the
 * largest of them. Reads all rows several times. Memory: 12 bytes for each label. Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED, those of reading rows. */
tricorn_status tg_store_core_numbers(tricorn_context *context, tg_store *store, uint32_t *cores, uint32_t *most);
