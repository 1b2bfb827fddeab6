/* graph.h - the graph: simple, undirected, stored as an oriented graph; never changed.
 *
 * Vertices are numbered so that those with an edge come first, by descending degree (hubs have
 * the smallest numbers) or, where that would only destroy locality, in the user's order. Each
 * edge is stored once, at its larger end: row u holds the neighbours of u below u, ascending. So
 * a triangle u > v > w is an edge u->v and an id w that rows u and v share.
 */
#pragma once

#include <stdint.h>

#include "base/context.h"
#include "base/search.h"
#include "graph/edges.h"
#include "graph/ids.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Row r is ids[offsets[r]] to ids[offsets[r + 1] - 1], ascending, without repetition. */
typedef struct tg_rows {
    uint32_t count;
    const uint64_t *offsets; /* count + 1 offsets */
    const uint32_t *ids;
} tg_rows;

/* Whether the longest row has many more ids than with hubs first, where it has at most as many as the square root of
 * twice the edges. In a graph with flat degrees, of 16 times the mean at most, no row is long in any order. So what
 * takes a bit for each two ids of a row, and only if no row is long, takes little more memory than the graph. */
static inline bool tg_is_long_row(uint64_t longest, uint64_t edges)
{
    enum { MOST_SQUARE = 32 };
    return longest * longest > MOST_SQUARE * edges;
}

static inline uint64_t tg_row_length(const tg_rows *rows, uint32_t row)
{
    return rows->offsets[row + UINT64_C(1)] - rows->offsets[row];
}

/* Bits of tricorn_graph.directions: TG_DOWN is an edge from the row's vertex to the id, TG_UP one
 * from the id to the row's vertex. */
enum { TG_DOWN = 1, TG_UP = 2 };

typedef enum tg_order {
    TG_ORDER_DEGREE, /* vertex 0 has the highest degree, where repeated edges count */
    TG_ORDER_INPUT, /* the order of the input */
    TG_ORDER_OTHER, /* a user's choice (prepare/reorder.h) */
    TG_ORDER_REVERSED /* the reversed order of the input */
} tg_order;

/* On which side of a bipartite graph a vertex is. */
enum { TG_LEFT = 1, TG_RIGHT = 2 };

/* An edge with a time, by the vertices' numbers here. */
typedef struct tg_temporal_edge {
    uint32_t source, target;
    int64_t time;
} tg_temporal_edge;

struct tricorn_graph {
    uint32_t active; /* vertices with an edge: 0 to active - 1 */
    uint32_t vertices; /* all vertices: those from `active` on have no edge */
    uint64_t edges;
    tg_order order;
    /* the number of each vertex in the input; NULL if that is its number here */
    uint32_t *input_ids;
    tg_ids ids; /* the user's ids, by the number in the input */

    /* the side of each vertex, by its number in the input, if it was read as bipartite, or NULL: an id
     * may then be that of a vertex of each side */
    uint8_t *sides;

    uint64_t input_edges, self_loops, duplicates, both_directions;
    uint64_t missing; /* lines that were left out, as they lack a value */
    uint64_t excluded; /* lines that were left out, as a condition does not hold */
    const char *source; /* a format's or a model's name, or "arrays" */
    char dialect[TG_DIALECT_BYTES]; /* of a text edge list, as in tg_edges; otherwise "" */
    double read_seconds, prepare_seconds;

    /* The rows: `active` + 1 offsets, `edges` ids. Both are NULL while the rows are only on a GPU, so only code that
     * creates graphs may use them; all other code calls tg_graph_rows(). */
    struct {
        uint64_t *offsets;
        uint32_t *targets;
    } host;

    /* The directions of each edge in the input, TG_DOWN or TG_UP or both, by its position in the
     * rows; NULL if they are not stored (load/directions.h). */
    unsigned char *directions;
    /* the weight of each edge, by its position in the rows; NULL if they are not stored */
    double *weights;
    /* The edges of the input but for self loops, by ascending times and, where these are equal, in the
     * order of the input; NULL if they are not stored (load/directions.h). */
    tg_temporal_edge *temporal;
    uint64_t temporal_count;
    char *labels; /* as in tg_edges */
    uint32_t label_count;

    /* The rows on a GPU (prepare/on_gpu.h), or NULL. Only this member may change after the graph
     * was created, under a lock of its own. */
    struct tg_on_gpu *on_gpu;
    void (*free_on_gpu)(struct tg_on_gpu *on_gpu);
    /* copies rows that are only on a GPU to the host */
    tricorn_status (*fetch)(tricorn_context *context, const tricorn_graph *graph);
    double transfer_seconds; /* seconds of copying the rows to the GPU */
    double start_seconds; /* seconds of waiting until the GPU had started */

    /* The rows if they are only on disk (store/store.h), or NULL. Only the schedule of graphs on
     * disk and readers of batches (store/stream.h) use such rows; input_ids is then NULL. */
    struct tg_store *store;
    void (*free_store)(struct tg_store *store);
    bool unnamed; /* the user's ids are not known: vertices were numbered on disk */
    bool ids_on_disk; /* the ids are on disk (store/files/id_table.h), and `ids` is empty */
    uint32_t (*stored_input_id)(const struct tg_store *store, uint32_t vertex);
    /* measures of rows on disk: the longest row's length and the number of wedges */
    uint64_t longest_row, wedges;

