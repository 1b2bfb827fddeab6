/* families.c - infinite families of graphs; see families.h. */
#include "support/families.h"

#include <stdlib.h>
#include <string.h>

uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t result = 1;
    if (k > n) return 0;
    for (uint64_t i = 1; i <= k; i++) result = result * (n - k + i) / i; /* exact at each step */
    return result;
}

edge_list make_path(uint32_t n)
{
    return make_path_power(n, 1);
}

edge_list make_star(uint32_t leaves)
{
    return make_windmill(2, leaves);
}

edge_list make_tree(uint32_t n, test_random *random)
{
    edge_list edges = edge_list_create(n);
    for (uint32_t v = 1; v < n; v++) edge_list_add(&edges, test_random_below(random, v), v);
    return edges;
}

/* The ways in which a cell of a grid may be joined to the cells after it. */
enum { RIGHT = 1, DOWN = 2, DOWN_RIGHT = 4, DOWN_LEFT = 8 };

static edge_list lattice(uint32_t rows, uint32_t columns, unsigned ways, bool wrap)
{
    static const struct {
        unsigned way;
        int64_t down, right;
    } steps[] = {{RIGHT, 0, 1}, {DOWN, 1, 0}, {DOWN_RIGHT, 1, 1}, {DOWN_LEFT, 1, -1}};
    edge_list edges = edge_list_create(rows * columns);

    for (int64_t r = 0; r < rows; r++)
        for (int64_t c = 0; c < columns; c++)
            for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
                int64_t row = r + steps[s].down, column = c + steps[s].right;
                if ((ways & steps[s].way) == 0) continue;
                if (!wrap && (row >= rows || column >= columns || column < 0)) continue;
                row %= rows;
                column = (column + columns) % columns;
                edge_list_add(&edges, (uint32_t)(r * columns + c), (uint32_t)(row * columns + column));
            }
    return edges;
}

edge_list make_grid(uint32_t rows, uint32_t columns)
{
    return lattice(rows, columns, RIGHT | DOWN, false);
}

edge_list make_grid_diagonal(uint32_t rows, uint32_t columns)
{
    return lattice(rows, columns, RIGHT | DOWN | DOWN_RIGHT, false);
}

edge_list make_torus_diagonal(uint32_t rows, uint32_t columns)
{
    return lattice(rows, columns, RIGHT | DOWN | DOWN_RIGHT, true);
}

edge_list make_king(uint32_t rows, uint32_t columns)
{
    return lattice(rows, columns, RIGHT | DOWN | DOWN_RIGHT | DOWN_LEFT, false);
}

edge_list make_hypercube(uint32_t dimensions)
{
    return make_hamming(dimensions, 2);
}

edge_list make_complete(uint32_t n)
{
    return make_path_power(n, n);
}

edge_list make_multipartite(const uint32_t *sizes, uint32_t parts)
{
    edge_list edges = edge_list_create(0);
    for (uint32_t p = 0; p < parts; p++) {
        const uint32_t before = edges.vertices;
        for (uint32_t v = before; v < before + sizes[p]; v++)
            for (uint32_t u = 0; u < before; u++) edge_list_add(&edges, u, v);
        edges.vertices += sizes[p];
    }
    return edges;
}

edge_list make_ring(uint32_t n, uint32_t k)
{
    edge_list edges = edge_list_create(n);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t step = 1; step <= k; step++) edge_list_add(&edges, v, (v + step) % n);
    return edges;
}

edge_list make_circulant(uint32_t n, const uint32_t *steps, uint32_t count)
{
    edge_list edges = edge_list_create(n);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t s = 0; s < count; s++) edge_list_add(&edges, v, (v + steps[s]) % n);
    return edges;
}

edge_list make_path_power(uint32_t n, uint32_t k)
{
    edge_list edges = edge_list_create(n);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t step = 1; step <= k && step < n - v; step++) edge_list_add(&edges, v, v + step);
    return edges;
}

edge_list make_paley(uint32_t prime)
{
    edge_list edges = edge_list_create(prime);
    unsigned char *square = test_allocate(prime, 1);

    for (uint64_t x = 1; x < prime; x++) square[x * x % prime] = 1;
    for (uint32_t v = 0; v < prime; v++)
        for (uint32_t u = 0; u < v; u++)
            if (square[v - u]) edge_list_add(&edges, u, v);
    free(square);
    return edges;
}

edge_list make_subsets(uint32_t n, uint32_t k, uint32_t shared)
{
    const uint32_t count = (uint32_t)choose(n, k);
    uint32_t *subsets = test_allocate(count, sizeof *subsets), found = 0;
    edge_list edges = edge_list_create(count);

    for (uint32_t bits = 0; bits < 1u << n; bits++)
        if (__builtin_popcount(bits) == (int)k) subsets[found++] = bits;
    for (uint32_t v = 0; v < count; v++)
        for (uint32_t u = 0; u < v; u++)
            if (__builtin_popcount(subsets[u] & subsets[v]) == (int)shared) edge_list_add(&edges, u, v);
    free(subsets);
    return edges;
}

