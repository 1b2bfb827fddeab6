/* roles.h - which columns of a table are the ends of an edge, its weight, its time and its label, by their names.
 *
 * One rule and one list of names (roles.def), for headers of text, keys of JSON and the tables of Python.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

#include "io/text/dialect/id_parts.h"
#include "io/text/fields.h"

enum {
    TG_NAMES_MOST = 64, /* columns that are looked at; the ends of an edge are among the first */
    TG_NO_COLUMN = -1,
    TG_ROLES_MESSAGE_BYTES = 400
};

typedef enum tg_role { TG_SOURCE, TG_TARGET, TG_WEIGHT_ROLE, TG_TIME, TG_LABEL, TG_ROLES } tg_role;

/* What the caller has named for a role, or NULL; and the name of the role. */
const char *tg_column_named(const tricorn_columns *columns, tg_role role);
extern const char *const tg_role_names[TG_ROLES];

/* The columns that the caller has named for a role, which are two for ids in two columns; returns their number. */
unsigned tg_role_columns(const tricorn_columns *columns, tg_role role, tg_field named[TG_ID_PARTS]);

/* The column of each role, from 0 on, or TG_NO_COLUMN. */
typedef struct tg_roles {
    int64_t at[TG_ROLES];
    int64_t seconds[TG_TARGET + 1]; /* of ids that are in two columns (id_parts.h): those of their second words */
} tg_roles;
static inline tg_roles tg_no_roles(void)
{
    return (tg_roles){
      {TG_NO_COLUMN, TG_NO_COLUMN, TG_NO_COLUMN, TG_NO_COLUMN, TG_NO_COLUMN}, {TG_NO_COLUMN, TG_NO_COLUMN}};
}

/* Whether two roles are one and the same column; then sets these, the smaller one first. */
bool tg_roles_clash(const tg_roles *roles, tg_role clash[2]);

typedef struct tg_names {
    tg_field at[TG_NAMES_MOST];
    uint32_t count; /* of those in `at` */
    uint32_t columns; /* of the table */
    bool words; /* ids may be words, so fewer words are sure to be names */
    bool directed; /* the directions of edges are asked for, so the names must say which end is which */
} tg_names;

/* Finds the source and the target among columns that have no role yet: one of them or both.
 * False if the names do not say it, or say it of several columns. */
bool tg_roles_named_ends(const tg_names *names, tg_roles *roles);

/* Whether the names are of columns, some two of which are ends: it need not be clear which ones. */
bool tg_roles_are_names(const tg_names *names);

/* Finds the weight, the time or the label among columns without a role; false if no name or several names say it. */
bool tg_roles_value(const tg_names *names, tg_role role, tg_roles *roles);

/* Whether some two columns may have names of ends, whatever ids are. */
bool tg_roles_may_be_named(const tg_names *names);

/* Finds the ends by their names as tg_roles_named_ends() does; otherwise, if only two columns have no
 * role, takes these, unless a name says that they are something else. Where the weight is wanted and
 * has no role yet, a column with the name of a weight is no end, unless no other two are the ends. */
bool tg_roles_ends(const tg_names *names, bool weighted, tg_roles *roles);

/* The bit of a role in a set of them. */
static inline unsigned tg_role_bit(unsigned role)
{
    return 1u << role;
}

/* Finds the ends, and those of the weight, the time and the label whose bits are in `read`, among columns
 * without a role. This is the whole rule for a table whose columns are known to have names: keys of JSON,
 * the tables of other programs. Returns TG_ROLES, or the role that is not clear: TG_SOURCE for the ends. */
tg_role tg_roles_by_names(const tg_names *names, unsigned read, tg_roles *roles);

/* Writes a sentence on a role that is not clear, with the option that settles it; `what` is "columns" or "keys". */
void tg_roles_say(const tg_names *names, tg_role doubt, const char *what, char message[TG_ROLES_MESSAGE_BYTES]);

/* Finds the ends of a table without names. */
typedef enum tg_roles_place {
    TG_PLACES_UNKNOWN,
    TG_PLACES_LEFT, /* they are the two columns that are left beside those with roles */
    TG_PLACES_FIRST /* they are the first two: no column has a role, or the weight is behind them */
} tg_roles_place;
tg_roles_place tg_roles_by_places(uint32_t columns, tg_roles *roles);

/* Takes the third of exactly three columns as the weight, if the ends are the first two. */
bool tg_roles_third_is_weight(uint32_t columns, tg_roles *roles);

/* How sure it is that a column of that name has the ids of vertices; 0: the name is not known. The column
 * of a TG_VERTEX_LABEL may have their labels. */
enum { TG_VERTEX_LABEL = 1 };
unsigned tg_name_of_vertices(tg_field name);

/* Whether the word is on a last line that says how many lines a table has: "Total,3", "3 rows". */
bool tg_name_is_total(tg_field name);

/* Whether the name is a sign alone that is the name of a value: "%". */
bool tg_name_is_unit(tg_field name);

/* Whether a name can stand in an option as it is. */
bool tg_name_is_plain(tg_field name);
