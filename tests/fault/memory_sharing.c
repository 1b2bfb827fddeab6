/* memory_sharing.c - counts of graphs on disk, by parts, in joined folders and by workers. */
#include "fault/memory.h"

#include <ftw.h>
#include <stdio.h>

#include "store/files/limits.h"

/* Stores the graph on disk, in four ranges, until test_store_reset(). */
static tricorn_status load_stored(const char *name, tricorn_ids ids, tricorn_graph **graph)
{
    char path[TEST_PATH_BYTES];

    test_store_cut(4, memory.graph->edges);
    test_store_passes(2, 1);
    tricorn_load_options options = *LOADING(.input.ids = ids, .disk.scratch = memory.folder.path);
    test_folder_path(&memory.folder, name, path);
    return tricorn_graph_load(memory.context, path, &options, graph);
}

/* From disk; by a partition, or NULL. */
static tricorn_status count_from_disk(const char *name, tricorn_ids ids, const char *partition, uint64_t triangles)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;

    tricorn_status status = load_stored(name, ids, &graph);
    if (status == TRICORN_OK)
        status =
          tricorn_count(memory.context, graph, COUNTING(.partition = partition, .blocks = partition ? 9 : 0), &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, triangles, "from disk");
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

static tricorn_status count_stored(const char *name)
{
    return count_from_disk(name, TRICORN_IDS_NUMBER, NULL, memory.triangles);
}

static tricorn_status count_stored_relabelled(const char *names)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    tricorn_status status = load_stored("karate.txt", TRICORN_IDS_NUMBER, &graph);
    tg_store_limits_set.collected_ids = 30;
    if (status == TRICORN_OK) status = tricorn_count(memory.context, graph, COUNTING(.relabel = names), &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, memory.triangles, "from disk");
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

static tricorn_status count_stored_partition(const char *partition)
{
    return count_from_disk("karate.txt", TRICORN_IDS_NUMBER, partition, memory.triangles);
}

static tricorn_status vertices_stored_partition(const char *partition)
{
    enum { ROOM = 64 }; /* more than the vertices of the graph */
    uint64_t triangles[ROOM] = {0}, sum = 0;
    tricorn_graph *graph = NULL;

    tricorn_status status = load_stored("karate.txt", TRICORN_IDS_NUMBER, &graph);
    if (status == TRICORN_OK)
        status = tricorn_vertex_triangles(
          memory.context, graph, COUNTING(.partition = partition, .blocks = 9), triangles, NULL);
    for (int v = 0; status == TRICORN_OK && v < ROOM; v++) sum += triangles[v];
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * memory.triangles, "vertices from disk");
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
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

/* Rounds on disk, then by narrow supports, whose table has some, then by ordinary methods, from
 * half of the edges on each. */
static tricorn_status trussness_from_disk(const char *name)
{
    tricorn_trusses *trusses = NULL;
    tricorn_graph *graph = NULL;
    uint64_t edges = 0;
    tricorn_status status = load_stored(name, TRICORN_IDS_NUMBER, &graph);
    tg_store_limits_set.left_edges = memory.graph->edges / 2;
    tg_store_limits_set.wide_edges = memory.graph->edges / 4;
    tg_store_limits_set.narrow_most = 3;
    if (status == TRICORN_OK) status = tricorn_trussness(memory.context, graph, NULL, &trusses, NULL);
    for (uint32_t k = 2; status == TRICORN_OK && k <= KARATE_K_MAX; k++) edges += tricorn_trusses_edges(trusses, k);
    if (status == TRICORN_OK) CHECK_EQ(edges, memory.graph->edges, "with a trussness");
    tricorn_trusses_free(trusses);
    tricorn_graph_free(graph);
    test_store_reset();
    return status;
}

/* By parts, of a graph in memory or on disk. */
static tricorn_status count_parts(tricorn_graph *graph)
{
    tricorn_parts *parts = NULL;
    uint64_t sum = 0, identity, found = 0;

    tricorn_status status = tricorn_parts_create(memory.context, graph, COUNTING(.parts = 5), &parts);
    if (status == TRICORN_OK) status = tricorn_parts_identity(memory.context, parts, &identity);
    for (uint64_t q = 0; status == TRICORN_OK && q < tricorn_parts_count(parts); q++) {
        status = tricorn_part_count(memory.context, parts, q, &found);
        sum += found;
    }
    if (status == TRICORN_OK) CHECK_EQ(sum, memory.triangles, "parts");
    tricorn_parts_free(parts);
    return status;
}

static tricorn_status parts_in_memory(const char *unused)
{
    (void)unused;
    return count_parts(memory.graph);
}

