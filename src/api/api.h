/* api.h - what the files of the public API share. */
#ifndef TG_API_API_H
#define TG_API_API_H

#include "base/context.h"
#include "generate/model.h"
#include "graph/graph.h"

/* Begins a public call: forgets the last one's message and wish to stop.  Fails where the caller
 * passed no context. */
tricorn_status tg_api_enter(tricorn_context *context);

/* Ends it: returns the status; without a failure there is no message, though a step may have
 * failed that another could replace. */
tricorn_status tg_api_leave(tricorn_context *context, tricorn_status status);

/* TRICORN_INVALID_ARGUMENT with a message that names the argument, if it is NULL. */
tricorn_status tg_api_require(tricorn_context *context, const void *argument, const char *name);

/* The same, if it is NULL or "". */
tricorn_status tg_api_require_text(tricorn_context *context, const char *argument,
                                   const char *name);

/* Reads how to count, as far as the caller's struct reaches; NULL: all as it is by itself. */
tricorn_status tg_api_read_count_options(tricorn_context *context, tricorn_options *known,
                                         const tricorn_options *given);

/* How to load, read once: `options.count` is `count`, or NULL if none is given. */
typedef struct tg_load_request {
    tricorn_load_options options;
    tricorn_options count;
} tg_load_request;

/* Reads how to load, as far as the caller's struct reaches, and checks all that can be checked
 * before there is a graph. */
tricorn_status tg_api_read_load_options(tricorn_context *context, tg_load_request *known,
                                        const tricorn_load_options *given);

/* The confidence of an interval, the usual one for 0. */
tricorn_status tg_api_read_confidence(tricorn_context *context, double *confidence);

/* Checks the size of the caller's result before there is anything to write; it may be NULL. */
tricorn_status tg_api_check_result(tricorn_context *context, const tricorn_result *result);

/* Fills the caller's result, with the memory that the context took. */
void tg_api_give_result(const tricorn_context *context, tricorn_result *known,
                        tricorn_result *result);

/* Reads the caller's visitor, which has to take edges; hands edges to a visitor that was read,
 * the user's pointer of tg_list_edges(). */
tricorn_status tg_api_read_edge_visitor(tricorn_context *context, const tricorn_visitor *given,
                                        tricorn_visitor *known);
tricorn_status tg_api_visit_edges(tricorn_context *context, void *user, const uint32_t *ends,
                                  const uint32_t *support, uint64_t count);

/* Triangles, as tricorn_vertex_triangles(), and degrees of all vertices.  *degrees: the array for
 * them; NULL: one is made, which the caller frees, also on failure. */
tricorn_status tg_api_vertex_counts(tricorn_context *context, const tricorn_graph *graph,
                                    const tricorn_options *options, uint64_t *triangles,
                                    uint64_t **degrees, tricorn_result *result);

/* The coefficients of a graph on disk, without an array by vertex; options: without arrays,
 * either. */
tricorn_status tg_api_stored_clustering(tricorn_context *context, const tricorn_graph *graph,
                                        const tricorn_clustering_options *options,
                                        tricorn_clustering_summary *found,
                                        tricorn_result *result);

/* TRICORN_INVALID_ARGUMENT unless it is a tricorn_measure. */
tricorn_status tg_api_check_measure(tricorn_context *context, tricorn_measure measure);

/* TRICORN_INVALID_ARGUMENT unless they are pairs of two vertices, of which
 * tg_similarity_of_pairs() takes so many. */
tricorn_status tg_api_check_pairs(tricorn_context *context, const tricorn_graph *graph,
                                  const uint32_t *pairs, uint64_t count);

/* Reads how to save, as far as the caller's struct reaches. */
tricorn_status tg_api_read_save_options(tricorn_context *context, tricorn_save_options *known,
                                        const tricorn_save_options *given);

/* Gives the request its factors, with their rows: a name is that of a model, with its parameters,
 * of a benchmark graph, or the path of a file.  tg_factors_free() them, after a failure, too. */
tricorn_status tg_api_load_factors(tricorn_context *context, tg_model_request *request,
                                   tg_factors *factors);

#endif
