/* values.h - the parameters of gpu-adaptive, for its description and for its kernels. */
#pragma once

/* Where the parameters are in task->values. */
enum { TG_WEDGES_VALUE, TG_WAY_VALUE };

/* The ways to count edges one by one. The user's parameter `way` is the value here plus one. */
typedef enum tg_edge_way {
    TG_BY_SEARCH,
    TG_BY_SLOT,
    TG_BY_ROW,
    TG_BY_MERGE,
    TG_BY_WEDGE,
    TG_BY_EDGE, /* a thread for each edge merges its lists */
    TG_EDGE_WAYS
} tg_edge_way;