edge_list make_hamming(uint32_t dimensions, uint32_t q)
{
    uint32_t n = 1;
    for (uint32_t d = 0; d < dimensions; d++) n *= q;
    edge_list edges = edge_list_create(n);

    for (uint32_t v = 0; v < n; v++)
        for (uint32_t weight = 1; weight < n; weight *= q) /* of one digit of v to base q */
            for (uint32_t digit = v / weight % q + 1; digit < q; digit++)
                edge_list_add(&edges, v, v + (digit - v / weight % q) * weight);
    return edges;
}

edge_list make_wheel(uint32_t rim)
{
    edge_list edges = edge_list_create(rim + 1);
    for (uint32_t v = 0; v < rim; v++) {
        edge_list_add(&edges, v, (v + 1) % rim);
        edge_list_add(&edges, v, rim);
    }
    return edges;
}

edge_list make_windmill(uint32_t k, uint32_t copies)
{
    edge_list edges = edge_list_create(1 + copies * (k - 1));
    for (uint32_t copy = 0; copy < copies; copy++) {
        const uint32_t first = 1 + copy * (k - 1), end = first + k - 1;
        for (uint32_t v = first; v < end; v++) {
            edge_list_add(&edges, 0, v);
            for (uint32_t u = first; u < v; u++) edge_list_add(&edges, u, v);
        }
    }
    return edges;
}

/* Each new vertex is joined to a random k-clique, and makes k new ones with it. */
edge_list make_k_tree(uint32_t n, uint32_t k, test_random *random)
{
    edge_list edges = make_complete(k + 1);
    uint32_t *cliques = test_allocate((uint64_t)k + 1 + (uint64_t)n * k, k * sizeof *cliques);
    uint32_t count = 0;

    edges.vertices = n;
    for (uint32_t left_out = 0; left_out <= k; left_out++, count++)
        for (uint32_t i = 0; i < k; i++) cliques[count * k + i] = i < left_out ? i : i + 1;
    for (uint32_t v = k + 1; v < n; v++) {
        const uint32_t *base = cliques + (size_t)test_random_below(random, count) * k;
        for (uint32_t i = 0; i < k; i++) edge_list_add(&edges, base[i], v);
        for (uint32_t replaced = 0; replaced < k; replaced++, count++) {
            uint32_t *made = cliques + (size_t)count * k;
            memcpy(made, base, k * sizeof *made);
            made[replaced] = v;
        }
    }
    free(cliques);
    return edges;
}

/* The Kronecker product of the current matrix with one more star: each entry of one matrix with
 * each entry of the other. */
static edge_list multiply_by_star(const edge_list *edges, uint32_t leaves, theory_loops loops)
{
    const uint32_t size = leaves + 1;
    edge_list product = edge_list_create(edges->vertices * size);

    for (uint64_t i = 0; i < edges->count; i++) {
        const uint32_t u = edges->pairs[2 * i] * size, v = edges->pairs[2 * i + 1] * size;
        for (uint32_t leaf = 1; leaf <= leaves; leaf++) {
            edge_list_add(&product, u, v + leaf);
            edge_list_add(&product, u + leaf, v);
        }
        if (loops == THEORY_CENTRE) edge_list_add(&product, u, v);
        if (loops == THEORY_LEAF) edge_list_add(&product, u + leaves, v + leaves);
    }
    return product;
}

edge_list make_theory(const uint32_t *m, uint32_t factors, theory_loops loops)
{
    edge_list edges = edge_list_create(1);
    edge_list_add(&edges, 0, 0); /* the matrix (1) */
    for (uint32_t f = 0; f < factors; f++) {
        edge_list product = multiply_by_star(&edges, m[f], loops);
        edge_list_free(&edges);
        edges = product;
    }
    return edges;
}

edge_list make_of_twenty(int i)
{
    static const uint32_t sizes[] = {5, 9, 14};
    test_random random = {(uint64_t)i};
    switch (i) {
    case 0: return make_complete(30);
    case 1: return make_ring(60, 5);
    case 2: return make_path_power(50, 8);
    case 3: return make_windmill(5, 12);
    case 4: return make_wheel(40);
    case 5: return make_king(9, 8);
    case 6: return make_multipartite(sizes, 3);
    case 7: return make_paley(37);
    case 8: return make_karate();
    case 9: return make_schlaefli();
    case 10: return make_grid_diagonal(8, 9);
    case 11: return make_k_tree(60, 4, &random);
    default: return make_random(40 + 5 * (uint32_t)i, 5 + 4 * (uint32_t)(i - 12), &random);
    }
}
