/* graph_operations.c - graphs made of graphs; see families.h. */
#include "support/families.h"

#include <stdlib.h>

/* Whether (g,h) and (g',h') are joined, given the relation of g to g' and of h to h'. */
static bool joined(product_kind kind, bool g_same, bool g_edge, bool h_same, bool h_edge)
{
    switch (kind) {
    case TENSOR: return g_edge && h_edge;
    case CARTESIAN: return (g_same && h_edge) || (g_edge && h_same);
    case LEXICOGRAPHIC: return g_edge || (g_same && h_edge);
    case STRONG: return (g_same || g_edge) && (h_same || h_edge) && !(g_same && h_same);
    }
    return false;
}

edge_list make_product(product_kind kind, const edge_list *g, const edge_list *h)
{
    const uint32_t n = h->vertices, vertices = g->vertices * n;
    unsigned char *in_g = edge_list_matrix(g), *in_h = edge_list_matrix(h);
    edge_list edges = edge_list_create(vertices);

    for (uint32_t v = 0; v < vertices; v++)
        for (uint32_t u = 0; u < v; u++)
            if (joined(
                  kind, u / n == v / n, in_g[(u / n) * g->vertices + v / n], u % n == v % n, in_h[(u % n) * n + v % n]))
                edge_list_add(&edges, u, v);
    free(in_g);
    free(in_h);
    return edges;
}

edge_list make_disjoint(const edge_list *g, const edge_list *h)
{
    edge_list edges = edge_list_copy(g);
    edges.vertices += h->vertices;
    for (uint64_t i = 0; i < h->count; i++)
        edge_list_add(&edges, g->vertices + h->pairs[2 * i], g->vertices + h->pairs[2 * i + 1]);
    return edges;
}

edge_list make_join(const edge_list *g, const edge_list *h)
{
    edge_list edges = make_disjoint(g, h);
    for (uint32_t u = 0; u < g->vertices; u++)
        for (uint32_t v = 0; v < h->vertices; v++) edge_list_add(&edges, u, g->vertices + v);
    return edges;
}

edge_list make_complement(const edge_list *g)
{
    unsigned char *matrix = edge_list_matrix(g);
    edge_list edges = edge_list_create(g->vertices);

    for (uint32_t v = 0; v < g->vertices; v++)
        for (uint32_t u = 0; u < v; u++)
            if (!matrix[u * g->vertices + v]) edge_list_add(&edges, u, v);
    free(matrix);
    return edges;
}

/* g must be simple: a repeated edge would become two vertices. */
edge_list make_line_graph(const edge_list *g)
{
    edge_list edges = edge_list_create((uint32_t)g->count);

    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            const uint32_t *a = g->pairs + 2 * i, *b = g->pairs + 2 * j;
            if (a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1]) edge_list_add(&edges, j, i);
        }
    return edges;
}

/* A shadow of each vertex, joined to its neighbours, and one vertex joined to all shadows. */
edge_list make_mycielski(const edge_list *g)
{
    const uint32_t n = g->vertices;
    edge_list edges = edge_list_copy(g);

    edges.vertices = 2 * n + 1;
    for (uint64_t i = 0; i < g->count; i++) {
        edge_list_add(&edges, n + g->pairs[2 * i], g->pairs[2 * i + 1]);
        edge_list_add(&edges, g->pairs[2 * i], n + g->pairs[2 * i + 1]);
    }
    for (uint32_t v = 0; v < n; v++) edge_list_add(&edges, n + v, 2 * n);
    return edges;
}
