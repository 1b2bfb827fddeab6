/* methods.cu - finds the methods of GPU algorithms. */
#include "schedule/device/methods.h"

#define TG_CPU_ALGORITHM(id)
#define TG_GPU_ALGORITHM(id) extern const tg_gpu_methods tg_methods_##id;
#include "registry/algorithms.def"
#undef TG_GPU_ALGORITHM

static const struct {
    const char *id; /* the algorithm's name, with _ for - */
    const tg_gpu_methods *methods;
} registered[] = {
#define TG_GPU_ALGORITHM(id) {#id, &tg_methods_##id},
#include "registry/algorithms.def"
#undef TG_GPU_ALGORITHM
#undef TG_CPU_ALGORITHM
};

static bool is_name_of(const char *name, const char *id)
{
    while (*name != 0 && (*name == *id || (*name == '-' && *id == '_'))) name++, id++;
    return *name == 0 && *id == 0;
}

extern "C" const tg_gpu_methods *tg_gpu_methods_of(const tg_algorithm *algorithm)
{
    for (const auto &one : registered)
        if (is_name_of(algorithm->description.name, one.id)) return one.methods;
    return NULL;
}
