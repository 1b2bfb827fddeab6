/* mergepath_bin_edge.cu - counts a task with 1, 2, 4, ... lanes for each edge, by merging along a path.
 *
 * - Edges are put into bins by the length of their merge, so that each lane goes about 16 steps
 *   of it and lanes end together.
 * - Up to 32 lanes merge long lists in rounds, so that they read ids that are close together. In
 *   the paper each lane has one range of the path, and an edge up to 256 lanes.
 *
 * Source: Fox, Green, Gabert, An, Bader, "Fast and Adaptive List Intersections on the GPU", HPEC 2018
 * (Intersect-Path).
 */
#include "gpu/lookup/bins.cuh"
#include "gpu/lookup/intersect_path.cuh"

TG_DEFINE_GPU_METHODS(gpu_mergepath_bin_edge) = {
  .make_index = index_bins<intersect_path>,
  .enqueue = enqueue_bins<intersect_path>,
};
