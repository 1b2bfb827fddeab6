/* truss_saved.h - the rounds of trusses on disk (truss_disk.c), and what a work folder has of
 * them, so that they go on after the process was ended.
 *
 * - After the supports of the edges that are left are counted, these supports are saved, with
 *   the rows that are left and the edges that have left.
 * - The files of one time have other names than those of the time before, and the file that
 *   describes them is replaced at last: the folder has one time or the other.
 */
#pragma once

#include "analysis/truss/truss.h"
#include "store/files/triples.h"
#include "store/level_support.h"

/* The edges that are left. */
typedef struct tg_left_rows {
    tricorn_graph graph; /* has the store and its sizes, and is otherwise the graph of the job */
    tg_store store; /* has all from the store of the job, except for the rows */
    bool own; /* the rows are not those of the job */
} tg_left_rows;
void tg_left_rows_free(tg_left_rows *of);

typedef struct tg_truss_rounds {
    const tg_truss_job *job;
    tg_store *store; /* of the job's graph */
    tg_left_rows now, next;
    uint32_t k;
    uint32_t least; /* the smallest support of the edges that stay */
    tg_row_writer *writer; /* writes the next rows */
    tg_triples *gone;
    uint64_t *histogram; /* how many edges of `gone` have each trussness */
    uint64_t histogram_room;
    uint64_t triangles; /* of the job's graph */
    uint64_t saves; /* how often the rounds were saved */
    double next_save; /* when saving them again is worth its time */
    tricorn_trusses *made;
} tg_truss_rounds;

/* Creates the file for the next rows, which has a name if it will be saved. */
tricorn_status tg_truss_create_rows(tricorn_context *context, const tg_truss_rounds *all, tg_disk_file *file);

/* Saves the rounds, if the graph is in a work folder that no other process uses. */
tricorn_status tg_truss_save(tricorn_context *context, tg_truss_rounds *all, tg_level_support *support);
/* Begins the rounds of a job: with those that were saved of the graph, as *support tells, which
 * is NULL if none were saved. Errors: TRICORN_BAD_FORMAT for files that were changed. */
tricorn_status tg_truss_restore(tricorn_context *context, tg_truss_rounds *all, tg_level_support **support);
/* Removes what was saved. */
void tg_truss_forget(const tg_truss_rounds *all);
