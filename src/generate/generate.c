/* generate.c - finds models by their names, and generates the edges of a model with all threads. */
#include "generate/model.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/names.h"
#include "base/parallel.h"
#include "generate/parameters.h"

/* How many edges are generated between two checks for progress and cancellation: a few milliseconds. */
static const uint64_t CHUNK_EDGES = 1 << 16;

#define TG_MODEL(id) extern const tg_model tg_model_##id;
#include "generate/models.def"
#undef TG_MODEL

static const tg_model *const models[] = {
#define TG_MODEL(id) &tg_model_##id,
#include "generate/models.def"
#undef TG_MODEL
};

static const tg_model benchmarks[] = {
#define TG_BENCHMARK(title, id, text) \
    {.description = {title, "a benchmark graph: " #id, text, .simple = 0}, .base = &tg_model_##id, .preset = text},
#include "generate/benchmarks.def"
#undef TG_BENCHMARK
};

size_t tg_model_count(void)
{
    return sizeof models / sizeof models[0];
}

const tg_model *tg_model_at(size_t index)
{
    return index < tg_model_count() ? models[index] : NULL;
}

size_t tg_benchmark_count(void)
{
    return sizeof benchmarks / sizeof benchmarks[0];
}

const tg_model *tg_benchmark_at(size_t index)
{
    return index < tg_benchmark_count() ? &benchmarks[index] : NULL;
}

const tg_model *tg_model_find(const char *name)
{
    if (name == NULL) return NULL;
    for (size_t i = 0; i < tg_model_count(); i++)
        if (tg_same_name(name, strlen(name), models[i]->description.name)) return models[i];
    for (size_t i = 0; i < tg_benchmark_count(); i++)
        if (tg_same_name(name, strlen(name), benchmarks[i].description.name)) return &benchmarks[i];
    return NULL;
}

tricorn_status tg_no_model(tricorn_context *context, const char *name)
{
    char names[TG_NAMES_BYTES] = "";
    for (size_t i = 0; i < tg_model_count(); i++) tg_names_add(names, models[i]->description.name);
    return tg_no_name(context, "graph model", name, names);
}

const tg_model *tg_model_within(const char *name, char parameters[TG_MODEL_TEXT_BYTES])
{
    char model[TG_MODEL_TEXT_BYTES];
    const size_t length = strcspn(name, ":");
    snprintf(model, sizeof model, "%.*s", (int)length, name);
    snprintf(parameters, TG_MODEL_TEXT_BYTES, "%s", name[length] ? name + length + 1 : "");
    for (char *at = parameters; *at; at++)
        if (*at == ':') *at = ' ';
    return tg_model_find(model);
}

tricorn_status tg_no_graph(tricorn_context *context, const char *name)
{
    char names[TG_NAMES_BYTES] = "";
    for (size_t i = 0; i < tg_model_count(); i++)
        if (tg_model_is_factor(models[i])) tg_names_add(names, models[i]->description.name);
    for (size_t i = 0; i < tg_benchmark_count(); i++) tg_names_add(names, benchmarks[i].description.name);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "there is no graph model, benchmark graph or file '%.64s'; name a file or one "
      "of: %s",
      name, names);
}

bool tg_model_is_factor(const tg_model *model)
{
    return model->begin == NULL && model->texts[0].factor == TG_NO_FACTOR;
}

tricorn_status tg_factors_read(tricorn_context *context, const tg_model_request *request, tg_factors *factors)
{
    const tg_text_parameter *texts = tg_model_base(request->model)->texts;
    tg_model_values values = {.seed = request->seed};
    tg_factors read = {0};

    TG_DO(tg_parse_parameters(context, request->model, request->parameters, &values));
    for (int i = 0; texts[i].factor != TG_NO_FACTOR; i++) {
        tg_factor *factor = &read.at[read.count++];
        factor->parameter = texts[i].name;
        factor->symmetric = texts[i].factor == TG_SYMMETRIC_FACTOR;
        memcpy(factor->name, values.text[i], sizeof factor->name);
    }
    *factors = read;
    return TRICORN_OK;
}

void tg_factors_free(tg_factors *factors)
{
    for (uint32_t i = 0; i < factors->count; i++) tg_rows_free(&factors->at[i].rows);
    *factors = (tg_factors){0};
}

static tricorn_status check_size(tricorn_context *context, const tg_model *model, uint64_t vertices, uint64_t edges)
{
    const bool few_vertices = vertices <= (uint64_t)TG_MOST_VERTICES;
    if (few_vertices && edges <= (uint64_t)TG_MOST_EDGES) return TRICORN_OK;
    const uint64_t number = few_vertices ? edges : vertices;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "%s: these parameters make %s%llu %s, and a graph has at most %.0f; choose "
      "smaller ones",
      model->description.name, number == UINT64_MAX ? "at least " : "", (unsigned long long)number,
      few_vertices ? "edges" : "vertices", few_vertices ? TG_MOST_EDGES : TG_MOST_VERTICES);
}

