/* refused.h - recognises content of known kinds that tricorn does not read, and says how to convert it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"

/* TRICORN_UNSUPPORTED, with a remedy, if the first bytes of a content are of another kind of
 * file. A file of binary numbers may begin with any bytes: if `binary`, only kinds with 8 fixed
 * bytes or more count. Else control characters on the first line are refused, too. */
tricorn_status tg_refuse_content(
  tricorn_context *context, const char *name, const char *bytes, size_t count, bool binary);

/* Whether a text is GML: begins with "graph [", also behind lines such as: Creator "igraph". */
bool tg_begins_gml(const char *bytes, size_t count);

/* Whether a text is DOT: begins with "graph NAME {", "strict digraph {" or the like. */
bool tg_begins_dot(const char *bytes, size_t count);

/* Whether tg_refuse_content would refuse the bytes, if they are not `binary`. */
bool tg_is_refused(const char *bytes, size_t count);
