/* sink_api.c - triangles of vertices and edges, lists, tables. */
#include <inttypes.h>
#include <string.h>

#include "analysis/listing.h"
#include "analysis/table.h"
#include "api/api.h"
#include "api/gpus.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "device/device.h"
#include "prepare/resident.h"
#include "registry/registry.h"
#include "schedule/schedule.h"

/* A call between begin_call and end_call: what it was asked, and what to put back. */
typedef struct sink_call {
    tricorn_context *context;
    const tricorn_graph *graph;
    const tg_algorithm *algorithm;
    tg_gpus gpus; /* one, for algorithms that run on one */
    tg_device_times times; /* of the context's GPU, before */
    bool verify, running;
    uint32_t threads; /* of the context, before */
    uint64_t limit;
    double start;
} sink_call;

/* ---- what every call does ------------------------------------------------------------------ */

static bool is_any(const char *name)
{
    return name == NULL || strcmp(name, "auto") == 0;
}

/* Whether the options name a GPU, and which. */
static tricorn_status find_gpu(tricorn_context *context, const char *device, bool *gpu,
                              tg_gpus *gpus)
{
    *gpus = (tg_gpus){.count = 1};
    *gpu = false;
    if (is_any(device) || strcmp(device, "cpu") == 0) return TRICORN_OK;
    if (strncmp(device, "gpu", strlen("gpu")) != 0)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there is no device '%s': it is auto, cpu, gpu or gpu:0", device);
    *gpu = true;
    const tricorn_status status = tg_gpus_read(context, device, gpus);
    if (status != TRICORN_OK || gpus->count == 1) return status;
    return tg_fail(context, TRICORN_UNSUPPORTED,
                   "%s: triangles of vertices and edges are counted by one GPU; name one of them, "
                   "such as gpu:0",
                   device);
}

static tricorn_status find_algorithm(sink_call *call, const tricorn_options *options)
{
    tricorn_context *context = call->context;
    const char *name = options->algorithm;
    bool gpu = false;
    const tricorn_status status = find_gpu(context, options->device, &gpu, &call->gpus);
    if (status != TRICORN_OK) return status;
    if (is_any(name)) name = gpu ? "gpu-adaptive" : "cpu-adaptive";
    call->algorithm = tg_algorithm_find(name);
    if (call->algorithm == NULL && is_any(options->algorithm)) /* a build without CUDA says so */
        return tg_device_open(context, call->gpus.numbers[0]);
    if (call->algorithm == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "there is no algorithm '%s'; `tricorn algorithms` lists them", name);
    if (!is_any(options->device) && gpu != (call->algorithm->device == TG_GPU))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the algorithm '%s' does not run on %s",
                       name, options->device);
    if (!tg_has_sinks(call->algorithm))
        return tg_fail(
            context, TRICORN_UNSUPPORTED,
            "the algorithm '%s' only counts totals; name no algorithm, or cpu-adaptive, "
            "cpu-bitmap-vertex, cpu-merge-edge or gpu-adaptive",
            name);
    return TRICORN_OK;
}

/* The GPU that counts; for the CPU the rows in its memory. */
static tricorn_status place(sink_call *call, const tricorn_options *options)
{
    tricorn_status status = TRICORN_OK;
    if (call->algorithm->device == TG_CPU) return tg_graph_fetch(call->context, call->graph);
    TG_TRY(tg_device_open(call->context, call->gpus.numbers[0]));
    tg_device_set_limit(call->context, options->device_bytes_limit);
    call->times = *tg_device_times_of(call->context);
cleanup:
    return status;
}

/* call->context and call->graph are set. */
static tricorn_status begin_call(sink_call *call, const tricorn_options *options)
{
    tricorn_status status = TRICORN_OK;
    tricorn_options known = TRICORN_OPTIONS_INIT;

    TG_TRY(tg_api_enter(call->context));
    TG_TRY(tg_api_require(call->context, call->graph, "graph"));
    if (!TG_READ_OPTIONS(&known, options))
        TG_TRY(tg_fail(call->context, TRICORN_INVALID_ARGUMENT,
                       "the options have no size: set them with TRICORN_OPTIONS_INIT"));
    TG_TRY(find_algorithm(call, &known));
    TG_TRY(place(call, &known));
    call->verify = known.verify != 0;
    call->threads = call->context->threads;
    call->limit = tg_memory_lower_limit(call->context->memory, known.host_bytes_limit);
    if (known.threads) call->context->threads = known.threads;
    call->start = tg_clock_now();
    call->running = true;
cleanup:
    return status;
}

static void end_call(const sink_call *call)
{
    if (!call->running) return;
    call->context->threads = call->threads;
    tg_memory_set_limit(call->context->memory, call->limit);
}

