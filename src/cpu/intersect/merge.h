/* merge.h - finds the common ids of two ascending rows, by merging or galloping, in plain C. */
#pragma once

#include "base/search.h"

/* Returns the number of common ids. No step has a branch on an id, because the CPU could not predict it. */
static inline uint64_t tg_merge(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count)
{
    uint64_t i = 0, j = 0, found = 0;
    while (i < a_count && j < b_count) {
        const uint32_t x = a[i], y = b[j];
        found += x == y;
        i += x <= y;
        j += y <= x;
    }
    return found;
}

/* Lists the common ids and returns their number. Each step writes an id, which the next step
 * overwrites unless it is common. */
static inline uint64_t tg_merge_ids(
  const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count, uint32_t *ids)
{
    uint64_t i = 0, j = 0, found = 0;
    while (i < a_count && j < b_count) {
        const uint32_t x = a[i], y = b[j];
        ids[found] = x;
        found += x == y;
        i += x <= y;
        j += y <= x;
    }
    return found;
}

/* Returns how many ids of the short row are in the long one. Each search in the long row begins
 * where the search before ended. */
static inline uint64_t tg_gallop(const uint32_t *few, uint64_t few_count, const uint32_t *many, uint64_t many_count)
{
    uint64_t at = 0, found = 0;
    for (uint64_t i = 0; i < few_count && at < many_count; i++) {
        at = tg_lower_bound_near(many, at, many_count, few[i]);
        found += at < many_count && many[at] == few[i];
    }
    return found;
}

typedef uint64_t tg_shared_function(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count);

/* Gallops if one row is far longer than the other; otherwise calls `alike`. */
static inline uint64_t tg_shared_of_unlike(
  const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count, tg_shared_function *alike)
{
    enum { FAR_LONGER = 32 };
    if (a_count == 0 || b_count == 0) return 0;
    if (a_count / FAR_LONGER > b_count) return tg_gallop(b, b_count, a, a_count);
    if (b_count / FAR_LONGER > a_count) return tg_gallop(a, a_count, b, b_count);
    return alike(a, a_count, b, b_count);
}
