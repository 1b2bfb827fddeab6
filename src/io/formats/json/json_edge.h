/* json_edge.h - an edge as a JSON value: an object with two ends, or an array that begins with them.
 *
 * Objects are the rows of a table whose columns are their keys; the names of the keys say which of them are the ends
 * and the values (io/text/dialect/roles.h). Objects may lack keys, and have keys that earlier ones lack. Arrays all
 * have one length, and their places are the columns.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "base/context.h"
#include "io/formats/json/json_scan.h"
#include "io/text/dialect/roles.h"

enum {
    TG_JSON_KEY_BYTES = 4096 /* of all keys that are looked at */
};

/* Keys of objects in the order in which they come, each once; all 0: none. Their names point into
 * `text`, so the struct stays where it is. */
typedef struct tg_json_keys {
    tg_names names;
    size_t used;
    char text[TG_JSON_KEY_BYTES];
} tg_json_keys;

/* Adds a key that is new, decoded. A key without room is only counted. */
void tg_json_keys_add(tg_json_keys *keys, const tg_json_value *key);

/* What the edges of a file are; all 0 before tg_json_shape_begin(). */
typedef struct tg_json_shape {
    bool known; /* false: the next edge decides it */
    const tricorn_columns *given;
    unsigned read; /* the roles beside the ends whose values are read, a bit for each */
    bool objects; /* edges are objects, not arrays */
    tg_json_keys keys; /* those that the caller has named come first ... */
    uint32_t named; /* ... and how many they are */
    uint64_t met; /* a bit for each of them: an edge has it */
    tg_roles roles; /* places of keys or in arrays; those beside the ends only if they are read */
    uint64_t length; /* of all arrays; 0: any length */
    bool certain; /* other members of arrays are no reason for doubt */
    unsigned further; /* the bitwise or of the tg_json_further of all edges */
} tg_json_shape;

/* What the members of arrays are besides those that are read. If some of them could be ends and none of them cannot,
 * it is not clear which two are the ends (as in lists of neighbours, matrices, triples of words). */
typedef enum tg_json_further {
    TG_JSON_NOTHING = 0,
    TG_JSON_LIKE_ENDS = 1,
    TG_JSON_UNLIKE_ENDS = 2 /* some cannot be ends, such as weights and labels */
} tg_json_further;

/* What the edges had, as far as one thread has read them. */
typedef struct tg_json_seen {
    unsigned further; /* the bitwise or of the tg_json_further of all edges */
    tg_json_keys keys; /* those that the shape lacks */
} tg_json_seen;

typedef struct tg_json_edge {
    const char *begin; /* of the object or array */
    tg_json_value values[TG_ROLES]; /* those of kind 0 are not in the edge */
    tg_json_value seconds[2]; /* the second words of ids that are in two columns */
} tg_json_edge;

/* Begins a shape that is not known yet, from the columns that the caller has named; they outlive
 * it. TRICORN_INVALID_ARGUMENT if two roles are one column. */
tricorn_status tg_json_shape_begin(tricorn_context *context, const tricorn_load_options *options, tg_json_shape *shape);

/* Adds the keys of an object, the first token of which the scanner has just returned, or the length
 * of an array to what decides the shape. Returns TG_JSON_CLOSE, TG_JSON_SHORT or TG_JSON_FAULT. */
tg_json_token tg_json_shape_look(tg_json *json, tg_json_shape *shape);

/* Decides the shape by what was looked at. TG_JSON_FAULT, with a fault at `at`, if it is not clear
 * which members have the roles that are read, else TG_JSON_CLOSE. */
tg_json_token tg_json_shape_decide(tg_json *json, tg_json_shape *shape, const char *at);

/* Reads the edge whose first token the scanner has just returned. Returns TG_JSON_CLOSE,
 * TG_JSON_SHORT or TG_JSON_FAULT. Decides *shape if it was not known. */
tg_json_token tg_json_edge_read(tg_json *json, tg_json_shape *shape, tg_json_seen *seen, tg_json_edge *edge);

/* Refuses an object that has no key of this role, or none of its id's second word; `remedy` says what reads the file, or is "". */
tg_json_token tg_json_refuse_absent(
  tg_json *json, const tg_json_shape *shape, const tg_json_edge *edge, tg_role role, const char *remedy);

/* Adds what a thread has seen. */
void tg_json_shape_merge(tg_json_shape *shape, const tg_json_seen *seen);

/* Whether all that was seen leaves it clear which members have the roles that are read; else writes why not. */
bool tg_json_shape_is_clear(const tg_json_shape *shape, char message[TG_ROLES_MESSAGE_BYTES]);
