/* json_edge.h - an edge as a JSON value: an object with two ends, or an array that begins with
 * them.
 *
 * All edges of a file must have the same shape as the first one.  A value with another shape is
 * refused, because other programs might take other members for the ends.
 */
#ifndef TG_IO_FORMATS_JSON_JSON_EDGE_H
#define TG_IO_FORMATS_JSON_JSON_EDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "io/formats/json/json_scan.h"

typedef struct tg_json_shape {
    bool known; /* false: the next edge decides the shape */
    /* The caller has named the ends, so other members of an edge are no reason for doubt. */
    bool given;
    const char *names[2]; /* the keys of the ends; NULL: edges are arrays */
    uint64_t places[2];   /* for arrays: the positions of the ends, counted from 0 */
    uint64_t length;      /* for arrays: the length that all must have; 0: any length */
} tg_json_shape;

/* What the other members of an edge are.  If some of them could be ends and none of them cannot,
 * it is not clear which two are the ends (as in lists of neighbours, matrices, triples of words,
 * triangles). */
typedef enum tg_json_further {
    TG_JSON_NOTHING = 0,
    TG_JSON_LIKE_ENDS = 1,
    TG_JSON_UNLIKE_ENDS = 2 /* some cannot be ends, such as weights and labels */
} tg_json_further;

typedef struct tg_json_edge {
    tg_json_value ends[2]; /* the values of the ends, of any kind */
    tg_json_further further;
} tg_json_edge;

/* These return a shape that is not known yet, one with the keys of the ends (constants that stay
 * valid), and one with the positions of the ends in arrays. */
tg_json_shape tg_json_shape_unknown(void);
tg_json_shape tg_json_shape_keys(const char *first, const char *second);
tg_json_shape tg_json_shape_places(uint64_t first, uint64_t second);

/* Sets *shape to the one that the caller has named by its columns: keys of objects, or positions
 * in arrays, which count from 1.  It is unknown if the caller has named none.  The shape points
 * into *columns. */
tricorn_status tg_json_shape_named(tricorn_context *context, const tricorn_columns *columns,
                                   tg_json_shape *shape);

/* Reads the edge whose first token the scanner has just returned.  Returns TG_JSON_CLOSE,
 * TG_JSON_SHORT or TG_JSON_FAULT.  Decides *shape if it was not known. */
tg_json_token tg_json_edge_read(tg_json *json, tg_json_shape *shape, tg_json_edge *edge);

/* Returns why it is not clear which members are the ends; NULL: it is clear.  `found` is the
 * bitwise or of the tg_json_further of all edges. */
const char *tg_json_edge_doubt(const tg_json_shape *shape, unsigned found);

/* Whether the key is that of an end, if the caller has named no keys. */
bool tg_json_is_end_key(const tg_json_value *key);

#endif
