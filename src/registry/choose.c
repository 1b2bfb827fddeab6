/* choose.c - chooses an algorithm, a verifier and, by a cost model, a device. */
#include <math.h>

#include "base/context.h"
#include "base/gpu_part.h"
#include "base/gpus.h"
#include "registry/registry.h"

/* Returns the first algorithm of this device in the list: cpu-adaptive or gpu-adaptive, which
 * adapt to the graph. On every kind of graph, each of these takes at most a tenth longer than
 * the best other algorithm (bench/regret for CPUs, tests/unit/device/test_regret.c for GPUs). */
const tg_algorithm *tg_choose_algorithm(tg_device_kind device)
{
    for (size_t a = 0; a < tg_algorithm_count(); a++)
        if (tg_device_of(tg_algorithm_at(a)) == device) return tg_algorithm_at(a);
    return NULL;
}

const tg_algorithm *tg_choose_verifier(const tg_algorithm *algorithm)
{
    return tg_algorithm_find(algorithm->lookup == TG_LOOKUP_HASH ? "cpu-merge-edge" : "cpu-hash-vertex");
}

/* ---- the device ---- */

/* Costs in seconds, measured with 16 and 64 cores and an H100 or H200 on Kronecker graphs of 16 million to a billion
 * edges, which take longer than any other kind of graph (decision 18; docs/notes/choosing.md#which-device says what
 * was measured). The first two are for one byte of a file with one thread: of text, and of a prepared graph. */
static const double text_byte = 1 / 1.25e9, packed_byte = 1 / 260e6;
/* The least seconds for one byte, with any number of threads: no file system is faster. */
static const double least_byte = 1 / 12e9;
/* Preparing, with the index of cpu-adaptive: work of one thread, and what more threads do not make shorter. */
static const double cpu_prepare_edge = 24e-9, cpu_prepare_edge_least = 2.4e-9;
/* The time to count one edge in a graph of a million edges. Larger graphs have larger hubs, so
 * this time increases with the square root of the number of edges. */
static const double cpu_count_edge = 8.5e-9, gpu_count_edge = 9e-12;
/* Costs of using a GPU: CUDA starts all GPUs that it sees, while the file is read, the driver looks
 * at the others of the machine, and a process that has used CUDA takes longer to end. */
static const double gpu_start = 0.2, gpu_other = 0.04, gpu_end = 0.05, gpu_call = 5e-4;
static const double copied_byte = 1 / 20e9, gpu_prepare_edge = 0.2e-9, gpu_index_edge = 0.1e-9;
enum { RAW_EDGE_BYTES = 8, ROW_EDGE_BYTES = 5 /* an id, and its share of the offsets */ };

/* The seconds to prepare an edge where degrees are flat, which are graphs whose end_degree is at most flat_degree:
 * the input's order stays. To count an edge takes cpu_count_degree_edge times the square root of end_degree. */
static const double flat_degree = 40;
static const double cpu_prepare_flat_edge = 6e-9, cpu_prepare_flat_edge_least = 0.9e-9;
static const double cpu_count_degree_edge = 2.2e-9;

/* Peeling edges in memory: each has to leave, and to take its triangles from others; measured with 4 and
 * 16 cores, and with an H100, whose rounds take time however few edges they remove. */
static const double cpu_peel_edge = 80e-9, cpu_peel_triangle = 60e-9;
static const double gpu_peel_edge = 2e-9, gpu_peel_triangle = 0.2e-9, gpu_peel_rounds = 0.01;
enum { PEEL_EDGE_BYTES = ROW_EDGE_BYTES + 4 + 4 /* its support, to the GPU and back */ };

static double counting(double edge_of_a_million, double edges)
{
    return edge_of_a_million * edges * sqrt(edges / 1e6);
}

static double cpu_preparing(const tg_workload *workload, double threads)
{
    const bool flat = workload->end_degree > 0 && workload->end_degree <= flat_degree;
    const double edge = flat ? cpu_prepare_flat_edge / threads + cpu_prepare_flat_edge_least
                             : cpu_prepare_edge / threads + cpu_prepare_edge_least;
    return edge * (double)workload->edges;
}

