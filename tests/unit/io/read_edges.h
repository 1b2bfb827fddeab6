/* read_edges.h - reads the edges of an input that is open, by the format that is chosen for it.
 */
#pragma once

#include "io/format.h"

/* Closes the input. *format does not change on failure. */
static inline tricorn_status read_edges(tricorn_context *context, tg_input *input, const tricorn_load_options *options,
  tg_edges *edges, const tg_format **format)
{
    tg_reader reader;
    tricorn_status status = tg_reader_begin(context, input, "input", options, &reader);
    if (status == TRICORN_OK) status = tg_reader_edges(context, &reader, edges);
    if (status == TRICORN_OK) *format = reader.format;
    tg_reader_close(&reader);
    return status;
}
