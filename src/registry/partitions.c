/* partitions.c - the table of the partitions of partitions.def, and the search for a name in it. */
#include "registry/partitions.h"

#include <string.h>

#include "base/names.h"

static const tg_partition_kind kinds[] = {
#define TG_PARTITION(id, where, from, how, what) \
    {.name = #id, .source = from, .cuts = how, .tasks = what, .on_disk = where},
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
        if (strcmp(name, kinds[p].name) == 0) return &kinds[p];
    return NULL;
}

tricorn_status tg_check_partition(tricorn_context *context, const char *name)
{
    char names[TG_NAMES_BYTES] = "";
    if (name == NULL || tg_partition_find(name)) return TRICORN_OK;
    for (size_t p = 0; p < tg_partition_kind_count(); p++) tg_names_add(names, kinds[p].name);
    return tg_no_name(context, "partition", name, names);
}
