/* vertex_file.h - reads the ids of vertices that may have no edge, from a text beside edges. */
#pragma once

#include <tricorn/tricorn.h>

#include "base/context.h"
#include "io/text/gather.h"
#include "io/text/words.h"

/* Gathers the ids of options->input.vertex_file, if one is named, after those of all edges: one on a line or,
 * where the first line names columns, that of the ids ("id", "vertex", "node", "name"). `words`: what ids
 * stand for; NULL: they are numbers. Where they are words, a first line that is on no edge may be a header
 * of another name, and is refused. TRICORN_BAD_FORMAT with file and line. */
tricorn_status tg_vertex_file_read(
  tricorn_context *context, const tricorn_load_options *options, tg_gathering *gathering, tg_words *words);
