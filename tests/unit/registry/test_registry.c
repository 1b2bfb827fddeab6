/* test_registry.c - the list of algorithms: complete, found by name, without duplicates. */
#include <string.h>

#include "registry/registry.h"
#include "support/check.h"

TEST_CASE(descriptions_are_whole)
{
    CHECK(tricorn_algorithm_count() >= 2, "one to count, another to confirm");
    CHECK(tricorn_algorithm_at(tricorn_algorithm_count()) == NULL, "after the last");
    CHECK(tricorn_algorithm_at(SIZE_MAX) == NULL, "far after the last");
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        const tricorn_algorithm_description *of = tricorn_algorithm_at(a);
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        const char *device = tg_device_of(algorithm) == TG_GPU ? "gpu" : "cpu";
        CHECK(of->name && of->summary && of->source, "algorithm %zu", a);
        CHECK(of == &algorithm->description, "%s: two descriptions", of->name);
        CHECK(strcmp(of->device, device) == 0, "%s runs on %s", of->name, of->device);
        CHECK(strncmp(of->name, device, strlen(device)) == 0, "%s: a name begins with its device", of->name);
        const bool sinks = tg_has_sinks(algorithm);
        CHECK(of->vertices == sinks && of->edges == sinks, "%s: vertices and edges", of->name);
        CHECK(of->lists == (sinks && tg_device_of(algorithm) == TG_CPU), "%s: lists", of->name);
    }
}

TEST_CASE(names_and_aliases_are_unique)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        const char *alias = algorithm->description.alias;
        CHECK(tg_algorithm_find(algorithm->description.name) == algorithm, "by name: %s", algorithm->description.name);
        CHECK(alias == NULL || tg_algorithm_find(alias) == algorithm, "by alias: %s", alias);
    }
    CHECK(tg_algorithm_find("") == NULL, "no name");
    CHECK(tg_algorithm_find("cpu") == NULL, "a part of a name");
}

TEST_CASE(verifiers_look_up_otherwise)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        const tg_algorithm *verifier = tg_choose_verifier(algorithm);
        CHECK(verifier != NULL, "%s", algorithm->description.name);
        CHECK(tg_device_of(verifier) == TG_CPU, "a verifier that runs everywhere");
        CHECK(verifier->lookup != algorithm->lookup, "%s is verified by its own kind", algorithm->description.name);
    }
}

/* Cases measured with an H100 and 16 cores, or an H200 and 64, and machines that were made up. */
TEST_CASE(devices_by_the_end_of_the_process)
{
    static const struct {
        const char *name;
        tg_workload workload;
        bool gpu;
    } cases[] = {
      {"a few edges", {.edges = 3, .read_bytes = 12, .threads = 2}, false},
      {"s22 as .tri, 16 threads: 0.27 s against 0.32 s",
        {.edges = 64154846, .read_bytes = 129721312, .finished = true, .threads = 16}, true},
      {"s22 as .tri, 64 threads", {.edges = 64154846, .read_bytes = 129721312, .finished = true, .threads = 64}, false},
      {"s20 as .tri, 16 threads", {.edges = 15702268, .read_bytes = 30000000, .finished = true, .threads = 16}, false},
      {"s20 as .tri, the GPU runs", {.edges = 15702268, .finished = true, .gpu_runs = true, .threads = 16}, true},
      {"s22 as text, 16 threads", {.edges = 67108864, .read_bytes = 1000000000, .threads = 16}, true},
      {"s24 as pairs, 64 threads: 0.57 s against 1.6 s", {.edges = 268435456, .read_bytes = 2147483648, .threads = 64},
        true},
      {"s24 as pairs, 64 threads, CUDA starts four: 1.2 s against 1.6 s",
        {.edges = 268435456, .read_bytes = 2147483648, .gpus = 4, .threads = 64}, true},
      {"s22 as pairs, 64 threads, CUDA starts four: 0.9 s against 0.36 to 0.52 s",
        {.edges = 67108864, .read_bytes = 536870912, .gpus = 4, .threads = 64}, false},
      {"s22 as text, 64 threads, one of four GPUs: 0.50 s against 0.30 s",
        {.edges = 64154846, .read_bytes = 992641893, .gpus = 1, .machine_gpus = 4, .threads = 64}, false},
      {"s24 as pairs, 64 threads, one of four GPUs: 0.43 s against 1.3 s",
        {.edges = 260380663, .read_bytes = 2083045304, .gpus = 1, .machine_gpus = 4, .threads = 64}, true},
      {"s26 as pairs, 64 threads, CUDA starts eight",
        {.edges = 1073741824, .read_bytes = 8589934592, .gpus = 8, .threads = 64}, true},
      {"s22 as pairs, 2 threads, CUDA starts eight",
        {.edges = 67108864, .read_bytes = 536870912, .gpus = 8, .threads = 2}, true},
      {"s24 in memory, 96 threads", {.edges = 268435456, .threads = 96}, true},
      {"a thousand edges, the GPU runs", {.edges = 1000, .gpu_runs = true, .threads = 1}, false},
      {"s20 as text, 16 threads", {.edges = 15702268, .read_bytes = 217944524, .threads = 16}, false},
      {"s20 as text, and ten more files like it",
        {.edges = 15702268, .read_bytes = 217944524, .following_bytes = 2179445240, .threads = 16}, true},
      {"a small world, 1 thread, one GPU of four: 0.28 s against 0.36 s",
        {.edges = 16057664, .read_bytes = 128461312, .end_degree = 16, .gpus = 1, .machine_gpus = 4, .threads = 1},
        false},
      {"preferential attachment as text, likewise: 0.23 s against 0.36 s",
        {.edges = 6434336, .read_bytes = 90080704, .end_degree = 60, .gpus = 1, .machine_gpus = 4, .threads = 1},
        false},
      {"preferential attachment as text, likewise: 1.8 s against 0.49 s",
        {.edges = 44109016, .read_bytes = 650000000, .end_degree = 60, .gpus = 1, .machine_gpus = 4, .threads = 1},
        true},
      {"a grid as .tri, likewise: 0.05 s against 0.33 s",
        {.edges = 11400000,
          .read_bytes = 22800000,
          .end_degree = 6,
          .finished = true,
          .gpus = 1,
          .machine_gpus = 4,
          .threads = 1},
        false},
      {"a file of a kilobyte, and a hundred like it",
        {.edges = 80, .read_bytes = 1024, .following_bytes = 102400, .threads = 2}, false},
    };
    for (size_t c = 0; c < LENGTH(cases); c++) {
        const tg_workload_seconds seconds = tg_predict_workload(&cases[c].workload);
        CHECK(tg_prefer_gpu(&seconds) == cases[c].gpu, "%s: CPU %.3f s, GPU %.3f s", cases[c].name, seconds.cpu,
          seconds.gpu);
    }
}

