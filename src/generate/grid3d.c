/* grid3d.c - a grid in space, or a torus; it has a long diameter, equal degrees and no triangles.
 *
 * The vertex at (x, y, z) has number x + width * (y + height * z). The raw edges 3i, 3i + 1 and 3i + 2 lead from
 * vertex i one step along x, y and z.
 */
#include "generate/model.h"

enum { WIDTH, HEIGHT, DEPTH, WRAP };
enum { AXES = 3 };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    (void)context;
    *vertices = tg_times(tg_whole(values, WIDTH), tg_times(tg_whole(values, HEIGHT), tg_whole(values, DEPTH)));
    *edges = tg_times(*vertices, AXES);
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t sides[AXES] = {tg_whole(values, WIDTH), tg_whole(values, HEIGHT), tg_whole(values, DEPTH)};
    const uint64_t strides[AXES] = {1, sides[0], sides[0] * sides[1]};
    const bool wrap = values->number[WRAP] != 0;
    uint64_t made = 0;
    for (uint64_t i = first; i < first + count; i++) {
        const uint64_t here = i / AXES, side = sides[i % AXES], stride = strides[i % AXES];
        const uint64_t at = here / stride % side;
        if (at + 1 < side)
            out[made++] = (tg_edge){(uint32_t)here, (uint32_t)(here + stride)};
        else if (wrap)
            out[made++] = (tg_edge){(uint32_t)here, (uint32_t)(here - at * stride)};
    }
    return made;
}

TG_DEFINE_MODEL(grid3d) = {
  .description = {"grid3d",
    "a grid in space; wrap=1 joins opposite sides to a torus (benchmark graph "
    "torus3d)",
    "width=10 height=10 depth=10 wrap=0", .simple = 0},
  .parameters = {{"width", 10, 1, TG_MOST_VERTICES, 1}, {"height", 10, 1, TG_MOST_VERTICES, 1},
    {"depth", 10, 1, TG_MOST_VERTICES, 1}, {"wrap", 0, 0, 1, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
