/* test_memory.c - each allocation of each call fails in turn, alone or with all after it: the
 * call must report it, leave no memory and no file, and work again afterwards. */
#include "support/allocator.h"
#include "support/check.h"
#include "support/families.h"
#include "support/files.h"
#include "support/stored.h"

#include "graph/graph.h"

#include <ftw.h>
#include <stdio.h>
#include <string.h>

enum {
    MANY_TIMES = 1000, /* more allocations than any call makes */
    KARATE_K_MAX = 5   /* the largest trussness of its edges */
};

/* The inputs of the calls. */
static struct {
    test_allocator allocator;
    tricorn_context *context;
    test_folder folder;
    tricorn_graph *graph;
    uint64_t triangles;
    uint32_t by_trix; /* calls that fell back to the method of the least memory */
} fixture;

/* One call and, if it succeeds, a check of its result.  Leaves nothing allocated. */
typedef struct operation {
    tricorn_status (*run)(const char *argument);
    const char *argument;
} operation;

static void check_graph(tricorn_graph *graph)
{
    CHECK(graph->edges > 0, "the graph that was made is empty");
    tricorn_graph_free(graph);
}

static tricorn_status load(const char *name)
{
    char path[TEST_PATH_BYTES];
    tricorn_graph *graph = NULL;

    test_folder_path(&fixture.folder, name, path);
    const tricorn_status status = tricorn_graph_load(fixture.context, path, NULL, &graph);
    if (status == TRICORN_OK)
        check_graph(graph);
    else
        CHECK(graph == NULL, "%s: a graph in spite of failure", name);
    return status;
}

/* From disk, in four ranges; by a partition, or NULL. */
static tricorn_status count_from_disk(const char *name, tricorn_ids ids, const char *partition,
                                      uint64_t triangles)
{
    char path[TEST_PATH_BYTES];
    tricorn_options count = TRICORN_OPTIONS_INIT;
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;

    test_store_cut(4, fixture.graph->edges);
    test_store_passes(2, 1);
    options.ids = ids;
    options.scratch = fixture.folder.path;
    test_folder_path(&fixture.folder, name, path);
    tricorn_status status = tricorn_graph_load(fixture.context, path, &options, &graph);
    count.partition = partition;
    count.blocks = partition ? 9 : 0;
    if (status == TRICORN_OK) status = tricorn_count(fixture.context, graph, &count, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, triangles, "from disk");
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

/* By quanta, of a graph in memory or on disk. */
static tricorn_status count_quanta(tricorn_graph *graph)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_quanta *quanta = NULL;
    uint64_t sum = 0, identity, found = 0;

    options.quanta = 5;
    tricorn_status status = tricorn_quanta_create(fixture.context, graph, &options, &quanta);
    if (status == TRICORN_OK)
        status = tricorn_quanta_identity(fixture.context, quanta, &identity);
    for (uint64_t q = 0; status == TRICORN_OK && q < tricorn_quanta_count(quanta); q++) {
        status = tricorn_quantum_count(fixture.context, quanta, q, &found);
        sum += found;
    }
    if (status == TRICORN_OK) CHECK_EQ(sum, fixture.triangles, "quanta");
    tricorn_quanta_free(quanta);
    return status;
}

static tricorn_status quanta_in_memory(const char *unused)
{
    (void)unused;
    return count_quanta(fixture.graph);
}

static tricorn_status quanta_on_disk(const char *name)
{
    char path[TEST_PATH_BYTES];
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    test_store_cut(4, fixture.graph->edges);
    test_store_passes(2, 1);
    options.scratch = fixture.folder.path;
    test_folder_path(&fixture.folder, name, path);
    tricorn_status status = tricorn_graph_load(fixture.context, path, &options, &graph);
    if (status == TRICORN_OK) status = count_quanta(graph);
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

/* What is asked of a graph in a folder that others may join. */
typedef tricorn_status ask_joined(const tricorn_graph *graph, const tricorn_options *count);

/* Prepares and counts in such a folder, anew each time. */
static tricorn_status join_folder(const char *name, ask_joined *ask)
{
    enum { DESCRIPTORS = 8 };
    char path[TEST_PATH_BYTES], work[TEST_PATH_BYTES];
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_options count = TRICORN_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    test_folder_path(&fixture.folder, name, path);
    test_folder_path(&fixture.folder, "work", work);
    test_store_cut(4, fixture.graph->edges);
    options.work = work;
    options.join = 1;
    count.quanta = 4;
    tricorn_status status = tricorn_graph_load(fixture.context, path, &options, &graph);
    if (status == TRICORN_OK) status = ask(graph, &count);
    tricorn_graph_free(graph);
    nftw(work, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
    test_store_reset();
    return status;
}

static tricorn_status ask_total(const tricorn_graph *graph, const tricorn_options *count)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status = tricorn_count(fixture.context, graph, count, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, fixture.triangles, "joined");
    return status;
}

static tricorn_status count_joined(const char *name)
{
    return join_folder(name, ask_total);
}

static tricorn_status ask_vertices(const tricorn_graph *graph, const tricorn_options *count)
{
    uint64_t counts[256], sum = 0;
    const tricorn_status status =
        tricorn_vertex_triangles(fixture.context, graph, count, counts, NULL);
    for (uint32_t v = 0; status == TRICORN_OK && v < fixture.graph->vertices; v++)
        sum += counts[v];
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * fixture.triangles, "vertices, joined");
    return status;
}

