/* test_shared_memory.c - one worker of a machine loads a graph and the others map it: all have the same, also its
 * ids; what fails in that one is known to all; where nothing can be shared each loads. */

#include <string.h>

#include "base/mapping.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/same_graph.h"
#include "support/team.h"

enum { SIZE = 4 };

/* What the workers load, and what each has got. */
typedef struct loaded {
    const char *path, *other; /* other: of all but the first, or NULL */
    tricorn_load_options options;
    uint64_t last_limit; /* bytes of the last worker's memory; 0: enough */
    tricorn_graph *graph[SIZE];
    tricorn_status status[SIZE];
} loaded;

static tricorn_context *context_of(const loaded *all, uint32_t rank)
{
    tricorn_context_options options = *OPTIONS(tricorn_context_options, .threads = 1);
    options.host_bytes_limit = rank + 1 == SIZE ? all->last_limit : 0;
    tricorn_context *context = test_new_context(&options);
    return context;
}

static void load(test_worker *worker)
{
    loaded *all = worker->user;
    const uint32_t rank = worker->transport.rank;
    tricorn_context *context = context_of(all, rank);
    tricorn_load_options options = all->options;
    tricorn_options count = *COUNTING(.transport = &worker->transport, .device = "cpu");
    options.count = &count;
    all->graph[rank] = NULL;
    all->status[rank] =
      tricorn_graph_load(context, rank > 0 && all->other ? all->other : all->path, &options, &all->graph[rank]);
    tricorn_context_free(context); /* graphs outlive it */
}

static void free_graphs(loaded *all)
{
    for (uint32_t w = 0; w < SIZE; w++) tricorn_graph_free(all->graph[w]);
}

static void write_text(const char *text)
{
    test_file_write(fixture.path, text, strlen(text), TEST_PLAIN);
}

/* Only the first worker's file is there. */
TEST_CASE(all_have_the_first_ones)
{
    static const struct {
        tricorn_ids ids;
        const char *text;
    } files[] = {
      {TRICORN_IDS_NUMBER, "0 1\n1 2\n2 0\n2 3\n4 4\n3 2\n"},
      {TRICORN_IDS_NUMBER, "900000000000 17\n17 5\n5 900000000000\n5 6\n"},
      {TRICORN_IDS_STRING, "ann bob\nbob eve\neve ann\neve a%20long_word\n"},
      {TRICORN_IDS_NUMBER, "7 7\n"}, /* no edge is left */
    };
    for (size_t f = 0; f < LENGTH(files); f++) {
        loaded all = {.path = fixture.path, .other = "/no/such/file"};
        test_team team = {0};
        write_text(files[f].text);
        all.options = (tricorn_load_options)TRICORN_LOAD_OPTIONS_INIT;
        all.options.input.ids = files[f].ids;
        tricorn_graph *alone = test_load(fixture.context, fixture.path, &all.options);
        test_team_run(&team, SIZE, load, &all);
        for (uint32_t w = 0; w < SIZE; w++) {
            CHECK_EQ(all.status[w], TRICORN_OK, "file %zu, worker %u", f, w);
            check_identical_graphs(all.graph[w], alone, files[f].text);
            CHECK((all.graph[w]->mapping != NULL) == (w > 0), "worker %u maps", w);
            CHECK(strcmp(all.graph[w]->source, alone->source) == 0, "the format");
            for (uint32_t v = 0; v < alone->vertices; v++) {
                const char *label = tricorn_graph_label(alone, v);
                CHECK_EQ(tricorn_graph_id(all.graph[w], v), tricorn_graph_id(alone, v), "an id");
                CHECK(label == NULL || strcmp(label, tricorn_graph_label(all.graph[w], v)) == 0, "a word");
            }
        }
        free_graphs(&all);
        tricorn_graph_free(alone);
    }
}

/* The triangles of the windmill: WINGS copies of K_CLIQUE that share a vertex. */
enum { WINGS = 20, CLIQUE = 15 };

static void count(test_worker *worker)
{
    loaded *all = worker->user;
    const uint32_t rank = worker->transport.rank;
    load(worker);
    CHECK_EQ(all->status[rank], TRICORN_OK, "worker %u loads", rank);
    CHECK_EQ(test_triangles(worker->context, all->graph[rank],
               COUNTING(.transport = &worker->transport, .algorithm = "cpu-merge-edge")),
      WINGS * choose(CLIQUE, 3), "worker %u", rank);
}

