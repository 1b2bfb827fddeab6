/* order_names.h - the names of the orders, which reorder.h describes. */
#pragma once

#include <stdbool.h>

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tg_order_by {
    TG_BY_DEGREE,
    TG_BY_INPUT,
    TG_BY_IN_DEGREE,
    TG_BY_COLLECTIVE,
    TG_BY_COLLECTIVE_DEGREE,
    TG_BY_RANDOM,
    TG_BY_CORE,
    TG_ORDERS
} tg_order_by;

typedef struct tg_order_name {
    const char *name;
    tg_order order; /* the value of tricorn_graph.order for a graph in this order */
    bool oriented; /* whether it is computed from the graph that is oriented by degree */
    bool relabels; /* whether relabel.h can use it, too */
} tg_order_name;

/* Returns what is known of an order. */
const tg_order_name *tg_order_of(tg_order_by by);

/* Returns the order with that name; TG_ORDERS for an unknown name. */
tg_order_by tg_find_order(const char *name);

/* Whether the name leaves a graph's order unchanged: "auto" or NULL. */
bool tg_keeps_order(const char *name);

/* Fails with TRICORN_INVALID_ARGUMENT unless `name` is NULL or names an order. */
tricorn_status tg_check_order(tricorn_context *context, const char *name);

#ifdef __cplusplus
}
#endif
