/* deal.c - assigns the largest slices first, each to the part with the least work. */
#include "task/deal.h"

#include <string.h>

#include "base/memory.h"

/* A block is cut until no slice has more than this fraction of a part's even share of the work,
 * or until it has the most slices that a block can have. */
static const double most_of_part = 1.0 / 16;

uint32_t tg_deal_cut(const double *work, uint32_t blocks, uint32_t parts, uint32_t *starts)
{
    double all = 0;
    starts[0] = 0;
    for (uint32_t b = 0; b < blocks; b++) all += work[b];
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t slices = 1;
        while (parts > 1 && slices < TG_DEAL_SLICES && work[b] / slices > all / parts * most_of_part) slices *= 2;
        starts[b + 1] = starts[b] + slices;
    }
    return starts[blocks];
}

/* ---- the largest first ---- */

/* Amounts of work whose exponents and first four bits of the mantissa are equal are of one class,
 * and are not sorted further. */
enum { CLASS_SHIFT = 48, CLASSES = 1 << 15 };

static uint32_t class_of(double work)
{
    uint64_t bits;
    memcpy(&bits, &work, sizeof bits);
    return (uint32_t)(CLASSES - 1 - (bits >> CLASS_SHIFT));
}

static double work_of_slice(const double *work, const uint32_t *starts, uint32_t block)
{
    return work[block] / (starts[block + 1] - starts[block]);
}

/* Sorts the blocks by the work of their slices, in descending classes of work. */
static tricorn_status sort_blocks(
  tricorn_context *context, const double *work, uint32_t blocks, const uint32_t *starts, uint32_t *sorted)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *places = NULL, before = 0;

    TG_TRY(TG_ALLOC_ZERO(context, CLASSES, &places));
    for (uint32_t b = 0; b < blocks; b++) places[class_of(work_of_slice(work, starts, b))]++;
    for (uint32_t c = 0; c < CLASSES; c++) {
        const uint32_t count = places[c];
        places[c] = before;
        before += count;
    }
    for (uint32_t b = 0; b < blocks; b++) sorted[places[class_of(work_of_slice(work, starts, b))]++] = b;
cleanup:
    tg_free(places);
    return status;
}

/* ---- to the part with the least work ---- */

typedef struct load {
    double work;
    uint32_t part;
} load;

/* Adds work to the part with the least work, the root of the heap, and restores the heap. */
static void add_to_first(load *heap, uint32_t parts, double work)
{
    load added = heap[0];
    uint32_t at = 0;
    added.work += work;
    for (uint32_t child = 1; child < parts; child = 2 * at + 1) {
        if (child + 1 < parts && heap[child + 1].work < heap[child].work) child++;
        if (added.work <= heap[child].work) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = added;
}

tricorn_status tg_deal(tricorn_context *context, const double *work, uint32_t blocks, const uint32_t *starts,
  uint32_t parts, uint32_t *owners)
{
    tricorn_status status = TRICORN_OK;
    uint32_t *sorted = NULL;
    load *heap = NULL;

    TG_TRY(TG_ALLOC(context, blocks, &sorted));
    TG_TRY(TG_ALLOC_ZERO(context, parts, &heap));
    TG_TRY(sort_blocks(context, work, blocks, starts, sorted));
    for (uint32_t p = 0; p < parts; p++) heap[p].part = p;
    for (uint32_t i = 0; i < blocks; i++)
        for (uint32_t s = starts[sorted[i]]; s < starts[sorted[i] + 1]; s++) {
            owners[s] = heap[0].part;
            add_to_first(heap, parts, work_of_slice(work, starts, sorted[i]));
        }
cleanup:
    tg_free(sorted);
    tg_free(heap);
    return status;
}

uint32_t tg_deal_mask(const uint32_t *starts, const uint32_t *owners, uint32_t block, uint32_t part)
{
    const uint32_t slices = starts[block + 1] - starts[block], width = TG_DEAL_SLICES / slices;
    const uint32_t bits = UINT32_MAX >> (TG_DEAL_SLICES - width);
    uint32_t mask = 0;
    for (uint32_t s = 0; s < slices; s++)
        if (owners[starts[block] + s] == part) mask |= bits << (s * width);
    return mask;
}
