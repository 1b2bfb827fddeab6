/* model.h - what a graph model is, and the list of them (models.def).
 *
 * A model numbers its raw edges (before cleaning) 0 to count - 1 and can give any of them from
 * its number and the seed alone: so every number of threads makes the same graph.
 */
#ifndef TG_GENERATE_MODEL_H
#define TG_GENERATE_MODEL_H

#include <trigon/trigon.h>

#include "graph/edges.h"

enum { TG_MODEL_PARAMETERS = 8, TG_MODEL_TEXT_BYTES = 256 };

/* One parameter of a model, such as "vertices=1000": numbers, or one text. */
typedef struct tg_parameter {
    const char *name;
    double fallback;      /* the value where the caller gives none */
    double least, most;   /* inclusive */
    int whole;            /* not 0: an integer */
} tg_parameter;

typedef struct tg_model_values {
    double number[TG_MODEL_PARAMETERS]; /* in the order of the model's parameters */
    char text[TG_MODEL_TEXT_BYTES];     /* of the one text parameter, if the model has it */
    uint64_t seed;
} tg_model_values;

typedef struct tg_model {
    trigon_model_description description;
    tg_parameter parameters[TG_MODEL_PARAMETERS + 1]; /* ended by a NULL name */
    const char *text_name;     /* name of the text parameter, or NULL */
    const char *text_fallback;
    /* How many vertices and raw edges; checks what ranges cannot (tg_fail). */
    trigon_status (*size)(trigon_context *context, const tg_model_values *values,
                          uint64_t *vertices, uint64_t *edges);
    /* Writes raw edges first to first + count - 1 to out.  From several threads. */
    void (*make)(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out);
    int declared; /* not 0: every vertex is there, also one without an edge */
} tg_model;

#define TG_DEFINE_MODEL(id) const tg_model tg_model_##id

size_t tg_model_count(void);
const tg_model *tg_model_at(size_t index);
const tg_model *tg_model_find(const char *name);

/* Parses parameters ("vertices=10 edges=20") and makes the raw edges, in parallel. */
trigon_status tg_generate(trigon_context *context, const tg_model *model, const char *parameters,
                          uint64_t seed, tg_edges *edges);

#endif
