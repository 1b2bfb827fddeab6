/* hub_bit_rows.c - makes bit rows: sets the bits of all hubs' rows in one array, on all threads. */
#include "cpu/hub_bit_rows.h"

#include "base/memory.h"
#include "cpu/common/bitmap.h"

enum { ROWS_AT_ONCE = 64 /* rows that a thread claims at a time */ };

tricorn_status tg_hub_bit_rows_create(
  tricorn_context *context, const tg_rows *rows, uint32_t hubs, tg_hub_bit_rows *bit_rows)
{
    tg_hub_bit_rows made = {.hubs = hubs};
    TG_DO(TG_ALLOC_ZERO(context, tg_hub_bit_rows_before(hubs), &made.words));
#pragma omp parallel for num_threads((int)context->threads) schedule(dynamic, ROWS_AT_ONCE)
    for (uint32_t v = 0; v < hubs; v++)
        tg_bits_set(
          tg_hub_bit_rows_of(&made, v), rows->ids + rows->offsets[v], rows->offsets[v + 1] - rows->offsets[v]);
    *bit_rows = made;
    return TRICORN_OK;
}

void tg_hub_bit_rows_free(tg_hub_bit_rows *bit_rows)
{
    tg_free(bit_rows->words);
    *bit_rows = (tg_hub_bit_rows){0};
}
