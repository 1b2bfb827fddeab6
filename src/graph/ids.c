/* ids.c - the user's ids. */
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
    const uint64_t last = ids->starts[count - 1];
    return last + strlen(ids->text + last) + 1;
}
