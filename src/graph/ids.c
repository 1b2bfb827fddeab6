/* ids.c - the user's ids. */
#include "graph/ids.h"

#include "base/memory.h"

void tg_ids_free(tg_ids *ids)
{
    tg_free(ids->numbers);
    tg_free(ids->text);
    tg_free(ids->starts);
    *ids = (tg_ids){0};
}
