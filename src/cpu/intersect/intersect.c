/* intersect.c - the table of variants. */
#include "cpu/intersect/intersect.h"

#include <stdatomic.h>

#include "base/cpu.h"

/* Best first; the last one runs everywhere. */
static const tg_kernels *const variants[] = {
#if defined(__x86_64__)
    &tg_kernels_avx512,
    &tg_kernels_avx2,
#elif defined(__aarch64__)
    &tg_kernels_neon,
#endif
    &tg_kernels_portable,
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static _Atomic uint32_t allowed = UINT32_MAX;

static const tg_kernels *first_within(uint32_t features, size_t skipped)
{
    for (size_t i = 0; i < VARIANTS; i++)
        if ((variants[i]->needs & ~features) == 0 && skipped-- == 0) return variants[i];
    return NULL;
}

const tg_kernels *tg_kernels_best(void)
{
    return first_within(tg_cpu_features() & atomic_load_explicit(&allowed, memory_order_relaxed),
                        0);
}

const tg_kernels *tg_kernels_at(size_t index)
{
    return first_within(tg_cpu_features(), index);
}

void tg_kernels_limit(uint32_t features)
{
    atomic_store_explicit(&allowed, features, memory_order_relaxed);
}
