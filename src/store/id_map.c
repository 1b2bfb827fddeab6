/* id_map.c - allocates and clears the hash table of ids; looking up is inline in id_map.h. */
#include "store/id_map.h"

#include <string.h>

#include "base/memory.h"

enum { SLOTS_LEAST = 16 };

uint64_t tg_id_map_bytes(uint64_t slots)
{
    return slots * (sizeof(uint64_t) + sizeof(uint32_t));
}

tricorn_status tg_id_map_create(tricorn_context *context, uint64_t slots, tg_id_map *map)
{
    tricorn_status status = TRICORN_OK;
    tg_id_map made = {.room = SLOTS_LEAST};
    while (made.room * 2 <= slots) made.room *= 2;
    TG_TRY(TG_ALLOC(context, made.room, &made.ids));
    TG_TRY(TG_ALLOC(context, made.room, &made.numbers));
    *map = made;
    made = (tg_id_map){0};
cleanup:
    tg_id_map_free(&made);
    return status;
}

void tg_id_map_free(tg_id_map *map)
{
    tg_free(map->ids);
    tg_free(map->numbers);
    *map = (tg_id_map){0};
}

/* Returns the most ids that a map with this many slots accepts: three quarters of the slots. */
static uint64_t most_of(uint64_t slots)
{
    return slots / 4 * 3;
}

void tg_id_map_clear(tg_id_map *map, uint64_t wanted)
{
    map->slots = SLOTS_LEAST;
    while (map->slots < map->room && most_of(map->slots) < wanted) map->slots *= 2;
    map->count = 0;
    map->most = most_of(map->slots);
    memset(map->numbers, 0xFF, map->slots * sizeof *map->numbers);
}
