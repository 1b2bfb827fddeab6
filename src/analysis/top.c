/* top.c - selects the entries with the highest counts, by a heap whose root is the worst selected entry. */
#include "analysis/top.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const uint64_t SIGN = UINT64_C(1) << 63;

static bool better(const tg_top_entry *a, const tg_top_entry *b)
{
    return a->count > b->count || (a->count == b->count && a->rank < b->rank);
}

/* Returns the key of a double. The bits of positive doubles are in the same order as the
 * doubles, those of negative doubles in the opposite order. */
uint64_t tg_top_key(double value)
{
    uint64_t bits;
    if (isnan(value)) return 0;
    memcpy(&bits, &value, sizeof bits);
    return bits & SIGN ? ~bits : bits | SIGN;
}

double tg_top_value(uint64_t key)
{
    const uint64_t bits = key & SIGN ? key & ~SIGN : ~key;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

tricorn_status tg_top_create(tricorn_context *context, uint64_t most, tg_top *top)
{
    *top = (tg_top){.room = most};
    return TG_ALLOC(context, most, &top->entries);
}

void tg_top_free(tg_top *top)
{
    tg_free(top->entries);
    *top = (tg_top){0};
}

/* Moves the hole down the heap until no child is worse than the entry, and puts the entry into the hole. */
static void sink_entry(tg_top *top, uint64_t hole, tg_top_entry entry)
{
    for (uint64_t child; (child = 2 * hole + 1) < top->used; hole = child) {
        if (child + 1 < top->used && better(&top->entries[child], &top->entries[child + 1])) child++;
        if (better(&top->entries[child], &entry)) break;
        top->entries[hole] = top->entries[child];
    }
    top->entries[hole] = entry;
}

void tg_top_offer(tg_top *top, const tg_top_entry *entry)
{
    if (top->used < top->room) {
        uint64_t hole = top->used++;
        for (; hole > 0 && better(&top->entries[(hole - 1) / 2], entry); hole = (hole - 1) / 2)
            top->entries[hole] = top->entries[(hole - 1) / 2];
        top->entries[hole] = *entry;
    } else if (top->room > 0 && better(entry, &top->entries[0])) {
        sink_entry(top, 0, *entry);
    }
}

static int best_first(const void *a, const void *b)
{
    return better(a, b) ? -1 : better(b, a);
}

void tg_top_sort(tg_top *top)
{
    if (top->used) qsort(top->entries, top->used, sizeof *top->entries, best_first);
}
