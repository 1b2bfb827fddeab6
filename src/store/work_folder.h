/* work_folder.h - looks at a work folder that others may be using, and changes nothing in it. */
#pragma once

#include <tricorn/tricorn.h>

/* Does what tricorn_work_describe() promises. */
tricorn_status tg_work_folder_describe(
  tricorn_context *context, const char *path, tricorn_graph_description *graph, tricorn_work_function take, void *user);
