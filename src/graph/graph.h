/* graph.h - the graph: simple, undirected, held once as an oriented graph; never changed.
 *
 * Vertices are numbered so that those with an edge come first, by descending degree (hubs have
 * the smallest ids) or, where that would only destroy locality, in the user's order.  Each edge
 * is stored once, at its larger end: row u holds the neighbours of u below u, ascending.  So a
 * triangle u > v > w is an edge u->v and an id w that rows u and v share.
 */
#ifndef TG_GRAPH_GRAPH_H
#define TG_GRAPH_GRAPH_H

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
    const uint64_t *offsets; /* count + 1 */
    const uint32_t *ids;
} tg_rows;

static inline uint64_t tg_row_length(const tg_rows *rows, uint32_t row)
{
    return rows->offsets[row + UINT64_C(1)] - rows->offsets[row];
}

/* Bits of an entry of tricorn_graph.directions: from the row's vertex to the id, and back. */
enum { TG_DOWN = 1, TG_UP = 2 };

typedef enum tg_order {
    TG_ORDER_DEGREE, /* 0 is the vertex of the highest degree (repeated edges counted) */
    TG_ORDER_INPUT,  /* as in the input */
    TG_ORDER_OTHER,  /* asked for: see prepare/reorder.h */
    TG_ORDER_REVERSED /* as in the input, the last vertex first */
} tg_order;

struct tricorn_graph {
    uint32_t active;   /* vertices with an edge: 0 to active - 1 */
    uint32_t vertices; /* with those without an edge: active to vertices - 1 */
    uint64_t edges;
    tg_order order;
    uint32_t *input_ids; /* the number of each vertex in the input; NULL: the same number */
    tg_ids ids;        /* by number in the input */

    uint64_t input_edges, self_loops, duplicates, both_directions;
    const char *source; /* a format's or a model's name, or "arrays" */
    char dialect[TG_DIALECT_BYTES]; /* as in tg_edges */
    double read_seconds, prepare_seconds;

    /* The rows: `active` + 1 offsets, `edges` targets.  Only code that makes graphs uses these; they
     * are NULL while the rows are on a GPU alone.  All others call tg_graph_rows(). */
    struct {
        uint64_t *offsets;
        uint32_t *targets;
    } host;

    /* For each edge, by its position in the rows, the directions that it has in the input; NULL:
     * they were not kept (load/directions.h). */
    unsigned char *directions;
    double *weights; /* of each edge likewise; NULL: they were not kept */

    /* The rows on a GPU (prepare/on_gpu.h), or NULL; only this may change, under its lock. */
    struct tg_on_gpu *on_gpu;
    void (*free_on_gpu)(struct tg_on_gpu *on_gpu);
    tricorn_status (*fetch)(tricorn_context *context, const tricorn_graph *graph); /* to host */
    double transfer_seconds; /* for copying the rows there */
    double start_seconds;    /* for waiting until it had started */

    /* The rows on disk alone (store/store.h), or NULL: then they are for the schedule of graphs on
     * disk and for what reads them piece by piece (store/stream.h), and input_ids is NULL. */
    struct tg_store *store;
    void (*free_store)(struct tg_store *store);
    bool unnamed; /* the user's ids are not known: vertices were numbered on disk */
    bool ids_on_disk; /* they are on disk (store/files/id_table.h), and `ids` is empty */
    uint32_t (*stored_input_id)(const struct tg_store *store, uint32_t vertex);
    uint64_t longest_row, wedges; /* of rows on disk */

    /* Memory of another worker (load/shared_memory.h) that has the rows, input_ids and what `ids`
     * names; NULL: they are blocks. */
    struct tg_mapping *mapping;
    /* Workers of one machine have it, and which device counts it where none is named was decided
     * for all: so all take the same. */
    bool shared, shared_for_gpu;
    /* When the CPU and a GPU were predicted to end, from the file on; 0: not known. */
    double cpu_end_seconds, gpu_end_seconds;
};

/* The rows in host memory.  Those that are on a GPU alone are copied first; so this is the one way to
 * read them.  From any number of threads, each with its context.
 * Errors: TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR. */
tricorn_status tg_graph_rows(tricorn_context *context, const tricorn_graph *graph, tg_rows *rows);

/* TRICORN_UNSUPPORTED where the user's ids are not known. */
tricorn_status tg_graph_require_ids(tricorn_context *context, const tricorn_graph *graph);

static inline uint32_t tg_graph_input_id(const tricorn_graph *graph, uint32_t vertex)
{
    if (graph->store) return graph->stored_input_id(graph->store, vertex);
    return graph->input_ids ? graph->input_ids[vertex] : vertex;
}

/* One more than the largest number of a vertex in the input; 0 without vertices. */
uint64_t tg_graph_input_numbers(const tricorn_graph *graph);

/* One more than the largest id in rows first to last - 1; 0 where there is none. */
uint64_t tg_rows_id_bound(const tg_rows *rows, uint32_t first, uint32_t last);

/* The position in rows->ids of the first id of row r that is not below `id`; the row's end if all
 * are. */
static inline uint64_t tg_row_position(const tg_rows *rows, uint32_t r, uint32_t id)
{
    const uint64_t begin = rows->offsets[r];
    return begin + tg_lower_bound(rows->ids + begin, tg_row_length(rows, r), id);
}

/* The row that has the id at a position of rows->ids. */
static inline uint32_t tg_row_with(const tg_rows *rows, uint64_t position)
{
    return (uint32_t)tg_last_at_most(rows->offsets, rows->count, position);
}

/* The first row of part number `part` of `parts`, which have about as many ids; rows->count for
 * part == parts. */
uint32_t tg_first_row_of_part(const tg_rows *rows, uint32_t part, uint32_t parts);

/* The longest row, and the pairs of ids in rows. */
typedef struct tg_row_measures {
    uint64_t longest, wedges;
} tg_row_measures;
/* Parallel. */
tg_row_measures tg_rows_measures(const tricorn_context *context, const tg_rows *rows);

/* degrees: graph->vertices entries, out: in the simple graph.  Parallel. */
tricorn_status tg_graph_degrees(tricorn_context *context, const tricorn_graph *graph,
                               uint64_t *degrees);
/* degrees[i]: of vertex first + i, for `count` of them. */
tricorn_status tg_graph_some_degrees(tricorn_context *context, const tricorn_graph *graph,
                                     uint32_t first, uint32_t count, uint64_t *degrees);

/* The graph in the order of the input, for writers.  Row x holds the neighbours of input vertex
 * x that are above it or, when symmetric, all of them; ascending.  count is one more than the
 * largest input number.  tg_rows_free() them. */
tricorn_status tg_graph_input_rows(tricorn_context *context, const tricorn_graph *graph,
                                  int symmetric, tg_rows *rows);

/* Frees arrays that belong to the rows alone. */
void tg_rows_free(tg_rows *rows);

#ifdef __cplusplus
}
#endif

#endif