/* Counts again by another algorithm. */
static tricorn_status count_again(const sink_call *call, uint64_t *again, tricorn_result *known)
{
    const tg_algorithm *other = tg_choose_verifier(call->algorithm);
    const double start = tg_clock_now();
    tricorn_status status = tg_graph_fetch(call->context, call->graph);
    if (status == TRICORN_OK)
        status = tg_count_in_core(call->context, call->graph, other, again);
    if (status != TRICORN_OK) return status;
    known->verified_by = other->description.name;
    known->verify_seconds = tg_clock_now() - start;
    return TRICORN_OK;
}

/* A second count must agree, if that was asked. */
static tricorn_status verify(const sink_call *call, uint64_t triangles, tricorn_result *known)
{
    uint64_t again = 0;
    if (!call->verify) return TRICORN_OK;
    const tricorn_status status = count_again(call, &again, known);
    if (status != TRICORN_OK || again == triangles) return status;
    return tg_fail(call->context, TRICORN_WRONG_COUNT,
                   "the counts disagree: %s found %" PRIu64 " triangles, %s counts %" PRIu64
                   "; trust neither and report this graph",
                   call->algorithm->description.name, triangles, known->verified_by, again);
}

/* What the GPU says of its parts. */
static void add_device_times(const sink_call *call, tricorn_result *known)
{
    const tg_device_times *after = tg_device_times_of(call->context);
    known->device = tg_gpus_name(&call->gpus);
    known->count_seconds = after->count_seconds - call->times.count_seconds;
    known->transfer_seconds += after->transfer_seconds - call->times.transfer_seconds;
    known->prepare_seconds += after->arrange_seconds - call->times.arrange_seconds;
    known->device_peak_bytes = tg_device_peak_bytes(call->context);
}

/* Fills the caller's result; what verifying found out is in known. */
static tricorn_status give_result(const sink_call *call, tricorn_result *known,
                                 tricorn_result *result)
{
    known->algorithm = call->algorithm->description.name;
    known->device = "cpu";
    known->threads = call->context->threads;
    known->read_seconds = call->graph->read_seconds;
    known->prepare_seconds = call->graph->prepare_seconds;
    known->transfer_seconds = call->graph->transfer_seconds;
    if (call->algorithm->device == TG_GPU) add_device_times(call, known);
    known->peak_bytes = tricorn_context_peak_bytes(call->context);
    if (result == NULL || TG_WRITE_RESULT(result, known)) return TRICORN_OK;
    return tg_fail(call->context, TRICORN_INVALID_ARGUMENT,
                   "the result has no size: set it with TRICORN_RESULT_INIT");
}

/* ---- vertices ------------------------------------------------------------------------------ */

tricorn_status tricorn_vertex_triangles(tricorn_context *context, const tricorn_graph *graph,
                                      const tricorn_options *options, uint64_t *triangles,
                                      tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context, .graph = graph};
    const tg_sink sink = {.vertices = triangles};
    tricorn_result done = TRICORN_RESULT_INIT;

    TG_TRY(begin_call(&call, options));
    if (graph->vertices > 0) {
        TG_TRY(tg_api_require(context, triangles, "triangles"));
        tg_zero(context, triangles, graph->vertices * sizeof *triangles);
        TG_TRY(tg_count_sink(context, graph, call.algorithm, &sink, &done.triangles));
    }
    done.count_seconds = tg_clock_now() - call.start;
    TG_TRY(verify(&call, done.triangles, &done));
    TG_TRY(give_result(&call, &done, result));
cleanup:
    end_call(&call);
    return status;
}

/* ---- edges and triangles ------------------------------------------------------------------- */

/* Lists are made by the CPU. */
static tricorn_status check_lists(const sink_call *call)
{
    if (call->algorithm->device == TG_CPU) return TRICORN_OK;
    return tg_fail(call->context, TRICORN_UNSUPPORTED,
                   "triangles are listed by the CPU: name the device 'cpu', or none");
}

static tricorn_status read_visitor(tricorn_context *context, const tricorn_visitor *given,
                                tricorn_visitor *known)
{
    const tricorn_status status = tg_api_require(context, given, "visitor");
    if (status != TRICORN_OK) return status;
    *known = (tricorn_visitor)TRICORN_VISITOR_INIT;
    if (TG_READ_OPTIONS(known, given)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "the visitor has no size: set it with TRICORN_VISITOR_INIT");
}

static tricorn_status stopped_by_visitor(tricorn_context *context)
{
    return tg_fail(context, TRICORN_CANCELLED, "the function that takes the list said stop");
}

static tricorn_status take_edges(tricorn_context *context, void *user, const uint32_t *ends,
                                const uint32_t *support, uint64_t count)
{
    const tricorn_visitor *visitor = user;
    return visitor->edges(visitor->user, ends, support, count) ? stopped_by_visitor(context)
                                                           : TRICORN_OK;
}

static tricorn_status take_triangles(tricorn_context *context, void *user, uint32_t *triangles,
                                    uint64_t count)
{
    const tricorn_visitor *visitor = user;
    return visitor->triangles(visitor->user, triangles, count) ? stopped_by_visitor(context)
                                                           : TRICORN_OK;
}

