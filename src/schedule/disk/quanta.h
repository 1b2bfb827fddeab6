/* quanta.h - a count in parts with numbers, each of which any worker can count by itself.
 *
 * The cut depends on the graph, on how many quanta are wanted, and of a graph on disk on limits
 * of memory: workers that agree on these have the same quanta.  A quantum of a graph on disk is a
 * part of level_part.h, or a share of one whose wedges are too many; of a graph in memory it is a
 * task of worker_tasks.h, by the partition of the request.  Its work is the number of its wedges.
 */
#ifndef TG_SCHEDULE_DISK_QUANTA_H
#define TG_SCHEDULE_DISK_QUANTA_H

#include "schedule/disk/level_part.h"
#include "schedule/worker_tasks.h"

typedef struct tg_quanta tg_quanta; /* of one thread at a time */

/* Cuts the graph, which must live as long, into about request->quanta quanta; 0: by the work.
 * *limits, for a graph on disk: zero: by what memory there is, and then set.
 * Errors: TRICORN_UNSUPPORTED for requests that cut the graph in another way, or name several
 * GPUs, TRICORN_OUT_OF_MEMORY. */
tricorn_status tg_quanta_cut(tricorn_context *context, const tricorn_graph *graph,
                             const tg_request *request, tg_pass_limits *limits,
                             tg_quanta **quanta);
void tg_quanta_free(tg_quanta *quanta);

uint64_t tg_quanta_count(const tg_quanta *quanta);
uint64_t tg_quanta_wedges(const tg_quanta *quanta, uint64_t number);
/* Of a graph in memory the rule that cut it, and the size of a quantum. */
const tg_worker_rule *tg_quanta_rule(const tg_quanta *quanta);
tg_worker_size tg_quanta_size(const tg_quanta *quanta, uint64_t number);
/* What is counted, how: its limits are in force while it is. */
const tg_plan *tg_quanta_plan(const tg_quanta *quanta);
/* What identities have of the algorithm: any may count a quantum, unless the count is verified,
 * which is worth little where the workers have counted by several. */
uint64_t tg_quanta_algorithm(const tg_request *request);
/* Names the graph and the cut, and tg_quanta_algorithm().  Of a graph in memory it reads all
 * rows. */
uint64_t tg_quanta_identity(const tg_quanta *quanta);

/* The same as of its tasks (worker_tasks.h), of a graph in memory. */
double tg_quanta_predict(tricorn_context *context, const tg_quanta *quanta, uint32_t bin,
                         uint32_t bins);
void tg_quanta_recut(tg_quanta *quanta, const uint64_t *prices, uint32_t bins);

/* Counts the quanta first to last - 1.  sink: NULL, or of a whole graph in memory, where the rule
 * takes one (tg_worker_rule).  Rows of a graph on disk stay in memory for the next call:
 * quanta beside each other often have the same.  Errors: those of counting and of tg_part_read.
 */
tricorn_status tg_quanta_execute(tricorn_context *context, tg_quanta *quanta, uint64_t first,
                                 uint64_t last, const tg_sink *sink, uint64_t *triangles);

/* The rows of a quantum of a graph on disk, and its task. */
typedef struct tg_quantum_rows {
    tg_part_key part, kept; /* of the task's edges, and of the rows of its pass */
    tg_task task;
} tg_quantum_rows;
typedef tricorn_status tg_take_quantum(tricorn_context *context, void *user,
                                       const tg_quantum_rows *rows);
/* Reads a quantum of a graph on disk and gives it to take, which may count it. */
tricorn_status tg_quanta_visit(tricorn_context *context, tg_quanta *quanta, uint64_t number,
                               tg_take_quantum *take, void *user);

#endif