static tricorn_status vertices_joined(const char *name)
{
    return join_folder(name, ask_vertices);
}

static tricorn_status ask_edges(const tricorn_graph *graph, const tricorn_options *count)
{
    char path[TEST_PATH_BYTES];
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    options.table = TRICORN_TABLE_EDGES;
    options.count = count;
    test_folder_path(&fixture.folder, "joined.txt", path);
    const tricorn_status status =
        tricorn_table_save(fixture.context, graph, path, &options, &result);
    if (status == TRICORN_OK) CHECK(remove(path) == 0, "no table was written");
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, fixture.triangles, "edges, joined");
    return status;
}

static tricorn_status edges_joined(const char *name)
{
    return join_folder(name, ask_edges);
}

/* A list of files with one name. */
static tricorn_status load_list(const char *name)
{
    char path[TEST_PATH_BYTES];
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    test_folder_path(&fixture.folder, "list.txt", path);
    FILE *list = fopen(path, "w");
    CHECK(list != NULL && fprintf(list, "%s\n", name) > 0 && fclose(list) == 0, "%s", path);
    options.file_list = 1;
    const tricorn_status status = tricorn_graph_load(fixture.context, path, &options, &graph);
    if (status == TRICORN_OK) CHECK_EQ(graph->edges, fixture.graph->edges, "edges of a list");
    tricorn_graph_free(graph);
    remove(path);
    return status;
}

static int only_worker(void *user, void *bytes, uint64_t count)
{
    (void)user, (void)bytes, (void)count;
    return 0;
}

static int only_sum(void *user, uint64_t *values, uint64_t count)
{
    return only_worker(user, values, count);
}

static int only_claim(void *user, uint64_t wanted, uint64_t *first)
{
    uint64_t *counter = user;
    *first = *counter;
    *counter += wanted;
    return 0;
}

static tricorn_status count_by_workers(const char *unused)
{
    uint64_t counter = 0;
    tricorn_transport transport = {.struct_size = sizeof transport,
                                   .size = 1,
                                   .broadcast = only_worker,
                                   .sum = only_sum,
                                   .claim = only_claim,
                                   .user = &counter};
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    (void)unused;
    options.transport = &transport;
    const tricorn_status status =
        tricorn_count(fixture.context, fixture.graph, &options, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, fixture.triangles, "workers");
    return status;
}

static tricorn_status count_stored(const char *name)
{
    return count_from_disk(name, TRICORN_IDS_NUMBER, NULL, fixture.triangles);
}

static tricorn_status count_stored_partition(const char *partition)
{
    return count_from_disk("karate.txt", TRICORN_IDS_NUMBER, partition, fixture.triangles);
}

static tricorn_status count_stored_sparse(const char *name)
{
    return count_from_disk(name, TRICORN_IDS_NUMBER, NULL, 1);
}

/* Each word is given away as soon as another one comes. */
static tricorn_status count_stored_words(const char *name)
{
    test_store_words(1);
    return count_from_disk(name, TRICORN_IDS_STRING, NULL, 1);
}

static tricorn_status load_strings(const char *name)
{
    char path[TEST_PATH_BYTES];
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    options.ids = TRICORN_IDS_STRING;
    test_folder_path(&fixture.folder, name, path);
    const tricorn_status status = tricorn_graph_load(fixture.context, path, &options, &graph);
    if (status == TRICORN_OK) check_graph(graph);
    return status;
}

static tricorn_status load_strict(const char *name)
{
    char path[TEST_PATH_BYTES];
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    options.strict = 1;
    test_folder_path(&fixture.folder, name, path);
    const tricorn_status status = tricorn_graph_load(fixture.context, path, &options, &graph);
    if (status == TRICORN_OK) check_graph(graph);
    return status;
}

static tricorn_status from_narrow(const char *unused)
{
    edge_list edges = make_karate();
    tricorn_graph *graph = NULL;

    (void)unused;
    const tricorn_status status =
        tricorn_graph_from_edges32(fixture.context, edges.pairs, edges.count, NULL, &graph);
    edge_list_free(&edges);
    if (status == TRICORN_OK) check_graph(graph);
    return status;
}

static tricorn_status from_ordered(const char *order)
{
    edge_list edges = make_karate();
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    options.order = order;
    const tricorn_status status =
        tricorn_graph_from_edges32(fixture.context, edges.pairs, edges.count, &options, &graph);
    edge_list_free(&edges);
    if (status == TRICORN_OK)
        check_graph(graph);
    else
        CHECK(graph == NULL, "%s: a graph in spite of failure", order);
    return status;
}

static tricorn_status from_wide(const char *unused)
{
    static const uint64_t pairs[] = {7, UINT64_MAX, UINT64_MAX, 1u << 20, 1u << 20, 7, 3, 7};
    tricorn_graph *graph = NULL;

    (void)unused;
    const tricorn_status status =
        tricorn_graph_from_edges64(fixture.context, pairs, 4, NULL, &graph);
    if (status == TRICORN_OK) check_graph(graph);
    return status;
}

