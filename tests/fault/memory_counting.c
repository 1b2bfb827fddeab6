/* memory_counting.c - counts of graphs in memory, of vertices and edges, and tables. */
#include "fault/memory.h"

#include <stdio.h>
#include <string.h>

static tricorn_status count_with(const tricorn_options *options, const char *what)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    const tricorn_status status = tricorn_count(memory.context, memory.graph, options, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, memory.triangles, "%s", what);
    return status;
}

tricorn_status memory_count(const char *algorithm)
{
    return count_with(COUNTING(.algorithm = algorithm), algorithm ? algorithm : "chosen");
}

tricorn_status memory_count_blocks(const char *algorithm)
{
    return count_with(COUNTING(.algorithm = algorithm, .blocks = 4), "in blocks");
}

static tricorn_status count_partition(const char *partition)
{
    return count_with(COUNTING(.partition = partition, .device = "cpu", .blocks = 9), partition);
}

static tricorn_status count_relabelled(const char *names)
{
    return count_with(COUNTING(.relabel = names, .device = "cpu"), names);
}

static tricorn_status count_verified(const char *unused)
{
    (void)unused;
    return count_with(COUNTING(.verify = 1), "verified");
}

tricorn_status memory_plan(const char *algorithm)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_plan *made = NULL;

    tricorn_status status = tricorn_plan_create(memory.context, memory.graph, COUNTING(.algorithm = algorithm), &made);
    for (int run = 0; run < 2 && status == TRICORN_OK; run++) status = tricorn_plan_run(memory.context, made, &result);
    if (status == TRICORN_OK) CHECK_EQ(result.triangles, memory.triangles, "plan");
    tricorn_plan_free(made);
    return status;
}

static tricorn_status vertices_with(const tricorn_options *options, const char *what)
{
    uint64_t counts[256];
    uint64_t sum = 0;
    const tricorn_status status = tricorn_vertex_triangles(memory.context, memory.graph, options, counts, NULL);
    for (uint32_t v = 0; status == TRICORN_OK && v < memory.graph->vertices; v++) sum += counts[v];
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * memory.triangles, "%s", what);
    return status;
}

static tricorn_status vertices(const char *algorithm)
{
    return vertices_with(COUNTING(.algorithm = algorithm), algorithm ? algorithm : "chosen");
}

static tricorn_status vertices_of_partition(const char *partition)
{
    return vertices_with(COUNTING(.partition = partition, .device = "cpu", .blocks = 4), partition);
}

static tricorn_status vertices_in_blocks(const char *algorithm)
{
    return vertices_with(COUNTING(.algorithm = algorithm, .blocks = 9), "in blocks");
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

typedef tricorn_status list_call(tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options,
  const tricorn_visitor *visitor, tricorn_result *result);

static tricorn_status list_with(list_call *call, const tricorn_options *options, int sorted)
{
    uint64_t sum = 0;

    const tricorn_status status = call(memory.context, memory.graph, options,
      OPTIONS(tricorn_visitor, .edges = add_support, .triangles = add_triangles, .user = &sum, .sorted = sorted), NULL);
    if (status == TRICORN_OK) CHECK_EQ(sum, 3 * memory.triangles, "listed");
    return status;
}

static tricorn_status edges_plain(const char *unused)
{
    (void)unused;
    return list_with(tricorn_edge_support, NULL, 0);
}

static tricorn_status edges_in_blocks(const char *algorithm)
{
    return list_with(tricorn_edge_support, COUNTING(.algorithm = algorithm, .blocks = 4), 0);
}

static tricorn_status edges_sorted(const char *unused)
{
    (void)unused;
    return list_with(tricorn_edge_support, NULL, 1);
}

static tricorn_status triangles_plain(const char *unused)
{
    (void)unused;
    return list_with(tricorn_triangle_list, NULL, 0);
}

static tricorn_status triangles_sorted(const char *unused)
{
    (void)unused;
    return list_with(tricorn_triangle_list, NULL, 1);
}

/* name: its first letter selects the table. */
static tricorn_status table(const char *name)
{
    tricorn_table_options options = TRICORN_TABLE_OPTIONS_INIT;
    const size_t files_before = test_folder_count(&memory.folder);

    options.table = name[0] == 'v'   ? TRICORN_TABLE_VERTICES
                    : name[0] == 'g' ? TRICORN_TABLE_GENERALIZED
                    : name[0] == 'e' ? TRICORN_TABLE_EDGES
                                     : TRICORN_TABLE_TRIANGLES;
    options.sorted = strchr(name, 's') != NULL;
    options.top = strchr(name, 't') ? 3 : 0;
    const char *path = PATH_IN(&memory.folder, name);
    const tricorn_status status = tricorn_table_save(memory.context, memory.graph, path, &options, NULL);
    if (status == TRICORN_OK) CHECK(remove(path) == 0, "%s was not written", name);
    CHECK_EQ(test_folder_count(&memory.folder), files_before, "files left by %s", name);
    return status;
}

const memory_call memory_counting[] = {
  {"count", memory_count, NULL},
  {"count, verified", count_verified, NULL},
  {"count in blocks", memory_count_blocks, NULL},
  {"count by TRUST", count_partition, "trust"},
  {"count by TriX", count_partition, "trix"},
  {"vertices by TriX", vertices_of_partition, "trix"},
  {"names by in-degree", count_relabelled, "in-degree"},
  {"collective names", count_relabelled, "collective"},
  {"vertices", vertices, NULL},
  {"vertices by merging", vertices, "cpu-merge-edge"},
  {"vertices in blocks", vertices_in_blocks, NULL},
  {"edges", edges_plain, NULL},
  {"edges in blocks", edges_in_blocks, "cpu-bitmap-vertex"},
  {"edges, sorted", edges_sorted, NULL},
  {"triangles", triangles_plain, NULL},
  {"triangles, sorted", triangles_sorted, NULL},
  {"table of vertices", table, "v.csv"},
  {"table of the top vertices", table, "vt.gz"},
  {"table of edges", table, "es"},
  {"table of the top edges", table, "et.bin"},
  {"table of triangles", table, "l.zst"},
  {"sorted table of triangles", table, "ls"},
  {NULL, NULL, NULL},
};
