/* gpu_parts.h - counts the parts of a rule (schedule/cut.h) on several GPUs of one process. */
#pragma once

#include "schedule/cut.h"

/* Counts all parts of a graph: each GPU has a host thread, which claims part after
 * part. `sink` is NULL for a total. Sets the triangles, the parts and the memory of *result. */
tricorn_status tg_gpu_parts_execute(
  tricorn_context *context, const tg_plan *plan, const tg_sink *sink, tricorn_result *result);
