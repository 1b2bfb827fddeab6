/* triest.c - the sample is in lists of neighbours, each edge in both, and in a table of pairs. */
#include "support/triest.h"

#include <stdlib.h>

#include "support/random.h"

enum { NONE = UINT32_MAX };

/* Edge e has the halves 2e, in the list of its first end, and 2e + 1, in that of its second. */
typedef struct half {
    uint32_t to, next, before;
} half;

struct triest {
    test_random random;
    uint64_t seen;
    double estimate;
    uint32_t most, count;
    half *halves;
    uint32_t *first, *degrees; /* of each vertex */
    uint64_t *pairs;           /* a table of pairs, by linear probing; 0: free */
    uint64_t mask;
};

static uint64_t pair_of(uint32_t u, uint32_t v)
{
    return u < v ? (uint64_t)u << 32 | v : (uint64_t)v << 32 | u;
}

static uint64_t slot_of(const triest *state, uint64_t pair)
{
    return pair * UINT64_C(0x9E3779B97F4A7C15) >> 20 & state->mask;
}

/* Where the pair is, or could be. */
static uint64_t find(const triest *state, uint64_t pair)
{
    uint64_t slot = slot_of(state, pair);
    while (state->pairs[slot] != 0 && state->pairs[slot] != pair) slot = (slot + 1) & state->mask;
    return slot;
}

/* Frees a slot, and moves those behind it that would not be found any more. */
static void free_slot(triest *state, uint64_t slot)
{
    for (uint64_t at = (slot + 1) & state->mask; state->pairs[at] != 0; at = (at + 1) & state->mask) {
        const uint64_t due = slot_of(state, state->pairs[at]);
        if (((at - due) & state->mask) < ((at - slot) & state->mask)) continue;
        state->pairs[slot] = state->pairs[at];
        slot = at;
    }
    state->pairs[slot] = 0;
}

static void link_half(triest *state, uint32_t at, uint32_t from, uint32_t to)
{
    const uint32_t next = state->first[from];
    state->halves[at] = (half){to, next, NONE};
    if (next != NONE) state->halves[next].before = at;
    state->first[from] = at;
    state->degrees[from]++;
}

static void unlink_half(triest *state, uint32_t at, uint32_t from)
{
    const half own = state->halves[at];
    if (own.before != NONE)
        state->halves[own.before].next = own.next;
    else
        state->first[from] = own.next;
    if (own.next != NONE) state->halves[own.next].before = own.before;
    state->degrees[from]--;
}

static void put(triest *state, uint32_t e, uint32_t u, uint32_t v)
{
    link_half(state, 2 * e, u, v);
    link_half(state, 2 * e + 1, v, u);
    state->pairs[find(state, pair_of(u, v))] = pair_of(u, v);
}

static void drop(triest *state, uint32_t e)
{
    const uint32_t v = state->halves[2 * e].to, u = state->halves[2 * e + 1].to;
    unlink_half(state, 2 * e, u);
    unlink_half(state, 2 * e + 1, v);
    free_slot(state, find(state, pair_of(u, v)));
}

static uint64_t common_neighbours(const triest *state, uint32_t u, uint32_t v)
{
    const uint32_t few = state->degrees[u] < state->degrees[v] ? u : v, other = u ^ v ^ few;
    uint64_t found = 0;
    for (uint32_t at = state->first[few]; at != NONE; at = state->halves[at].next) {
        const uint32_t w = state->halves[at].to;
        found += w != other && state->pairs[find(state, pair_of(w, other))] != 0;
    }
    return found;
}

triest *triest_create(uint32_t vertices, uint32_t most, uint64_t seed)
{
    triest *made = calloc(1, sizeof *made);
    uint64_t slots = 4;
    if (made == NULL) return NULL;
    while (slots < 2 * (uint64_t)most) slots *= 2;
    *made = (triest){.random = {seed}, .most = most, .mask = slots - 1};
    made->halves = malloc(2 * (uint64_t)most * sizeof *made->halves);
    made->first = malloc(vertices * sizeof *made->first);
    made->degrees = calloc(vertices, sizeof *made->degrees);
    made->pairs = calloc(slots, sizeof *made->pairs);
    if (!made->halves || !made->first || !made->degrees || !made->pairs) {
        triest_free(made);
        return NULL;
    }
    for (uint32_t x = 0; x < vertices; x++) made->first[x] = NONE;
    return made;
}

void triest_free(triest *state)
{
    if (state == NULL) return;
    free(state->halves);
    free(state->first);
    free(state->degrees);
    free(state->pairs);
    free(state);
}

void triest_take(triest *state, uint32_t u, uint32_t v)
{
    const double seen = (double)++state->seen, most = (double)state->most;
    const double weight = (seen - 1) * (seen - 2) / (most * (most - 1));
    state->estimate += (double)common_neighbours(state, u, v) * (weight > 1 ? weight : 1);
    if (state->count < state->most) {
        put(state, state->count++, u, v);
        return;
    }
    const uint64_t place = test_random_next(&state->random) % state->seen;
    if (place >= state->most) return; /* with probability 1 - most / seen */
    drop(state, (uint32_t)place);
    put(state, (uint32_t)place, u, v);
}

double triest_estimate(const triest *state)
{
    return state->estimate;
}
