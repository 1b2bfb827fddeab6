/* part.h - the border between the library and the GPU part, a shared object of its own that is
 * loaded where a GPU is asked for: the calls in either direction, and how the part is loaded.
 *
 * - calls.def lists all calls, each once. calls.c has the library's functions that call the
 * part, object.c the part's functions that call the library, under the names that the headers
 * give them: all other code calls them as if both were one file.
 * - All state is in the library; of its own the part has what CUDA keeps.
 * - A part is used only by a library of the same version, made from the same headers (stamp).
 */
#pragma once

#include <stdarg.h>

#include "base/copy.h"
#include "base/gpus.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/edges.h"
#include "gpu/rates.h"
#include "prepare/cpu/compact_ids.h"
#include "prepare/cpu/scatter.h"
#include "prepare/on_gpu.h"
#include "prepare/order_names.h"
#include "schedule/device/add_counts.h"
#include "schedule/device/on_device.h"
#include "task/changing_gpu.h"
#include "task/deal.h"
#include "task/truss.h"

/* Functions of the library that the part calls. */
typedef struct tg_library_calls {
#define TG_LIBRARY_VALUE(type, name, parameters, arguments) __typeof__(name) *name;
#define TG_LIBRARY_DO(name, parameters, arguments) __typeof__(name) *name;
#include "part/calls.def"
} tg_library_calls;

/* Functions of the part that the library calls. */
typedef struct tg_part_calls {
    const char *gpus; /* those that it has code for, such as "80 90a PTX:120" */
#define TG_PART_STATUS(name, parameters, arguments) __typeof__(name) *name;
#define TG_PART_VALUE(type, name, parameters, arguments) __typeof__(name) *name;
#define TG_PART_DO(name, parameters, arguments) __typeof__(name) *name;
#include "part/calls.def"
} tg_part_calls;

/* The one symbol of the part: takes the library's functions and returns its own; NULL if `stamp`
 * is not that of the part. Any thread may call it, and more than once. */
#define TG_PART_ENTRY tricorn_gpu_part_entry
typedef const tg_part_calls *tg_part_entry(const char *stamp, const tg_library_calls *library);

/* Returns the functions of the part; NULL if it is not loaded. */
const tg_part_calls *tg_part_loaded(void);

/* The same, but loads the part if it is not loaded. NULL: it cannot be, and the context has a
 * message that says why; the status is then TRICORN_UNSUPPORTED. */
const tg_part_calls *tg_part_load(tricorn_context *context);