static tricorn_status parts_on_disk(const char *name)
{
    tricorn_graph *graph = NULL;
    tricorn_status status = load_stored(name, TRICORN_IDS_NUMBER, &graph);
    if (status == TRICORN_OK) status = count_parts(graph);
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
    tricorn_graph *graph = NULL;

    test_folder_path(&memory.folder, name, path);
    test_folder_path(&memory.folder, "work", work);
    test_store_cut(4, memory.graph->edges);
    tricorn_status status =
      tricorn_graph_load(memory.context, path, LOADING(.disk.work = work, .disk.join = 1), &graph);
    if (status == TRICORN_OK) status = ask(graph, COUNTING(.parts = 4));
    tricorn_graph_free(graph);
    nftw(work, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
    test_store_reset();
    return status;
}

static tricorn_status ask_total(const tricorn_graph *graph, const tricorn_options *count)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status = tricorn_count(memory.context, graph, count, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, memory.triangles, "joined");
    return status;
}

static tricorn_status count_joined(const char *name)
{
    return join_folder(name, ask_total);
}

static tricorn_status ask_vertices(const tricorn_graph *graph, const tricorn_options *count)
{
    uint64_t counts[256], sum = 0;
    const tricorn_status status = tricorn_vertex_triangles(memory.context, graph, count, counts, NULL);
    for (uint32_t v = 0; status == TRICORN_OK && v < memory.graph->vertices; v++) sum += counts[v];
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * memory.triangles, "vertices, joined");
    return status;
}

static tricorn_status vertices_joined(const char *name)
{
    return join_folder(name, ask_vertices);
}

static tricorn_status ask_edges(const tricorn_graph *graph, const tricorn_options *count)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const char *path = PATH_IN(&memory.folder, "joined.txt");
    const tricorn_status status = tricorn_table_save(memory.context, graph, path,
      OPTIONS(tricorn_table_options, .table = TRICORN_TABLE_EDGES, .count = count), &result);
    if (status == TRICORN_OK) CHECK(remove(path) == 0, "no table was written");
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, memory.triangles, "edges, joined");
    return status;
}

static tricorn_status edges_joined(const char *name)
{
    return join_folder(name, ask_edges);
}

static tricorn_status ask_edges_of_trust(const tricorn_graph *graph, const tricorn_options *count)
{
    tricorn_options trust = *count;
    trust.partition = "trust";
    trust.blocks = 4;
    return ask_edges(graph, &trust);
}

static tricorn_status ask_edges_of_polak(const tricorn_graph *graph, const tricorn_options *count)
{
    tricorn_options polak = *count;
    polak.partition = "polak";
    return ask_edges(graph, &polak);
}

static tricorn_status blocks_joined(const char *name)
{
    return join_folder(name, ask_edges_of_trust);
}

static tricorn_status rows_joined(const char *name)
{
    return join_folder(name, ask_edges_of_polak);
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
    tricorn_result result = TRICORN_RESULT_INIT;
    (void)unused;
    const tricorn_status status =
      tricorn_count(memory.context, memory.graph, COUNTING(.transport = &transport), &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, memory.triangles, "workers");
    return status;
}

const memory_call memory_sharing[] = {
  {"count from disk", count_stored, "karate.txt"},
  {"count sparse ids from disk", count_stored_sparse, "sparse.txt"},
  {"count words from disk", count_stored_words, "strings.txt"},
  {"count from disk by TRUST", count_stored_partition, "trust"},
  {"count relabelled from disk", count_stored_relabelled, "collective"},
  {"count from disk by TriX", count_stored_partition, "trix"},
  {"vertices from disk by TRUST", vertices_stored_partition, "trust"},
  {"vertices from disk by TriX", vertices_stored_partition, "trix"},
  {"vertices from disk by workload", vertices_stored_partition, "workload"},
  {"vertices from disk by Polak", vertices_stored_partition, "polak"},
  {"trussness from disk", trussness_from_disk, "karate.txt"},
  {"parts in memory", parts_in_memory, NULL},
  {"parts on disk", parts_on_disk, "karate.txt"},
  {"count in a joined folder", count_joined, "karate.txt"},
  {"vertices in a joined folder", vertices_joined, "karate.txt"},
  {"edges in a joined folder", edges_joined, "karate.txt"},
  {"edges of TRUST in a joined folder", blocks_joined, "karate.txt"},
  {"edges of Polak in a joined folder", rows_joined, "karate.txt"},
  {"count by workers", count_by_workers, NULL},
  {NULL, NULL, NULL},
};
