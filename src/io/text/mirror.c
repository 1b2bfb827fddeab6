/* mirror.c - joins the sums of threads, and says which edge lacks its counterpart if it is one alone. */
#include "io/text/mirror.h"

#include <inttypes.h>

void tg_mirror_join(tg_mirror *all, const tg_mirror *more)
{
    all->up += more->up;
    all->down += more->down;
    all->loops += more->loops;
    all->sum += more->sum;
    all->keys ^= more->keys;
}

tricorn_status tg_mirror_check(
  tricorn_context *context, const char *name, const tg_mirror *all, uint64_t seed, uint64_t first_id)
{
    if (tg_mirror_holds(all)) return TRICORN_OK;

    /* If exactly one edge lacks its counterpart, `keys` is this edge. */
    const uint64_t low = all->keys >> 32, high = (uint32_t)all->keys;
    const uint64_t hash = tg_hash_id(seed, all->keys);
    const bool up = all->up == all->down + 1 && all->sum == hash;
    const bool down = all->down == all->up + 1 && all->sum == -hash;
    if (up || down)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: vertex %" PRIu64 " lists vertex %" PRIu64 ", but not the other way "
          "round; this format lists each edge from both its ends",
          name, first_id + (up ? low : high), first_id + (up ? high : low));
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s: some edges are listed from one of their ends only (%" PRIu64
      " neighbours are larger than their vertex and %" PRIu64
      " smaller); this format lists each edge from both its ends",
      name, all->up, all->down);
}
