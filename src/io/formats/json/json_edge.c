/* json_edge.c - reads an edge from a JSON object or array, and finds out which of its members
 * are the ends. */
#include "io/formats/json/json_edge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/options.h"
#include "io/text/fields.h"

/* Pairs of keys with which programs name the ends of edges: NetworkX, D3, vis.js, Neo4j,
 * ArangoDB and others; u and v are those of tricorn. */
#define KNOWN_PAIRS "source/target, src/dst, from/to, u/v, start/end, head/tail, _from/_to"
static const char *const known_keys[] = {"source", "target", "src",   "dst",   "from",
                                         "to",     "u",      "v",     "start", "end",
                                         "head",   "tail",   "_from", "_to"};

enum {
    KNOWN_KEYS = sizeof known_keys / sizeof *known_keys,
    NONE = -1,
    FOUND_BYTES = 200, /* the most bytes of a list of keys in a message */
};

/* If an object has u, v and w, and w is an id, they are the corners of a triangle. */
static const char FIRST_CORNER[] = "u", THIRD_CORNER[] = "w";

tg_json_shape tg_json_shape_unknown(void)
{
    return (tg_json_shape){.places = {0, 1}};
}

tg_json_shape tg_json_shape_keys(const char *first, const char *second)
{
    return (tg_json_shape){.known = true, .given = true, .names = {first, second}};
}

tg_json_shape tg_json_shape_places(uint64_t first, uint64_t second)
{
    return (tg_json_shape){.known = true, .given = true, .places = {first, second}};
}

tricorn_status tg_json_shape_named(tricorn_context *context, const tricorn_columns *columns,
                                   tg_json_shape *shape)
{
    const char *given[2] = {columns->source, columns->target};
    uint64_t places[2];
    unsigned numbers = 0;
    *shape = tg_json_shape_unknown();
    if (given[0] == NULL && given[1] == NULL) return TRICORN_OK;
    if (given[0] == NULL || given[1] == NULL)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "one end of the edge is named and the other one is not: name both");
    for (unsigned i = 0; i < 2; i++)
        numbers += tg_field_index((tg_field){.text = given[i], .bytes = strlen(given[i])},
                                  &places[i]);
    if (numbers == 2 && (places[0] == 0 || places[1] == 0))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "the columns %s and %s: places in arrays count from 1", given[0],
                       given[1]);
    if (numbers == 2 ? places[0] == places[1] : strcmp(given[0], given[1]) == 0)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                       "source and target are one and the same column, '%s'", given[1]);
    *shape = numbers == 2 ? tg_json_shape_places(places[0] - 1, places[1] - 1)
                          : tg_json_shape_keys(given[0], given[1]);
    return TRICORN_OK;
}

/* Whether a value could also be an end, judged by `end`, which is one. */
static bool is_like(const tg_json_value *value, const tg_json_value *end)
{
    if (value->kind != end->kind) return false;
    return value->kind == TG_JSON_STRING || (tg_json_is_integer(value) && *value->begin != '-');
}

/* ---- objects ------------------------------------------------------------------------------ */

/* The members of an object whose keys may name the ends of an edge. */
typedef struct members {
    const char *const *keys; /* two keys for each pair */
    int count;
    uint32_t seen; /* one bit for each key: the object has it */
    tg_json_value values[KNOWN_KEYS];
    tg_json_value corner; /* the member w; if it has no bytes, the object has no such member */
} members;

static int index_of(const members *of, const tg_json_value *key)
{
    for (int i = 0; i < of->count; i++) {
        const bool may_equal = key->escaped || (key->bytes > 0 && *key->begin == *of->keys[i]);
        if (may_equal && tg_json_equals(key, of->keys[i])) return i;
    }
    return NONE;
}

bool tg_json_is_end_key(const tg_json_value *key)
{
    const members known = {.keys = known_keys, .count = KNOWN_KEYS};
    return index_of(&known, key) != NONE;
}