static tricorn_status from_rows(const char *unused)
{
    static const uint64_t offsets[] = {0, 2, 3, 3};
    static const uint32_t targets[] = {1, 2, 2};
    tricorn_graph *graph = NULL;

    (void)unused;
    const tricorn_status status =
        tricorn_graph_from_csr(fixture.context, 3, offsets, targets, NULL, &graph);
    if (status == TRICORN_OK) check_graph(graph);
    return status;
}

static tricorn_status generate(const char *model_and_parameters)
{
    const char *space = strchr(model_and_parameters, ' ');
    char model[32];
    tricorn_graph *graph = NULL;

    snprintf(model, sizeof model, "%.*s", (int)(space - model_and_parameters),
             model_and_parameters);
    const tricorn_status status =
        tricorn_graph_generate(fixture.context, model, space + 1, 1, &graph);
    if (status == TRICORN_OK) check_graph(graph);
    return status;
}

static tricorn_status count_with(const tricorn_options *options, const char *what)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status = tricorn_count(fixture.context, fixture.graph, options, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, fixture.triangles, "%s", what);
    return status;
}

static tricorn_status count(const char *algorithm)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    options.algorithm = algorithm;
    return count_with(&options, algorithm ? algorithm : "chosen");
}

static tricorn_status count_blocks(const char *algorithm)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    options.algorithm = algorithm;
    options.blocks = 4;
    return count_with(&options, "in blocks");
}

static tricorn_status count_partition(const char *partition)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    options.partition = partition;
    options.device = "cpu";
    options.blocks = 9;
    return count_with(&options, partition);
}

static tricorn_status count_renamed(const char *names)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    options.rename = names;
    options.device = "cpu";
    return count_with(&options, names);
}

static tricorn_status measure_rows(const char *unused)
{
    tricorn_row_statistics found = TRICORN_ROW_STATISTICS_INIT;
    (void)unused;
    return tricorn_row_statistics_measure(fixture.context, fixture.graph, &found);
}

static tricorn_status vertices_of_partition(const char *partition)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    uint64_t counts[256];
    uint64_t sum = 0;

    options.partition = partition;
    options.device = "cpu";
    options.blocks = 4;
    const tricorn_status status =
        tricorn_vertex_triangles(fixture.context, fixture.graph, &options, counts, NULL);
    for (uint32_t v = 0; status == TRICORN_OK && v < fixture.graph->vertices; v++)
        sum += counts[v];
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * fixture.triangles, "%s", partition);
    return status;
}

static tricorn_status measure_partition(const char *partition)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_partition_sizes sizes = TRICORN_PARTITION_SIZES_INIT;
    options.partition = partition;
    options.device = "cpu";
    options.blocks = 9;
    return tricorn_partition_measure(fixture.context, fixture.graph, &options, &sizes);
}

static tricorn_status count_verified(const char *unused)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    (void)unused;
    options.verify = 1;
    return count_with(&options, "verified");
}

static tricorn_status plan(const char *algorithm)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_plan *made = NULL;

    options.algorithm = algorithm;
    tricorn_status status = tricorn_plan_create(fixture.context, fixture.graph, &options, &made);
    for (int run = 0; run < 2 && status == TRICORN_OK; run++)
        status = tricorn_plan_run(fixture.context, made, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, fixture.triangles, "plan");
    tricorn_plan_free(made);
    return status;
}

static tricorn_status save(const char *name)
{
    char path[TEST_PATH_BYTES];
    const size_t files_before = test_folder_count(&fixture.folder);

    test_folder_path(&fixture.folder, name, path);
    const tricorn_status status = tricorn_graph_save(fixture.context, fixture.graph, path, NULL);
    if (status == TRICORN_OK) CHECK(remove(path) == 0, "%s was not written", name);
    CHECK_EQ(test_folder_count(&fixture.folder), files_before, "files left by saving %s", name);
    return status;
}

/* Written and read again by the format's name. */
static tricorn_status round_trip(const char *format)
{
    char path[TEST_PATH_BYTES];
    tricorn_save_options to = TRICORN_SAVE_OPTIONS_INIT;
    tricorn_load_options from = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_graph *graph = NULL;

    to.format = from.format = format;
    test_folder_path(&fixture.folder, "round-trip", path);
    tricorn_status status = tricorn_graph_save(fixture.context, fixture.graph, path, &to);
    if (status != TRICORN_OK) return status;
    status = tricorn_graph_load(fixture.context, path, &from, &graph);
    if (status == TRICORN_OK) check_graph(graph);
    CHECK(remove(path) == 0, "%s was not written", format);
    return status;
}

/* Written without a graph. */
static tricorn_status stream(const char *name)
{
    char path[TEST_PATH_BYTES];
    tricorn_recipe recipe = TRICORN_RECIPE_INIT;

    recipe.model = "product";
    recipe.parameters = "left=complete:vertices=4 right=star";
    test_folder_path(&fixture.folder, name, path);
    const tricorn_status status = tricorn_recipe_save(fixture.context, &recipe, path, NULL, NULL);
    CHECK_EQ(remove(path) == 0, status == TRICORN_OK, "the file %s", name);
    return status;
}

