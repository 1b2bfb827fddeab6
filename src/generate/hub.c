/* hub.c - one hub that is joined to all other vertices, and a few random edges, similar to traces of network traffic.
 *
 * Nearly every random edge closes one triangle with the hub. The hub has the number in the middle.
 */
#include "generate/model.h"

#include "generate/hash.h"

enum { LEAVES, EXTRA };
enum { STREAM = 13 };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    (void)context;
    *vertices = tg_whole(values, LEAVES) + 1;
    *edges = tg_whole(values, LEAVES) + tg_whole(values, EXTRA);
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t leaves = tg_whole(values, LEAVES), vertices = leaves + 1, hub = leaves / 2;
    const uint64_t key = tg_hash_key(STREAM, values->seed);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t edge = first + i;
        if (edge < leaves) {
            out[i] = (tg_edge){(uint32_t)hub, (uint32_t)(edge < hub ? edge : edge + 1)};
        } else {
            /* The two halves of one hash choose the two ends. They are uniform up to vertices / 2^32, and the
             * definition of the benchmark graph relies on this choice. */
            const uint64_t random = tg_hash(key, edge - leaves);
            out[i] = (tg_edge){(uint32_t)((random & UINT32_MAX) % vertices), (uint32_t)((random >> 32) % vertices)};
        }
    }
    return count;
}

TG_DEFINE_MODEL(hub) = {
  .description = {"hub",
    "one hub joined to all leaves, and `extra` uniform random edges "
    "(benchmark graph mawi)",
    "leaves=1000 extra=100", .simple = 0},
  .parameters = {{"leaves", 1000, 1, TG_MOST_VERTICES - 1, 1}, {"extra", 100, 0, TG_MOST_EDGES, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
