/* ids.c - frees and copies the user's ids. */
#include "graph/ids.h"

#include <string.h>

#include "base/memory.h"

void tg_ids_free(tg_ids *ids)
{
    tg_free(ids->numbers);
    tg_free(ids->text);
    tg_free(ids->starts);
    *ids = (tg_ids){0};
}

uint64_t tg_ids_text_bytes(const tg_ids *ids, uint64_t count)
{
    if (ids->text == NULL || count == 0) return 0;
    /* the words of a file may be stored in any order, so the last byte may belong to any of them */
    uint64_t last = 0;
    for (uint64_t i = 0; i < count; i++)
        if (ids->starts[i] > last) last = ids->starts[i];
    return last + strlen(ids->text + last) + 1;
}

static tricorn_status copy_array(tricorn_context *context, const void *from, uint64_t count, size_t size, void **copy)
{
    if (from == NULL || count == 0) return TRICORN_OK;
    const tricorn_status status = tg_alloc(context, count, size, copy);
    if (status == TRICORN_OK) memcpy(*copy, from, count * size);
    return status;
}

tricorn_status tg_ids_copy(tricorn_context *context, const tg_ids *ids, uint64_t count, tg_ids *copy)
{
    tricorn_status status = TRICORN_OK;
    tg_ids made = {.first = ids->first};

    TG_TRY(copy_array(context, ids->numbers, count, sizeof *ids->numbers, (void **)&made.numbers));
    TG_TRY(copy_array(context, ids->starts, count, sizeof *ids->starts, (void **)&made.starts));
    TG_TRY(copy_array(context, ids->text, tg_ids_text_bytes(ids, count), 1, (void **)&made.text));
    *copy = made;
    made = (tg_ids){0};
cleanup:
    tg_ids_free(&made);
    return status;
}
