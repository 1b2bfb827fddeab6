/* features.h - what a task costs each way of counting it, estimated from a sample of its rows. */
#ifndef TG_CPU_FEATURES_H
#define TG_CPU_FEATURES_H

#include "task/task.h"

enum { TG_HUB_CHOICES = 12 };

/* What a hub matrix of this size leaves to do; averages over all edges of the task. */
typedef struct tg_hub_features {
    uint32_t hubs;
    double blocks; /* blocks of ids that meet lines */
    double lines;  /* lines that they meet */
    double edges;  /* edges to vertices that are no hubs, with something to test */
    double tests;  /* ids tested for them */
} tg_hub_features;

typedef struct tg_features {
    uint64_t edges, rows, into_rows;
    bool descending; /* no row of `into` has an id above its own number */

    /* Averages over all edges. */
    double changed;  /* rows of two ids and more than one group, the next of which is of another
                        length */
    double turned;   /* edges that meet another number of groups than the edge before */
    double far;      /* edges to rows that lie in no cache when their turn comes */
    double compared; /* groups of ids compared with parts of rows that are small */
    double marking;  /* edges of rows whose ids are marked */
    double marked;   /* ids that are looked at for them */
    double filtered; /* ids sent through a filter */
    double met;      /* of them that the filter does not hold back */
    double merged;   /* steps of merging */
    double shared;   /* ids of rows of `into`, in all: what testing by the row of u costs */

    uint32_t hub_choices;                /* 0 before they are measured */
    tg_hub_features hub[TG_HUB_CHOICES]; /* rising, from no hubs at all; none if not descending */
} tg_features;

/* Whether streaming marks the ids of longer rows: where marks of all stay in a core's cache. */
static inline bool tg_stream_marks(const tg_task *task)
{
    enum { MOST_MARKED = 1 << 20 };
    return tg_task_is_whole(task) && task->into.count <= MOST_MARKED;
}

/* Whether no row has an id above its own number. */
bool tg_rows_descend(const tricorn_context *context, const tg_rows *rows);

/* Reads some hundred rows, and all offsets of `into`.  The same for the same task, always. */
void tg_features_measure(tricorn_context *context, const tg_task *task, tg_features *features);

/* The same in two steps: all but what hubs would leave; then that. */
void tg_features_measure_stream(tricorn_context *context, const tg_task *task,
                                tg_features *features);
void tg_features_measure_hubs(tricorn_context *context, const tg_task *task,
                              tg_features *features);

#endif
