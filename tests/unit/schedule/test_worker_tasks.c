/* test_worker_tasks.c - views of tasks: two views that count the tasks in turn, in memory and from disk, find
 * together what brute force finds, and leave the tasks as they are. */
#include "schedule/disk/parts.h"
#include "support/families.h"
#include "support/fixture.h"
#include "support/stored.h"

enum { VIEWS = 2 };

static tg_parts *cut(const tricorn_graph *graph, const char *partition, uint64_t wanted)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tg_pass_limits limits = {0};
    tg_parts *parts = NULL;
    tg_request request;
    options.device = "cpu";
    options.partition = partition;
    options.blocks = wanted < 5 ? 4 : 9;
    options.parts = wanted;
    WORKS(tg_request_read(fixture.context, graph, &options, TG_SINK_TOTAL, &request));
    WORKS(tg_parts_cut_alone(fixture.context, graph, &request, &limits, &parts));
    return parts;
}

static uint64_t count(tg_parts *parts, tg_worker_tasks *const *by, uint64_t each)
{
    uint64_t sum = 0;
    for (uint64_t t = 0; t < tg_parts_count(parts); t++) {
        uint64_t found = 0;
        WORKS(tg_worker_tasks_count(
          fixture.context, by[t % each], &tg_parts_plan(parts)->request.setup, t, t + 1, NULL, &found));
        sum += found;
    }
    return sum;
}

static void check(const tricorn_graph *graph, uint64_t expected)
{
    static const char *const partitions[] = {"trust", "trix", "workload", "polak"};
    for (size_t p = 0; p < LENGTH(partitions); p++)
        for (uint64_t wanted = 1; wanted <= 64; wanted *= 4) {
            tg_parts *parts = cut(graph, partitions[p], wanted);
            tg_worker_tasks *views[VIEWS], *tasks = tg_parts_tasks(parts);
            for (int v = 0; v < VIEWS; v++) WORKS(tg_worker_tasks_view(fixture.context, tasks, &views[v]));
            CHECK_EQ(count(parts, views, VIEWS), expected, "by views of %s, %d", partitions[p], (int)wanted);
            for (int v = 0; v < VIEWS; v++) tg_worker_tasks_free(views[v]);
            CHECK_EQ(count(parts, &tasks, 1), expected, "by the tasks of %s, %d", partitions[p], (int)wanted);
            tg_parts_free(parts);
        }
}

TEST_CASE(views_count_like_the_tasks)
{
    test_random random = {18};
    for (uint32_t ranges = 1; ranges <= 9; ranges += 4) {
        edge_list edges = make_random(80, 40, &random);
        const uint64_t expected = edge_list_brute_force(&edges);
        tricorn_graph *memory = edge_list_graph(fixture.context, &edges);
        tricorn_graph *disk = test_stored_graph(fixture.context, &edges, TEST_IDS_DENSE, ranges);
        check(memory, expected);
        check(disk, expected);
        tricorn_graph_free(memory);
        tricorn_graph_free(disk);
        test_store_reset();
        edge_list_free(&edges);
    }
}

TEST_MAIN_EACH(test_create, test_destroy)
