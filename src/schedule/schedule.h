/* schedule.h - what a schedule is: it cuts a graph into tasks, runs them, and adds up.
 *
 * schedules.def lists them.  A plan takes the first that fits.
 */
#ifndef TG_SCHEDULE_SCHEDULE_H
#define TG_SCHEDULE_SCHEDULE_H

#include "schedule/plan.h"

/* The memory that a plan will take at least, as far as it is known before. */
typedef struct tg_plan_bytes {
    uint64_t host;   /* beside the graph */
    uint64_t device; /* of each GPU; a schedule that takes more than the limit is not asked further */
} tg_plan_bytes;

struct tg_schedule {
    const char *name;
    bool stored; /* counts graphs whose rows are on disk, and no others */
    bool relabels; /* counts the task that tg_plan_task() makes, so also under other names */

    /* Whether the schedule is for such a plan, and what it will take.  The size of an index is
     * not known yet, so create() or execute() may still run out of memory. */
    bool (*fits)(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes);

    /* Makes plan->state, all that counting again need not make again.  The limits of the request
     * are in force.  TRICORN_OUT_OF_DEVICE_MEMORY: the next schedule is asked.  NULL: nothing is
     * made. */
    tricorn_status (*create)(tricorn_context *context, tg_plan *plan);

    /* Counts, and fills the seconds and bytes of the result that it knows better than its caller.
     * From any context and thread, as often as wanted.  sink: as for tg_plan_execute. */
    tricorn_status (*execute)(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
                              tricorn_result *result);

    /* Counts supports as execute() does, and leaves them on the context's GPU with the rows: the
     * rows are the plan's, the caller frees the rest.  NULL: it cannot. */
    tricorn_status (*execute_there)(tricorn_context *context, const tg_plan *plan,
                                    tg_device_supported *edges, tricorn_result *result);

    /* As tg_plan_degrees(), where create() has left plan->degrees set.  NULL: it counts none. */
    tricorn_status (*degrees)(tricorn_context *context, const tg_plan *plan, uint64_t *degrees);

    /* NULL: there is nothing to free. */
    void (*free)(tg_plan *plan);
};

#endif
