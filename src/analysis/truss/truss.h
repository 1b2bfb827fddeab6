/* truss.h - finds the trussness of every edge, the k-truss as a graph, and connected components. */
#pragma once

#include "analysis/listing.h"
#include "task/truss.h"
#include "schedule/plan.h"

/* Sets *method to the method with this name, or to NULL for NULL and "auto": then the fastest method that fits in
 * memory is chosen. Errors: TRICORN_INVALID_ARGUMENT for an unknown name. */
tricorn_status tg_truss_method_read(tricorn_context *context, const char *name, const tg_truss_method **method);

/* Returns method number `index`, the fastest first; NULL for a number out of range. */
const tg_truss_method *tg_truss_method_at(size_t index);

/* Chooses the fastest method that fits in memory for this job, for supports that the plan has counted. */
tricorn_status tg_truss_choose(
  tricorn_context *context, const tg_plan *plan, const tg_peel *job, const tg_truss_method **method);

/* Which trusses to find, and how. */
typedef struct tg_truss_job {
    const tg_plan *plan; /* counts the support of each edge */
    tricorn_options count; /* the options of the plan */
    const tg_truss_method *method; /* NULL: the fastest method that fits is chosen */
    uint32_t level; /* k of the only truss that is wanted, at least 2; 0: all */
    /* If one truss is wanted: the least triangles in which its edges must be. */
    uint32_t least;
    bool verify;
} tg_truss_job;

/* The struct behind the API's opaque type. */
struct tricorn_trusses {
    tg_supported trussness;
    uint32_t k_max;
    uint64_t *histogram; /* k_max + 1 entries: how many edges have each trussness */
    const tg_truss_method *method;
    double support_seconds, peel_seconds;
    uint64_t rounds;
};

/* Finds the trussness of each edge of the plan's graph. *result is that of counting supports, except that its seconds
 * of counting include peeling. The caller frees *trusses with tricorn_trusses_free(). */
tricorn_status tg_find_trusses(
  tricorn_context *context, const tg_truss_job *job, tricorn_result *result, tricorn_trusses **trusses);
/* Fills *made, which is all zero, for a graph on disk (truss_disk.c). */
tricorn_status tg_find_trusses_on_disk(
  tricorn_context *context, const tg_truss_job *job, tricorn_result *result, tricorn_trusses *made);
/* Returns the bytes with which the edges of a graph in memory can be peeled, beside the graph. */
uint64_t tg_truss_bytes(const tricorn_context *context, uint64_t edges, uint64_t vertices);

/* Finds only the k-truss of the plan's graph, which must be in memory, as a graph; k is at least 2. */
tricorn_status tg_find_truss(
  tricorn_context *context, const tg_truss_job *job, uint32_t k, tricorn_result *result, tricorn_graph **truss);

/* Makes a graph of the edges whose value is at least `least`, with the ids of the first graph. */
tricorn_status tg_edges_above(
  tricorn_context *context, const tg_supported *edges, uint32_t least, tricorn_graph **graph);
