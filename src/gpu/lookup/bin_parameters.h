/* bin_parameters.h - the parameters of an algorithm that puts edges into bins (bins.cuh). */
#pragma once

#include "gpu/lookup/sizes.h"

/* Where they are in task->values; parameters of the algorithm's own follow. */
enum { WORK_PER_LANE, BIN_NUMBER, MOST_LANES, LANES, ONE_EACH, WHOLE_ROWS, BIN_PARAMETERS };

/* clang-format off */
#define TG_BIN_PARAMETERS(work_per_lane) \
    {"work_per_lane", "of an edge (C in the paper)", 1, 1 << 20, (work_per_lane)}, \
    {"bins", "of edges by the logarithm of their work (the paper: 32 or 64); 0: by lanes", 0, \
     MOST_BINS, 0}, \
    {"most_lanes", "of an edge by its work: the power of two at or below; 0: any", 0, 1u << 31, \
     WARP_THREADS}, \
    {"lanes", "of all edges: the power of two at or below (the paper's Fig. 4: 1, 32, 256); " \
     "0: by their work", 0, 1024, 0}, \
    {"pieces", "1: a lane has one piece of an edge (the paper); 0: up to 32 lanes take turns", \
     0, 1, 0}, \
    {"whole", "1: lists are whole rows (the paper); 0: the list of u ends before v", 0, 1, 0}
/* clang-format on */
