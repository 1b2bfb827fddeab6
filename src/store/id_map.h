/* id_map.h - maps ids to their numbers: a hash table for one thread, with open addressing and a fixed size.
 *
 * The map is cleared before each bucket of ids. It then uses only as many slots as the bucket may need, so that the
 * slots for a small bucket stay in the cache.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_id_map {
    uint64_t *ids;
    uint32_t *numbers; /* the number of each slot's id; UINT32_MAX: the slot is free */
    uint64_t slots; /* the number of slots in use, a power of two; at most `room` */
    uint64_t room, count, most;
} tg_id_map;

/* Returns the memory that a map with this many slots needs. */
uint64_t tg_id_map_bytes(uint64_t slots);

tricorn_status tg_id_map_create(tricorn_context *context, uint64_t slots, tg_id_map *map);
void tg_id_map_free(tg_id_map *map);

/* Clears the map and prepares it for `wanted` ids, or for as many as fit. */
void tg_id_map_clear(tg_id_map *map, uint64_t wanted);

static inline bool tg_id_map_is_full(const tg_id_map *map)
{
    return map->count >= map->most;
}

/* Returns the slot that has the id or, if no slot has it, the free slot for it. `hash` is any hash of the id. */
static inline uint64_t tg_id_map_find(const tg_id_map *map, uint64_t id, uint64_t hash)
{
    uint64_t slot = hash & (map->slots - 1);
    while (map->numbers[slot] != UINT32_MAX && map->ids[slot] != id) slot = (slot + 1) & (map->slots - 1);
    return slot;
}

/* Stores an id with its number in a free slot of a map that is not full. */
static inline void tg_id_map_set(tg_id_map *map, uint64_t slot, uint64_t id, uint32_t number)
{
    map->ids[slot] = id;
    map->numbers[slot] = number;
    map->count++;
}
