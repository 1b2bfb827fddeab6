/* bsearch_bin_edge.h - the parameters of gpu-bsearch-bin-edge, for its description and for its kernels. */
#pragma once

#include "gpu/lookup/bin_parameters.h"

/* Where the algorithm's own parameters are in task->values, behind those of bins. */
enum { WORK = BIN_PARAMETERS, CHOOSE };
