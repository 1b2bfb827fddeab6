/* choose.c - the automatic choice. */
#include "registry/registry.h"

const tg_algorithm *tg_choose_algorithm(const trigon_graph *graph, tg_device_kind device)
{
    (void)graph; /* the first of its device in the list; there is nothing to weigh yet */
    for (size_t a = 0; a < tg_algorithm_count(); a++)
        if (tg_algorithm_at(a)->device == device) return tg_algorithm_at(a);
    return NULL;
}

const tg_algorithm *tg_choose_verifier(const tg_algorithm *algorithm)
{
    return tg_algorithm_find(algorithm->lookup == TG_LOOKUP_HASH ? "cpu-merge-edge"
                                                                 : "cpu-hash-vertex");
}
