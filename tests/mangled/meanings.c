/* meanings.c - the outcomes that are right for a text. */
#include "mangled.h"

void meanings_add(meanings *to, edge_set *edges)
{
    const outcome found = edge_set_count(edges);
    edges->count = 0;
    for (size_t i = 0; i < to->count; i++)
        if (to->right[i].edges == found.edges && to->right[i].triangles == found.triangles) return;
    if (to->count < MEANINGS_MOST) to->right[to->count++] = found;
}
