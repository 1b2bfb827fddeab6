/* test_recipe.c - graphs that are written without being in memory. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/fixture.h"

static const char product[] = "left=windmill:cliques=9:size=5 right=hypercube:dimension=6";
enum { PRODUCT_EDGES = 2 * (9 * 10) * (6 * 32) };

static tricorn_recipe recipe_of(const char *model, const char *parameters)
{
    tricorn_recipe recipe = *OPTIONS(tricorn_recipe, .model = model, .parameters = parameters, .seed = 3);
    return recipe;
}

static char *path_of(const char *name)
{
    test_folder_path(&fixture.folder, name, fixture.path);
    return fixture.path;
}

/* The product makes its edges in the order in which graphs are written. */
TEST_CASE(test_the_bytes_of_the_graph)
{
    const tricorn_recipe recipe = recipe_of("product", product);
    tricorn_graph *graph = NULL;
    uint64_t edges = 0;
    size_t expected_bytes = 0, bytes = 0;
    WORKS(tricorn_graph_generate(fixture.context, "product", product, 3, &graph));
    WORKS(tricorn_graph_save(fixture.context, graph, path_of("a.txt"), NULL));
    char *expected = test_file_read(fixture.path, &expected_bytes);
    WORKS(tricorn_recipe_save(fixture.context, &recipe, fixture.path, NULL, &edges));
    char *written = test_file_read(fixture.path, &bytes);
    CHECK_EQ(edges, PRODUCT_EDGES, "edges");
    CHECK(bytes == expected_bytes && memcmp(written, expected, bytes) == 0, "another file");
    free(written);
    free(expected);
    tricorn_graph_free(graph);
}

TEST_CASE(test_a_descriptor)
{
    const tricorn_recipe recipe = recipe_of("star", "vertices=4");
    size_t bytes = 0;
    const int descriptor = open(path_of("a"), O_CREAT | O_WRONLY, 0600);
    WORKS(tricorn_recipe_write(fixture.context, &recipe, descriptor, SAVING(.format = "edges"), NULL));
    close(descriptor);
    char *written = test_file_read(fixture.path, &bytes);
    assert_string_equal(written, "0\t1\n0\t2\n0\t3\n");
    free(written);
}

/* 49,995,000 edges would take 400 MB. */
TEST_CASE(test_memory)
{
    enum { EDGES = 10000 * 9999 / 2, LIMIT = 16 << 20 };
    const tricorn_recipe recipe = recipe_of("complete", "vertices=10000");
    tricorn_graph *graph = NULL;
    uint64_t edges = 0;
    tricorn_context *context = test_new_context(OPTIONS(tricorn_context_options, .host_bytes_limit = LIMIT));
    REQUIRE_STATUS(
      context, tricorn_graph_generate(context, recipe.model, recipe.parameters, 0, &graph), TRICORN_OUT_OF_MEMORY);
    REQUIRE_OK(context, tricorn_recipe_save(context, &recipe, "/dev/null", SAVING(.format = "pairs32"), &edges));
    CHECK_EQ(edges, EDGES, "edges");
    CHECK_EQ(tricorn_context_bytes(context), 0, "memory is left");
    tricorn_context_free(context);
}

TEST_CASE(test_refused)
{
    static const struct {
        const char *model, *parameters, *name;
        tricorn_status status;
        const char *words;
    } cases[] = {
      {NULL, NULL, "a.txt", TRICORN_INVALID_ARGUMENT, "model"},
      {"", NULL, "a.txt", TRICORN_INVALID_ARGUMENT, "model"},
      {"complet", NULL, "a.txt", TRICORN_INVALID_ARGUMENT, "no graph model 'complet'"},
      {"star", "size=4", "a.txt", TRICORN_INVALID_ARGUMENT, "\"size\""},
      {"kronecker", NULL, "a.txt", TRICORN_INVALID_ARGUMENT, "these models make each edge once"},
      {"star", NULL, "a.tri", TRICORN_UNSUPPORTED, "edges, matrix-market"},
      {"star", NULL, "a.unknown", TRICORN_INVALID_ARGUMENT, "suffix"},
      {"star", "vertices=1", "a.txt", TRICORN_UNSUPPORTED, "no edge"},
      {"star", NULL, "no/folder.txt", TRICORN_IO_ERROR, "no/folder.txt"},
      {"product", "left=nothing", "a.txt", TRICORN_INVALID_ARGUMENT, "left=nothing"},
      {"product", "left=star:vertices=65536 right=star:vertices=65536", "a.txt", TRICORN_INVALID_ARGUMENT,
        "4294967296 vertices"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const tricorn_recipe recipe = recipe_of(cases[i].model, cases[i].parameters);
        uint64_t edges = 42;
        REQUIRE_STATUS(fixture.context,
          tricorn_recipe_save(fixture.context, &recipe, path_of(cases[i].name), NULL, &edges), cases[i].status);
        SAYS(cases[i].words);
        CHECK_EQ(edges, 42, "%s: an output in spite of failure", cases[i].words);
    }
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "a file was left");
}

TEST_CASE(test_stopping)
{
    const tricorn_recipe recipe = recipe_of("complete", "vertices=3000");
    tricorn_context_set_progress(fixture.context, test_stop, NULL);
    FAILS(tricorn_recipe_save(fixture.context, &recipe, path_of("a.txt"), NULL, NULL), TRICORN_CANCELLED);
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "a file was left");
}

TEST_MAIN_EACH(test_create, test_destroy)
