/* features.h - the steps that each method of counting takes on a task, estimated from a sample of
 * its rows. */
#ifndef TG_CPU_FEATURES_H
#define TG_CPU_FEATURES_H

#include "task/task.h"

enum { TG_HUB_CHOICES = 12 };

/* The steps with a hub matrix of this size; averages over all edges of the task. */
typedef struct tg_hub_features {
    uint32_t hubs;
    double blocks; /* blocks of ids that are ANDed with lines */
    double lines;  /* lines that they are ANDed with */
    double edges;  /* edges in lists that have ids to test */
    double tests;  /* ids that are tested for these edges */
} tg_hub_features;

typedef struct tg_features {
    uint32_t counts;    /* how often the task will be counted; 0: not known */
    uint32_t kept_hubs; /* the hubs of a matrix that exists already; 0: none exists */
    uint64_t edges, rows, into_rows;
    bool descending; /* no row of `into` has an id above its own number and the lead */

    /* Averages over all edges. */
    double changed;  /* rows of two or more ids whose next row has another number of groups */
    double turned;   /* edges whose previous edge has another number of groups */
    double far;      /* edges to rows that no cache holds when they are read */
    double apart;    /* edges to rows outside the first level cache */
    double compared; /* groups of ids that are compared with groups of small rows */
    double marking;  /* edges of rows whose ids are marked in an array of bytes */
    double marked;   /* ids looked up for these edges */
    double filtered; /* ids that are tested by a filter */
    double passed;   /* ids of these that pass the filter */
    double merged;   /* steps of merging */
    double shared;   /* ids of rows of `into`: the tests of an algorithm with a bitmap of row u */

    uint32_t hub_choices;                /* 0 before they are measured */
    tg_hub_features hub[TG_HUB_CHOICES]; /* ascending, from 0 hubs; none if not `descending` */
} tg_features;

/* Whether streaming has a byte for each id, to mark the ids of longer rows: only where these
 * bytes fit into a core's cache. */
static inline bool tg_stream_marks(const tg_task *task)
{
    enum { MOST_MARKED = 1 << 20 };
    return tg_task_is_whole(task) && task->into.count <= MOST_MARKED;
}

/* Whether no row has an id above its own number. */
bool tg_rows_descend(const tricorn_context *context, const tg_rows *rows);

/* Measures the features; reads some hundred rows, and all offsets of `into`.  The same task
 * always has the same features. */
void tg_features_measure(tricorn_context *context, const tg_task *task, tg_features *features);

/* tg_features_measure() in two steps: the features of streaming, then those of hubs. */
void tg_features_measure_stream(tricorn_context *context, const tg_task *task,
                                tg_features *features);
void tg_features_measure_hubs(tricorn_context *context, const tg_task *task,
                              tg_features *features);

#endif