static tricorn_status degrees(const char *unused)
{
    uint64_t room[256];

    (void)unused;
    return tricorn_graph_degrees(fixture.context, fixture.graph, room);
}

static tricorn_status vertices(const char *algorithm)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    uint64_t counts[256];
    uint64_t sum = 0;

    options.algorithm = algorithm;
    const tricorn_status status =
        tricorn_vertex_triangles(fixture.context, fixture.graph, &options, counts, NULL);
    for (uint32_t v = 0; status == TRICORN_OK && v < fixture.graph->vertices; v++)
        sum += counts[v];
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * fixture.triangles, "%s", algorithm);
    return status;
}

static tricorn_status vertices_in_blocks(const char *algorithm)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    uint64_t counts[256];
    uint64_t sum = 0;

    options.algorithm = algorithm;
    options.blocks = 9;
    const tricorn_status status =
        tricorn_vertex_triangles(fixture.context, fixture.graph, &options, counts, NULL);
    for (uint32_t v = 0; status == TRICORN_OK && v < fixture.graph->vertices; v++)
        sum += counts[v];
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * fixture.triangles, "in blocks");
    return status;
}

static int add_support(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    (void)ends;
    for (uint64_t i = 0; i < count; i++) *(uint64_t *)user += support[i];
    return 0;
}

static int add_triangles(void *user, const uint32_t *triangles, uint64_t count)
{
    (void)triangles;
    *(uint64_t *)user += 3 * count;
    return 0;
}

typedef tricorn_status list_call(tricorn_context *context, const tricorn_graph *graph,
                                 const tricorn_options *options, const tricorn_visitor *visitor,
                                 tricorn_result *result);

static tricorn_status list_with(list_call *call, const char *algorithm, int sorted)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    uint64_t sum = 0;

    options.algorithm = algorithm;
    visitor.edges = add_support;
    visitor.triangles = add_triangles;
    visitor.user = &sum;
    visitor.sorted = sorted;
    const tricorn_status status = call(fixture.context, fixture.graph, &options, &visitor, NULL);
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * fixture.triangles, "listed");
    return status;
}

static tricorn_status edges_plain(const char *algorithm)
{
    return list_with(tricorn_edge_support, algorithm, 0);
}

static tricorn_status edges_in_blocks(const char *algorithm)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    uint64_t sum = 0;

    options.algorithm = algorithm;
    options.blocks = 4;
    visitor.edges = add_support;
    visitor.user = &sum;
    const tricorn_status status =
        tricorn_edge_support(fixture.context, fixture.graph, &options, &visitor, NULL);
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * fixture.triangles, "in blocks");
    return status;
}

static tricorn_status edges_sorted(const char *algorithm)
{
    return list_with(tricorn_edge_support, algorithm, 1);
}

static tricorn_status triangles_plain(const char *unused)
{
    return list_with(tricorn_triangle_list, unused, 0);
}

static tricorn_status triangles_sorted(const char *unused)
{
    return list_with(tricorn_triangle_list, unused, 1);
}

static tricorn_status trussness(const char *method)
{
    tricorn_truss_options options = TRICORN_TRUSS_OPTIONS_INIT;
    tricorn_trusses *trusses = NULL;
    uint64_t edges = 0;

    options.method = method;
    const tricorn_status status =
        tricorn_trussness(fixture.context, fixture.graph, &options, &trusses, NULL);
    for (uint32_t k = 2; k <= KARATE_K_MAX; k++) edges += tricorn_trusses_edges(trusses, k);
    if (status == TRICORN_OK) CHECK_EQ(edges, fixture.graph->edges, "%s", method);
    tricorn_trusses_free(trusses);
    return status;
}

/* Of a complete graph, which is peeled by bits, or by TriX where memory for these is refused. */
static tricorn_status trussness_by_bits(const char *parameters)
{
    tricorn_trusses_description all = TRICORN_TRUSSES_DESCRIPTION_INIT;
    tricorn_trusses *trusses = NULL;
    tricorn_graph *graph = NULL;

    tricorn_status status =
        tricorn_graph_generate(fixture.context, "complete", parameters, 0, &graph);
    if (status == TRICORN_OK)
        status = tricorn_trussness(fixture.context, graph, NULL, &trusses, NULL);
    if (status == TRICORN_OK) {
        CHECK_EQ(tricorn_trusses_edges(trusses, 40), graph->edges, "trussness of K_40");
        REQUIRE_OK(fixture.context, tricorn_trusses_describe(fixture.context, trusses, &all));
        fixture.by_trix += strcmp(all.method, "trix") == 0;
    }
    tricorn_trusses_free(trusses);
    tricorn_graph_free(graph);
    return status;
}

/* The 5-truss as a graph, and the table of all. */
static tricorn_status truss(const char *name)
{
    char path[TEST_PATH_BYTES];
    tricorn_trusses *trusses = NULL;
    tricorn_graph *one = NULL, *same = NULL;

    test_folder_path(&fixture.folder, name, path);
    tricorn_status status =
        tricorn_truss(fixture.context, fixture.graph, KARATE_K_MAX, NULL, &one, NULL);
    if (status == TRICORN_OK)
        status = tricorn_trussness(fixture.context, fixture.graph, NULL, &trusses, NULL);
    if (status == TRICORN_OK)
        status = tricorn_trusses_graph(fixture.context, trusses, KARATE_K_MAX, &same);
    if (status == TRICORN_OK) status = tricorn_trusses_save(fixture.context, trusses, path, NULL);
    if (status == TRICORN_OK) {
        CHECK_EQ(one->edges, same->edges, "edges of the truss");
        CHECK(remove(path) == 0, "%s was not written", name);
    }
    tricorn_trusses_free(trusses);
    tricorn_graph_free(one);
    tricorn_graph_free(same);
    return status;
}