/* Reads the value of the key that the scanner has just returned. */
static tg_json_token read_member(tg_json *json, members *into)
{
    const tg_json_value key = json->value;
    const int index = index_of(into, &key);
    const tg_json_token token = tg_json_next(json);
    if (token <= TG_JSON_FAULT) return token;
    if (index == NONE) {
        if (tg_json_equals(&key, THIRD_CORNER)) into->corner = json->value;
        return tg_json_skip(json);
    }
    if (into->seen >> index & 1)
        return tg_json_refuse(json, tg_json_place(&key), "the key \"%s\" is in an edge twice",
                              into->keys[index]);
    into->seen |= UINT32_C(1) << index;
    into->values[index] = json->value;
    return tg_json_skip(json);
}

/* Lists the keys of the object for a message. */
static void list_keys(const tg_json *json, const char *object, char found[FOUND_BYTES])
{
    tg_json again;
    size_t used = 0;
    found[0] = 0;
    tg_json_begin(&again, object, json->at, true);
    tg_json_next(&again);
    while (tg_json_next(&again) == TG_JSON_KEY) {
        const int wrote = snprintf(found + used, FOUND_BYTES - used, "%s\"%.*s\"",
                                   used > 0 ? ", " : "", TG_JSON_SHOWN(&again.value));
        if (wrote < 0 || (size_t)wrote >= FOUND_BYTES - used) break;
        used += (size_t)wrote;
        tg_json_next(&again);
        tg_json_skip(&again);
    }
    if (used == 0) snprintf(found, FOUND_BYTES, "no keys");
}

/* Refuses an object that has none of the allowed pairs of keys. */
static tg_json_token refuse_object(tg_json *json, const tg_json_shape *shape, const char *object)
{
    char found[FOUND_BYTES];
    list_keys(json, object, found);
    if (shape->known)
        return tg_json_refuse(
            json, object, "the edge lacks \"%s\" or \"%s\", %s; it has %s", shape->names[0],
            shape->names[1],
            shape->given ? "which were named as its ends" : "which the first edge has", found);
    return tg_json_refuse(
        json, object, "no edge: an edge has one of the pairs of keys " KNOWN_PAIRS "; found %s",
        found);
}

/* Finds the pair of keys that are the ends; *pair is the index of the pair's first key. */
static tg_json_token choose_pair(tg_json *json, const tg_json_shape *shape, const members *found,
                                 const char *object, int *pair)
{
    *pair = NONE;
    for (int i = 0; i < found->count; i += 2) {
        if ((found->seen >> i & 3) != 3) continue;
        if (*pair != NONE)
            return tg_json_refuse(json, object,
                                  "the edge has both \"%s\"/\"%s\" and \"%s\"/\"%s\": name the "
                                  "two that are its ends by " TG_OPTION("columns=A,B"),
                                  found->keys[*pair], found->keys[*pair + 1], found->keys[i],
                                  found->keys[i + 1]);
        *pair = i;
    }
    if (*pair == NONE || (shape->known && !shape->given && found->keys[*pair] != shape->names[0]))
        return refuse_object(json, shape, object);
    return TG_JSON_CLOSE;
}

static tg_json_token read_object(tg_json *json, tg_json_shape *shape, tg_json_edge *edge)
{
    members found; /* only the values of keys that were seen are read */
    const char *object = json->value.begin;
    tg_json_token token;
    int pair;

    if (shape->known && shape->names[0] == NULL)
        return tg_json_refuse(json, object, "the edge is an object, but %s",
                              shape->given ? "places in arrays were named as ends"
                                           : "the first one is an array");
    found.keys = shape->given ? shape->names : known_keys;
    found.count = shape->given ? 2 : KNOWN_KEYS;
    found.seen = 0;
    found.corner.bytes = 0;
    while ((token = tg_json_next(json)) == TG_JSON_KEY) {
        token = read_member(json, &found);
        if (token <= TG_JSON_FAULT) return token;
    }
    if (token == TG_JSON_CLOSE) token = choose_pair(json, shape, &found, object, &pair);
    if (token != TG_JSON_CLOSE) return token;
    for (int i = 0; i < 2; i++) edge->ends[i] = found.values[pair + i];
    if (found.corner.bytes > 0 && strcmp(found.keys[pair], FIRST_CORNER) == 0)
        edge->further =
            is_like(&found.corner, &edge->ends[0]) ? TG_JSON_LIKE_ENDS : TG_JSON_UNLIKE_ENDS;
    if (shape->known) return TG_JSON_CLOSE;
    shape->known = true;
    for (int i = 0; i < 2; i++) shape->names[i] = found.keys[pair + i];
    return TG_JSON_CLOSE;
}

