/* partitions.c - see partitions.h. */
#include "registry/partitions.h"

#include <string.h>

#include "base/names.h"

static const tg_partition_kind kinds[] = {
#define TG_PARTITION(id, on_disk, from, how, what)                                               \
    {.description = {.name = #id, .source = from, .cuts = how, .tasks = what}, .stored = on_disk},
#include "registry/partitions.def"
#undef TG_PARTITION
};

size_t tg_partition_kind_count(void)
{
    return sizeof kinds / sizeof *kinds;
}

const tg_partition_kind *tg_partition_kind_at(size_t index)
{
    return index < tg_partition_kind_count() ? &kinds[index] : NULL;
}

const tg_partition_kind *tg_partition_find(const char *name)
{
    for (size_t p = 0; name != NULL && p < tg_partition_kind_count(); p++)
        if (strcmp(name, kinds[p].description.name) == 0) return &kinds[p];
    return NULL;
}

tricorn_status tg_check_partition(tricorn_context *context, const char *name)
{
    char names[TG_NAMES_BYTES] = "";
    if (name == NULL || tg_partition_find(name)) return TRICORN_OK;
    for (size_t p = 0; p < tg_partition_kind_count(); p++)
        tg_names_add(names, kinds[p].description.name);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
                   "there is no partition '%.64s'; choose one of: %s", name, names);
}
