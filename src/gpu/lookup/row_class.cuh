/* row_class.cuh - chooses by the length of a row whether a block or a warp counts it.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 4.3: rows of more than 100 ids by a block,
 * of 2 to 100 by a warp; section 5.3 and Fig. 10: in a task of blocks, the length is that of the row
 * of edges, which lead to the rows that are looked up.
 */
#ifndef TG_GPU_LOOKUP_ROW_CLASS_CUH
#define TG_GPU_LOOKUP_ROW_CLASS_CUH

#include "gpu/lookup/cuda_host.cuh"

enum { LONG_ROWS, MIDDLE_ROWS, SHORT_ROWS, NO_ROWS }; /* rows of the class NO_ROWS are not counted */

/* Which lengths belong to which class, and of what. */
typedef struct row_classes {
    uint32_t long_above, middle_above;
    bool by_edges; /* the length is the number of the row's edges, not of its ids */
} row_classes;

/* Returns the class of a row by the numbers of its ids, which are put into a table, and of its edges.
 * A row without an id or without an edge cannot have a triangle; nor can a row with only one id, if
 * edges and ids are of one graph. */
static TG_BOTH uint32_t class_of_length(uint32_t ids, uint32_t edges, bool one_graph, row_classes classes)
{
    const uint32_t length = classes.by_edges ? edges : ids;
    if (ids == 0 || edges == 0 || (ids == 1 && one_graph)) return NO_ROWS;
    return length > classes.long_above ? LONG_ROWS : length > classes.middle_above ? MIDDLE_ROWS : SHORT_ROWS;
}

#endif
