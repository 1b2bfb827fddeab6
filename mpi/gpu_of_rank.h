/* gpu_of_rank.h - chooses the GPU of a rank. */
#ifndef MPI_GPU_OF_RANK_H
#define MPI_GPU_OF_RANK_H

enum { MPI_GPU_BYTES = sizeof "2147483647" };

/* Returns the value of CUDA_VISIBLE_DEVICES for the rank with that number among the ranks of its
 * machine: the user's value `given`, unless that is NULL; else the GPU with the same number,
 * written to `own`. */
const char *mpi_gpu_of_rank(int node_rank, const char *given, char own[MPI_GPU_BYTES]);

#endif
