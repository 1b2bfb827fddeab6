/* host_lookup.cuh - for tests of lookups on the host: ascending lists, and their common ids. */
#ifndef TEST_UNIT_GPU_HOST_LOOKUP_CUH
#define TEST_UNIT_GPU_HOST_LOOKUP_CUH

extern "C" {
#include "support/check.h"
}
#include "support/random.h"

enum { MOST_IDS = 300 };

typedef struct id_list {
    uint32_t ids[MOST_IDS];
    uint32_t count;
} id_list;

/* Returns each id below `bound` with a chance of `percent`, while the list has room. */
static inline id_list random_list(test_random *random, uint32_t bound, uint32_t percent)
{
    id_list list = {{0}, 0};
    for (uint32_t id = 0; id < bound && list.count < MOST_IDS; id++)
        if (test_random_below(random, 100) < percent) list.ids[list.count++] = id;
    return list;
}

static inline bool list_has(const id_list *list, uint32_t id)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->ids[i] == id) return true;
    return false;
}

static inline uint32_t shared_ids(const id_list *a, const id_list *b)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < a->count; i++) found += list_has(b, a->ids[i]);
    return found;
}

#endif