/* Coefficients, of arrays that the library makes and that the caller has. */
static tricorn_status clustering(const char *own)
{
    tricorn_clustering_options options = TRICORN_CLUSTERING_OPTIONS_INIT;
    tricorn_clustering_summary summary = TRICORN_CLUSTERING_SUMMARY_INIT;
    void *array = NULL;

    tricorn_status status =
        tricorn_array_create(fixture.context, fixture.graph->vertices, sizeof(uint64_t), &array);
    if (own == NULL) options.triangles = array;
    if (status == TRICORN_OK)
        status = tricorn_clustering(fixture.context, fixture.graph, &options, &summary, NULL);
    if (status == TRICORN_OK) CHECK_EQ(summary.triangles, fixture.triangles, "clustering");
    tricorn_array_free(array);
    return status;
}

static tricorn_status cores(const char *unused)
{
    uint64_t numbers[256];
    uint32_t most = 0;
    (void)unused;
    return tricorn_core_numbers(fixture.context, fixture.graph, numbers, &most);
}

static tricorn_status core(const char *unused)
{
    tricorn_graph *made = NULL;
    const tricorn_status status = tricorn_graph_core(fixture.context, fixture.graph, 2, &made);
    (void)unused;
    if (status == TRICORN_OK)
        check_graph(made);
    else
        CHECK(made == NULL, "a core in spite of failure");
    return status;
}

static int take_similar(void *user, const uint32_t *ends, const double *values, uint64_t count)
{
    (void)user, (void)ends, (void)values, (void)count;
    return 0;
}

/* By sums of weights, and by supports. */
static tricorn_status similarity(const char *weighted)
{
    tricorn_similarity_options options = TRICORN_SIMILARITY_OPTIONS_INIT;
    options.measure = weighted ? TRICORN_ADAMIC_ADAR : TRICORN_COSINE;
    options.edges = take_similar;
    return tricorn_edge_similarity(fixture.context, fixture.graph, &options, NULL);
}

static tricorn_status similar_pairs(const char *unused)
{
    static const uint32_t pairs[] = {0, 1, 2, 3};
    double values[2];
    (void)unused;
    return tricorn_pair_similarity(fixture.context, fixture.graph, TRICORN_JACCARD, pairs, 2,
                                   values);
}

static tricorn_status cliques(const char *of_vertices)
{
    tricorn_clique_options options = TRICORN_CLIQUE_OPTIONS_INIT;
    tricorn_clique_result result = TRICORN_CLIQUE_RESULT_INIT;
    uint64_t counts[256];
    options.size = 3;
    if (of_vertices) options.vertices = counts;
    const tricorn_status status =
        tricorn_count_cliques(fixture.context, fixture.graph, &options, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.cliques, fixture.triangles, "cliques of three");
    return status;
}

static tricorn_status approximate(const char *unused)
{
    tricorn_approximate_result result = TRICORN_APPROXIMATE_RESULT_INIT;
    const tricorn_status status =
        tricorn_approximate(fixture.context, fixture.graph, NULL, &result);
    (void)unused;
    if (status == TRICORN_OK) CHECK_EQ(result.high, fixture.triangles, "approximate");
    return status;
}

/* A part of the edges of a file, and estimates of its vertices. */
static tricorn_status sample(const char *unused)
{
    static const char lines[] = "1 2\n2 3\n3 1\n3 4\n4 5000000000\n";
    tricorn_sample_result result = TRICORN_SAMPLE_RESULT_INIT;
    char path[TEST_PATH_BYTES];

    (void)unused;
    test_folder_path(&fixture.folder, "sampled.txt", path);
    test_file_write(path, lines, sizeof lines - 1, TEST_PLAIN);
    const tricorn_status status = tricorn_sample_load(fixture.context, path, NULL, NULL, &result);
    CHECK(remove(path) == 0, "the file");
    if (status == TRICORN_OK) CHECK_EQ(result.high, 1, "all edges");
    return status;
}

static tricorn_status local(const char *unused)
{
    const tricorn_local_options options = TRICORN_LOCAL_OPTIONS_INIT;
    (void)unused;
    return tricorn_approximate_vertices(fixture.context, fixture.graph, &options);
}

static tricorn_status squares(const char *unused)
{
    tricorn_square_summary summary = TRICORN_SQUARE_SUMMARY_INIT;
    (void)unused;
    return tricorn_square_clustering(fixture.context, fixture.graph, NULL, &summary);
}

