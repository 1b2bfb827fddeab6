/* families.h - graphs whose number of triangles is known in closed form.
 *
 * Each make_... returns the edges, each at least once; edge_list_free() them.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "support/edge_list.h"

/* n over k, exact where it fits 64 bits with a factor k to spare. */
uint64_t choose(uint64_t n, uint64_t k);

/* ---- without triangles ---- */
edge_list make_path(uint32_t n);
edge_list make_star(uint32_t leaves);
edge_list make_tree(uint32_t n, test_random *random); /* each vertex is joined to a random earlier one */
edge_list make_grid(uint32_t rows, uint32_t columns);
edge_list make_hypercube(uint32_t dimensions);

/* ---- with a formula ---- */
edge_list make_complete(uint32_t n);
edge_list make_multipartite(const uint32_t *sizes, uint32_t parts);
edge_list make_ring(uint32_t n, uint32_t k); /* C_n^k: each with the k next, n > 2k */
edge_list make_circulant(uint32_t n, const uint32_t *steps, uint32_t count);
edge_list make_path_power(uint32_t n, uint32_t k);
edge_list make_paley(uint32_t prime); /* a prime, 1 modulo 4 */
/* Vertices are the k-subsets of n things, edges join those that share `shared`: Kneser(n,k)
 * with 0, Johnson(n,k) with k - 1. */
edge_list make_subsets(uint32_t n, uint32_t k, uint32_t shared);
edge_list make_hamming(uint32_t dimensions, uint32_t q);
edge_list make_wheel(uint32_t rim);
edge_list make_windmill(uint32_t k, uint32_t copies); /* copies of K_k that share vertex 0 */
edge_list make_k_tree(uint32_t n, uint32_t k, test_random *random);
edge_list make_grid_diagonal(uint32_t rows, uint32_t columns);
edge_list make_torus_diagonal(uint32_t rows, uint32_t columns);
edge_list make_king(uint32_t rows, uint32_t columns);

/* GraphChallenge's Kronecker products of stars with m[i] leaves: bare, with a loop at each
 * centre, with a loop at one leaf of each. Both directions, and the one loop that is left. */
typedef enum theory_loops { THEORY_BARE, THEORY_CENTRE, THEORY_LEAF } theory_loops;
edge_list make_theory(const uint32_t *m, uint32_t factors, theory_loops loops);

/* Of small graphs of many kinds, number i from 0 to TEST_TWENTY - 1. */
enum { TEST_TWENTY = 20 };
edge_list make_of_twenty(int i);

/* ---- single graphs ---- */
edge_list make_karate(void);
edge_list make_icosahedron(void);
edge_list make_wagner(void);
edge_list make_shrikhande(void);
edge_list make_schlaefli(void);
edge_list make_clebsch(void);
edge_list make_hoffman_singleton(void);

/* ---- graphs of graphs ---- */
typedef enum product_kind { TENSOR, CARTESIAN, LEXICOGRAPHIC, STRONG } product_kind;
edge_list make_product(product_kind kind, const edge_list *g, const edge_list *h);
edge_list make_disjoint(const edge_list *g, const edge_list *h);
edge_list make_join(const edge_list *g, const edge_list *h);
edge_list make_complement(const edge_list *g);
edge_list make_line_graph(const edge_list *g);
edge_list make_mycielski(const edge_list *g);
