/* order_names.c - the table of orders, and looking up a name in it. */
#include "prepare/order_names.h"

#include <string.h>

#include "base/names.h"
#include "base/options.h"

static const tg_order_name orders[TG_ORDERS] = {
  [TG_BY_DEGREE] = {"degree", TG_ORDER_DEGREE, false, false},
  [TG_BY_INPUT] = {"input", TG_ORDER_INPUT, false, true},
  [TG_BY_IN_DEGREE] = {"in-degree", TG_ORDER_OTHER, true, true},
  [TG_BY_COLLECTIVE] = {"collective", TG_ORDER_OTHER, true, true},
  [TG_BY_COLLECTIVE_DEGREE] = {"collective-degree", TG_ORDER_OTHER, true, true},
  [TG_BY_RANDOM] = {"random", TG_ORDER_OTHER, false, false},
  [TG_BY_CORE] = {"core", TG_ORDER_OTHER, false, false},
};

const tg_order_name *tg_order_of(tg_order_by by)
{
    return &orders[by];
}

tg_order_by tg_find_order(const char *name)
{
    int o = 0;
    while (o < TG_ORDERS && strcmp(orders[o].name, name) != 0) o++;
    return (tg_order_by)o;
}

bool tg_keeps_order(const char *name)
{
    return tg_is_auto(name);
}

tricorn_status tg_check_order(tricorn_context *context, const char *name)
{
    char names[TG_NAMES_BYTES] = "auto";
    if (tg_keeps_order(name) || tg_find_order(name) < TG_ORDERS) return TRICORN_OK;
    for (int o = 0; o < TG_ORDERS; o++) tg_names_add(names, orders[o].name);
    return tg_no_name(context, "order", name, names);
}