/* From a file with words, and in a table. */
static tricorn_status named_pairs(const char *unused)
{
    static const char lines[] = "a b\nb c\nc a\nc d\n", wanted[] = "d a\na b\n";
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    char path[TEST_PATH_BYTES], out[TEST_PATH_BYTES];
    tricorn_graph *graph = NULL;
    uint32_t *pairs = NULL;

    (void)unused;
    test_folder_path(&fixture.folder, "words.txt", path);
    test_folder_path(&fixture.folder, "out.txt", out);
    test_file_write(path, lines, sizeof lines - 1, TEST_PLAIN);
    load.ids = TRICORN_IDS_STRING;
    tricorn_status status = tricorn_graph_load(fixture.context, path, &load, &graph);
    test_file_write(path, wanted, sizeof wanted - 1, TEST_PLAIN);
    if (status == TRICORN_OK)
        status = tricorn_pairs_load(fixture.context, graph, path, &load, &pairs,
                                    &options.pair_count);
    options.table = TRICORN_TABLE_SIMILARITY;
    options.pairs = pairs;
    options.top = 1;
    if (status == TRICORN_OK)
        status = tricorn_table_save(fixture.context, graph, out, &options, NULL);
    if (status == TRICORN_OK) CHECK_EQ(options.pair_count, 2, "pairs");
    if (status == TRICORN_OK) CHECK(remove(out) == 0, "no table was written");
    CHECK(remove(path) == 0, "the file of pairs");
    tricorn_array_free(pairs);
    tricorn_graph_free(graph);
    return status;
}

/* From a file with directions to what is counted of them. */
static tricorn_status directed(const char *unused)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0, 0, 2};
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_census census = TRICORN_CENSUS_INIT;
    tricorn_directed_summary summary = TRICORN_DIRECTED_SUMMARY_INIT;
    tricorn_graph *graph = NULL;
    uint64_t triads[TRICORN_TRIADS * 3];

    (void)unused;
    options.directed = 1;
    tricorn_status status =
        tricorn_graph_from_edges32(fixture.context, pairs, 4, &options, &graph);
    if (status == TRICORN_OK)
        status = tricorn_triad_census(fixture.context, graph, triads, &census);
    if (status == TRICORN_OK)
        status = tricorn_directed_clustering(fixture.context, graph, TRICORN_LDBC, NULL, &summary);
    if (status == TRICORN_OK) CHECK_EQ(census.triangles, 1, "directed");
    tricorn_graph_free(graph);
    return status;
}

/* From arrays with weights to both coefficients. */
static tricorn_status weighted(const char *unused)
{
    static const uint32_t pairs[] = {0, 1, 1, 2, 2, 0, 0, 3};
    static const double weights[] = {1, 1, 8, 0.5};
    tricorn_load_options options = TRICORN_LOAD_OPTIONS_INIT;
    tricorn_weighted_summary summary = TRICORN_WEIGHTED_SUMMARY_INIT;
    tricorn_graph *graph = NULL;

    (void)unused;
    options.edge_weights = weights;
    tricorn_status status =
        tricorn_graph_from_edges32(fixture.context, pairs, 4, &options, &graph);
    for (int kind = TRICORN_ONNELA; kind <= TRICORN_BARRAT && status == TRICORN_OK; kind++)
        status = tricorn_weighted_clustering(fixture.context, graph, (tricorn_weighted)kind, NULL,
                                             NULL, &summary);
    if (status == TRICORN_OK) CHECK_EQ(summary.triangles, 1, "weighted");
    tricorn_graph_free(graph);
    return status;
}

/* A file with weights. */
static tricorn_status weighted_file(const char *unused)
{
    static const char lines[] = "1 2 1.5\n2 3 1e-3\n3 1 7\n3 4 0\n";
    tricorn_load_options load = TRICORN_LOAD_OPTIONS_INIT;
    char path[TEST_PATH_BYTES];
    tricorn_graph *graph = NULL;

    (void)unused;
    test_folder_path(&fixture.folder, "weights.txt", path);
    test_file_write(path, lines, sizeof lines - 1, TEST_PLAIN);
    load.weight_column = 3;
    const tricorn_status status = tricorn_graph_load(fixture.context, path, &load, &graph);
    CHECK(remove(path) == 0, "the file of weights");
    tricorn_graph_free(graph);
    return status;
}

static tricorn_status generalized(const char *unused)
{
    uint64_t *offsets = NULL, *pairs = NULL;
    const tricorn_status status =
        tricorn_generalized_degree(fixture.context, fixture.graph, NULL, &offsets, &pairs, NULL);
    (void)unused;
    tricorn_array_free(offsets);
    tricorn_array_free(pairs);
    return status;
}

/* name: its first letter selects the table. */
static tricorn_status table(const char *name)
{
    char path[TEST_PATH_BYTES];
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    const size_t files_before = test_folder_count(&fixture.folder);

    options.table = name[0] == 'v'   ? TRICORN_TABLE_VERTICES
                    : name[0] == 'g' ? TRICORN_TABLE_GENERALIZED
                    : name[0] == 'e' ? TRICORN_TABLE_EDGES
                                     : TRICORN_TABLE_TRIANGLES;
    options.sorted = strchr(name, 's') != NULL;
    options.top = strchr(name, 't') ? 3 : 0;
    test_folder_path(&fixture.folder, name, path);
    const tricorn_status status =
        tricorn_table_save(fixture.context, fixture.graph, path, &options, NULL);
    if (status == TRICORN_OK) CHECK(remove(path) == 0, "%s was not written", name);
    CHECK_EQ(test_folder_count(&fixture.folder), files_before, "files left by %s", name);
    return status;
}

