/* features.h - estimates, from a sample of rows, how many steps each method of counting takes on a task. */
#pragma once

#include "task/task.h"

enum { TG_HUB_CHOICES = 12 };

/* The steps with a matrix of this number of hubs, as averages per edge of the task. */
typedef struct tg_hub_features {
    uint32_t hubs;
    double blocks; /* blocks of ids that are gathered from rows, to AND them with lines */
    double lines; /* lines that are ANDed with blocks */
    double edges; /* edges that are in lists and have ids to test */
    double tests; /* ids that are tested for these edges */
} tg_hub_features;

typedef struct tg_features {
    uint32_t counts; /* how often the task will be counted; 0 if unknown */
    uint32_t kept_hubs; /* how many hubs an existing matrix has; 0 without a matrix */
    uint64_t edges, rows, into_rows;
    bool descending; /* whether no row of `into` has an id above its own number plus the lead */

    /* The number of each of these, per edge of the task: */
    double changed; /* rows of two or more ids whose next row has a different length */
    /* edges to a row with a different number of groups of ids than the previous edge's */
    double turned;
    double far; /* edges to rows that are in no cache when they are read */
    double apart; /* edges to rows that are not in the first level cache */
    double compared; /* groups of ids that are compared with groups of small rows */
    double marking; /* edges of rows whose ids are marked in an array of bytes */
    double marked; /* ids that are looked up in such an array */
    double filtered; /* ids that are tested by a filter */
    double passed; /* ids that pass the filter */
    double merged; /* steps of merging */
    /* ids of rows of `into`: an algorithm with a bitmap of row u would test all of them */
    double shared;

    uint32_t hub_choices; /* how many entries of `hub` are set; 0 before hubs are measured */
    /* by ascending number of hubs, from 0 on; not set if not `descending` */
    tg_hub_features hub[TG_HUB_CHOICES];
} tg_features;

/* Whether streaming uses an array with a byte for each id, to mark the ids of longer rows. It
 * does only where this array fits into a core's cache. */
static inline bool tg_stream_marks(const tg_task *task)
{
    enum { MOST_MARKED = 1 << 20 };
    return tg_task_is_whole(task) && task->into.count <= MOST_MARKED;
}

/* Whether no row has an id above its own number. */
bool tg_rows_descend(const tricorn_context *context, const tg_rows *rows);

/* Measures the features of a task. Reads some hundreds of rows, and all offsets of `into`. The
 * features of a task are the same in every call. */
void tg_features_measure(tricorn_context *context, const tg_task *task, tg_features *features);

/* The two steps of tg_features_measure(): the features of streaming, then those of hubs. */
void tg_features_measure_stream(tricorn_context *context, const tg_task *task, tg_features *features);
void tg_features_measure_hubs(tricorn_context *context, const tg_task *task, tg_features *features);
