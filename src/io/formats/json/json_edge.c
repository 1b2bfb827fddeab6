/* json_edge.c - reads an edge from a JSON object or array, and finds out which of its members
 * are the ends and the values. */
#include "io/formats/json/json_edge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "io/text/dialect/dialect.h"
#include "io/text/dialect/where.h"

enum {
    NONE = -1,
    FOUND_BYTES = 200, /* the most bytes of a list of keys in a message */
};

/* ---- keys ---- */

/* Adds a name if it has room, and says whether it has. */
static bool add_name(tg_json_keys *keys, tg_field name)
{
    tg_names *names = &keys->names;
    if (names->columns > names->count || names->count == TG_NAMES_MOST ||
        name.bytes >= TG_JSON_KEY_BYTES - keys->used) {
        names->columns = names->count + 1; /* the record has more */
        return false;
    }
    char *to = keys->text + keys->used;
    memcpy(to, name.text, name.bytes);
    to[name.bytes] = 0;
    names->at[names->count++] = (tg_field){.text = to, .bytes = name.bytes};
    names->columns++;
    keys->used += name.bytes + 1;
    return true;
}

void tg_json_keys_add(tg_json_keys *keys, const tg_json_value *key)
{
    char decoded[TG_JSON_KEY_BYTES];
    tg_field name = {.text = key->begin, .bytes = key->bytes};
    if (key->escaped && key->bytes < sizeof decoded) {
        name.text = decoded;
        if (tg_json_decode(key, decoded, &name.bytes) != NULL) return; /* no name of a role */
    }
    add_name(keys, name);
}

static bool is_key(const tg_json_value *key, tg_field name)
{
    if (key->escaped) return tg_json_equals(key, name.text);
    return key->bytes == name.bytes && memcmp(key->begin, name.text, name.bytes) == 0;
}

/* The place of a key. `expected` is the likeliest one, and becomes the one behind that found. */
static int64_t place_of(const tg_json_keys *keys, const tg_json_value *key, uint32_t *expected)
{
    const tg_names *names = &keys->names;
    uint32_t place = *expected;
    if (place >= names->count || !is_key(key, names->at[place])) {
        for (place = 0; place < names->count; place++)
            if (is_key(key, names->at[place])) break;
        if (place == names->count) return NONE;
    }
    *expected = place + 1;
    return place;
}

/* Adds a key if it is new. */
static void note_key(tg_json_keys *keys, const tg_json_value *key)
{
    uint32_t any = 0;
    if (place_of(keys, key, &any) == NONE) tg_json_keys_add(keys, key);
}

/* ---- the shape ---- */

/* Whether two names that the caller gives mean one column. */
static bool are_one(tg_field a, tg_field b)
{
    uint64_t numbers[2];
    return tg_field_equals(a, b) ||
           (tg_field_index(a, &numbers[0]) && tg_field_index(b, &numbers[1]) && numbers[0] == numbers[1]);
}

/* The place of a column that the caller has named, among the keys; NONE: it is new. */
static int64_t given_place(const tg_json_shape *shape, tg_field name)
{
    for (uint32_t k = 0; k < shape->named; k++)
        if (are_one(shape->keys.names.at[k], name)) return k;
    return NONE;
}

/* The places of the keys that the caller has named, which are the first ones. */
static tg_roles given_keys(const tg_json_shape *shape)
{
    tg_roles roles = tg_no_roles();
    for (unsigned r = 0; r < TG_ROLES; r++) {
        tg_field named[TG_ID_PARTS];
        const unsigned count = tg_role_columns(shape->given, r, named);
        if (count > 0) roles.at[r] = given_place(shape, named[0]);
        if (count == TG_ID_PARTS) roles.seconds[r] = given_place(shape, named[1]);
    }
    return roles;
}

tricorn_status tg_json_shape_begin(tricorn_context *context, const tricorn_load_options *options, tg_json_shape *shape)
{
    shape->given = &options->text.columns;
    shape->read = tg_roles_read(options);
    shape->keys.names.directed = options->graph.directed || options->times;
    for (unsigned r = 0; r < TG_ROLES; r++) {
        tg_field named[TG_ID_PARTS];
        const unsigned count = tg_role_columns(shape->given, r, named);
        for (unsigned p = 0; p < count; p++) {
            if (given_place(shape, named[p]) != NONE) continue;
            if (!add_name(&shape->keys, named[p]))
                return tg_fail(context, TRICORN_INVALID_ARGUMENT, "the name of the %s is too long", tg_role_names[r]);
            shape->named++;
        }
    }
    tg_role clash[2];
    const tg_roles roles = given_keys(shape);
    if (!tg_roles_clash(&roles, clash)) return TRICORN_OK;
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s and %s are one and the same column, '%s': name two",
      tg_role_names[clash[0]], tg_role_names[clash[1]], tg_column_named(shape->given, clash[1]));
}

