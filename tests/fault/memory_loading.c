/* memory_loading.c - what reads, makes and writes graphs. */
#include "fault/memory.h"

#include <stdio.h>
#include <string.h>

tricorn_status memory_made(tricorn_status status, tricorn_graph *graph)
{
    if (status == TRICORN_OK)
        CHECK(graph->edges > 0, "the graph that was made is empty");
    else
        CHECK(graph == NULL, "a graph in spite of failure");
    tricorn_graph_free(graph);
    return status;
}

static tricorn_status load_with(const char *name, const tricorn_load_options *options)
{
    tricorn_graph *graph = NULL;

    const tricorn_status status = tricorn_graph_load(memory.context, PATH_IN(&memory.folder, name), options, &graph);
    return memory_made(status, graph);
}

static tricorn_status load(const char *name)
{
    return load_with(name, NULL);
}

/* A list of files with one name. */
static tricorn_status load_list(const char *name)
{
    tricorn_graph *graph = NULL;

    const char *path = PATH_IN(&memory.folder, "list.txt");
    FILE *list = fopen(path, "w");
    CHECK(list != NULL && fprintf(list, "%s\n", name) > 0 && fclose(list) == 0, "%s", path);
    const tricorn_status status = tricorn_graph_load(memory.context, path, LOADING(.input.file_list = 1), &graph);
    if (status == TRICORN_OK) CHECK_EQ(graph->edges, memory.graph->edges, "edges of a list");
    tricorn_graph_free(graph);
    remove(path);
    return status;
}

static tricorn_status load_strings(const char *name)
{
    return load_with(name, LOADING(.input.ids = TRICORN_IDS_STRING));
}

static tricorn_status load_strict(const char *name)
{
    return load_with(name, LOADING(.graph.strict = 1));
}

static tricorn_status from_ordered(const char *order)
{
    edge_list edges = make_karate();
    tricorn_graph *graph = NULL;

    const tricorn_status status =
      tricorn_graph_from_edges32(memory.context, edges.pairs, edges.count, LOADING(.graph.order = order), &graph);
    edge_list_free(&edges);
    return memory_made(status, graph);
}

static tricorn_status from_wide(const char *unused)
{
    static const uint64_t pairs[] = {7, UINT64_MAX, UINT64_MAX, 1u << 20, 1u << 20, 7, 3, 7};
    tricorn_graph *graph = NULL;

    (void)unused;
    const tricorn_status status = tricorn_graph_from_edges64(memory.context, pairs, 4, NULL, &graph);
    return memory_made(status, graph);
}

static tricorn_status from_rows(const char *unused)
{
    static const uint64_t offsets[] = {0, 2, 3, 3};
    static const uint32_t targets[] = {1, 2, 2};
    tricorn_graph *graph = NULL;

    (void)unused;
    const tricorn_status status = tricorn_graph_from_csr(memory.context, 3, offsets, targets, NULL, &graph);
    return memory_made(status, graph);
}

static tricorn_status generate(const char *model_and_parameters)
{
    const char *space = strchr(model_and_parameters, ' ');
    char model[32];
    tricorn_graph *graph = NULL;

    snprintf(model, sizeof model, "%.*s", (int)(space - model_and_parameters), model_and_parameters);
    const tricorn_status status = tricorn_graph_generate(memory.context, model, space + 1, 1, &graph);
    return memory_made(status, graph);
}

static tricorn_status save(const char *name)
{
    const size_t files_before = test_folder_count(&memory.folder);

    const char *path = PATH_IN(&memory.folder, name);
    const tricorn_status status = tricorn_graph_save(memory.context, memory.graph, path, NULL);
    if (status == TRICORN_OK) CHECK(remove(path) == 0, "%s was not written", name);
    CHECK_EQ(test_folder_count(&memory.folder), files_before, "files left by saving %s", name);
    return status;
}

/* Written and read again by the format's name. */
tricorn_status memory_round_trip(const char *format)
{
    tricorn_save_options to = TRICORN_SAVE_OPTIONS_INIT;
    tricorn_load_options from = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    to.format = from.input.format = format;
    const char *path = PATH_IN(&memory.folder, "round-trip");
    tricorn_status status = tricorn_graph_save(memory.context, memory.graph, path, &to);
    if (status != TRICORN_OK) return status;
    status = tricorn_graph_load(memory.context, path, &from, &graph);
    memory_made(status, graph);
    CHECK(remove(path) == 0, "%s was not written", format);
    return status;
}

/* Written without a graph. */
static tricorn_status stream(const char *name)
{
    tricorn_recipe recipe = *OPTIONS(tricorn_recipe, .model = "product");
    recipe.parameters = "left=complete:vertices=4 right=star";
    const char *path = PATH_IN(&memory.folder, name);
    const tricorn_status status = tricorn_recipe_save(memory.context, &recipe, path, NULL, NULL);
    CHECK_EQ(remove(path) == 0, status == TRICORN_OK, "the file %s", name);
    return status;
}

/* A file with weights. */
static tricorn_status weighted_file(const char *unused)
{
    static const char lines[] = "1 2 1.5\n2 3 1e-3\n3 1 7\n3 4 0\n";
    tricorn_graph *graph = NULL;

    (void)unused;
    const char *path = PATH_IN(&memory.folder, "weights.txt");
    test_file_write(path, lines, sizeof lines - 1, TEST_PLAIN);
    const tricorn_status status = tricorn_graph_load(memory.context, path, LOADING(.graph.weights = 1), &graph);
    CHECK(remove(path) == 0, "the file of weights");
    tricorn_graph_free(graph);
    return status;
}

const memory_call memory_loading[] = {
  {"load text", load, "karate.txt"},
  {"load gzip", load, "karate.txt.gz"},
  {"load zstd", load, "karate.txt.zst"},
  {"load Matrix Market", load, "karate.mtx"},
  {"load sparse ids", load, "sparse.txt"},
  {"load strings", load_strings, "strings.txt"},
  {"load strictly", load_strict, "karate.txt"},
  {"load lists", load, "lists.adjlist"},
  {"load lists of strings", load_strings, "strings.adjlist"},
  {"load lists strictly", load_strict, "lists.adjlist"},
  {"load lines", load, "lines"},
  {"load lines of strings", load_strings, "lines"},
  {"load DIMACS", load, "a.col"},
  {"load Pajek", load, "a.net"},
  {"load GML", load, "a.gml"},
  {"load GraphML", load, "a.graphml"},
  {"load smat", load, "a.smat"},
  {"32-bit edges", from_ordered, NULL},
  {"edges by cores", from_ordered, "core"},
  {"edges by collective degrees", from_ordered, "collective"},
  {"64-bit edges", from_wide, NULL},
  {"compressed rows", from_rows, NULL},
  {"generate", generate, "complete vertices=12"},
  {"generate at random", generate, "erdos-renyi vertices=60 edges=200"},
  {"generate from graphs", generate, "product left=complete:vertices=4 right=star"},
  {"load a list of files", load_list, "karate.txt"},
  {"save text", save, "out.txt"},
  {"save gzip", save, "out.txt.gz"},
  {"save zstd", save, "out.mtx.zst"},
  {"stream text", stream, "stream.txt"},
  {"stream zstd", stream, "stream.u32.zst"},
  {"weights of a file", weighted_file, NULL},
  {NULL, NULL, NULL},
};