    /* Memory of another worker (load/shared_memory.h) that contains the rows, input_ids and the
     * arrays of `ids`; NULL if they are blocks of this process. */
    struct tg_mapping *mapping;
    /* shared: the workers of a machine share this graph. shared_for_gpu: where the user names no
     * device, all these workers count it on GPUs; otherwise on CPUs. */
    bool shared, shared_for_gpu;
    /* The times at which the CPU or a GPU was predicted to finish loading and counting; 0: no prediction. */
    double cpu_end_seconds, gpu_end_seconds;
    /* Of a graph that tg_graph_named() or tg_graph_with_values() has made: what belongs to another graph. */
    struct {
        bool rows, ids, values; /* rows: also input_ids and sides; values: directions, weights and times */
    } borrowed;
};

/* Returns the mean degree of vertices with an edge, if this order says that degrees are flat, near
 * their mean: then the input's order stays. Otherwise 0. */
static inline double tg_mean_degree_if_flat(tg_order order, uint64_t edges, uint64_t active)
{
    const bool flat = order == TG_ORDER_INPUT || order == TG_ORDER_REVERSED;
    return flat && active > 0 ? 2 * (double)edges / (double)active : 0;
}

/* Returns the rows in host memory; copies them first if they are only on a GPU. All code reads
 * rows by this function. Any number of threads may call it, each with its own context. Errors:
 * TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR. */
tricorn_status tg_graph_rows(tricorn_context *context, const tricorn_graph *graph, tg_rows *rows);

/* Writes the two ends of each edge, the row's vertex first, in the order of the rows. */
tricorn_status tg_graph_ends(tricorn_context *context, const tricorn_graph *graph, uint32_t *ends);

/* Fails with TRICORN_UNSUPPORTED if the user's ids are not known. */
tricorn_status tg_graph_require_ids(tricorn_context *context, const tricorn_graph *graph);

static inline uint32_t tg_graph_input_id(const tricorn_graph *graph, uint32_t vertex)
{
    if (graph->store) return graph->stored_input_id(graph->store, vertex);
    return graph->input_ids ? graph->input_ids[vertex] : vertex;
}

/* Writes what a message calls a vertex, whose ids are in memory: "vertex 7", or its word in quotes. */
enum { TG_VERTEX_NAME_BYTES = 48 };
void tg_graph_name_vertex(const tricorn_graph *graph, uint32_t vertex, char name[TG_VERTEX_NAME_BYTES]);

/* Returns one more than the largest number of a vertex in the input; 0 without vertices. */
uint64_t tg_graph_input_numbers(const tricorn_graph *graph);

/* Returns one more than the largest id in rows first to last - 1; 0 if they are empty. */
uint64_t tg_rows_id_bound(const tg_rows *rows, uint32_t first, uint32_t last);

/* Returns the position in rows->ids of the first id of row r that is not below `id`; the end of
 * the row if all its ids are below. */
static inline uint64_t tg_row_position(const tg_rows *rows, uint32_t r, uint32_t id)
{
    const uint64_t begin = rows->offsets[r];
    return begin + tg_lower_bound(rows->ids + begin, tg_row_length(rows, r), id);
}

/* Returns the row that contains a position of rows->ids. */
static inline uint32_t tg_row_with(const tg_rows *rows, uint64_t position)
{
    return (uint32_t)tg_last_at_most(rows->offsets, rows->count, position);
}

/* Returns the first row of part number `part` if the rows are cut into `parts` parts with about
 * equally many ids; rows->count for part == parts. */
uint32_t tg_first_row_of_part(const tg_rows *rows, uint32_t part, uint32_t parts);

/* The length of the longest row, and the number of wedges: pairs of ids in one row. */
typedef struct tg_row_measures {
    uint64_t longest, wedges;
} tg_row_measures;
/* Measures rows, with the context's threads. */
tg_row_measures tg_rows_measures(const tricorn_context *context, const tg_rows *rows);

/* Sets degrees[0..vertices-1] to the degrees in the simple graph. Uses the context's threads. */
tricorn_status tg_graph_degrees(tricorn_context *context, const tricorn_graph *graph, uint64_t *degrees);
/* Sets degrees[i] to the degree of vertex first + i, for `count` of them. */
tricorn_status tg_graph_some_degrees(
  tricorn_context *context, const tricorn_graph *graph, uint32_t first, uint32_t count, uint64_t *degrees);

/* Returns the graph in the order of the input, for writers. Row x contains the neighbours of
 * input vertex x that are above x or, when `symmetric`, all of them; ascending. rows->count is
 * one more than the largest input number. The caller calls tg_rows_free(). */
tricorn_status tg_graph_input_rows(tricorn_context *context, const tricorn_graph *graph, int symmetric, tg_rows *rows);

/* Sorts the ids of each of `count` rows, with the context's threads. */
void tg_rows_sort(const tricorn_context *context, uint32_t count, const uint64_t *offsets, uint32_t *ids);
/* Frees the arrays of rows that no graph owns. */
void tg_rows_free(tg_rows *rows);

#ifdef __cplusplus
}
#endif
