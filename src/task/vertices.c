/* vertices.c - adds the counts of a set of vertices to the counts of all. */
#include "task/vertices.h"

#include "base/context.h"

void tg_vertices_add(const tricorn_context *context, const tg_vertices *set,
                     const uint64_t *counts, uint64_t *vertices)
{
    const tg_numbering numbering = tg_vertices_numbering(set);
    const uint32_t count = tg_vertices_count(set);
#pragma omp parallel for num_threads((int)context->threads)
    for (uint32_t n = 0; n < count; n++) vertices[tg_vertex_of(numbering, n)] += counts[n];
}
