/* gpu_of_rank.c - chooses the GPU of a rank: each rank of a machine gets a different one. */
#include "gpu_of_rank.h"

#include <stdio.h>

const char *mpi_gpu_of_rank(int node_rank, const char *given, char own[MPI_GPU_BYTES])
{
    if (given != NULL) return given;
    snprintf(own, MPI_GPU_BYTES, "%d", node_rank);
    return own;
}