/* Counting, the work of one thread. */
static double cpu_counting(const tg_workload *workload)
{
    const double edges = (double)workload->edges, most = counting(cpu_count_edge, edges);
    if (workload->end_degree <= 0) return most;
    return fmin(most, cpu_count_degree_edge * sqrt(workload->end_degree) * edges);
}

/* Starting the GPUs that CUDA sees; the others take time, too. */
static double gpu_starting(const tg_workload *workload)
{
    const uint32_t gpus = workload->gpus > 0 ? workload->gpus : 1;
    const uint32_t others = workload->machine_gpus > gpus ? workload->machine_gpus - gpus : 0;
    return gpu_start * gpus + gpu_other * others;
}

/* Predicts the time for one file, without the files that follow. */
static tg_workload_seconds predict_one(const tg_workload *workload)
{
    const double threads = workload->threads > 0 ? workload->threads : 1;
    const double edges = (double)workload->edges, bytes = (double)workload->read_bytes;
    const double byte = fmax((workload->finished ? packed_byte : text_byte) / threads, least_byte);
    const double read = bytes * byte;
    tg_workload_seconds seconds = {read, gpu_call};

    seconds.cpu += cpu_counting(workload) / threads;
    seconds.gpu += workload->gpu_runs ? read : fmax(read, gpu_starting(workload)) + gpu_end;
    seconds.gpu += counting(gpu_count_edge, edges) + gpu_index_edge * edges;
    if (workload->finished) {
        seconds.gpu += ROW_EDGE_BYTES * copied_byte * edges;
    } else {
        seconds.cpu += cpu_preparing(workload, threads);
        seconds.gpu += (RAW_EDGE_BYTES * copied_byte + gpu_prepare_edge) * edges;
    }
    return seconds;
}

tg_workload_seconds tg_predict_workload(const tg_workload *workload)
{
    tg_workload next = *workload;
    tg_workload_seconds seconds = predict_one(workload);
    if (workload->following_bytes == 0 || workload->read_bytes == 0) return seconds;
    const double files = (double)workload->following_bytes / (double)workload->read_bytes;
    next.gpu_runs = true; /* CUDA starts and ends only once for all files */
    const tg_workload_seconds one = predict_one(&next);
    seconds.cpu += files * one.cpu;
    seconds.gpu += files * one.gpu;
    return seconds;
}

bool tg_gpu_seems_usable(void)
{
    char path[TG_PART_PATH_BYTES];
    return tg_gpu_driver_seems_present() && tg_part_find(path) == TG_PART_FOUND;
}

void tg_workload_find_gpus(tg_workload *workload)
{
    if (!tg_gpu_seems_usable()) return;
    workload->gpus = tg_gpus_visible();
    workload->machine_gpus = tg_gpus_of_machine();
}

tg_workload_seconds tg_predict_in_memory(const tricorn_context *context, const tg_workload *in_memory)
{
    tg_workload workload = {.edges = in_memory->edges,
      .end_degree = in_memory->end_degree,
      .finished = in_memory->finished,
      .gpu_runs = tg_context_device(context) != NULL,
      .threads = context->threads};
    tg_workload_find_gpus(&workload);
    return tg_predict_workload(&workload);
}

tg_workload_seconds tg_predict_peeling(const tricorn_context *context, uint64_t edges, uint64_t triangles)
{
    tg_workload workload = {0};
    tg_workload_find_gpus(&workload);
    const double e = (double)edges, t = (double)triangles;
    const double start = gpu_starting(&workload) + gpu_end;
    return (tg_workload_seconds){.cpu = (cpu_peel_edge * e + cpu_peel_triangle * t) / context->threads,
      .gpu = (tg_context_device(context) ? 0 : start) + PEEL_EDGE_BYTES * copied_byte * e + gpu_peel_rounds +
             gpu_peel_edge * e + gpu_peel_triangle * t};
}