/* `failures` allocations fail, from the first on, from the second on, ... */
static void fail_in_turn(const char *name, const operation *call, int64_t failures)
{
    test_allocator *allocator = &fixture.allocator;
    const int64_t blocks_before = allocator->live_blocks, bytes_before = allocator->live_bytes;
    int64_t first = 0, refused;

    do {
        CHECK(first < MANY_TIMES, "%s: allocates without end", name);
        test_allocator_fail(allocator, first, failures);
        const tricorn_status status = call->run(call->argument);
        refused = allocator->refused;
        test_allocator_fail(allocator, -1, 0);
        if (status != TRICORN_OK) {
            REQUIRE_STATUS(fixture.context, status, TRICORN_OUT_OF_MEMORY);
            CHECK(refused > 0, "%s: no allocation failed, the call did", name);
        }
        CHECK_EQ(allocator->live_blocks, blocks_before, "%s: blocks after %lld allocations", name,
                 (long long)first);
        CHECK_EQ(allocator->live_bytes, bytes_before, "%s: bytes after %lld allocations", name,
                 (long long)first);
        first++;
    } while (refused > 0);
    REQUIRE_OK(fixture.context, call->run(call->argument));
}

static void check_operation(const char *name, const operation *call)
{
    fail_in_turn(name, call, 1);
    fail_in_turn(name, call, INT64_MAX);
}

static void all_operations(void)
{
    static const struct {
        const char *name;
        operation call;
    } operations[] = {
        {"load text", {load, "karate.txt"}},
        {"load gzip", {load, "karate.txt.gz"}},
        {"load zstd", {load, "karate.txt.zst"}},
        {"load Matrix Market", {load, "karate.mtx"}},
        {"load sparse ids", {load, "sparse.txt"}},
        {"load strings", {load_strings, "strings.txt"}},
        {"load strictly", {load_strict, "karate.txt"}},
        {"load lists", {load, "lists.adjlist"}},
        {"load lists of strings", {load_strings, "strings.adjlist"}},
        {"load lists strictly", {load_strict, "lists.adjlist"}},
        {"count from disk", {count_stored, "karate.txt"}},
        {"count sparse ids from disk", {count_stored_sparse, "sparse.txt"}},
        {"count words from disk", {count_stored_words, "strings.txt"}},
        {"count from disk by TRUST", {count_stored_partition, "trust"}},
        {"count from disk by TriX", {count_stored_partition, "trix"}},
        {"load lines", {load, "lines"}},
        {"load lines of strings", {load_strings, "lines"}},
        {"load DIMACS", {load, "a.col"}},
        {"load Pajek", {load, "a.net"}},
        {"load smat", {load, "a.smat"}},
        {"32-bit edges", {from_narrow, NULL}},
        {"edges by cores", {from_ordered, "core"}},
        {"edges by collective degrees", {from_ordered, "collective"}},
        {"64-bit edges", {from_wide, NULL}},
        {"compressed rows", {from_rows, NULL}},
        {"generate", {generate, "complete vertices=12"}},
        {"generate at random", {generate, "erdos-renyi vertices=60 edges=200"}},
        {"generate from graphs", {generate, "product left=complete:vertices=4 right=star"}},
        {"count", {count, NULL}},
        {"count, verified", {count_verified, NULL}},
        {"count in blocks", {count_blocks, NULL}},
        {"count by TRUST", {count_partition, "trust"}},
        {"count by TriX", {count_partition, "trix"}},
        {"vertices by TriX", {vertices_of_partition, "trix"}},
        {"quanta in memory", {quanta_in_memory, NULL}},
        {"quanta on disk", {quanta_on_disk, "karate.txt"}},
        {"count in a joined folder", {count_joined, "karate.txt"}},
        {"vertices in a joined folder", {vertices_joined, "karate.txt"}},
        {"edges in a joined folder", {edges_joined, "karate.txt"}},
        {"load a list of files", {load_list, "karate.txt"}},
        {"count by workers", {count_by_workers, NULL}},
        {"sizes of TRUST", {measure_partition, "trust"}},
        {"sizes of TriX", {measure_partition, "trix"}},
        {"names by in-degree", {count_renamed, "in-degree"}},
        {"collective names", {count_renamed, "collective"}},
        {"statistics of rows", {measure_rows, NULL}},
        {"save text", {save, "out.txt"}},
        {"save gzip", {save, "out.txt.gz"}},
        {"save zstd", {save, "out.mtx.zst"}},
        {"stream text", {stream, "stream.txt"}},
        {"stream zstd", {stream, "stream.u32.zst"}},
        {"degrees", {degrees, NULL}},
        {"vertices", {vertices, NULL}},
        {"vertices by merging", {vertices, "cpu-merge-edge"}},
        {"vertices in blocks", {vertices_in_blocks, NULL}},
        {"clustering", {clustering, NULL}},
        {"clustering, own arrays", {clustering, "own"}},
        {"core numbers", {cores, NULL}},
        {"core", {core, NULL}},
        {"similarity", {similarity, NULL}},
        {"similarity by weights", {similarity, "weighted"}},
        {"similarity of pairs", {similar_pairs, NULL}},
        {"cliques", {cliques, NULL}},
        {"cliques of vertices", {cliques, "of vertices"}},
        {"approximate", {approximate, NULL}},
        {"a part of the edges", {sample, NULL}},
        {"estimates of vertices", {local, NULL}},
        {"directed", {directed, NULL}},
        {"weighted", {weighted, NULL}},
        {"weights of a file", {weighted_file, NULL}},
        {"generalized degree", {generalized, NULL}},
        {"named pairs", {named_pairs, NULL}},
        {"squares", {squares, NULL}},
        {"edges", {edges_plain, NULL}},
        {"edges in blocks", {edges_in_blocks, "cpu-bitmap-vertex"}},
        {"edges, sorted", {edges_sorted, NULL}},
        {"triangles", {triangles_plain, NULL}},
        {"triangles, sorted", {triangles_sorted, NULL}},
        {"trussness by TriX", {trussness, "trix"}},
        {"trussness by index", {trussness, "index"}},
        {"trussness by rows", {trussness, "rows"}},
        {"trussness by bits", {trussness_by_bits, "vertices=40"}},
        {"truss", {truss, "truss.csv"}},
        {"table of vertices", {table, "v.csv"}},
        {"table of the top vertices", {table, "vt.gz"}},
        {"table of edges", {table, "es"}},
        {"table of the top edges", {table, "et.bin"}},
        {"table of triangles", {table, "l.zst"}},
        {"sorted table of triangles", {table, "ls"}},
    };

    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        check_operation(operations[i].name, &operations[i].call);
    for (size_t f = 0; f < tricorn_format_count(); f++) {
        const tricorn_format_description *format = tricorn_format_at(f);
        if (format->reads && format->writes)
            check_operation(format->name, &(operation){round_trip, format->name});
    }
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        const char *name = tricorn_algorithm_at(a)->name;
        if (count(name) == TRICORN_UNSUPPORTED) {
            print_message("%s: %s\n", name, tricorn_context_message(fixture.context));
            continue;
        }
        check_operation(name, &(operation){count, name});
        check_operation(name, &(operation){plan, name});
        check_operation(name, &(operation){count_blocks, name});
    }
}

