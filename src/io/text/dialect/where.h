/* where.h - conditions on the weight, the time or the label of edges: which lines of a table are edges of
 * the graph ("weight>=5", "time<2024-01-01", "label=friend").
 *
 * All conditions must hold; of several "label=", one of them. A value without conditions is not read.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"
#include "io/text/dialect/roles.h"

enum {
    TG_CONDITIONS_MOST = 64,
    TG_CONDITION_LABEL_MOST = 512, /* bytes of a label in a condition */
    TG_WHERE_MESSAGE_BYTES = 240
};

/* A time: a number, or seconds since 1970 in UTC if it was written as a date. It is exact, as nanoseconds
 * in 64 bits are. */
typedef struct tg_time {
    int64_t whole; /* the largest whole number that is not above it */
    double rest; /* what is left: from 0 to below 1 */
    bool dated;
} tg_time;

/* Reads a number, or a date as ISO 8601 has it: 2024-01-31, 2024-01-31T09:30, 2024-01-31 09:30:00.25+01:00.
 * False if the field is neither. Without a zone, it is UTC. */
bool tg_time_read(tg_field field, tg_time *time);

/* Below 0, 0 or above 0 where a is before b, at the same time or after it. */
int tg_time_compare(const tg_time *a, const tg_time *b);

/* Reads a time that the graph stores: a whole number, or the seconds of a date. *form, which threads share, is
 * 0 before the first time, then 1 for numbers and 2 for dates. False for another value, with the reason. */
bool tg_time_store(tg_field field, _Atomic int *form, int64_t *time, char message[TG_WHERE_MESSAGE_BYTES]);

typedef enum tg_comparison { TG_EQUAL, TG_UNEQUAL, TG_LESS, TG_AT_MOST, TG_MORE, TG_AT_LEAST } tg_comparison;

typedef struct tg_condition {
    const char *text; /* as the caller gave it */
    tg_role role; /* TG_WEIGHT_ROLE, TG_TIME or TG_LABEL */
    tg_comparison comparison;
    double weight; /* the member of the role has the value */
    tg_time time;
    tg_field label;
} tg_condition;

/* All 0: no condition. Texts are those of the options. */
typedef struct tg_where {
    uint32_t count;
    uint32_t roles; /* a bit for each role of which a condition is */
    tg_condition at[TG_CONDITIONS_MOST];
} tg_where;

/* Reads the conditions of the options. TRICORN_INVALID_ARGUMENT if one is none. */
tricorn_status tg_where_read(tricorn_context *context, const tricorn_load_options *options, tg_where *where);

/* TRICORN_UNSUPPORTED if the options have conditions: `what` has no values that they could be asked of. */
tricorn_status tg_refuse_where(tricorn_context *context, const tricorn_load_options *options, const char *what);

/* A bit for each role beside the ends whose column is read: for a condition, and for weights and times that
 * the graph stores. */
unsigned tg_roles_read(const tricorn_load_options *options);

/* Whether the value of a role, which is not missing, holds all conditions on it. False also for a value that
 * no condition can be asked of, with the reason in `message`, which is empty otherwise. */
bool tg_where_holds(const tg_where *where, tg_role role, tg_field value, char message[TG_WHERE_MESSAGE_BYTES]);
