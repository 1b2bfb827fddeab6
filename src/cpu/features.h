/* features.h - the steps of each method of counting on a task, estimated from a sample of its
 * rows. */
#ifndef TG_CPU_FEATURES_H
#define TG_CPU_FEATURES_H

#include "task/task.h"

enum { TG_HUB_CHOICES = 12 };

/* The steps with a hub matrix of this size; averages over all edges of the task. */
typedef struct tg_hub_features {
    uint32_t hubs;
    double blocks; /* blocks of ids that are ANDed with lines */
    double lines;  /* lines ANDed with them */
    double edges;  /* edges to vertices that are not hubs, with ids to test */
    double tests;  /* ids tested for them */
} tg_hub_features;

typedef struct tg_features {
    uint32_t counts; /* of the task; 0: not known */
    uint32_t kept_hubs; /* there is a matrix of so many already; 0: none */
    uint64_t edges, rows, into_rows;
    bool descending; /* no row of `into` has an id above its own number and the lead */

    /* Averages over all edges. */
    double changed;  /* rows of at least two ids, followed by a row of another number of groups */
    double turned;   /* edges with another number of groups than the previous edge */
    double far;      /* edges to rows that are in no cache when they are read */
    double apart;    /* edges to rows that are not in the first cache */
    double compared; /* groups of ids compared with parts of small rows */
    double marking;  /* edges of rows whose ids are marked */
    double marked;   /* ids looked up for these edges */
    double filtered; /* ids tested with a filter */
    double passed;   /* ids of these that pass the filter */
    double merged;   /* steps of merging */
    double shared;   /* ids of rows of `into`: the tests of an algorithm that marks row u */

    uint32_t hub_choices;                /* 0 before they are measured */
    tg_hub_features hub[TG_HUB_CHOICES]; /* ascending, from no hubs; none if not descending */
} tg_features;

/* Whether streaming marks the ids of longer rows: where the marks of all ids fit into a core's
 * cache. */
static inline bool tg_stream_marks(const tg_task *task)
{
    enum { MOST_MARKED = 1 << 20 };
    return tg_task_is_whole(task) && task->into.count <= MOST_MARKED;
}

/* Whether no row has an id above its own number. */
bool tg_rows_descend(const tricorn_context *context, const tg_rows *rows);

/* Reads some hundred rows, and all offsets of `into`.  The same task always gives the same
 * features. */
void tg_features_measure(tricorn_context *context, const tg_task *task, tg_features *features);

/* The same in two steps: first without the features of hubs, then these. */
void tg_features_measure_stream(tricorn_context *context, const tg_task *task,
                                tg_features *features);
void tg_features_measure_hubs(tricorn_context *context, const tg_task *task,
                              tg_features *features);

#endif
