/* gpu_of_rank.h - which GPU a rank takes. */
#ifndef MPI_GPU_OF_RANK_H
#define MPI_GPU_OF_RANK_H

enum { MPI_GPU_BYTES = sizeof "2147483647" };

/* What CUDA_VISIBLE_DEVICES is to be for the rank with that number among those of its machine:
 * what the user has given, if not NULL; else the GPU with the same number, written to `own`. */
const char *mpi_gpu_of_rank(int node_rank, const char *given, char own[MPI_GPU_BYTES]);

#endif
