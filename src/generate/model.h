/* model.h - the description of a graph model, and the lists of models (models.def, benchmarks.def).
 *
 * A model numbers its raw edges, which are the edges before cleaning, from 0 to count - 1. It computes each raw edge
 * from its number and the seed alone, so the graph does not depend on the number of threads.
 */
#pragma once

#include <stdbool.h>

#include <tricorn/tricorn.h>

#include "graph/edges.h"
#include "graph/graph.h"

enum { TG_MODEL_PARAMETERS = 8, TG_MODEL_TEXTS = 2, TG_MODEL_TEXT_BYTES = 256 };

/* The upper bounds of parameters: vertex ids have 32 bits, with one value to spare; numbers of edges have 40 bits. */
#define TG_MOST_VERTICES 4294967295.0
#define TG_MOST_EDGES 1099511627776.0

/* One parameter of a model that is a number, such as "vertices=1000". */
typedef struct tg_parameter {
    const char *name;
    double fallback; /* the default value */
    double least, most; /* the smallest and the largest allowed value */
    int whole; /* not 0: the value must be an integer */
} tg_parameter;

/* Whether a text parameter names a factor: another graph from which the model is built. If so, which rows of the
 * factor the model reads: those with each edge at its smaller end only, or those with each edge at both ends. */
typedef enum tg_factor_kind { TG_NO_FACTOR, TG_FACTOR, TG_SYMMETRIC_FACTOR } tg_factor_kind;

/* One parameter that is a text, such as "parts=3-4-5". */
typedef struct tg_text_parameter {
    const char *name, *fallback;
    tg_factor_kind factor;
} tg_text_parameter;

typedef struct tg_factor {
    const char *parameter; /* its name, such as "left" */
    char name[TG_MODEL_TEXT_BYTES];
    bool symmetric;
    tg_rows rows; /* the rows of a simple graph whose vertices are numbered without gaps */
} tg_factor;

typedef struct tg_factors {
    tg_factor at[TG_MODEL_TEXTS]; /* in the order of the model's text parameters */
    uint32_t count;
} tg_factors;

typedef struct tg_model_values {
    double number[TG_MODEL_PARAMETERS]; /* in the order of the model's number parameters */
    /* In the order of the model's text parameters. */
    char text[TG_MODEL_TEXTS][TG_MODEL_TEXT_BYTES];
    uint64_t seed;
    const tg_factors *factors; /* the factors of the request */
    void *made; /* what begin() created */
} tg_model_values;

/* Returns the value of an integer parameter. */
static inline uint64_t tg_whole(const tg_model_values *values, int index)
{
    return (uint64_t)values->number[index];
}

/* Returns a * b, or UINT64_MAX if the product overflows; tg_generator_open() refuses such a size. */
static inline uint64_t tg_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

typedef struct tg_model tg_model;

/* The graph that a user requests. */
typedef struct tg_model_request {
    const tg_model *model;
    const char *parameters; /* such as "vertices=10 edges=20"; NULL: the defaults */
    uint64_t seed;
    const tg_factors *factors; /* with their rows; NULL: the model has no factors */
} tg_model_request;

struct tg_model {
    /* If description.simple is set, the raw edges are exactly the edges of the graph. */
    tricorn_model_description description;
    tg_parameter parameters[TG_MODEL_PARAMETERS + 1]; /* the last one has the name NULL */
    tg_text_parameter texts[TG_MODEL_TEXTS + 1]; /* the last one has the name NULL */
    /* These two functions create and free what size() and make() need beside the parameters; both may be NULL. */
    tricorn_status (*begin)(tricorn_context *context, tg_model_values *values);
    void (*end)(tg_model_values *values);
    /* Sets the numbers of vertices and raw edges, to UINT64_MAX on overflow. Also checks
     * conditions that the ranges of parameters cannot express; these fail by tg_fail. */
    tricorn_status (*size)(
      tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges);
    /* Writes the raw edges `first` to first + count - 1 to `out`, except for those that do not exist (a diagonal that
     * is left out, or a step off the grid), and returns how many it wrote. Any thread may call it. */
    uint64_t (*make)(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out);
    int declared; /* not 0: vertices without an edge belong to the graph, too */
    /* A benchmark graph has only a description and the next members: another model, and values for its parameters. */
    const tg_model *base;
    const char *preset;
};

#define TG_DEFINE_MODEL(id) const tg_model tg_model_##id

/* These functions list the models of models.def; the second one returns NULL for an index out of range. */
size_t tg_model_count(void);
const tg_model *tg_model_at(size_t index);

/* These functions list the graphs of benchmarks.def, which are models with other defaults and
 * mostly large; the second one returns NULL for an index out of range. */
size_t tg_benchmark_count(void);
const tg_model *tg_benchmark_at(size_t index);

/* Returns the model or benchmark graph with this name ('_' and '-' are the same), or NULL. */
const tg_model *tg_model_find(const char *name);
/* Fails with TRICORN_INVALID_ARGUMENT, because no model has this name; the message lists all models. */
tricorn_status tg_no_model(tricorn_context *context, const char *name);

/* Splits a name such as "kronecker:scale=10:edge_factor=8": returns the model, and stores the parameters in the form
 * that tg_model_request has. Returns NULL if the name has neither a model nor a benchmark graph. */
const tg_model *tg_model_within(const char *name, char parameters[TG_MODEL_TEXT_BYTES]);
/* Fails with TRICORN_INVALID_ARGUMENT, because no graph has this name; the message lists the
 * graphs that can be factors. */
tricorn_status tg_no_graph(tricorn_context *context, const char *name);

/* Whether graphs of this model can be factors of another graph: a model can be a factor if it
 * needs nothing but its parameters. */
bool tg_model_is_factor(const tg_model *model);

/* Reads the names of the request's factors. The caller then loads the factors' rows, and adds
 * the factors to the request. Errors: those of the parameters. */
tricorn_status tg_factors_read(tricorn_context *context, const tg_model_request *request, tg_factors *factors);
/* Frees the rows of factors; factors may be all zero. */
void tg_factors_free(tg_factors *factors);

/* A model with the values of its parameters, ready to generate edges. */
typedef struct tg_generator {
    const tg_model *model; /* the model whose make() is called */
    tg_model_values values;
    uint64_t vertices, edges; /* `edges` is the number of raw edges */
} tg_generator;

/* Reads the parameters, and checks the size of the graph. The caller closes the generator; the
 * factors of the request must live as long. */
tricorn_status tg_generator_open(tricorn_context *context, const tg_model_request *request, tg_generator *generator);
/* Frees the generator's memory; the generator may be all zero. */
void tg_generator_close(tg_generator *generator);

/* Generates all raw edges, with the context's threads. If the parts are read one after another,
 * the edges come in the order of their numbers. */
tricorn_status tg_generate(tricorn_context *context, const tg_model_request *request, tg_edges *edges);
