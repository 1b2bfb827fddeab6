/* test_product.c - the product of two graphs: its edges one by one, its numbers by the closed
 * forms, factors of every kind, and what is refused. */
#include "generated.h"

#include <stdio.h>

#include "support/families.h"
#include "support/files.h"

enum { TEXT_BYTES = 2 * TG_MODEL_TEXT_BYTES };

static test_folder folder;

/* Writes the list as a Matrix Market file, so that vertices without an edge count, and its path
 * behind "KEY=" to text. */
static void put_factor(const char *key, const edge_list *edges, char *text)
{
    char path[TEST_PATH_BYTES], name[32];
    snprintf(name, sizeof name, "%s.mtx", key);
    test_folder_path(&folder, name, path);
    test_file_write_edges(path, edges, TEST_MATRIX_MARKET, TEST_PLAIN);
    snprintf(text, TG_MODEL_TEXT_BYTES, "%s=%.200s", key, path);
}

static edge_list product_of_files(const edge_list *left, const edge_list *right, uint32_t threads)
{
    char text[TEXT_BYTES], second[TG_MODEL_TEXT_BYTES];
    put_factor("left", left, text);
    put_factor("right", right, second);
    strcat(text, " ");
    strcat(text, second);
    return generated("product", text, 0, threads);
}

/* ---- edges ---- */