/* Whether the caller has named both ends. */
static bool has_given_ends(const tg_json_shape *shape)
{
    return shape->given->source && shape->given->target;
}

static tg_json_token look_at_keys(tg_json *json, tg_json_shape *shape)
{
    tg_json_token token;
    while ((token = tg_json_next(json)) == TG_JSON_KEY) {
        uint32_t expected = 0;
        const int64_t place = place_of(&shape->keys, &json->value, &expected);
        if (place == NONE) tg_json_keys_add(&shape->keys, &json->value);
        if (place >= 0) shape->met |= UINT64_C(1) << place;
        token = tg_json_next(json);
        if (token > TG_JSON_FAULT) token = tg_json_skip(json);
        if (token <= TG_JSON_FAULT) return token;
    }
    return token;
}

tg_json_token tg_json_shape_look(tg_json *json, tg_json_shape *shape)
{
    const bool object = json->value.kind == TG_JSON_OBJECT;
    const bool first = shape->length == 0 && !shape->objects;
    uint64_t length = 0;
    tg_json_token token;
    if (!object && json->value.kind != TG_JSON_ARRAY) return TG_JSON_CLOSE;
    if (object && (first || shape->objects)) {
        shape->objects = true;
        return look_at_keys(json, shape);
    }
    while ((token = tg_json_next(json)) != TG_JSON_CLOSE) {
        if (token > TG_JSON_FAULT) token = tg_json_skip(json);
        if (token <= TG_JSON_FAULT) return token;
        length++;
    }
    if (first) shape->length = length;
    return token;
}

/* Decides which keys have the roles that are read. */
static tg_json_token decide_keys(tg_json *json, tg_json_shape *shape, const char *at)
{
    char message[TG_ROLES_MESSAGE_BYTES];
    shape->roles = given_keys(shape);
    for (uint32_t place = 0; place < shape->named; place++)
        if (!(shape->met >> place & 1) && tg_field_is_digits(shape->keys.names.at[place]))
            return tg_json_refuse(json, at,
              "the edge is an object, whose keys have no places, and '%s' is "
              "none of them: name keys",
              shape->keys.names.at[place].text);
    const tg_role doubt = tg_roles_by_names(&shape->keys.names, shape->read, &shape->roles);
    if (doubt == TG_ROLES) return TG_JSON_CLOSE;
    tg_roles_say(&shape->keys.names, doubt, "keys", message);
    return tg_json_refuse(json, at, "%s", message);
}

/* Finds the places that the caller has named, from 1 on. */
static tg_json_token take_given_places(tg_json *json, tg_json_shape *shape, const char *at)
{
    shape->roles = tg_no_roles();
    for (unsigned r = 0; r < TG_ROLES; r++) {
        tg_field named[TG_ID_PARTS];
        const unsigned count = tg_role_columns(shape->given, r, named);
        for (unsigned p = 0; p < count; p++) {
            uint64_t number = 0;
            if (!tg_field_index(named[p], &number) || number == 0 || number > TG_COLUMNS_MOST)
                return tg_json_refuse(json, at,
                  "the edge is an array, and '%.*s' is no place in an array: these "
                  "are numbers from 1 on",
                  (int)named[p].bytes, named[p].text);
            *(p == 0 ? &shape->roles.at[r] : &shape->roles.seconds[r]) = (int64_t)number - 1;
        }
    }
    return TG_JSON_CLOSE;
}

/* Decides which places of arrays have the roles that are read. */
static tg_json_token decide_places(tg_json *json, tg_json_shape *shape, const char *at)
{
    const tg_json_token token = take_given_places(json, shape, at);
    tg_roles *roles = &shape->roles;
    if (token != TG_JSON_CLOSE) return token;
    const uint32_t length = shape->length < TG_COLUMNS_MOST ? (uint32_t)shape->length : TG_COLUMNS_MOST;
    const tg_roles_place place = has_given_ends(shape) ? TG_PLACES_LEFT : tg_roles_by_places(length, roles);
    shape->certain = place == TG_PLACES_LEFT;
    if (place == TG_PLACES_UNKNOWN)
        return tg_json_refuse(json, at,
          "which two of the %" PRIu64 " members of the array are the ends of an edge is "
          "not clear: name both by " TG_OPTION("columns=source=1,target=2"),
          shape->length);
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++) {
        if (!(shape->read & tg_role_bit(r)) || roles->at[r] != TG_NO_COLUMN ||
            (r == TG_WEIGHT_ROLE && tg_roles_third_is_weight(length, roles)))
            continue;
        return tg_json_refuse(json, at,
          "which of the %" PRIu64 " members of the array is the %s is not "
          "clear: name its place, from 1 on, by the option 'columns=%s=NUMBER'",
          shape->length, tg_role_names[r], tg_role_names[r]);
    }
    if (has_given_ends(shape)) shape->length = 0;
    return TG_JSON_CLOSE;
}

