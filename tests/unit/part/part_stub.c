/* part_stub.c - stands for the GPU part: it has the entry, and no GPU.
 *
 * It is built three times (STUB): as a part of this library (GOOD), as one of other sources (OTHER), and without an
 * entry (EMPTY). The variable STUB_LOADED names a file to which a line is added when it is loaded.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <part_stamp.h>

#include "part/part.h"

__attribute__((constructor)) static void note_loading(void)
{
    const char *path = getenv("STUB_LOADED");
    FILE *file = path != NULL ? fopen(path, "a") : NULL;
    if (file == NULL) return;
    fputs("loaded\n", file);
    fclose(file);
}

#ifdef STUB_GOOD
static const tg_library_calls *library;

static tricorn_status fail(tricorn_context *context, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    library->tg_fail_list(context, TRICORN_UNSUPPORTED, format, values);
    va_end(values);
    return TRICORN_UNSUPPORTED;
}

static tricorn_status no_gpu(tricorn_context *context)
{
    return fail(context, "gpu: none: the stub has no GPU; give %s", TG_OPTION("device=cpu"));
}

/* Each call does what the part's does without a GPU: it fails, returns 0 or does nothing. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define TG_PART_STATUS(name, parameters, arguments) \
    static tricorn_status stub_##name parameters \
    { \
        return no_gpu(context); \
    }
#define TG_PART_VALUE(type, name, parameters, arguments) \
    static type stub_##name parameters \
    { \
        return (type){0}; \
    }
#define TG_PART_DO(name, parameters, arguments) \
    static void stub_##name parameters \
    { \
    }
#include "part/calls.def"

static const tg_part_calls calls = {
  .gpus = "12 34a PTX:56",
#define TG_PART_STATUS(name, parameters, arguments) .name = stub_##name,
#define TG_PART_VALUE(type, name, parameters, arguments) .name = stub_##name,
#define TG_PART_DO(name, parameters, arguments) .name = stub_##name,
#include "part/calls.def"
};
#endif

#ifndef STUB_EMPTY
__attribute__((visibility("default"))) tg_part_entry TG_PART_ENTRY;
const tg_part_calls *TG_PART_ENTRY(const char *stamp, const tg_library_calls *given)
{
#ifdef STUB_GOOD
    __atomic_store_n(&library, given, __ATOMIC_RELAXED);
    return strcmp(stamp, TRICORN_PART_STAMP) == 0 ? &calls : NULL;
#else
    (void)stamp;
    (void)given;
    return NULL;
#endif
}
#endif