static int by_ends(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

/* The edges are those of the definition, in ascending order, each once. */
static void check_edges(const char *name, const edge_list *left, const edge_list *right)
{
    edge_list made = product_of_files(left, right, 1);
    edge_list expected = make_product(TENSOR, left, right);
    qsort(expected.pairs, expected.count, 2 * sizeof *expected.pairs, by_ends);
    CHECK(same_edges(&made, &expected), "%s: %llu edges, not %llu", name, (unsigned long long)made.count,
      (unsigned long long)expected.count);
    edge_list_free(&made);
    edge_list_free(&expected);
}

/* Repeated, reversed and loop edges of a factor are not in the product. */
static void check_unclean_edges(const char *name, const edge_list *left, const edge_list *right)
{
    test_random random = {17};
    edge_list worse[2] = {edge_list_copy(left), edge_list_copy(right)};
    edge_list clean = product_of_files(left, right, 1);
    for (int i = 0; i < 2; i++) {
        edge_list_add_duplicates(&worse[i], worse[i].count, &random);
        edge_list_add_loops(&worse[i], 9, &random);
        edge_list_add_reversed(&worse[i]);
        edge_list_shuffle(&worse[i], &random);
    }
    edge_list made = product_of_files(&worse[0], &worse[1], 2);
    CHECK(same_edges(&made, &clean), "%s", name);
    edge_list_free(&made);
    edge_list_free(&clean);
    for (int i = 0; i < 2; i++) edge_list_free(&worse[i]);
}

/* 12 vertices, most of them without an edge, also the first and the last ones. */
static edge_list make_sparse(void)
{
    edge_list edges = edge_list_create(12);
    edge_list_add(&edges, 3, 4);
    edge_list_add(&edges, 4, 9);
    edge_list_add(&edges, 3, 9);
    edge_list_add(&edges, 6, 9);
    return edges;
}

TEST_CASE(test_edges)
{
    test_random random = {5};
    edge_list graphs[] = {make_karate(), make_complete(6), make_star(7), make_sparse(), make_path(2), make_wheel(8),
      make_hypercube(3), make_windmill(4, 3), make_random(20, 30, &random)};
    enum { GRAPHS = LENGTH(graphs) };
    for (size_t i = 0; i < GRAPHS; i++)
        for (size_t j = 0; j < GRAPHS; j++) {
            char name[64];
            snprintf(name, sizeof name, "graphs %zu and %zu", i, j);
            check_edges(name, &graphs[i], &graphs[j]);
            check_unclean_edges(name, &graphs[i], &graphs[j]);
        }
    for (size_t i = 0; i < GRAPHS; i++) edge_list_free(&graphs[i]);
}

/* ---- numbers ---- */

/* Vertices, edges and triangles of the factors are closed forms; those of tiny are of an
 * independent program (test_generate.c, bench/datasets.csv). */
static const struct {
    const char *name;
    uint64_t vertices, edges, triangles;
} factors[] = {
  {"complete:vertices=2", 2, 1, 0},
  {"complete:vertices=3", 3, 3, 1},
  {"complete:vertices=9", 9, 36, 84},
  {"multipartite:parts=2-3-4", 9, 2 * 3 + 2 * 4 + 3 * 4, 2 * 3 * 4},
  {"windmill:cliques=3:size=4", 10, 3 * 6, 3 * 4},
  {"ring_lattice:vertices=12:reach=2", 12, 24, 12},
  {"path-power:reach=3:vertices=10", 10, 9 + 8 + 7, 8 + 2 * 7},
  {"grid2d:width=4:height=3:diagonals=1", 12, 4 * 2 + 3 * 3 + 6, 2 * 6},
  {"hypercube:dimension=3", 8, 12, 0},
  {"theory-star:stars=2-3-B2k", 12, (5 * 7 - 1) / 2, 1},
};

TEST_CASE(test_numbers)
{
    enum { FACTORS = LENGTH(factors) };
    for (size_t i = 0; i < FACTORS; i++)
        for (size_t j = 0; j < FACTORS; j++) {
            char text[TEXT_BYTES];
            snprintf(text, sizeof text, "left=%s right=%s", factors[i].name, factors[j].name);
            edge_list list = generated("product", text, 0, 2);
            CHECK_EQ(list.vertices, factors[i].vertices * factors[j].vertices, "%s", text);
            CHECK_EQ(list.count, 2 * factors[i].edges * factors[j].edges, "%s", text);
            CHECK_EQ(edge_list_simple_edges(&list), list.count, "%s", text);
            CHECK_EQ(edge_list_brute_force(&list), 6 * factors[i].triangles * factors[j].triangles, "%s", text);
            edge_list_free(&list);
        }
}

TEST_CASE(test_a_benchmark_graph)
{
    enum { TINY_VERTICES = 4096, TINY_EDGES = 48451 };
    edge_list list = generated("product", "left=complete:vertices=3,right=tiny", 0, 2);
    CHECK_EQ(list.vertices, 3 * TINY_VERTICES, "vertices");
    CHECK_EQ(list.count, 2 * 3 * TINY_EDGES, "edges");
    edge_list_free(&list);
}

/* A factor without an edge leaves none. */
TEST_CASE(test_no_edges)
{
    static const char *const none[] = {"left=complete:vertices=1", "right=complete:vertices=1"};
    for (int i = 0; i < 2; i++) {
        edge_list list = generated("product", none[i], 0, 2);
        CHECK_EQ(list.count, 0, "%s", none[i]);
        CHECK_EQ(list.vertices, i == 0 ? 16 : 10, "%s", none[i]); /* of the other one's default */
        edge_list_free(&list);
    }
}

/* Factors are made with the seed of the product. */
TEST_CASE(test_seeds)
{
    static const char text[] = "left=erdos-renyi:vertices=30:edges=60 right=complete:vertices=2";
    edge_list one = generated("product", text, 1, 1), two = generated("product", text, 2, 1);
    edge_list factor = generated("erdos-renyi", "vertices=30 edges=60", 1, 1);
    CHECK(!same_edges(&one, &two), "the seed has no effect");
    CHECK_EQ(one.count, 2 * edge_list_simple_edges(&factor), "of another seed");
    edge_list_free(&one);
    edge_list_free(&two);
    edge_list_free(&factor);
}

/* ---- files ---- */

static edge_list product_with_text(const char *content)
{
    char path[TEST_PATH_BYTES], text[TEXT_BYTES];
    test_folder_path(&folder, "factor.txt", path);
    test_file_write(path, content, strlen(content), TEST_ZSTD);
    snprintf(text, sizeof text, "right=%.200s left=complete:vertices=2", path);
    return generated("product", text, 0, 1);
}

/* Vertices of a file are numbered by its ids, without gaps. */
TEST_CASE(test_any_ids)
{
    static const char *const same[] = {
      "0 1\n1 2\n", "7 9\n18446744073709551615 9\n9 9\n", "3000000000 4000000000\n4000000000 4100000000\n"};
    edge_list first = product_with_text(same[0]);
    assert_int_equal(first.vertices, 6);
    assert_int_equal(first.count, 4);
    for (int i = 1; i < 3; i++) {
        edge_list next = product_with_text(same[i]);
        CHECK(same_edges(&first, &next), "%s", same[i]);
        edge_list_free(&next);
    }
    edge_list_free(&first);
}

/* ---- what is refused ---- */

static const struct {
    const char *parameters;
    tricorn_status status;
    const char *words[4]; /* that the message must have */
} refused[] = {
  {"left=no-such-graph", TRICORN_INVALID_ARGUMENT,
    {"left=no-such-graph", "no graph model, benchmark graph or file", "kronecker, tiny, s16"}},
  {"right=complet:vertices=5", TRICORN_INVALID_ARGUMENT, {"right=complet", "or file 'complet:"}},
  {"left=/no/such/folder/graph.txt", TRICORN_INVALID_ARGUMENT, {"/no/such/folder/graph.txt"}},
  {"left=complete:size=5", TRICORN_INVALID_ARGUMENT, {"left=", "complete: ", "\"size\""}},
  {"left=complete:vertices=0", TRICORN_INVALID_ARGUMENT, {"vertices=0", "out of range"}},
  {"left=product", TRICORN_INVALID_ARGUMENT, {"left=product", "'product'", "to a file"}},
  {"left=", TRICORN_INVALID_ARGUMENT, {"left=", "empty"}},
  {"left=tiny left=tiny", TRICORN_INVALID_ARGUMENT, {"left is given twice"}},
  {"factor=tiny", TRICORN_INVALID_ARGUMENT, {"\"factor\"", "left=complete"}},
  {"left=/", TRICORN_IO_ERROR, {"left=/", "is a folder among the parts"}},
  {"left=star:vertices=65536 right=path-power:vertices=65536:reach=1", TRICORN_INVALID_ARGUMENT,
    {"product: ", "4294967296 vertices", "at most 4294967295"}},
  {"left=complete:vertices=1500 right=complete:vertices=1500", TRICORN_INVALID_ARGUMENT,
    {"product: ", "2527876125000 edges", "1099511627776"}}, /* 2 (1500 choose 2)^2 */
};

TEST_CASE(test_refused)
{
    tricorn_context *context = context_of(2);
    for (size_t i = 0; i < LENGTH(refused); i++) {
        tg_edges edges = {0};
        REQUIRE_STATUS(context, make_edges(context, "product", refused[i].parameters, 0, &edges), refused[i].status);
        for (size_t w = 0; w < 4 && refused[i].words[w]; w++) CHECK_MESSAGE(context, refused[i].words[w]);
        CHECK(edges.parts == NULL, "%s", refused[i].parameters);
        CHECK_EQ(tricorn_context_bytes(context), 0, "%s left memory", refused[i].parameters);
    }
    tricorn_context_free(context);
}

TEST_CASE(test_a_bad_file)
{
    static const char content[] = "1 2\n2 x\n";
    char path[TEST_PATH_BYTES], text[TEXT_BYTES];
    tg_edges edges = {0};
    test_folder_path(&folder, "bad.txt", path);
    test_file_write(path, content, sizeof content - 1, TEST_PLAIN);
    snprintf(text, sizeof text, "left=%.200s", path);
    tricorn_context *context = context_of(1);
    REQUIRE_STATUS(context, make_edges(context, "product", text, 0, &edges), TRICORN_BAD_FORMAT);
    CHECK_MESSAGE(context, "product: left=");
    CHECK_MESSAGE(context, "bad.txt:2");
    CHECK_MESSAGE(context, "read without options");
    tricorn_context_free(context);
}

/* ---- all ---- */

static void set_up(void)
{
    test_folder_create(&folder);
}

static void tear_down(void)
{
    test_folder_remove(&folder);
}

TEST_MAIN_BETWEEN(set_up, tear_down)
