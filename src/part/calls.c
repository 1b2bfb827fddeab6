/* calls.c - the functions of the GPU part, as the library calls them. Nothing but these is in
 * this file: a test that is linked to the part's own functions leaves it out. */
#include "part/part.h"

#define TG_PART_STATUS(name, parameters, arguments) \
    tricorn_status name parameters \
    { \
        const tg_part_calls *calls = tg_part_load(context); \
        return calls != NULL ? calls->name arguments : TRICORN_UNSUPPORTED; \
    }
#define TG_PART_VALUE(type, name, parameters, arguments) \
    type name parameters \
    { \
        const tg_part_calls *calls = tg_part_loaded(); \
        return calls != NULL ? calls->name arguments : (type){0}; \
    }
#define TG_PART_DO(name, parameters, arguments) \
    void name parameters \
    { \
        const tg_part_calls *calls = tg_part_loaded(); \
        if (calls != NULL) calls->name arguments; \
    }
#include "part/calls.def"
