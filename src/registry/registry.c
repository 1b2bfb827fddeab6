/* registry.c - the table of all algorithms, also those of GPUs where no GPU is, and the search for a
 * name or an alias in it. */
#include "registry/registry.h"

#include <string.h>

#include "base/names.h"

#define TG_CPU_ALGORITHM(id) extern const tg_algorithm tg_algorithm_##id;
#define TG_GPU_ALGORITHM(id) TG_CPU_ALGORITHM(id)
#include "registry/algorithms.def"
#undef TG_CPU_ALGORITHM
#undef TG_GPU_ALGORITHM

static const tg_algorithm *const algorithms[] = {
#define TG_CPU_ALGORITHM(id) &tg_algorithm_##id,
#define TG_GPU_ALGORITHM(id) TG_CPU_ALGORITHM(id)
#include "registry/algorithms.def"
#undef TG_CPU_ALGORITHM
#undef TG_GPU_ALGORITHM
};

size_t tg_algorithm_count(void)
{
    return sizeof algorithms / sizeof *algorithms;
}

const tg_algorithm *tg_algorithm_at(size_t index)
{
    return index < tg_algorithm_count() ? algorithms[index] : NULL;
}

const tg_algorithm *tg_algorithm_find(const char *name)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tricorn_algorithm_description *known = &algorithms[a]->description;
        if (strcmp(name, known->name) == 0) return algorithms[a];
        if (known->alias && strcmp(name, known->alias) == 0) return algorithms[a];
    }
    return NULL;
}

tricorn_status tg_no_algorithm(tricorn_context *context, const char *name)
{
    char names[TG_NAMES_BYTES] = "auto";
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        tg_names_add(names, algorithms[a]->description.name);
        if (algorithms[a]->description.alias) tg_names_add(names, algorithms[a]->description.alias);
    }
    return tg_no_name(context, "algorithm", name, names);
}
