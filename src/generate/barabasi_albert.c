/* barabasi_albert.c - each new vertex chooses earlier neighbours, with probabilities by their degrees.
 *
 * Batagelj and Brandes ("Efficient generation of large random networks", 2005) write the ends of all edges into one
 * array: slot 2i is the source of edge i, and slot 2i + 1 its target, which is a copy of a random earlier slot.
 * Choosing a slot uniformly means choosing a vertex by its degree. Here the slots are not stored but computed: for an
 * odd slot, the slot that it copies follows from the hash of its number, and so on until an even slot is found, after
 * about two steps.
 */
#include "generate/model.h"

#include "generate/hash.h"

enum { VERTICES, ATTACH };
enum { STREAM = 9 };

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    (void)context;
    *vertices = tg_whole(values, VERTICES);
    *edges = tg_times(*vertices, tg_whole(values, ATTACH));
    return TRICORN_OK;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const uint64_t attach = tg_whole(values, ATTACH);
    const uint64_t key = tg_hash_key(STREAM, values->seed);
    const tg_permutation label = tg_permutation_of(tg_whole(values, VERTICES));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t edge = first + i;
        uint64_t slot = 2 * edge + 1;
        /* The slot always decreases, since 1 % 1 is the even slot 0. */
        do slot = tg_hash(key, slot) % slot;
        while (slot % 2 == 1);
        out[i] =
          (tg_edge){tg_permute(&label, (uint32_t)(edge / attach)), tg_permute(&label, (uint32_t)(slot / 2 / attach))};
    }
    return count;
}

TG_DEFINE_MODEL(barabasi_albert) = {
  .description = {"barabasi-albert",
    "each new vertex brings `attach` edges to earlier ones, chosen by degree "
    "(benchmark graph ba)",
    "vertices=1000 attach=8", .simple = 0},
  .parameters = {{"vertices", 1000, 1, TG_MOST_VERTICES, 1}, {"attach", 8, 1, TG_MOST_VERTICES, 1}},
  .size = size,
  .make = make,
  .declared = 1,
};