tricorn_status tricorn_edge_support(tricorn_context *context, const tricorn_graph *graph,
                                  const tricorn_options *options, const tricorn_visitor *visitor,
                                  tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context, .graph = graph};
    tricorn_visitor known;
    tg_sink sink = {0};
    tricorn_result done = TRICORN_RESULT_INIT;

    TG_TRY(begin_call(&call, options));
    TG_TRY(read_visitor(context, visitor, &known));
    if (known.edges == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "visitor->edges is NULL"));
    TG_TRY(TG_ALLOC_ZERO(context, graph->edges, &sink.edges));
    if (sink.edges) TG_TRY(tg_count_sink(context, graph, call.algorithm, &sink, &done.triangles));
    done.count_seconds = tg_clock_now() - call.start;
    TG_TRY(verify(&call, done.triangles, &done));
    TG_TRY(tg_graph_fetch(context, graph));
    const tg_supported edges = {graph, sink.edges};
    TG_TRY(tg_list_edges(context, &edges, known.sorted != 0, take_edges, &known));
    TG_TRY(give_result(&call, &done, result));
cleanup:
    tg_free(sink.edges);
    end_call(&call);
    return status;
}

tricorn_status tricorn_triangle_list(tricorn_context *context, const tricorn_graph *graph,
                                   const tricorn_options *options, const tricorn_visitor *visitor,
                                   tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context, .graph = graph};
    tricorn_visitor known;
    tricorn_result done = TRICORN_RESULT_INIT;

    TG_TRY(begin_call(&call, options));
    TG_TRY(check_lists(&call));
    TG_TRY(read_visitor(context, visitor, &known));
    if (known.triangles == NULL)
        TG_TRY(tg_fail(context, TRICORN_INVALID_ARGUMENT, "visitor->triangles is NULL"));
    TG_TRY(tg_list_triangles(context, graph, known.sorted != 0, take_triangles, &known,
                             &done.triangles));
    done.count_seconds = tg_clock_now() - call.start;
    TG_TRY(verify(&call, done.triangles, &done));
    TG_TRY(give_result(&call, &done, result));
cleanup:
    end_call(&call);
    return status;
}

/* ---- tables -------------------------------------------------------------------------------- */

static tricorn_status read_table_options(tricorn_context *context,
                                        const tricorn_table_options *given,
                                        tricorn_table_options *known)
{
    *known = (tricorn_table_options)TRICORN_TABLE_OPTIONS_INIT;
    if (!TG_READ_OPTIONS(known, given))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the table options have no size: set them with TRICORN_TABLE_OPTIONS_INIT");
    if (known->table != TRICORN_TABLE_VERTICES && known->table != TRICORN_TABLE_EDGES &&
        known->table != TRICORN_TABLE_TRIANGLES)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the table options name no table");
    return TRICORN_OK;
}

/* To path, or if that is NULL, to the descriptor. */
static tricorn_status write_table(sink_call *call, const tricorn_table_options *options,
                                 const char *path, int descriptor, tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    tricorn_table_options known;
    tricorn_result done = TRICORN_RESULT_INIT;
    uint64_t expected = 0;

    TG_TRY(tg_api_enter(call->context));
    TG_TRY(read_table_options(call->context, options, &known));
    TG_TRY(begin_call(call, known.count));
    if (known.table == TRICORN_TABLE_TRIANGLES) TG_TRY(check_lists(call));
    if (known.table == TRICORN_TABLE_EDGES) TG_TRY(tg_graph_fetch(call->context, call->graph));
    tg_table_job job = {.graph = call->graph, .algorithm = call->algorithm, .options = &known};
    if (call->verify && !(known.table == TRICORN_TABLE_TRIANGLES && known.top)) {
        TG_TRY(count_again(call, &expected, &done));
        job.expected = &expected;
    }
    TG_TRY(tg_table_write(call->context, &job, path, descriptor));
    done.triangles = job.triangles;
    done.count_seconds = job.count_seconds;
    TG_TRY(give_result(call, &done, result));
cleanup:
    end_call(call);
    return status;
}

tricorn_status tricorn_table_save(tricorn_context *context, const tricorn_graph *graph,
                                const char *path, const tricorn_table_options *options,
                                tricorn_result *result)
{
    tricorn_status status = TRICORN_OK;
    sink_call call = {.context = context, .graph = graph};
    TG_TRY(tg_api_enter(context));
    TG_TRY(tg_api_require(context, path, "path"));
    TG_TRY(write_table(&call, options, path, -1, result));
cleanup:
    return status;
}

tricorn_status tricorn_table_write(tricorn_context *context, const tricorn_graph *graph,
                                 int descriptor, const tricorn_table_options *options,
                                 tricorn_result *result)
{
    sink_call call = {.context = context, .graph = graph};
    return write_table(&call, options, NULL, descriptor, result);
}
