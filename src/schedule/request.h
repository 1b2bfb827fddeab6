/* request.h - the checked options of a count: what to count, by which algorithm, on which
 * devices, and within which limits. */
#ifndef TG_SCHEDULE_REQUEST_H
#define TG_SCHEDULE_REQUEST_H

#include <stdbool.h>

#include "graph/graph.h"
#include "registry/device_name.h"
#include "registry/partitions.h"
#include "task/algorithm.h"

/* How ranges of edges are cut for workers: this depends on what the algorithms do with the
 * edges. */
typedef struct tg_cut_style {
    bool merges;  /* the algorithm reads both rows of an edge, so both have a cost */
    bool at_rows; /* ranges begin at rows: a row in two ranges would be indexed twice */
} tg_cut_style;

typedef struct tg_request {
    tg_setup setup;
    tg_gpus gpus;                                  /* that count, for a GPU algorithm */
    uint64_t host_bytes_limit, device_bytes_limit; /* 0: no limit of its own */
    uint32_t threads;                              /* 0: the context's number */
    uint32_t counts;                               /* about how often the plan counts; 0:
                                                    * unknown */
    uint32_t classes; /* classes of vertices, at least: the graph is cut into classes x classes
                       * blocks */
    const tg_partition_kind *partition; /* NULL: the options name none */
    const char *relabel; /* of the vertices of a task of the whole graph (prepare/relabel.h);
                          * NULL: the graph's own.  Owned by the library. */
    uint64_t parts;     /* parts that workers share, about; 0: chosen by the work */
    tg_cut_style style; /* of the algorithm, or as the workers agreed */
    bool verify;        /* another algorithm counts again, so all workers use the same one */
    tricorn_transport transport;             /* size 0: this worker is alone */
    double cpu_end_seconds, gpu_end_seconds; /* as in tricorn_result */
} tg_request;

/* Reads the options (complete, as TG_READ_OPTIONS leaves them) for a count of the graph into a
 * sink of that kind.  Where they name no device or no algorithm, chooses. Errors:
 * TRICORN_INVALID_ARGUMENT; TRICORN_UNSUPPORTED (no such device here, or an algorithm that has no
 * such sink). */
tricorn_status tg_request_read(tricorn_context *context, const tricorn_graph *graph,
                               const tricorn_options *options, tg_sink_kind sink,
                               tg_request *request);

/* Checks options before a graph is loaded: whether such a count could begin, except for what
 * depends on the graph. */
tricorn_status tg_request_check(tricorn_context *context, const tricorn_options *options,
                                tg_sink_kind sink);

/* Checks that the options of a worker name at most one GPU.  Errors: TRICORN_UNSUPPORTED. */
tricorn_status tg_check_worker_gpus(tricorn_context *context, const tg_gpus *gpus);

#endif
