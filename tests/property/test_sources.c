/* test_sources.c - every algorithm counts the same whether a graph came from an array, from
 * compressed rows, from a file of any kind, from a pipe, or from a file that the library wrote.
 */
#include "support/families.h"
#include "support/files.h"
#include "support/per_algorithm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRAPHS = 4 };

static edge_list source_graph(unsigned which, test_random *random, uint64_t *triangles)
{
    edge_list edges = which == 0   ? make_karate()
                      : which == 1 ? make_random(100, 15, random)
                      : which == 2 ? make_windmill(6, 22)
                                   : make_path(9);
    *triangles = edge_list_brute_force(&edges);
    return edges;
}

static void narrow_array(property_state *state, const edge_list *edges, uint64_t expected)
{
    check_edges(state, edges, expected, "array of 32-bit ids");
}

static void wide_array(property_state *state, const edge_list *edges, uint64_t expected)
{
    uint64_t *pairs = test_allocate(2 * edges->count, sizeof *pairs);
    tricorn_graph *graph = NULL;

    for (uint64_t i = 0; i < 2 * edges->count; i++) pairs[i] = edges->pairs[i];
    REQUIRE_OK(state->context, tricorn_graph_from_edges64(state->context, pairs, edges->count, NULL, &graph));
    check_count(state, graph, expected, "array of 64-bit ids");
    tricorn_graph_free(graph);
    free(pairs);
}

/* Each edge in the row of its first end, or of both. */
static void compressed_rows(property_state *state, const edge_list *edges, uint64_t expected)
{
    for (unsigned symmetric = 0; symmetric < 2; symmetric++) {
        edge_list all = edge_list_copy(edges);
        if (symmetric) edge_list_add_reversed(&all);
        uint64_t *offsets = test_allocate(all.vertices + 1, sizeof *offsets);
        uint32_t *targets = test_allocate(all.count, sizeof *targets);
        tricorn_graph *graph = NULL;

        for (uint32_t v = 0, next = 0; v < all.vertices; v++) {
            for (uint64_t i = 0; i < all.count; i++)
                if (all.pairs[2 * i] == v) targets[next++] = all.pairs[2 * i + 1];
            offsets[v + 1] = next;
        }
        REQUIRE_OK(
          state->context, tricorn_graph_from_csr(state->context, all.vertices, offsets, targets, NULL, &graph));
        check_count(state, graph, expected, symmetric ? "symmetric rows" : "one-sided rows");
        tricorn_graph_free(graph);
        free(targets);
        free(offsets);
        edge_list_free(&all);
    }
}

static void check_file(property_state *state, const char *path, uint64_t expected)
{
    tricorn_graph *graph = test_load(state->context, path, NULL);
    check_count(state, graph, expected, path);
    tricorn_graph_free(graph);
}

static void files(property_state *state, const edge_list *edges, uint64_t expected)
{
    static const struct {
        const char *name;
        test_format format;
        test_compression compression;
    } kinds[] = {
      {"a.txt", TEST_EDGES, TEST_PLAIN},
      {"a.txt.gz", TEST_EDGES, TEST_GZIP},
      {"a.txt.zst", TEST_EDGES, TEST_ZSTD},
      {"a.mtx", TEST_MATRIX_MARKET, TEST_PLAIN},
      {"a.mtx.gz", TEST_MATRIX_MARKET, TEST_GZIP},
      {"a.mtx.zst", TEST_MATRIX_MARKET, TEST_ZSTD},
      {"without-suffix", TEST_EDGES, TEST_ZSTD},
      {"wrong.txt", TEST_MATRIX_MARKET, TEST_GZIP},
    };
    test_folder folder;

    test_folder_create(&folder);
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        const char *path = PATH_IN(&folder, kinds[k].name);
        test_file_write_edges(path, edges, kinds[k].format, kinds[k].compression);
        check_file(state, path, expected);
    }
    test_folder_remove(&folder);
}

