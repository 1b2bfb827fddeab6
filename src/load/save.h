/* save.h - writes a graph, in memory or on disk, to a file. */
#pragma once

#include "io/format.h"

/* A graph on disk is written as .tri, or as edges in formats that take them as they come; others
 * are TRICORN_UNSUPPORTED. Errors: those of tg_write_by. */
tricorn_status tg_save(tricorn_context *context, const tricorn_graph *graph, const tg_target *target);
