/* relabel.h - gives the labels of a graph on disk other numbers and keeps the orientation, as
 * prepare/relabel.h does for a graph in memory, and reads the relabelled rows in their order.
 *
 * - The numbers are an array in memory, 8 bytes a label together with the lengths of the rows; to
 *   make it takes up to 32.
 * - Rows are collected in memory, as many at a time as fit, and all rows are read for each of
 *   these times.
 */
#pragma once

#include "store/store.h"
#include "task/row_source.h"

/* The labels' numbers, once rows are read for the first time. */
typedef struct tg_relabelling {
    const char *names; /* how they are numbered (prepare/relabel.h) */
    uint32_t *numbers; /* the number of each label; NULL: not known yet */
    uint32_t *lengths; /* the length of each row, by its number */
} tg_relabelling;

/* Frees the numbers, which are made again when rows are read. */
void tg_relabelling_drop(tg_relabelling *by);

/* Calls take() for the rows of all numbers, in their order; each row is ascending. Errors:
 * TRICORN_OUT_OF_MEMORY; those of tg_disk_rows_read and of take(); TRICORN_CANCELLED. */
tricorn_status tg_store_each_relabelled(
  tricorn_context *context, tg_store *store, tg_relabelling *by, tg_take_rows *take, void *user);