static void pipes(property_state *state, const edge_list *edges, uint64_t expected)
{
    test_folder folder;
    char path[TEST_PATH_BYTES], command[TEST_PATH_BYTES + 16];
    tricorn_graph *graph = NULL;

    test_folder_create(&folder);
    test_folder_path(&folder, "a.txt", path);
    test_file_write_edges(path, edges, TEST_EDGES, TEST_GZIP);
    snprintf(command, sizeof command, "cat '%s'", path);
    FILE *pipe = popen(command, "r");
    CHECK(pipe != NULL, "starting cat");
    REQUIRE_OK(state->context, tricorn_graph_read(state->context, fileno(pipe), "pipe", NULL, &graph));
    CHECK(pclose(pipe) == 0, "cat");
    check_count(state, graph, expected, "pipe");
    tricorn_graph_free(graph);
    test_folder_remove(&folder);
}

static void check_written(property_state *state, const char *path, const char *format, uint64_t expected)
{
    tricorn_graph *graph = test_load(state->context, path, LOADING(.input.format = format));
    check_count(state, graph, expected, format ? format : path);
    tricorn_graph_free(graph);
}

/* Written and read by the format's name; raw pairs cannot be detected. */
static void round_trip_by_name(
  property_state *state, const tricorn_graph *graph, const char *format, const char *path, uint64_t expected)
{
    static const char *const compressions[] = {"none", "gzip", "zstd"};

    for (size_t c = 0; c < LENGTH(compressions); c++) {
        REQUIRE_OK(state->context,
          tricorn_graph_save(state->context, graph, path, SAVING(.format = format, .compression = compressions[c])));
        check_written(state, path, format, expected);
    }
}

/* Written and read by the path's suffix alone, for each suffix of the format. */
static void round_trip_by_suffix(
  property_state *state, const tricorn_graph *graph, const char *suffixes, const char *path, uint64_t expected)
{
    static const char *const compressions[] = {"", ".gz", ".zst"};

    for (size_t length; *suffixes; suffixes += length + (suffixes[length] == ' ')) {
        length = strcspn(suffixes, " ");
        for (size_t c = 0; c < LENGTH(compressions); c++) {
            char name[2 * TEST_PATH_BYTES];
            snprintf(name, sizeof name, "%s%.*s%s", path, (int)length, suffixes, compressions[c]);
            REQUIRE_OK(state->context, tricorn_graph_save(state->context, graph, name, NULL));
            check_written(state, name, NULL, expected);
        }
    }
}

/* Each format that the library writes and reads, each compression. */
static void round_trips(property_state *state, const edge_list *edges, uint64_t expected)
{
    tricorn_graph *graph = edge_list_graph(state->context, edges);
    test_folder folder;

    test_folder_create(&folder);
    const char *path = PATH_IN(&folder, "written");
    for (size_t f = 0; f < tricorn_format_count(); f++) {
        const tricorn_format_description *format = tricorn_format_at(f);
        if (test_format_name(f) == NULL) continue;
        round_trip_by_name(state, graph, format->name, path, expected);
        round_trip_by_suffix(state, graph, format->suffixes, path, expected);
    }
    tricorn_graph_free(graph);
    test_folder_remove(&folder);
}

typedef void (*source)(property_state *state, const edge_list *edges, uint64_t expected);

static void check_source(property_state *state, source check)
{
    for (unsigned which = 0; which < GRAPHS; which++) {
        uint64_t expected;
        edge_list edges = source_graph(which, &state->random, &expected);
        check(state, &edges, expected);
        edge_list_free(&edges);
    }
}

static void arrays(property_state *state)
{
    check_source(state, narrow_array);
    check_source(state, wide_array);
    check_source(state, compressed_rows);
}

static void all_files(property_state *state)
{
    check_source(state, files);
    check_source(state, pipes);
}

static void written_files(property_state *state)
{
    check_source(state, round_trips);
}

PROPERTIES_MAIN(
  {"from arrays", arrays}, {"from files and pipes", all_files}, {"from files that the library wrote", written_files})