tg_json_token tg_json_shape_decide(tg_json *json, tg_json_shape *shape, const char *at)
{
    const tg_json_token token = shape->objects ? decide_keys(json, shape, at) : decide_places(json, shape, at);
    shape->known = token == TG_JSON_CLOSE;
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES; r++)
        if (!(shape->read & tg_role_bit(r))) shape->roles.at[r] = TG_NO_COLUMN;
    return token;
}

void tg_json_shape_merge(tg_json_shape *shape, const tg_json_seen *seen)
{
    tg_json_keys *keys = &shape->keys;
    shape->further |= seen->further;
    for (uint32_t k = 0; k < seen->keys.names.count; k++) {
        const tg_field name = seen->keys.names.at[k];
        note_key(keys, &(tg_json_value){.kind = TG_JSON_KEY, .begin = name.text, .bytes = name.bytes});
    }
    if (seen->keys.names.columns > seen->keys.names.count) keys->names.columns = keys->names.count + 1;
}

/* Whether the keys of all edges leave the roles of those that were looked at. */
static bool keys_are_clear(const tg_json_shape *shape, char message[TG_ROLES_MESSAGE_BYTES])
{
    tg_roles again = given_keys(shape);
    tg_role doubt = tg_roles_by_names(&shape->keys.names, shape->read, &again);
    if (doubt == TG_ROLES &&
        (again.at[TG_SOURCE] != shape->roles.at[TG_SOURCE] || again.at[TG_TARGET] != shape->roles.at[TG_TARGET]))
        doubt = TG_SOURCE;
    for (unsigned r = TG_WEIGHT_ROLE; r < TG_ROLES && doubt == TG_ROLES; r++)
        if ((shape->read & tg_role_bit(r)) && again.at[r] != shape->roles.at[r]) doubt = r;
    if (doubt != TG_ROLES) tg_roles_say(&shape->keys.names, doubt, "keys", message);
    return doubt == TG_ROLES;
}

bool tg_json_shape_is_clear(const tg_json_shape *shape, char message[TG_ROLES_MESSAGE_BYTES])
{
    if (!shape->known) return true;
    if (shape->objects) return keys_are_clear(shape, message);
    if (shape->certain || (shape->further & TG_JSON_UNLIKE_ENDS) || !(shape->further & TG_JSON_LIKE_ENDS)) return true;
    snprintf(message, TG_ROLES_MESSAGE_BYTES,
      "each array has more than two members, all of which could be ends (lists of "
      "neighbours, a matrix, triples): if two of them are the ends of an edge, name their "
      "places by " TG_OPTION("columns=1,2"));
    return false;
}

/* ---- objects ---- */

/* Lists the keys of the object for a message. */
static void list_keys(const tg_json *json, const char *object, char found[FOUND_BYTES])
{
    tg_json again;
    size_t used = 0;
    found[0] = 0;
    tg_json_begin(&again, object, json->at, true);
    tg_json_next(&again);
    while (tg_json_next(&again) == TG_JSON_KEY) {
        const int wrote =
          snprintf(found + used, FOUND_BYTES - used, "%s\"%.*s\"", used > 0 ? ", " : "", TG_JSON_SHOWN(&again.value));
        if (wrote < 0 || (size_t)wrote >= FOUND_BYTES - used) break;
        used += (size_t)wrote;
        tg_json_next(&again);
        tg_json_skip(&again);
    }
    if (used == 0) snprintf(found, FOUND_BYTES, "no keys");
}

tg_json_token tg_json_refuse_absent(
  tg_json *json, const tg_json_shape *shape, const tg_json_edge *edge, tg_role role, const char *remedy)
{
    char found[FOUND_BYTES];
    const bool first = edge->values[role].kind == 0;
    const int64_t place = first ? shape->roles.at[role] : shape->roles.seconds[role];
    list_keys(json, edge->begin, found);
    return tg_json_refuse(json, edge->begin, "the edge lacks \"%s\", the %s%s; it has %s",
      shape->keys.names.at[place].text, tg_role_names[role], remedy, found);
}

/* Sets the values that the edge has at a place, which may be of both ends; *again: it had one before. False:
 * nothing at the place is read. */
static bool take_value(
  const tg_json_shape *shape, int64_t place, const tg_json_value *value, tg_json_edge *edge, bool *again)
{
    bool taken = false;
    *again = false;
    if (place < 0) return false;
    for (unsigned r = 0; r < TG_ROLES; r++) {
        tg_json_value *const to[] = {&edge->values[r], &edge->seconds[r % 2]};
        const bool is[] = {shape->roles.at[r] == place, r <= TG_TARGET && shape->roles.seconds[r] == place};
        for (unsigned p = 0; p < TG_ID_PARTS; p++) {
            if (!is[p]) continue;
            *again |= to[p]->kind != 0;
            *to[p] = *value;
            taken = true;
        }
    }
    return taken;
}

