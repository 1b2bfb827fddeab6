/* gpu_of_rank.h - chooses the GPU of a rank. */
#pragma once

enum { MPI_GPU_BYTES = sizeof "2147483647" };

/* Returns the value that CUDA_VISIBLE_DEVICES must have for a rank. This is the user's value
 * `given`, unless it is NULL; otherwise the GPU whose number is node_rank, the rank's number
 * among the ranks of its machine, written to `own`. */
const char *mpi_gpu_of_rank(int node_rank, const char *given, char own[MPI_GPU_BYTES]);
