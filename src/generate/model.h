/* model.h - the description of a graph model, and the lists of models (models.def,
 * benchmarks.def).
 *
 * A model numbers its raw edges (before cleaning) 0 to count - 1 and computes each from its
 * number and the seed alone: so the graph does not depend on the number of threads.
 */
#ifndef TG_GENERATE_MODEL_H
#define TG_GENERATE_MODEL_H

#include <stdbool.h>

#include <tricorn/tricorn.h>

#include "graph/edges.h"
#include "graph/graph.h"

enum { TG_MODEL_PARAMETERS = 8, TG_MODEL_TEXTS = 2, TG_MODEL_TEXT_BYTES = 256 };

/* Upper bounds of ranges: vertex ids have 32 bits and one value to spare, edges 40 bits. */
#define TG_MOST_VERTICES 4294967295.0
#define TG_MOST_EDGES 1099511627776.0

/* One parameter of a model that is a number, such as "vertices=1000". */
typedef struct tg_parameter {
    const char *name;
    double fallback;      /* the default value */
    double least, most;   /* inclusive */
    int whole;            /* not 0: an integer */
} tg_parameter;

/* Whether a text parameter names a factor, which is another graph that the model is built from,
 * and which rows of it the model reads: with each edge at its smaller end, or at both ends. */
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
    tg_rows rows; /* of a simple graph whose vertices are numbered without gaps */
} tg_factor;

typedef struct tg_factors {
    tg_factor at[TG_MODEL_TEXTS]; /* in the order of the model's texts */
    uint32_t count;
} tg_factors;

typedef struct tg_model_values {
    double number[TG_MODEL_PARAMETERS]; /* in the order of the model's parameters */
    char text[TG_MODEL_TEXTS][TG_MODEL_TEXT_BYTES]; /* in the order of its texts */
    uint64_t seed;
    const tg_factors *factors; /* of the request */
    void *made;                /* set by begin() */
} tg_model_values;

/* The value of an integer parameter. */
static inline uint64_t tg_whole(const tg_model_values *values, int index)
{
    return (uint64_t)values->number[index];
}

/* a * b, or UINT64_MAX if it overflows: tg_generator_open() refuses such a size. */
static inline uint64_t tg_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

typedef struct tg_model tg_model;

/* The graph that the user requests. */
typedef struct tg_model_request {
    const tg_model *model;
    const char *parameters; /* "vertices=10 edges=20"; NULL: the defaults */
    uint64_t seed;
    const tg_factors *factors; /* with their rows; NULL for a model without factors */
} tg_model_request;

struct tg_model {
    /* If description.simple is set, the raw edges are those of the graph, and none is missing. */
    tricorn_model_description description;
    tg_parameter parameters[TG_MODEL_PARAMETERS + 1]; /* ended by a NULL name */
    tg_text_parameter texts[TG_MODEL_TEXTS + 1];      /* ended by a NULL name */
    /* NULL, or functions that create and free what size() and make() need beside the
     * parameters. */
    tricorn_status (*begin)(tricorn_context *context, tg_model_values *values);
    void (*end)(tg_model_values *values);
    /* Sets the numbers of vertices and raw edges, UINT64_MAX on overflow; checks conditions that
     * the ranges do not express (tg_fail). */
    tricorn_status (*size)(tricorn_context *context, const tg_model_values *values,
                          uint64_t *vertices, uint64_t *edges);
    /* Writes raw edges first to first + count - 1 to out, without missing ones (an omitted
     * diagonal, a step off the grid), and returns the number written.  Any thread may call it. */
    uint64_t (*make)(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out);
    int declared; /* not 0: vertices without an edge belong to the graph */
    /* A benchmark graph has only a description and these members: another model and its
     * parameters. */
    const tg_model *base;
    const char *preset;
};

#define TG_DEFINE_MODEL(id) const tg_model tg_model_##id

/* The models of models.def; NULL for an index out of range. */
size_t tg_model_count(void);
const tg_model *tg_model_at(size_t index);

/* The graphs of benchmarks.def: models with other defaults, most of them large; NULL for an index
 * out of range.
 */
size_t tg_benchmark_count(void);
const tg_model *tg_benchmark_at(size_t index);

/* A model or a benchmark graph by its name ('_' and '-' are the same), or NULL. */
const tg_model *tg_model_find(const char *name);
/* Fails with TRICORN_INVALID_ARGUMENT; the message lists all models. */
tricorn_status tg_no_model(tricorn_context *context, const char *name);

/* The model in a name such as "kronecker:scale=10:edge_factor=8", and its parameters as in
 * tg_model_request; NULL if it names neither a model nor a benchmark graph. */
const tg_model *tg_model_within(const char *name, char parameters[TG_MODEL_TEXT_BYTES]);
/* Fails with TRICORN_INVALID_ARGUMENT; the message lists the graphs that can be factors. */
tricorn_status tg_no_graph(tricorn_context *context, const char *name);

/* Whether graphs of the model can be factors of another graph: it may need only its
 * parameters. */
bool tg_model_is_factor(const tg_model *model);

/* Reads the names of the request's factors; the caller then loads their rows and adds the factors
 * to the request.  Errors: those of the parameters. */
tricorn_status tg_factors_read(tricorn_context *context, const tg_model_request *request,
                               tg_factors *factors);
/* Frees the rows of factors; factors may be all zero. */
void tg_factors_free(tg_factors *factors);

/* A model with its values, ready to generate edges. */
typedef struct tg_generator {
    const tg_model *model; /* the model whose make() is called */
    tg_model_values values;
    uint64_t vertices, edges; /* raw edges */
} tg_generator;

/* Parses the parameters and checks the size.  The caller closes the generator; the factors of the
 * request must live as long. */
tricorn_status tg_generator_open(tricorn_context *context, const tg_model_request *request,
                                 tg_generator *generator);
/* Frees the generator's memory; the generator may be all zero. */
void tg_generator_close(tg_generator *generator);

/* Generates all raw edges with the context's threads.  Concatenated, the parts have them in the
 * order of their numbers. */
tricorn_status tg_generate(tricorn_context *context, const tg_model_request *request,
                           tg_edges *edges);

#endif
