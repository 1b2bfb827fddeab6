/* roles.h - which columns of a table are the ends of an edge and its weight, by their names.
 *
 * One rule and one list of names (roles.def), for headers of text, keys of JSON and the tables of
 * Python.
 */
#ifndef TG_IO_TEXT_ROLES_H
#define TG_IO_TEXT_ROLES_H

#include <stdbool.h>
#include <stdint.h>

#include "io/text/fields.h"

enum {
    TG_NAMES_MOST = 64, /* columns that are looked at; the ends of an edge are among the first */
    TG_NO_COLUMN = -1
};

typedef enum tg_role {
    TG_SOURCE,
    TG_TARGET,
    TG_WEIGHT_ROLE,
    TG_TIME,
    TG_LABEL,
    TG_ROLES
} tg_role;

/* The column of each role, from 0 on, or TG_NO_COLUMN. */
typedef struct tg_roles {
    int64_t at[TG_ROLES];
} tg_roles;
static inline tg_roles tg_no_roles(void)
{
    return (tg_roles){{TG_NO_COLUMN, TG_NO_COLUMN, TG_NO_COLUMN, TG_NO_COLUMN, TG_NO_COLUMN}};
}

/* The names of a table's columns. */
typedef struct tg_names {
    tg_field at[TG_NAMES_MOST];
    uint32_t count;   /* of those in `at` */
    uint32_t columns; /* of the table */
    bool words;       /* ids may be words, so fewer words are sure to be names */
} tg_names;

/* Finds the source and the target among columns that have no role yet: one of them or both.
 * False if the names do not say it, or say it of several columns. */
bool tg_roles_named_ends(const tg_names *names, tg_roles *roles);

/* Finds the ends by their names as tg_roles_named_ends() does; otherwise, if only two columns have no
 * role, takes these, unless a name says that they are something else. */
bool tg_roles_ends(const tg_names *names, tg_roles *roles);

/* Finds the weight among columns without a role; false if no name or several names say it. */
bool tg_roles_weight(const tg_names *names, tg_roles *roles);

/* The same by places alone: if only two columns are without a role, these are the ends. */
bool tg_roles_left(const tg_names *names, tg_roles *roles);

/* Whether some two columns may have names of ends, whatever ids are. */
bool tg_roles_may_be_named(const tg_names *names);

#endif
