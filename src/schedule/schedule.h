/* schedule.h - the interface of a schedule: it cuts a graph into tasks, runs them, and adds up their counts.
 *
 * schedules.def lists the schedules. A plan uses the first one that fits.
 */
#pragma once

#include "schedule/plan.h"

/* The least memory that a plan needs, as far as this is known before it is made. */
typedef struct tg_plan_bytes {
    uint64_t host; /* host memory beside the graph */
    /* The memory of each GPU; a plan does not use a schedule that needs more than the limit. */
    uint64_t device;
} tg_plan_bytes;

struct tg_schedule {
    const char *name;
    bool stored; /* it counts graphs whose rows are on disk, and no others */
    /* It counts the rows that tg_plan_rows() returns, so it can count relabelled graphs. */
    bool relabels;

    /* Whether the schedule can execute this plan, and how much memory it needs. The size of an
     * index is not known yet, so create() or execute() may still run out of memory. */
    bool (*fits)(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes);

    /* Makes plan->state, which has everything that repeated counts can reuse. The limits of the request apply. After
     * TRICORN_OUT_OF_DEVICE_MEMORY the plan tries the next schedule. NULL: the schedule has no state. */
    tricorn_status (*create)(tricorn_context *context, tg_plan *plan);

    /* Counts, and fills those seconds and bytes of the result that it knows better than its caller. It may be called
     * from any context and thread, as often as wanted. `sink` is as for tg_plan_execute. */
    tricorn_status (*execute)(
      tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result);

    /* Counts supports as execute() does, and leaves them on the context's GPU with the rows. The rows belong to the
     * plan; the caller frees the rest. NULL: the schedule cannot do this. */
    tricorn_status (*execute_there)(
      tricorn_context *context, const tg_plan *plan, tg_device_supported *edges, tricorn_result *result);

    /* Returns the degrees, as tg_plan_degrees() does, if plan->degrees is still true after
     * create(). NULL: the schedule counts no degrees. */
    tricorn_status (*degrees)(tricorn_context *context, const tg_plan *plan, uint64_t *degrees);

    /* Frees plan->state. NULL: the schedule has no state. */
    void (*free)(tg_plan *plan);
};
