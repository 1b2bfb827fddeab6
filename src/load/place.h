/* place.h - where a graph is built: on disk, on the GPU that will count it, or on the CPU. */
#pragma once

#include <stdbool.h>

#include "base/gpus.h"
#include "load/out_of_core.h"
#include "prepare/prepare.h"
#include "registry/registry.h"

/* Decisions made before the edges are read, and the result of the attempt on a GPU. All 0: in memory, by the CPU. */
typedef struct tg_placement {
    tg_out_of_core out_of_core; /* whether and how edges go to disk; arrays stay in memory */
    bool gpu; /* prepare on a GPU: always if `named`, else if it is faster */
    bool named; /* the user named a GPU */
    tg_gpus gpus; /* those that will count; the first prepares */
    uint64_t device_bytes_limit;
    bool by_steps; /* prepare by the steps of Polak's paper, which only a GPU does */
    const char *order; /* from the options; a GPU can make it too; NULL: auto */
    bool tried; /* the GPU was given the edges and could not prepare them ... */
    bool small; /* ... because its memory is too small */
    bool keeps_edges; /* directions, weights or times of edges are kept, which needs the CPU ... */
    bool directed, weighted, timed; /* ... directions are; weights are; times are */
    bool is_signed; /* weights may be negative */
    bool bipartite; /* each edge joins two sides */
    const char *combine; /* the rule for the weight of a repeated edge (combine.h) */
    tg_workload_seconds predicted; /* from the file on, where no device is named */
    double end_degree; /* tg_workload.end_degree, by a sample of the file */
} tg_placement;

/* Whether the options ask for something of each edge that preparation drops, as its side is. */
bool tg_keeps_edges(const tricorn_load_options *options);

/* TRICORN_INVALID_ARGUMENT unless options->prepare is NULL or names a preparation that allows the
 * order of the options. */
tricorn_status tg_check_preparation(tricorn_context *context, const tricorn_load_options *options);

/* Decides where to prepare: by how the graph will be counted (options->count; NULL: on the CPU), by the preparation
 * asked for, and by the workload, whose `edges` may be 0: unknown. If the devices are predicted to take about the
 * same time, a sample of the file tells more (reader; NULL: an array). If it decides for a GPU, the GPU starts while
 * the file is read. placement->out_of_core, all 0 for what stays in memory, remains as it is. */
void tg_placement_begin(tricorn_context *context, const tricorn_load_options *options, const tg_workload *workload,
  const tg_reader *reader, tg_placement *placement);

/* The builder: makes the graph on disk, where edges need it, else on the device that was decided for, and keeps
 * directions and weights beside it. If the edges do not fit on the GPU, the CPU orients them and the GPU makes the
 * rows; if these do not fit, or an order is asked for, the CPU makes the rows too. After a failure on the GPU it does
 * not try the same again. how->name: of a file, for messages. Takes the memory that *edges owns, also on failure. */
tricorn_status tg_build(tricorn_context *context, tg_placement *placement, tg_edges *edges,
  const tg_prepare_options *how, tricorn_graph **graph);

/* The same for an array of pairs on a GPU, directly from the caller's memory. *graph is NULL if
 * the CPU has to prepare them, which needs a copy: call tg_build() with it and the same
 * *placement. */
tricorn_status tg_placement_pairs(
  tricorn_context *context, tg_placement *placement, const uint32_t *pairs, uint64_t count, tricorn_graph **graph);

/* Renumbers a graph with rows in host memory in the order that is asked for, and adds the time to
 * the seconds of preparation. Errors: those of tg_graph_reorder. */
tricorn_status tg_placement_renumber(tricorn_context *context, const tg_placement *placement, tricorn_graph *graph);
