/* grid2d.c - a grid in which some cells have a diagonal, similar to a road network.
 *
 * The vertex at (x, y) has number x + width * y. The raw edges 3i, 3i + 1 and 3i + 2 belong to
 * vertex i: one to the right, one down, and one diagonal of the cell at its lower right.
 */
#include "generate/model.h"

#include "generate/hash.h"

enum { WIDTH, HEIGHT, DIAGONALS, WRAP };
enum { STREAM = 5, SLOTS = 3 };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    (void)context;
    *vertices = tg_times(tg_whole(values, WIDTH), tg_whole(values, HEIGHT));
    *edges = tg_times(*vertices, SLOTS);
    return TRICORN_OK;
}

/* Returns a number below 2^63, made from 63 of the 64 bits, of which the ten lowest become the
 * highest. The remaining top bit chooses the direction of the diagonal. */
static uint64_t fraction(uint64_t random)
{
    return (random & 1023) << 53 | random << 1 >> 11;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t width = tg_whole(values, WIDTH), height = tg_whole(values, HEIGHT);
    const bool wrap = values->number[WRAP] != 0;
    const uint64_t key = tg_hash_key(STREAM, values->seed);
    const uint64_t threshold = (uint64_t)(values->number[DIAGONALS] * 9223372036854775808.0);
    uint64_t made = 0;
    for (uint64_t i = first; i < first + count; i++) {
        const uint64_t here = i / SLOTS, x = here % width, y = here / width;
        const bool right = wrap || x + 1 < width, down = wrap || y + 1 < height;
        const uint64_t next_x = (x + 1) % width, next_row = (y + 1) % height * width;
        const uint32_t corners[4] = {
          (uint32_t)here, (uint32_t)(y * width + next_x), (uint32_t)(next_row + x), (uint32_t)(next_row + next_x)};
        if (i % SLOTS == 0) {
            if (right) out[made++] = (tg_edge){corners[0], corners[1]};
        } else if (i % SLOTS == 1) {
            if (down) out[made++] = (tg_edge){corners[0], corners[2]};
        } else if (right && down) {
            const uint64_t random = tg_hash(key, here);
            if (fraction(random) < threshold)
                out[made++] = random >> 63 ? (tg_edge){corners[0], corners[3]} : (tg_edge){corners[1], corners[2]};
        }
    }
    return made;
}

TG_DEFINE_MODEL(grid2d) = {
  .description = {"grid2d",
    "a grid, that share of its cells crossed by a diagonal; wrap=1 joins opposite "
    "sides to a torus (benchmark graph road)",
    "width=32 height=32 diagonals=0 wrap=0", .simple = 0},
  .parameters = {{"width", 32, 1, TG_MOST_VERTICES, 1}, {"height", 32, 1, TG_MOST_VERTICES, 1},
    {"diagonals", 0, 0, 1, 0}, {"wrap", 0, 0, 1, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
