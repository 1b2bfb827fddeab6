/* hub_bit_rows.c - see hub_bit_rows.h. */
#include "cpu/hub_bit_rows.h"

#include "base/memory.h"
#include "cpu/common/bitmap.h"

enum { ROWS_AT_ONCE = 64 /* a thread's next share */ };

tricorn_status tg_hub_lines_create(tricorn_context *context, const tg_rows *rows, uint32_t hubs,
                                   tg_hub_lines *lines)
{
    tg_hub_lines made = {.hubs = hubs};
    const tricorn_status status = TG_ALLOC_ZERO(context, tg_hub_lines_before(hubs), &made.words);

    if (status != TRICORN_OK) return status;
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < hubs; v++)
        tg_bits_set(tg_hub_lines_of(&made, v), rows->ids + rows->offsets[v],
                    rows->offsets[v + 1] - rows->offsets[v]);
    *lines = made;
    return TRICORN_OK;
}

void tg_hub_lines_free(tg_hub_lines *lines)
{
    tg_free(lines->words);
    *lines = (tg_hub_lines){0};
}
