/* row_sharing.cuh - ways in which the threads of a team read the rows of a vertex's neighbours,
 * to compare them.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 4.2: virtual combination, warp-centric,
 * subwarps of 8 or 16 lanes, and section 6.4 (Fig. 14), which also has physical combination.
 */
#ifndef TG_GPU_LOOKUP_ROW_SHARING_CUH
#define TG_GPU_LOOKUP_ROW_SHARING_CUH

#include "gpu/lookup/rows.cuh"

enum {
    SHARE_BY_WARPS = 0, /* each warp reads its rows as one sequence (flatten.cuh) */
    SHARE_WALKING = 1,  /* rows are one sequence, in which each thread finds its ids by walking */
    SHARE_COPIED = 2,   /* the rows are first copied one behind the other */
    SHARE_LANES = 4     /* and above: this number of lanes for each row; 32: warp-centric */
};

/* Returns the row of neighbour number k. */
static TG_BOTH row_part row_of_neighbour(const tg_device_task &task, row_part edges, uint32_t k)
{
    return row_of(task.into, load_id(task.edges.ids + edges.start + k));
}

/* A team of `size` threads has n groups of `together` threads, and each group reads every n-th
 * row, as one sequence of ids.  Calls visit(position) for this thread's ids in the sequence:
 * every `together`-th, from its number in the group on.  The thread subtracts the lengths of rows
 * from the number of its next id until that falls into a row.  Threads beyond the last whole
 * group have no ids. */
template <typename Visit>
static TG_BOTH void walk_rows(const tg_device_task &task, row_part edges, uint32_t rank,
                              uint32_t size, uint32_t together, Visit visit)
{
    const uint32_t groups = size / together, group = rank / together;
    uint32_t at = rank % together;
    if (group >= groups) return;
    for (uint32_t k = group; k < edges.count; k += groups) {
        const row_part into = row_of_neighbour(task, edges, k);
        for (; at < into.count; at += together) visit(into.start + at);
        at -= into.count;
    }
}

/* The same, if `lanes` neighbouring threads, a power of two, read a row together, and every (size
 * / lanes)-th row. */
template <typename Visit>
static TG_BOTH void stride_rows(const tg_device_task &task, row_part edges, uint32_t rank,
                                uint32_t size, uint32_t lanes, Visit visit)
{
    for (uint32_t k = rank / lanes; k < edges.count; k += size / lanes) {
        const row_part into = row_of_neighbour(task, edges, k);
        for (uint32_t i = rank % lanes; i < into.count; i += lanes) visit(into.start + i);
    }
}

/* The next id to copy. */
typedef struct copy_place {
    uint32_t k, from; /* number of the neighbour, and of the id in its row */
} copy_place;

/* Copies this thread's part of the next ids, at most `room`, and moves *place behind all of them.
 * Warps copy one row each.  All threads of the team return the same number of ids. */
static TG_BOTH uint32_t copy_rows(const tg_device_task &task, row_part edges, uint32_t rank,
                                  uint32_t size, copy_place *place, uint32_t *copies,
                                  uint32_t room)
{
    const uint32_t lane = rank % WARP_THREADS, warps = size / WARP_THREADS;
    uint32_t copied = 0;
    while (place->k < edges.count && copied < room) {
        const row_part into = row_of_neighbour(task, edges, place->k);
        const uint32_t some = least(into.count - place->from, room - copied);
        if (place->k % warps == rank / WARP_THREADS)
            for (uint32_t i = lane; i < some; i += WARP_THREADS)
                copies[copied + i] = load_id(task.into.ids + into.start + place->from + i);
        copied += some;
        place->from += some;
        if (place->from == into.count) {
            place->k++;
            place->from = 0;
        }
    }
    return copied;
}

#endif
