/* plan.h - a planned count: the graph, the request, and the schedule that counts them.
 *
 * The layers above (API, analysis) count by plans only, so that every algorithm and every sink
 * works with every schedule.
 */
#pragma once

#include "schedule/request.h"
#include "task/device_supported.h"

typedef struct tg_schedule tg_schedule;

typedef struct tg_plan {
    const tricorn_graph *graph;
    tg_request request;
    const tg_schedule *schedule;
    /* If request.relabel is set: the graph's rows under the new numbers; for a graph on disk the numbers alone. */
    tg_rows relabelled;
    struct tg_relabelling *relabelling;
    /* Before create(): degrees are wanted; later: tg_plan_degrees() can return them. */
    bool degrees;
    void *state; /* data of the plan's schedule */
    double prepare_seconds; /* the seconds of creating the plan, without copies */
    double transfer_seconds; /* the seconds of copies to GPUs */
    double start_seconds; /* the seconds of waiting for GPUs to start */
} tg_plan;

/* Plans a count; the graph must live as long as the plan. Errors: those of tg_request_read, those of opening a GPU,
 * TRICORN_OUT_OF_MEMORY, TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_plan_create(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  tg_sink_kind sink, tg_plan **plan);

/* Plans a count of the triangles of each vertex, and also of the degrees if the schedule can count these. */
tricorn_status tg_plan_create_with_degrees(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tg_plan **plan);

/* Plans a count by the first of these schedules that fits; if none fits, chooses as tg_plan_create does. */
tricorn_status tg_plan_create_by(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  tg_sink_kind sink, const tg_schedule *const *schedules, size_t count, tg_plan **plan);

/* Counts, from any context and thread, as often as wanted. Fills *result, except for the peak
 * of the context's memory. `sink` has zeroed arrays in host memory for the whole graph, of the
 * request's kind; NULL: a total is counted. */
tricorn_status tg_plan_execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result);

/* Counts supports, and leaves them on the GPU that counted, which becomes the context's GPU.
 * The rows belong to the plan, so tg_device_supported_free() must be called before the plan is
 * freed. Only for plans whose schedule has execute_there(). */
tricorn_status tg_plan_execute_there(
  tricorn_context *context, const tg_plan *plan, tg_device_supported *edges, tricorn_result *result);

/* Returns the degrees of all vertices; the plan must have degrees. Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
tricorn_status tg_plan_degrees(tricorn_context *context, const tg_plan *plan, uint64_t *degrees);

void tg_plan_free(tg_plan *plan);

/* Plans a list of triangles, which the CPU makes whatever algorithm is named: the plan has the limits of the options
 * and can verify, but does not count. Errors: TRICORN_UNSUPPORTED if the options name a GPU. */
tricorn_status tg_plan_create_for_list(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tg_plan **plan);

/* Checks options for a list of triangles before a graph is loaded, as tg_request_check does for counts. */
tricorn_status tg_plan_check_for_list(tricorn_context *context, const tricorn_options *options);

/* The limits of a context before those of a plan's request apply; tg_plan_end restores them. */
typedef struct tg_plan_limits {
    uint32_t threads;
    uint64_t host_bytes;
} tg_plan_limits;
tg_plan_limits tg_plan_begin(tricorn_context *context, const tg_plan *plan);
void tg_plan_end(tricorn_context *context, const tg_plan_limits *before);

/* Relabels the graph if the request says so. Errors: TRICORN_UNSUPPORTED for a partition of graphs
 * on disk alone; those of tg_graph_relabel. */
tricorn_status tg_plan_relabel(tricorn_context *context, tg_plan *plan);
/* Frees what tg_plan_relabel made. */
void tg_plan_drop_relabelled(tg_plan *plan);
/* Returns the rows of a graph in host memory, relabelled if the request says so. */
tricorn_status tg_plan_rows(tricorn_context *context, const tg_plan *plan, tg_rows *rows);
/* Returns these rows as one task. */
tricorn_status tg_plan_task(tricorn_context *context, const tg_plan *plan, tg_task *task);

/* Fills those members of *result that are known before the plan counts. */
void tg_plan_describe(const tricorn_context *context, const tg_plan *plan, tricorn_result *result);

/* Counts the graph again, on the CPU, with an algorithm of another kind. Returns TRICORN_WRONG_COUNT with a message
 * if the two counts differ; otherwise fills verified_by and verify_seconds of *result. */
tricorn_status tg_plan_verify(tricorn_context *context, const tg_plan *plan, tricorn_result *result);
