/* request.h - what is to be counted, by which algorithm, where, and within which limits. */
#ifndef TG_SCHEDULE_REQUEST_H
#define TG_SCHEDULE_REQUEST_H

#include <stdbool.h>

#include "graph/graph.h"
#include "registry/device_name.h"
#include "registry/partitions.h"
#include "task/algorithm.h"

/* How ranges of edges are cut for workers: by what their algorithms do with these. */
typedef struct tg_cut_style {
    bool merges;  /* both rows of an edge are read, so both cost */
    bool at_rows; /* the index of some rows would be made again for the rest of one */
} tg_cut_style;

typedef struct tg_request {
    tg_setup setup;
    tg_gpus gpus;                                  /* of a GPU algorithm: those that count */
    uint64_t host_bytes_limit, device_bytes_limit; /* 0: none of its own */
    uint32_t threads;                              /* 0: the context's */
    uint32_t counts;                               /* about; 0: not known */
    uint32_t classes; /* of vertices, at least: the graph is cut into classes x classes blocks */
    const tg_partition_kind *partition; /* NULL: none is named */
    const char *relabel; /* of the vertices of a task of the whole graph (prepare/relabel.h);
                          * NULL: the graph's own.  Owned by the library. */
    uint64_t parts;     /* that workers share, about; 0: by the work */
    tg_cut_style style; /* of the algorithm; or what workers have agreed on */
    bool verify;        /* another algorithm counts again, so all workers take the same ones */
    tricorn_transport transport;             /* its size 0: there are no other workers */
    double cpu_end_seconds, gpu_end_seconds; /* as in tricorn_result */
} tg_request;

/* Reads the options (complete, as TG_READ_OPTIONS leaves them) for a count of the graph into a
 * sink of that kind.  Where they name no device or no algorithm, chooses. Errors:
 * TRICORN_INVALID_ARGUMENT; TRICORN_UNSUPPORTED (no such device here, or an algorithm that has no
 * such sink). */
tricorn_status tg_request_read(tricorn_context *context, const tricorn_graph *graph,
                               const tricorn_options *options, tg_sink_kind sink,
                               tg_request *request);

/* The same before there is a graph: whether such a count could begin, except for what the graph
 * decides. */
tricorn_status tg_request_check(tricorn_context *context, const tricorn_options *options,
                                tg_sink_kind sink);

/* That a worker, which counts on one GPU, has no more.  Errors: TRICORN_UNSUPPORTED. */
tricorn_status tg_check_worker_gpus(tricorn_context *context, const tg_gpus *gpus);

#endif
