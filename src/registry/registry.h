/* registry.h - the algorithms of this build, by number and by name, and the automatic choice. */
#ifndef TG_REGISTRY_REGISTRY_H
#define TG_REGISTRY_REGISTRY_H

#include "graph/graph.h"
#include "task/algorithm.h"

size_t tg_algorithm_count(void);
const tg_algorithm *tg_algorithm_at(size_t index);

/* By name or alias; NULL if there is none. */
const tg_algorithm *tg_algorithm_find(const char *name);

/* Reads "trust.block_row=50 trust.chunk=4" (spaces or commas between; NULL is "") into
 * values[TG_MOST_PARAMETERS]: those of `algorithm`, the standard ones where none is given.
 * Error: TRIGON_INVALID_ARGUMENT for what no algorithm has, what another one has, and values out
 * of range.  (registry/parameters.c) */
trigon_status tg_read_parameters(trigon_context *context, const char *text,
                                 const tg_algorithm *algorithm, uint32_t *values);

/* The one to use where the user named none, on the given device. */
const tg_algorithm *tg_choose_algorithm(const trigon_graph *graph, tg_device_kind device);

/* One on the CPU that looks ids up in another way, to confirm a count. */
const tg_algorithm *tg_choose_verifier(const tg_algorithm *algorithm);

#endif
