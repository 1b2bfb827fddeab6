/* prefer_gpu.c - says that a GPU is there and predicts that it is faster, so that the smallest graph is counted on one
 * where no device is named. The linker redirects the library's calls to these (CMakeLists.txt).
 */
#include "registry/registry.h"
#include "support/wraps.h"

TEST_WRAPS(tg_gpu_seems_usable);
bool __wrap_tg_gpu_seems_usable(void)
{
    return true;
}

TEST_WRAPS(tg_predict_workload);
tg_workload_seconds __wrap_tg_predict_workload(const tg_workload *workload)
{
    (void)workload;
    return (tg_workload_seconds){.cpu = 2, .gpu = 1};
}

TEST_WRAPS(tg_predict_in_memory);
tg_workload_seconds __wrap_tg_predict_in_memory(const tricorn_context *context, const tg_workload *in_memory)
{
    (void)context, (void)in_memory;
    return (tg_workload_seconds){.cpu = 2, .gpu = 1};
}
