/* object.c - the GPU part's side of the border: its entry, and the functions of the library, as
 * the part calls them. Only the part has this file. */
#include <stdatomic.h>
#include <string.h>

#include <part_stamp.h>

#include "part/part.h"

/* Each entry stores the same value. */
static _Atomic(const tg_library_calls *) library_calls;

static const tg_library_calls *library(void)
{
    return atomic_load_explicit(&library_calls, memory_order_relaxed);
}

/* ---- the library's functions ---- */

#define TG_LIBRARY_VALUE(type, name, parameters, arguments) \
    type name parameters \
    { \
        return library()->name arguments; \
    }
#define TG_LIBRARY_DO(name, parameters, arguments) \
    void name parameters \
    { \
        library()->name arguments; \
    }
#include "part/calls.def"

/* ---- the entry ---- */

static const tg_part_calls own = {
  .gpus = TRICORN_GPUS,
#define TG_PART_STATUS(name, parameters, arguments) .name = name,
#define TG_PART_VALUE(type, name, parameters, arguments) .name = name,
#define TG_PART_DO(name, parameters, arguments) .name = name,
#include "part/calls.def"
};

__attribute__((visibility("default"))) tg_part_entry TG_PART_ENTRY;
const tg_part_calls *TG_PART_ENTRY(const char *stamp, const tg_library_calls *calls)
{
    if (strcmp(stamp, TRICORN_PART_STAMP) != 0) return NULL;
    atomic_store_explicit(&library_calls, calls, memory_order_relaxed);
    return &own;
}
