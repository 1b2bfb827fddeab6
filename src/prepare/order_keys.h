/* order_keys.h - computes the sort keys of the orders of reorder.h, for CPU and GPUs; private to this folder. */
#pragma once

#include "base/hash.h"
#include "prepare/steps.h"
#include "prepare/trust_rows.h"

/* Returns a random key, which is always the same for the same id. */
TG_BOTH_SIDES uint64_t tg_random_key(uint32_t input_id)
{
    const uint64_t number = input_id + UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t factor = UINT64_C(0xd1b54a32d192ed03);
#ifdef __CUDA_ARCH__
    return number * factor ^ __umul64hi(number, factor); /* the same function as tg_hash_mix */
#else
    return tg_hash_mix(number, factor);
#endif
}

/* Returns a key that sorts vertices by descending sums of their neighbours' out-degrees. */
TG_BOTH_SIDES uint64_t tg_collective_key(uint64_t sum)
{
    return UINT64_MAX - sum;
}

/* Returns the class of a vertex in the collective order, by its out-degree: first come rows that TRUST counts with a
 * thread block, then those that it counts with a warp, then those without triangles. */
TG_BOTH_SIDES uint32_t tg_collective_class(uint32_t out_degree)
{
    enum { LEAST = 2 };
    return out_degree > TG_TRUST_BLOCK_ABOVE ? 0 : out_degree >= LEAST ? 1 : 2;
}
enum { TG_COLLECTIVE_CLASSES = 3 };
