/* part_headers.h - headers of a table in parts: each part may have one. */
#pragma once

#include <tricorn/tricorn.h>

#include "base/context.h"
#include "io/bytes/input.h"

/* Leaves the headers of all parts but the first out of the content, and the marks of UTF-8 before them. Nothing was
 * read before. TRICORN_BAD_FORMAT, with file and line, for a header of other columns. */
tricorn_status tg_part_headers_skip(tricorn_context *context, tg_input *input, const tricorn_load_options *options);