static void write_files(void)
{
    static const char sparse[] = "5 18446744073709551615\n18446744073709551615 4294967296\n"
                                 "4294967296 5\n1 2\n",
                      strings[] = "ann bob\nbob cid\ncid ann\ncid dan\n",
                      lists[] = "1 18446744073709551615 2\n7\n2 3 18446744073709551615\n",
                      lines[] = "#\n# GMT Sat Jan  6 2024\n#\n1 2\n2 {}\n3 {}\n4 0\n",
                      colouring[] = "p edge 3 2\ne 1 2\ne 2 3\n",
                      network[] = "*Vertices 3\n*Edges\n1 2\n2 3\n", matrix[] = "2 2 1\n0 1 1\n";
    static const struct {
        const char *name, *text;
        size_t count;
    } texts[] = {{"sparse.txt", sparse, sizeof sparse - 1},
                 {"strings.txt", strings, sizeof strings - 1},
                 {"lists.adjlist", lists, sizeof lists - 1},
                 {"strings.adjlist", strings, sizeof strings - 1},
                 {"lines", lines, sizeof lines - 1},
                 {"a.col", colouring, sizeof colouring - 1},
                 {"a.net", network, sizeof network - 1},
                 {"a.smat", matrix, sizeof matrix - 1}};
    static const struct {
        const char *name;
        test_format format;
        test_compression compression;
    } files[] = {{"karate.txt", TEST_EDGES, TEST_PLAIN},
                 {"karate.txt.gz", TEST_EDGES, TEST_GZIP},
                 {"karate.txt.zst", TEST_EDGES, TEST_ZSTD},
                 {"karate.mtx", TEST_MATRIX_MARKET, TEST_PLAIN}};
    edge_list karate = make_karate();
    char path[TEST_PATH_BYTES];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        test_folder_path(&fixture.folder, files[i].name, path);
        test_file_write_edges(path, &karate, files[i].format, files[i].compression);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        test_folder_path(&fixture.folder, texts[i].name, path);
        test_file_write(path, texts[i].text, texts[i].count, TEST_PLAIN);
    }
    edge_list_free(&karate);
}

static void run_with(uint32_t threads)
{
    edge_list karate = make_karate();

    test_allocator_init(&fixture.allocator);
    fixture.context = test_context_create(&fixture.allocator, threads);
    test_folder_create(&fixture.folder);
    write_files();
    fixture.triangles = edge_list_brute_force(&karate);
    fixture.graph = edge_list_into_graph(fixture.context, karate);
    fixture.by_trix = 0;
    all_operations();
    CHECK(fixture.by_trix > 0, "no trussness was found by TriX for lack of memory");
    tricorn_graph_free(fixture.graph);
    test_folder_remove(&fixture.folder);
    test_context_free(&fixture.allocator, fixture.context);
}

static void one_thread(void **state)
{
    (void)state;
    run_with(1);
}

static void two_threads(void **state)
{
    (void)state;
    run_with(2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread),
        cmocka_unit_test(two_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
