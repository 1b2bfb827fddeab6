/* json_edge.h - an edge as a JSON value: an object with two ends, or an array that begins with
 * them.
 *
 * All edges of a file have the shape of the first one.  A value of another shape is refused,
 * because another reader of the file could see other ends in it.
 */
#ifndef TG_IO_FORMATS_JSON_JSON_EDGE_H
#define TG_IO_FORMATS_JSON_JSON_EDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "io/formats/json/json_scan.h"

typedef struct tg_json_shape {
    bool known;           /* if false, the next edge decides */
    bool given;           /* the caller has named the ends, so other members raise no doubt */
    const char *names[2]; /* keys of the ends; NULL: edges are arrays */
    uint64_t places[2];   /* of arrays: the positions of the ends, counted from 0 */
    uint64_t length;      /* of arrays: the length; 0: any */
} tg_json_shape;

/* What the other members of an edge are.  If some could be ends and none could not, it is not
 * clear which two are the ends (lists of neighbours, matrices, triples of words, triangles). */
typedef enum tg_json_further {
    TG_JSON_NOTHING = 0,
    TG_JSON_LIKE_ENDS = 1,
    TG_JSON_UNLIKE_ENDS = 2 /* some cannot be ends: weights, labels */
} tg_json_further;

typedef struct tg_json_edge {
    tg_json_value ends[2]; /* of any kind */
    tg_json_further further;
} tg_json_edge;

/* Shapes: one that is not known yet, one by the keys of the ends (constants that stay valid),
 * and one by their positions in arrays. */
tg_json_shape tg_json_shape_unknown(void);
tg_json_shape tg_json_shape_keys(const char *first, const char *second);
tg_json_shape tg_json_shape_places(uint64_t first, uint64_t second);

/* The shape that the caller has named by its columns, keys or places in arrays, from 1; unknown
 * if the caller has named none.  The shape points into *columns. */
tricorn_status tg_json_shape_named(tricorn_context *context, const tricorn_columns *columns,
                                   tg_json_shape *shape);

/* Reads the edge whose first token the scanner has just returned.  Returns TG_JSON_CLOSE,
 * TG_JSON_SHORT or TG_JSON_FAULT.  Decides *shape if it was not known. */
tg_json_token tg_json_edge_read(tg_json *json, tg_json_shape *shape, tg_json_edge *edge);

/* Why it is not clear which members are the ends; NULL: it is clear. found: the tg_json_further
 * of all edges, or-ed. */
const char *tg_json_edge_doubt(const tg_json_shape *shape, unsigned found);

/* Whether the key is one of an edge's ends, if nobody has named them. */
bool tg_json_is_end_key(const tg_json_value *key);

#endif
