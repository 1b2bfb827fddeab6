/* row_sharing.cuh - ways in which the threads of a team read the rows of a vertex's neighbours, to compare them.
 *
 * Source: Pandey et al., "TRUST", TPDS 2021, section 4.2: virtual combination, warp-centric, subwarps of 8 or 16
 * lanes, and section 6.4 (Fig. 14), which also has physical combination.
 */
#ifndef TG_GPU_LOOKUP_ROW_SHARING_CUH
#define TG_GPU_LOOKUP_ROW_SHARING_CUH

#include "gpu/lookup/rows.cuh"

/* Thread number `rank` of a team of `size` threads. */
typedef struct team_thread {
    uint32_t rank, size;
} team_thread;

/* Returns the row of neighbour number k. */
static TG_BOTH row_part row_of_neighbour(const tg_device_task &task, row_part edges, uint32_t k)
{
    return row_of(task.into, load_id(task.edges.ids + edges.start + k));
}

/* Calls visit(position) for the ids that this thread reads. A team has n groups of `together` threads, and each group
 * reads every n-th row, all of them as one sequence of ids; a thread reads every `together`-th id of the sequence,
 * from its number in the group on. It subtracts the lengths of rows from the number of its next id until that falls
 * into a row. Threads after the last whole group have no ids. */
template <typename Visit>
static TG_BOTH void walk_rows(
  const tg_device_task &task, row_part edges, team_thread mine, uint32_t together, Visit visit)
{
    const uint32_t groups = mine.size / together, group = mine.rank / together;
    uint32_t at = mine.rank % together;
    if (group >= groups) return;
    for (uint32_t k = group; k < edges.count; k += groups) {
        const row_part into = row_of_neighbour(task, edges, k);
        for (; at < into.count; at += together) visit(into.start + at);
        at -= into.count;
    }
}

/* Calls visit(position) for the ids that this thread reads, in groups of `lanes` neighbouring threads, a power of
 * two, which read a row together: of n = size / lanes groups, each reads every n-th row. */
template <typename Visit>
static TG_BOTH void stride_rows(
  const tg_device_task &task, row_part edges, team_thread mine, uint32_t lanes, Visit visit)
{
    for (uint32_t k = mine.rank / lanes; k < edges.count; k += mine.size / lanes) {
        const row_part into = row_of_neighbour(task, edges, k);
        for (uint32_t i = mine.rank % lanes; i < into.count; i += lanes) visit(into.start + i);
    }
}

/* Which id is copied next. */
typedef struct copy_place {
    uint32_t k, from; /* the number of the neighbour, and that of the id in its row */
} copy_place;

/* The memory to which ids are copied, and for how many ids it has room. */
typedef struct copy_buffer {
    uint32_t *ids;
    uint32_t room;
} copy_buffer;

/* Copies this thread's share of the next ids, at most to.room in all, and moves *place past all of them. Each warp
 * copies whole rows. All threads of the team return the same number of ids. */
static TG_BOTH uint32_t copy_rows(
  const tg_device_task &task, row_part edges, team_thread mine, copy_place *place, copy_buffer to)
{
    const uint32_t lane = mine.rank % WARP_THREADS, warps = mine.size / WARP_THREADS;
    uint32_t copied = 0;
    while (place->k < edges.count && copied < to.room) {
        const row_part into = row_of_neighbour(task, edges, place->k);
        const uint32_t some = least(into.count - place->from, to.room - copied);
        if (place->k % warps == mine.rank / WARP_THREADS)
            for (uint32_t i = lane; i < some; i += WARP_THREADS)
                to.ids[copied + i] = load_id(task.into.ids + into.start + place->from + i);
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
