/* partitions.h - the partitions that users can name; partitions.def lists them. */
#pragma once

#include "base/context.h"

typedef tricorn_partition_description tg_partition_kind;

size_t tg_partition_kind_count(void);
/* Returns partition number `index`; NULL for an index out of range. */
const tg_partition_kind *tg_partition_kind_at(size_t index);

/* Returns the partition with this name; NULL for an unknown name, and if `name` is NULL. */
const tg_partition_kind *tg_partition_find(const char *name);

/* Fails with TRICORN_INVALID_ARGUMENT for an unknown name; the message lists the names. */
tricorn_status tg_check_partition(tricorn_context *context, const char *name);