static tg_json_token read_object(tg_json *json, const tg_json_shape *shape, tg_json_seen *seen, tg_json_edge *edge)
{
    uint32_t expected = 0;
    tg_json_token token;
    if (!shape->objects)
        return tg_json_refuse(json, edge->begin, "the edge is an object, but the first one is an array");
    while ((token = tg_json_next(json)) == TG_JSON_KEY) {
        const tg_json_value key = json->value;
        const int64_t place = place_of(&shape->keys, &key, &expected);
        bool again;
        if (place == NONE) note_key(&seen->keys, &key);
        token = tg_json_next(json);
        if (token <= TG_JSON_FAULT) return token;
        if (take_value(shape, place, &json->value, edge, &again) && again)
            return tg_json_refuse(
              json, tg_json_place(&key), "the key \"%.*s\" is in an edge twice", TG_JSON_SHOWN(&key));
        token = tg_json_skip(json);
        if (token <= TG_JSON_FAULT) return token;
    }
    return token;
}

/* ---- arrays ---- */

static tg_json_token check_length(tg_json *json, const tg_json_shape *shape, const tg_json_edge *edge, uint64_t length)
{
    if (shape->length > 0 && length != shape->length)
        return tg_json_refuse(json, edge->begin,
          "an array of %" PRIu64 ", but the first edge is one of %" PRIu64 ": are they lists of neighbours?", length,
          shape->length);
    for (unsigned r = 0; r < TG_ROLES; r++) {
        const int64_t at = shape->roles.at[r], second = r <= TG_TARGET ? shape->roles.seconds[r] : TG_NO_COLUMN;
        if (at >= (int64_t)length || second >= (int64_t)length)
            return tg_json_refuse(json, edge->begin, "an array of %" PRIu64 " is no edge: its %s is member %" PRIi64,
              length, tg_role_names[r], (at >= (int64_t)length ? at : second) + 1);
    }
    return TG_JSON_CLOSE;
}

/* Whether a value could also be an end, judged by `end`, which is one. */
static bool is_like(const tg_json_value *value, const tg_json_value *end)
{
    if (value->kind == TG_JSON_ARRAY) return true; /* of neighbours */
    if (value->kind != end->kind) return false;
    return value->kind == TG_JSON_STRING || (tg_json_is_integer(value) && *value->begin != '-');
}

static tg_json_token read_array(tg_json *json, const tg_json_shape *shape, tg_json_seen *seen, tg_json_edge *edge)
{
    int64_t length = 0;
    tg_json_token token;
    if (shape->objects)
        return tg_json_refuse(json, edge->begin, "the edge is an array, but the first one is an object");
    while ((token = tg_json_next(json)) != TG_JSON_CLOSE) {
        if (token <= TG_JSON_FAULT) return token;
        bool again;
        if (!take_value(shape, length++, &json->value, edge, &again))
            seen->further |= is_like(&json->value, &edge->values[TG_SOURCE]) ? TG_JSON_LIKE_ENDS : TG_JSON_UNLIKE_ENDS;
        token = tg_json_skip(json);
        if (token <= TG_JSON_FAULT) return token;
    }
    return check_length(json, shape, edge, (uint64_t)length);
}

/* ---- both ---- */

/* Decides the shape by this edge, which is read once more then. */
static tg_json_token decide_by(tg_json *json, tg_json_shape *shape)
{
    tg_json again = *json;
    tg_json_token token = tg_json_shape_look(&again, shape);
    if (token == TG_JSON_CLOSE) token = tg_json_shape_decide(&again, shape, json->value.begin);
    if (token == TG_JSON_FAULT) *json = again;
    return token;
}

tg_json_token tg_json_edge_read(tg_json *json, tg_json_shape *shape, tg_json_seen *seen, tg_json_edge *edge)
{
    const tg_json_value value = json->value;
    *edge = (tg_json_edge){.begin = tg_json_place(&value)};
    if (value.kind != TG_JSON_OBJECT && value.kind != TG_JSON_ARRAY)
        return tg_json_refuse(
          json, edge->begin, "%.*s is no edge: an edge is an object with two ends, or an array", TG_JSON_SHOWN(&value));
    if (!shape->known) {
        const tg_json_token token = decide_by(json, shape);
        if (token != TG_JSON_CLOSE) return token;
    }
    return value.kind == TG_JSON_OBJECT ? read_object(json, shape, seen, edge) : read_array(json, shape, seen, edge);
}
