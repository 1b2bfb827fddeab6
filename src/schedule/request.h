/* request.h - the checked options of a count: what to count, by which algorithm, on which
 * devices, and within which limits. */
#pragma once

#include <stdbool.h>

#include "graph/graph.h"
#include "registry/device_name.h"
#include "registry/partitions.h"
#include "task/algorithm.h"

/* How ranges of edges are cut for workers, which depends on what the algorithm does with the edges. */
typedef struct tg_cut_style {
    /* The algorithm reads both rows of an edge, so an edge costs more if its row u is long, too. */
    bool merges;
    /* Each range begins with a whole row: a row that two ranges share would be indexed twice. */
    bool at_rows;
} tg_cut_style;

typedef struct tg_request {
    tg_setup setup;
    tg_gpus gpus; /* the GPUs that count, for a GPU algorithm */
    uint64_t host_bytes_limit, device_bytes_limit; /* 0: the request sets no limit */
    uint32_t threads; /* 0: as many as the context has */
    uint32_t counts; /* about how often the plan counts; 0: unknown */
    /* The graph is cut into at least classes x classes blocks. */
    uint32_t classes;
    const tg_partition_kind *partition; /* NULL: the options name no partition */
    /* The new order of the vertices (prepare/relabel.h); NULL: the graph's own order. The library owns the text. */
    const char *relabel;
    uint64_t cut_bytes; /* the memory for which all workers cut; 0: each finds its own */
    uint64_t parts; /* about how many parts workers share; 0: the number suits the work */
    tg_cut_style style; /* the style of the algorithm, or the one on which all workers agreed */
    bool verify; /* another algorithm counts again, so all workers must use the same one */
    tricorn_transport transport; /* if its size is 0, this worker is alone */
    /* The predicted times until the result, with the CPU and with the GPU. */
    double cpu_end_seconds, gpu_end_seconds;
} tg_request;

/* Reads the options for a count of the graph into a sink of this kind; they are complete, as TG_READ_STRUCT leaves
 * them. Chooses the device and the algorithm if the options name none. Errors: TRICORN_INVALID_ARGUMENT;
 * TRICORN_UNSUPPORTED (this machine has no such device, or the algorithm cannot count into such a sink). */
tricorn_status tg_request_read(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  tg_sink_kind sink, tg_request *request);

/* Returns a number for the new order of the vertices, which is part of an identity; 0: their own. */
uint64_t tg_request_order(const tg_request *request);

/* Checks options before a graph is loaded: whether a count with them could begin, except for
 * what depends on the graph. */
tricorn_status tg_request_check(tricorn_context *context, const tricorn_options *options, tg_sink_kind sink);

/* Checks that the options of a worker name at most one GPU. Errors: TRICORN_UNSUPPORTED. */
tricorn_status tg_check_worker_gpus(tricorn_context *context, const tg_gpus *gpus);

/* Opens the first GPU of the request, with its memory limit, and waits until it has started;
 * nothing happens if the algorithm counts on the CPU. */
tricorn_status tg_request_open_gpu(tricorn_context *context, const tg_request *request);
