/* schedule.h - the interface of a schedule: it cuts a graph into tasks, runs them, and adds up
 * their counts.
 *
 * schedules.def lists the schedules.  A plan uses the first one that fits.
 */
#ifndef TG_SCHEDULE_SCHEDULE_H
#define TG_SCHEDULE_SCHEDULE_H

#include "schedule/plan.h"

/* The memory that a plan needs at least, as far as this is known before. */
typedef struct tg_plan_bytes {
    uint64_t host;   /* beside the graph */
    uint64_t device; /* of each GPU; the plan skips a schedule that needs more than the limit */
} tg_plan_bytes;

struct tg_schedule {
    const char *name;
    bool stored; /* counts graphs whose rows are on disk, and no others */
    bool relabels; /* counts the task of tg_plan_task(), so relabelled graphs, too */

    /* Whether the schedule can execute such a plan, and how much memory it needs.  The size of an
     * index is not known yet, so create() or execute() may still run out of memory. */
    bool (*fits)(const tricorn_context *context, const tg_plan *plan, tg_plan_bytes *bytes);

    /* Makes plan->state: everything that repeated counts can reuse.  The limits of the request
     * apply.  After TRICORN_OUT_OF_DEVICE_MEMORY the plan tries the next schedule.  NULL: the
     * schedule has no state. */
    tricorn_status (*create)(tricorn_context *context, tg_plan *plan);

    /* Counts, and fills those seconds and bytes of the result that it knows better than its
     * caller.  May be called from any context and thread, as often as wanted. sink: as for
     * tg_plan_execute. */
    tricorn_status (*execute)(tricorn_context *context, const tg_plan *plan, const tg_sink *sink,
                              tricorn_result *result);

    /* Counts supports as execute() does, and leaves them on the context's GPU with the rows.  The
     * rows belong to the plan; the caller frees the rest.  NULL: not possible. */
    tricorn_status (*execute_there)(tricorn_context *context, const tg_plan *plan,
                                    tg_device_supported *edges, tricorn_result *result);

    /* As tg_plan_degrees(), if create() has left plan->degrees set.  NULL: the schedule counts no
     * degrees. */
    tricorn_status (*degrees)(tricorn_context *context, const tg_plan *plan, uint64_t *degrees);

    /* Frees plan->state.  NULL: the schedule has no state. */
    void (*free)(tg_plan *plan);
};

#endif
