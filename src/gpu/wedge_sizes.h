/* wedge_sizes.h - bounds of the parameters of wedge_line.cuh, for the description of its
 * algorithm, too. */
#ifndef TG_GPU_WEDGE_SIZES_H
#define TG_GPU_WEDGE_SIZES_H

enum {
    TG_MOST_WEDGE_HUBS = 1 << 17,
    TG_MOST_WEDGE_CHUNK = 8192, /* the most wedges that a warp draws at a time */
    TG_MOST_WEDGE_SPREAD = 15   /* the most wedges of a thread */
};

#endif