/* What all threads share. */
typedef struct job {
    tricorn_context *context;
    const tg_generator *generator;
} job;

/* Appends the raw edges `first` to `end` - 1 to a part. */
static tricorn_status make_part(const job *all, uint64_t first, uint64_t end, tg_edge_part *part)
{
    const tg_generator *generator = all->generator;
    TG_DO(tg_edge_part_reserve(all->context, part, end - first, sizeof(tg_edge)));
    while (first < end && !tg_cancelled(all->context)) {
        const uint64_t count = end - first < CHUNK_EDGES ? end - first : CHUNK_EDGES;
        tg_edge *const out = (tg_edge *)part->edges + part->count;
        part->count += generator->model->make(&generator->values, first, count, out);
        first += count;
        tg_work_add(all->context, count);
    }
    return tg_check_cancelled(all->context);
}

/* Generates the edges of all parts. Each part has a range of consecutive edges, so their order
 * is the same as with one thread. */
static tricorn_status make_parts(const job *all, tg_edges *edges)
{
    const int parts = (int)edges->part_count;
    const uint64_t count = all->generator->edges;
    const uint64_t share = count / edges->part_count, rest = count % edges->part_count;
    _Atomic int failure = TRICORN_OK;

#pragma omp parallel for num_threads(parts) schedule(static, 1)
    for (int p = 0; p < parts; p++) {
        const uint64_t part = (uint64_t)p;
        const uint64_t first = part * share + (part < rest ? part : rest);
        const uint64_t end = first + share + (part < rest);
        tg_keep_failure(&failure, make_part(all, first, end, &edges->parts[p]));
    }
    return (tricorn_status)failure;
}

tricorn_status tg_generator_open(tricorn_context *context, const tg_model_request *request, tg_generator *generator)
{
    tricorn_status status = TRICORN_OK;
    tg_generator made = {.model = tg_model_base(request->model), .values.seed = request->seed};

    TG_TRY(tg_parse_parameters(context, request->model, request->parameters, &made.values));
    made.values.factors = request->factors;
    if (made.model->begin) TG_TRY(made.model->begin(context, &made.values));
    TG_TRY(made.model->size(context, &made.values, &made.vertices, &made.edges));
    TG_TRY(check_size(context, request->model, made.vertices, made.edges));
    *generator = made;
    made = (tg_generator){0};

cleanup:
    tg_generator_close(&made);
    return status;
}

void tg_generator_close(tg_generator *generator)
{
    if (generator->model && generator->model->end) generator->model->end(&generator->values);
    *generator = (tg_generator){0};
}

tricorn_status tg_generate(tricorn_context *context, const tg_model_request *request, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    tg_generator generator = {0};
    tg_edges made = {0};

    TG_TRY(tg_generator_open(context, request, &generator));
    const uint64_t chunks = generator.edges / CHUNK_EDGES + 1;
    const uint32_t parts = chunks < context->threads ? (uint32_t)chunks : context->threads;
    TG_TRY(tg_edges_create(context, parts, &made));
    made.vertices = generator.vertices;
    made.declared = generator.model->declared != 0;

    const job all = {context, &generator};
    tg_work_begin(context, "generating", generator.edges);
    TG_TRY(make_parts(&all, &made));
    *edges = made; /* ownership moves to the caller */
    made = (tg_edges){0};

cleanup:
    tg_edges_free(&made);
    tg_generator_close(&generator);
    return status;
}