/* Cases that were timed on hosts of 32 and 64 cores with H200s, of the whole verb truss: the GPU, if
 * the time lost by starting it after the CPU has counted the supports is less than what it saves. */
TEST_CASE(peels_where_it_is_faster)
{
    static const struct {
        const char *name;
        uint64_t edges, triangles;
        uint32_t threads;
        bool gpu;
    } cases[] = {{"s19: 1.67 s against 0.41 s", 11358383, 428712315, 16, true},
      {"a small world: 1.79 s against 0.42 s", 18926664, 48348000, 4, true},
      {"a small world: 6.9 s against 0.50 s", 21369168, 54600000, 1, true},
      {"s17: 0.27 s against 0.34 s", 2187251, 50771335, 16, false},
      {"a grid: 0.15 s against 0.36 s", 26000000, 0, 32, false},
      {"random edges: 0.11 s against 0.34 s", 11738693, 680, 32, false},
      {"preferential attachment: 0.19 s against 0.38 s", 7647894, 39077, 4, false}};
    tricorn_context *context = test_new_context(NULL);
    for (size_t c = 0; c < LENGTH(cases); c++) {
        context->threads = cases[c].threads;
        const tg_workload_seconds seconds = tg_predict_peeling(context, cases[c].edges, cases[c].triangles);
        CHECK(tg_prefer_gpu(&seconds) == cases[c].gpu, "%s: CPU %.3f s, GPU %.3f s", cases[c].name, seconds.cpu,
          seconds.gpu);
    }
    tricorn_context_free(context);
}

/* A larger workload never takes less time. */
TEST_CASE(outlooks_are_monotonous)
{
    for (int finished = 0; finished < 2; finished++)
        for (uint64_t edges = 1; edges < UINT64_C(1) << 40; edges *= 4) {
            const tg_workload few = {.edges = edges, .read_bytes = edges, .finished = finished, .threads = 4};
            tg_workload more = few;
            more.edges *= 2;
            more.read_bytes *= 2;
            const tg_workload_seconds a = tg_predict_workload(&few), b = tg_predict_workload(&more);
            CHECK(a.cpu <= b.cpu && a.gpu <= b.gpu, "twice %llu edges", (unsigned long long)edges);
            more = few;
            more.end_degree = (double)edges;
            CHECK(tg_predict_workload(&more).cpu <= a.cpu, "unknown degrees are the most unequal");
            more.end_degree = 2;
            CHECK(tg_predict_workload(&more).cpu <= a.cpu, "equal degrees");
            more = few;
            more.gpus = 4;
            CHECK(tg_predict_workload(&more).gpu >= a.gpu, "four GPUs start no earlier than one");
            more.gpu_runs = true;
            CHECK(tg_predict_workload(&more).gpu < a.gpu, "a GPU that runs need not start");
        }
}

TEST_MAIN()
