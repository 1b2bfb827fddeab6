/* wedge_sizes.h - bounds of the parameters of wedge_line.cuh, for the description of its algorithm, too. */
#pragma once

enum {
    TG_MOST_WEDGE_HUBS = 1 << 17,
    TG_MOST_WEDGE_CHUNK = 8192, /* the most wedges that a warp draws at a time */
    TG_MOST_WEDGE_SPREAD = 15 /* the most wedges of a thread */
};
