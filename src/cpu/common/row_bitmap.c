/* row_bitmap.c - looks ids up in a row: by bytes if all of these ids are near ones (below
 * TG_NEAR_IDS), by bits otherwise. */
#include "cpu/common/row_bitmap.h"

#include "base/memory.h"

enum { WORD_BITS = 64 };

tricorn_status tg_row_bitmap_create(tricorn_context *context, uint64_t ids, tg_row_bitmap *bitmap)
{
    TG_DO(TG_ALLOC_ZERO(context, ids / WORD_BITS + 1, &bitmap->bits));
    return TG_ALLOC_ZERO(context, TG_NEAR_IDS, &bitmap->near);
}

void tg_row_bitmap_free(tg_row_bitmap *bitmap)
{
    tg_free(bitmap->bits);
    tg_free(bitmap->near);
    *bitmap = (tg_row_bitmap){0};
}

static inline void write_near(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count, uint8_t mark)
{
    for (uint64_t i = 0; i < count && ids[i] < TG_NEAR_IDS; i++) bitmap->near[ids[i]] = mark;
}

void tg_row_bitmap_set(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count)
{
    tg_bits_set(bitmap->bits, ids, count);
    write_near(bitmap, ids, count, 1);
}

void tg_row_bitmap_clear(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count)
{
    tg_bits_clear(bitmap->bits, ids, count);
    write_near(bitmap, ids, count, 0);
}

/* Returns the mask of near ids. Begins at the last id, so that each step shifts the bits of later ids up. */
static inline uint64_t near_mask(const uint8_t *near, const uint32_t *ids, uint64_t count)
{
    uint64_t common = 0;
    for (; count % 4; count--) common = common << 1 | near[ids[count - 1]];
    for (; count > 0; count -= 4) {
        const uint32_t *four = ids + count - 4;
        const uint64_t high = (uint64_t)near[four[3]] << 1 | near[four[2]];
        const uint64_t low = (uint64_t)near[four[1]] << 1 | near[four[0]];
        common = common << 4 | high << 2 | low;
    }
    return common;
}

uint64_t tg_row_bitmap_mask(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count)
{
    return ids[count - 1] < TG_NEAR_IDS ? near_mask(bitmap->near, ids, count) : tg_bits_mask(bitmap->bits, ids, count);
}

uint64_t tg_row_bitmap_count(const tg_row_bitmap *bitmap, const uint32_t *ids, uint64_t count)
{
    const uint8_t *near = bitmap->near;
    uint64_t a = 0, b = 0, i = 0;
    if (count == 0 || ids[count - 1] >= TG_NEAR_IDS) return tg_bits_count(bitmap->bits, ids, count);
    for (; i + 4 <= count; i += 4) {
        a += (uint64_t)near[ids[i]] + near[ids[i + 1]];
        b += (uint64_t)near[ids[i + 2]] + near[ids[i + 3]];
    }
    for (; i < count; i++) a += near[ids[i]];
    return a + b;
}
