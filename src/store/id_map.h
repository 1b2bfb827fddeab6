/* id_map.h - numbers of ids: a hash table of one thread, with open addressing, that does not
 * grow.
 *
 * It is cleared for each bucket of ids, and then uses only the slots that the bucket may need, so
 * that small buckets stay in the cache.
 */
#ifndef TG_STORE_ID_MAP_H
#define TG_STORE_ID_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/context.h"

typedef struct tg_id_map {
    uint64_t *ids;
    uint32_t *numbers; /* UINT32_MAX: the slot is free */
    uint64_t slots;    /* that are used, a power of two; at most `room` */
    uint64_t room, count, most;
} tg_id_map;

/* Returns the memory of that number of slots. */
uint64_t tg_id_map_bytes(uint64_t slots);

tricorn_status tg_id_map_create(tricorn_context *context, uint64_t slots, tg_id_map *map);
void tg_id_map_free(tg_id_map *map);

/* Clears the map, for `wanted` ids or as many as fit. */
void tg_id_map_clear(tg_id_map *map, uint64_t wanted);

static inline bool tg_id_map_is_full(const tg_id_map *map)
{
    return map->count >= map->most;
}

/* Returns the slot of the id, or the free slot for it; hash: any hash of the id. */
static inline uint64_t tg_id_map_find(const tg_id_map *map, uint64_t id, uint64_t hash)
{
    uint64_t slot = hash & (map->slots - 1);
    while (map->numbers[slot] != UINT32_MAX && map->ids[slot] != id)
        slot = (slot + 1) & (map->slots - 1);
    return slot;
}

/* Fills a free slot of a map that is not full. */
static inline void tg_id_map_set(tg_id_map *map, uint64_t slot, uint64_t id, uint32_t number)
{
    map->ids[slot] = id;
    map->numbers[slot] = number;
    map->count++;
}

#endif
