/* edge_list.c - see edge_list.h. */
#include "support/edge_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

void *test_allocate(uint64_t count, size_t size)
{
    void *block = calloc(count ? count : 1, size);
    if (block == NULL) {
        fprintf(stderr, "the test itself ran out of memory\n");
        abort();
    }
    return block;
}

edge_list edge_list_create(uint32_t vertices)
{
    return (edge_list){.vertices = vertices};
}

void edge_list_free(edge_list *edges)
{
    free(edges->pairs);
    *edges = (edge_list){0};
}

static void reserve(edge_list *edges, uint64_t room)
{
    if (room <= edges->room) return;
    uint32_t *pairs = test_allocate(room, 2 * sizeof *pairs);
    if (edges->count) memcpy(pairs, edges->pairs, edges->count * 2 * sizeof *pairs);
    free(edges->pairs);
    edges->pairs = pairs;
    edges->room = room;
}

void edge_list_add(edge_list *edges, uint32_t u, uint32_t v)
{
    if (edges->count == edges->room) reserve(edges, 2 * edges->room + 16);
    edges->pairs[2 * edges->count] = u;
    edges->pairs[2 * edges->count + 1] = v;
    edges->count++;
}

edge_list edge_list_copy(const edge_list *edges)
{
    edge_list copy = edge_list_create(edges->vertices);
    reserve(&copy, edges->count);
    if (edges->count) memcpy(copy.pairs, edges->pairs, edges->count * 2 * sizeof *copy.pairs);
    copy.count = edges->count;
    return copy;
}

static void swap(uint32_t *a, uint32_t *b)
{
    const uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

void edge_list_shuffle(edge_list *edges, test_random *random)
{
    for (uint64_t i = edges->count; i > 1; i--) {
        const uint64_t j = test_random_next(random) % i;
        swap(&edges->pairs[2 * (i - 1)], &edges->pairs[2 * j]);
        swap(&edges->pairs[2 * (i - 1) + 1], &edges->pairs[2 * j + 1]);
    }
}

void edge_list_flip(edge_list *edges, test_random *random)
{
    for (uint64_t i = 0; i < edges->count; i++)
        if (test_random_below(random, 2)) swap(&edges->pairs[2 * i], &edges->pairs[2 * i + 1]);
}

void edge_list_relabel(edge_list *edges, test_random *random)
{
    uint32_t *label = test_allocate(edges->vertices, sizeof *label);
    for (uint32_t v = 0; v < edges->vertices; v++) label[v] = v;
    for (uint32_t v = edges->vertices; v > 1; v--) swap(&label[v - 1], &label[test_random_below(random, v)]);
    for (uint64_t i = 0; i < 2 * edges->count; i++) edges->pairs[i] = label[edges->pairs[i]];
    free(label);
}

void edge_list_add_duplicates(edge_list *edges, uint64_t count, test_random *random)
{
    const uint64_t before = edges->count;
    for (uint64_t i = 0; before > 0 && i < count; i++) {
        const uint64_t again = test_random_next(random) % before;
        edge_list_add(edges, edges->pairs[2 * again], edges->pairs[2 * again + 1]);
    }
}

void edge_list_add_loops(edge_list *edges, uint64_t count, test_random *random)
{
    for (uint64_t i = 0; edges->vertices > 0 && i < count; i++) {
        const uint32_t v = test_random_below(random, edges->vertices);
        edge_list_add(edges, v, v);
    }
}

void edge_list_add_reversed(edge_list *edges)
{
    const uint64_t before = edges->count;
    for (uint64_t i = 0; i < before; i++) edge_list_add(edges, edges->pairs[2 * i + 1], edges->pairs[2 * i]);
}

tricorn_graph *edge_list_graph(tricorn_context *context, const edge_list *edges)
{
    tricorn_graph *graph = NULL;
    REQUIRE_OK(context, tricorn_graph_from_edges32(context, edges->pairs, edges->count, NULL, &graph));
    return graph;
}

tricorn_graph *edge_list_into_graph(tricorn_context *context, edge_list edges)
{
    tricorn_graph *graph = edge_list_graph(context, &edges);
    edge_list_free(&edges);
    return graph;
}

unsigned char *edge_list_matrix(const edge_list *edges)
{
    const uint64_t n = edges->vertices;
    unsigned char *matrix = test_allocate(n * n, 1);
    for (uint64_t i = 0; i < edges->count; i++) {
        const uint64_t u = edges->pairs[2 * i], v = edges->pairs[2 * i + 1];
        if (u != v) matrix[u * n + v] = matrix[v * n + u] = 1;
    }
    return matrix;
}

uint64_t edge_list_brute_force(const edge_list *edges)
{
    const uint64_t n = edges->vertices;
    unsigned char *matrix = edge_list_matrix(edges);
    uint64_t triangles = 0;

    for (uint64_t u = 0; u < n; u++)
        for (uint64_t v = u + 1; v < n; v++)
            for (uint64_t w = v + 1; matrix[u * n + v] && w < n; w++)
                triangles += matrix[u * n + w] && matrix[v * n + w];
    free(matrix);
    return triangles;
}

uint64_t *edge_list_degrees(const edge_list *edges)
{
    const uint64_t n = edges->vertices;
    unsigned char *matrix = edge_list_matrix(edges);
    uint64_t *degrees = test_allocate(n, sizeof *degrees);

    for (uint64_t u = 0; u < n; u++)
        for (uint64_t v = 0; v < n; v++) degrees[u] += matrix[u * n + v];
    free(matrix);
    return degrees;
}

uint64_t edge_list_simple_edges(const edge_list *edges)
{
    uint64_t *degrees = edge_list_degrees(edges);
    uint64_t sum = 0;

    for (uint32_t v = 0; v < edges->vertices; v++) sum += degrees[v];
    free(degrees);
    return sum / 2;
}

edge_list make_random(uint32_t vertices, uint32_t percent, test_random *random)
{
    edge_list edges = edge_list_create(vertices);
    for (uint32_t u = 0; u < vertices; u++)
        for (uint32_t v = u + 1; v < vertices; v++)
            if (test_random_below(random, 100) < percent) edge_list_add(&edges, u, v);
    return edges;
}

edge_list make_of_bits(uint32_t vertices, uint32_t bits)
{
    edge_list edges = edge_list_create(vertices);
    uint32_t pair = 0;
    for (uint32_t u = 0; u < vertices; u++)
        for (uint32_t v = u + 1; v < vertices; v++, pair++)
            if (bits >> pair & 1) edge_list_add(&edges, u, v);
    return edges;
}
