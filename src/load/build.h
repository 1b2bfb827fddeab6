/* build.h - the builder: from raw edges to the graph, at the place that was decided. */
#ifndef TG_LOAD_BUILD_H
#define TG_LOAD_BUILD_H

#include "load/place.h"

/* Makes the graph on disk, on the GPU or on the CPU, and keeps what the placement says beside
 * it.  how->name: of a file, for messages.  Takes the memory that *edges owns, also on failure.
 */
tricorn_status tg_build(tricorn_context *context, tg_placement *placement, tg_edges *edges,
                        const tg_prepare_options *how, tricorn_graph **graph);

#endif
