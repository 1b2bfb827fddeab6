/* row_sharing.cuh - ways in which the threads of a team share the rows of a vertex's neighbours,
 * to compare them.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 4.2: virtual combination, warp-centric,
 * subwarps of 8 or 16 lanes, and section 6.4 (Fig. 14), which has physical combination, too.
 */
#ifndef TG_GPU_LOOKUP_ROW_SHARING_CUH
#define TG_GPU_LOOKUP_ROW_SHARING_CUH

#include "gpu/lookup/rows.cuh"

enum {
    SHARE_BY_WARPS = 0, /* each warp puts the rows that it takes end to end (flatten.cuh) */
    SHARE_WALKING = 1,  /* threads put rows end to end, and each finds its ids by walking */
    SHARE_COPIED = 2,   /* the rows are copied one behind the other first */
    SHARE_LANES = 4     /* and above: so many lanes for each row; 32: warp-centric */
};

/* The list of ids of neighbour number k. */
static TG_BOTH row_part row_of_neighbour(const tg_device_task &task, row_part edges, uint32_t k)
{
    return row_of(task.into, load_id(task.edges.ids + edges.start + k));
}

/* Groups of `together` threads take every n-th row, for n groups in a team of `size` threads, and
 * combine these: put end to end, their ids have numbers from 0 on.  Calls visit(position) for
 * this thread's ids, of which the first has its number in the group, and each further one
 * `together` more: the thread takes the lengths of rows off its number until it falls into a row.
 * Threads beyond the last whole group have none. */
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

/* Calls visit(position) for this thread's ids where `lanes` neighbouring threads, a power of two,
 * go through a row together, and take every (size / lanes)-th row. */
template <typename Visit>
static TG_BOTH void stride_rows(const tg_device_task &task, row_part edges, uint32_t rank,
                                uint32_t size, uint32_t lanes, Visit visit)
{
    for (uint32_t k = rank / lanes; k < edges.count; k += size / lanes) {
        const row_part into = row_of_neighbour(task, edges, k);
        for (uint32_t i = rank % lanes; i < into.count; i += lanes) visit(into.start + i);
    }
}

/* Where copying goes on. */
typedef struct copy_place {
    uint32_t k, from; /* the neighbour, and the id of its row */
} copy_place;

/* Copies this thread's share of the next up to `room` ids, warps taking row after row, and moves
 * *place behind them.  All threads of the team return the same number of ids. */
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
