/* row_class.cuh - chooses by the length of a row whether a block or a warp counts it.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 4.3: rows of more than 100 ids by a block,
 * of 2 to 100 by a warp.
 */
#ifndef TG_GPU_LOOKUP_ROW_CLASS_CUH
#define TG_GPU_LOOKUP_ROW_CLASS_CUH

#include "gpu/lookup/cuda_host.cuh"

enum { LONG_ROWS, MIDDLE_ROWS, SHORT_ROWS, NO_ROWS }; /* rows of the class NO_ROWS are not counted */

/* Returns the class of a row by its length.  A row without an id or without an edge cannot have a
 * triangle; nor can a row with only one id, if edges and ids are of one graph. */
static TG_BOTH uint32_t class_of_length(uint32_t length, uint32_t edges, bool one_graph,
                                        uint32_t long_above, uint32_t middle_above)
{
    if (length == 0 || edges == 0 || (length == 1 && one_graph)) return NO_ROWS;
    return length > long_above ? LONG_ROWS : length > middle_above ? MIDDLE_ROWS : SHORT_ROWS;
}

#endif
