/* truss.c - the description of peeling on a GPU, whose methods are in truss.cu. */
#include "task/truss.h"

const tg_truss_method tg_truss_gpu = {
  .name = "gpu",
  .summary = "in rounds of one launch, by rows from both ends on the GPU",
  .fits = tg_truss_gpu_fits,
  .peel = tg_truss_gpu_peel,
};
