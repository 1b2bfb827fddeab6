/* plan.h - a count that was planned: which schedule counts the graph for the request.
 *
 * Everything above (API, analysis) counts by plans and by nothing else, so that every algorithm
 * and every sink goes through every schedule.
 */
#ifndef TG_SCHEDULE_PLAN_H
#define TG_SCHEDULE_PLAN_H

#include "schedule/request.h"
#include "task/device_supported.h"

typedef struct tg_schedule tg_schedule;

typedef struct tg_plan {
    const tricorn_graph *graph;
    tg_request request;
    const tg_schedule *schedule;
    tg_rows relabelled; /* with request.relabel: the graph's rows under these */
    bool degrees; /* it has them, too: tg_plan_degrees(); before it is created: they are wanted */
    void *state;  /* the schedule's own */
    double prepare_seconds;  /* of creating it, without copies */
    double transfer_seconds; /* of copies to GPUs */
    double start_seconds;    /* of waiting for GPUs to start */
} tg_plan;

/* Plans the count; the graph must live as long.  Errors: those of tg_request_read; of opening a
 * GPU; TRICORN_OUT_OF_MEMORY, TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR,
 * TRICORN_CANCELLED. */
tricorn_status tg_plan_create(tricorn_context *context, const tricorn_graph *graph,
                              const tricorn_options *options, tg_sink_kind sink, tg_plan **plan);

/* The same for the triangles of vertices, and their degrees if the schedule comes by them. */
tricorn_status tg_plan_create_with_degrees(tricorn_context *context, const tricorn_graph *graph,
                                           const tricorn_options *options, tg_plan **plan);

/* The same as tg_plan_create, by the first of these schedules that fits. */
tricorn_status tg_plan_create_by(tricorn_context *context, const tricorn_graph *graph,
                                 const tricorn_options *options, tg_sink_kind sink,
                                 const tg_schedule *const *schedules, size_t count,
                                 tg_plan **plan);

/* Counts, from any context and thread, as often as wanted.  Fills *result but for the peak of the
 * context's memory.  sink: of the request's kind, for a whole graph in host memory, zero (NULL
 * for a total). */
tricorn_status tg_plan_execute(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
                               tricorn_result *result);

/* Counts supports and leaves them on the GPU that counted, which is the context's then, with rows
 * that are the plan's: tg_device_supported_free() them before the plan.  Only where the plan's
 * schedule has execute_there(). */
tricorn_status tg_plan_execute_there(tricorn_context *context, const tg_plan *plan,
                                     tg_device_supported *edges, tricorn_result *result);

/* The degrees of all vertices, of a plan that has them.  Errors: TRICORN_OUT_OF_MEMORY,
 * TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_plan_degrees(tricorn_context *context, const tg_plan *plan, uint64_t *degrees);

void tg_plan_free(tg_plan *plan);

/* A plan for lists of triangles, which the CPU makes whatever the algorithm: it has the limits of
 * the options, and can verify, but it does not count.  TRICORN_UNSUPPORTED where they name a GPU.
 */
tricorn_status tg_plan_create_for_list(tricorn_context *context, const tricorn_graph *graph,
                                       const tricorn_options *options, tg_plan **plan);

/* The same as tg_request_check, for lists. */
tricorn_status tg_plan_check_for_list(tricorn_context *context, const tricorn_options *options);

/* Puts the limits of the plan's request in force; between the two the context is the plan's. */
typedef struct tg_plan_limits {
    uint32_t threads;
    uint64_t host_bytes;
} tg_plan_limits;
tg_plan_limits tg_plan_begin(tricorn_context *context, const tg_plan *plan);
void tg_plan_end(tricorn_context *context, const tg_plan_limits *before);

/* The whole graph as one task, in host memory, under the names of the request. */
tricorn_status tg_plan_task(tricorn_context *context, const tg_plan *plan, tg_task *task);

/* What is known of a plan before it counts: fills *result but for what executing it fills. */
void tg_plan_describe(const tricorn_context *context, const tg_plan *plan,
                      tricorn_result *result);

/* Counts the graph again by an algorithm of another kind on the CPU.  TRICORN_WRONG_COUNT with a
 * sentence if the two disagree; else fills verified_by and verify_seconds of *result. */
tricorn_status tg_plan_verify(tricorn_context *context, const tg_plan *plan,
                              tricorn_result *result);

#endif
