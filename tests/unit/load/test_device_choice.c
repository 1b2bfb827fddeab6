/* test_device_choice.c - what a sample of the file says about degrees is known to each later choice of a device. The
 * linker sends the predictions to this test, which prefers a GPU where degrees are unknown (tests/CMakeLists.txt).
 */
#include <stdio.h>

#include "registry/registry.h"
#include "support/check.h"
#include "support/files.h"
#include "support/wraps.h"

enum { MOST_PREDICTIONS = 16, VERTICES = 1 << 20 };

static struct {
    tg_workload workload;
    bool in_memory;
} asked[MOST_PREDICTIONS];
static size_t asked_count;

static tg_workload_seconds predict(const tg_workload *workload, bool in_memory)
{
    if (asked_count < MOST_PREDICTIONS) {
        asked[asked_count].workload = *workload;
        asked[asked_count++].in_memory = in_memory;
    }
    return workload->end_degree > 0 ? (tg_workload_seconds){.cpu = 1, .gpu = 2}
                                    : (tg_workload_seconds){.cpu = 2, .gpu = 1};
}

TEST_WRAPS(tg_gpu_seems_usable);
bool __wrap_tg_gpu_seems_usable(void)
{
    return true;
}

TEST_WRAPS(tg_predict_workload);
tg_workload_seconds __wrap_tg_predict_workload(const tg_workload *workload)
{
    return predict(workload, false);
}

TEST_WRAPS(tg_predict_in_memory);
tg_workload_seconds __wrap_tg_predict_in_memory(const tricorn_context *context, const tg_workload *in_memory)
{
    (void)context;
    return predict(in_memory, true);
}

/* A ring, each vertex with its next two: too large to be sampled whole. */
static void write_ring(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) fail_msg("cannot write %s", path);
    for (uint32_t v = 0; v < VERTICES; v++)
        fprintf(file, "%u %u\n%u %u\n", v, (v + 1) % VERTICES, v, (v + 2) % VERTICES);
    fclose(file);
}

TEST_CASE(degrees_stay_known)
{
    tricorn_options count = TRICORN_OPTIONS_INIT;
    test_folder folder;
    bool in_memory = false;

    test_folder_create(&folder);
    const char *path = PATH_IN(&folder, "ring.txt");
    write_ring(path);
    tricorn_context *context = test_new_context(NULL);
    tricorn_graph *graph = test_load(context, path, LOADING(.count = &count));
    CHECK_EQ(test_triangles(context, graph, &count), VERTICES, "one triangle for three vertices in a row");
    CHECK_EQ(asked[0].workload.end_degree, 0, "nothing is known before the sample");
    CHECK(asked_count > 2 && asked_count < MOST_PREDICTIONS, "%zu predictions", asked_count);
    for (size_t a = 1; a < asked_count; a++) {
        const double degree = asked[a].workload.end_degree;
        CHECK(degree > 0 && degree <= 8, "each vertex has degree 4, not %g", degree);
        in_memory |= asked[a].in_memory;
    }
    CHECK(in_memory, "the choice is made once more when the edges are in memory");
    tricorn_graph_free(graph);
    tricorn_context_free(context);
    test_folder_remove(&folder);
}

TEST_MAIN()
