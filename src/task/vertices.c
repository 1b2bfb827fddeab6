/* vertices.c - selects the ids of a set of vertices, and adds the set's counts to those of all.
 */
#include "task/vertices.h"

#include "base/context.h"
#include "base/search.h"

uint64_t tg_vertices_select(const tg_vertices *set, const tg_rows *rows, uint64_t r, uint32_t *numbers)
{
    const uint32_t *ids = rows->ids + rows->offsets[r];
    const uint64_t count = rows->offsets[r + 1] - rows->offsets[r];
    uint64_t selected = 0;
    for (uint64_t e = tg_lower_bound(ids, count, set->first); e < count && ids[e] < set->end; e++)
        if (set->stride == 1 || (ids[e] - set->first) % set->stride == 0) {
            if (numbers) numbers[selected] = tg_vertices_number(set, ids[e]);
            selected++;
        }
    return selected;
}

void tg_vertices_add(const tricorn_context *context, const tg_vertices *set, const uint64_t *counts, uint64_t *vertices)
{
    const tg_numbering numbering = tg_vertices_numbering(set);
    const uint32_t count = tg_vertices_count(set);
#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t n = 0; n < count; n++) vertices[tg_vertex_of(numbering, n)] += counts[n];
}