/* ---- arrays ------------------------------------------------------------------------------- */

static tg_json_token check_length(tg_json *json, const tg_json_shape *shape, const char *array,
                                  uint64_t length)
{
    const uint64_t last =
        shape->places[0] > shape->places[1] ? shape->places[0] : shape->places[1];
    if (shape->length > 0 && length != shape->length)
        return tg_json_refuse(json, array,
                              "an array of %" PRIu64 ", but the first edge is one of %" PRIu64
                              ": are they lists of neighbours?",
                              length, shape->length);
    if (length <= last)
        return tg_json_refuse(json, array,
                              "an array of %" PRIu64 " is no edge: its ends are members %" PRIu64
                              " and %" PRIu64,
                              length, shape->places[0] + 1, shape->places[1] + 1);
    return TG_JSON_CLOSE;
}

static tg_json_token read_array(tg_json *json, tg_json_shape *shape, tg_json_edge *edge)
{
    const char *array = json->value.begin;
    uint64_t length = 0;
    tg_json_token token;

    if (shape->known && shape->names[0] != NULL)
        return tg_json_refuse(json, array, "the edge is an array, but %s",
                              shape->given ? "keys of objects were named as ends"
                                           : "the first one is an object");
    while ((token = tg_json_next(json)) != TG_JSON_CLOSE) {
        if (token <= TG_JSON_FAULT) return token;
        if (length == shape->places[0])
            edge->ends[0] = json->value;
        else if (length == shape->places[1])
            edge->ends[1] = json->value;
        else if (!shape->given) /* the other members of an array may be neighbours */
            edge->further |=
                json->value.kind == TG_JSON_ARRAY || is_like(&json->value, &edge->ends[0])
                    ? TG_JSON_LIKE_ENDS
                    : TG_JSON_UNLIKE_ENDS;
        length++;
        token = tg_json_skip(json);
        if (token <= TG_JSON_FAULT) return token;
    }
    token = check_length(json, shape, array, length);
    if (token != TG_JSON_CLOSE || shape->known) return token;
    shape->known = true;
    shape->length = length;
    return TG_JSON_CLOSE;
}

/* ---- both --------------------------------------------------------------------------------- */

tg_json_token tg_json_edge_read(tg_json *json, tg_json_shape *shape, tg_json_edge *edge)
{
    const tg_json_value *value = &json->value;
    edge->further = TG_JSON_NOTHING;
    if (value->kind == TG_JSON_OBJECT) return read_object(json, shape, edge);
    if (value->kind == TG_JSON_ARRAY) return read_array(json, shape, edge);
    return tg_json_refuse(json, tg_json_place(value),
                          "%.*s is no edge: an edge is an object with two ends, or an array",
                          TG_JSON_SHOWN(value));
}

const char *tg_json_edge_doubt(const tg_json_shape *shape, unsigned found)
{
    if (shape->given || (found & TG_JSON_UNLIKE_ENDS) || !(found & TG_JSON_LIKE_ENDS))
        return NULL;
    if (shape->names[0] != NULL)
        return "each edge has u, v and w, which could be the corners of a triangle: name the two "
               "that are its ends, such as by " TG_OPTION("columns=u,v");
    return "each array has more than two members, all of which could be ends (lists of "
           "neighbours, a matrix, triples): if two of them are the ends of an edge, name their "
           "places by " TG_OPTION("columns=1,2");
}