TEST_CASE(each_counts_what_is_shared)
{
    edge_list edges = make_windmill(CLIQUE, WINGS);
    loaded all = {.path = fixture.path, .options = TRICORN_LOAD_OPTIONS_INIT};
    test_file_write_edges(fixture.path, &edges, TEST_EDGES, TEST_GZIP);
    for (int apart = 0; apart < 2; apart++) {
        test_team team = {.apart = apart};
        test_team_run(&team, SIZE, count, &all);
        for (uint32_t w = 0; w < SIZE; w++) CHECK((all.graph[w]->mapping != NULL) == (w > 0 && !apart), "worker %u", w);
        free_graphs(&all);
    }
    edge_list_free(&edges);
}

/* Directions are not shared, nor is what is in a folder. */
TEST_CASE(some_load_by_themselves)
{
    loaded all = {.path = fixture.path, .options = TRICORN_LOAD_OPTIONS_INIT};
    test_team team = {0};
    write_text("0 1\n1 2\n2 0\n");
    all.options.graph.directed = 1;
    test_team_run(&team, SIZE, load, &all);
    for (uint32_t w = 0; w < SIZE; w++) {
        CHECK_EQ(all.status[w], TRICORN_OK, "worker %u", w);
        CHECK(all.graph[w]->mapping == NULL && all.graph[w]->directions != NULL, "its own");
    }
    free_graphs(&all);
}

TEST_CASE(what_fails_is_known)
{
    loaded all = {.path = fixture.path, .options = TRICORN_LOAD_OPTIONS_INIT};
    test_team team = {0};
    write_text("0 1\nthis is no edge\n");
    test_team_run(&team, SIZE, load, &all);
    for (uint32_t w = 0; w < SIZE; w++) CHECK_EQ(all.status[w], TRICORN_BAD_FORMAT, "worker %u", w);
    all.path = "/no/such/file";
    test_team_run(&team, SIZE, load, &all);
    for (uint32_t w = 0; w < SIZE; w++) CHECK_EQ(all.status[w], TRICORN_IO_ERROR, "worker %u", w);
    write_text("0 1\n1 2\n");
    all.path = fixture.path;
    all.last_limit = 100;
    test_team_run(&team, SIZE, load, &all);
    for (uint32_t w = 0; w < SIZE; w++)
        CHECK_EQ(all.status[w], w + 1 < SIZE ? TRICORN_OK : TRICORN_OUT_OF_MEMORY, "worker %u", w);
    free_graphs(&all);
    all.last_limit = 0;
    team.fails = true;
    test_team_run(&team, SIZE, load, &all);
    for (uint32_t w = 0; w < SIZE; w++) CHECK_EQ(all.status[w], TRICORN_IO_ERROR, "worker %u", w);
}

/* Another program's file. */
static int share_other(void *user, int *descriptor)
{
    *descriptor = *(int *)user;
    return 0;
}

TEST_CASE(strange_files_and_transports)
{
    tricorn_context *context = fixture.context;
    char zeros[4096] = {0};
    const tg_part_bytes part = {zeros, sizeof zeros};
    int file = -1;
    tricorn_transport node = {
      .struct_size = sizeof node, .size = 2, .node_size = 2, .node_rank = 1, .share = share_other, .user = &file};
    tricorn_graph *graph = NULL;
    tricorn_options count = *COUNTING(.transport = &node);
    tricorn_load_options options = *LOADING(.count = &count);
    REQUIRE_OK(context, tg_mapping_write(context, &part, 1, &file));
    REQUIRE_STATUS(context, tricorn_graph_load(context, fixture.path, &options, &graph), TRICORN_IO_ERROR);
    node.node_rank = 2;
    REQUIRE_STATUS(context, tricorn_graph_load(context, fixture.path, &options, &graph), TRICORN_INVALID_ARGUMENT);
    node.node_rank = 0;
    node.share = NULL;
    REQUIRE_STATUS(context, tricorn_graph_load(context, fixture.path, &options, &graph), TRICORN_INVALID_ARGUMENT);
}

TEST_MAIN_EACH(test_create, test_destroy)
