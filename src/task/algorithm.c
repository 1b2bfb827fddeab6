/* algorithm.c - frees an index, and makes a setup with the standard values of all parameters. */
#include "task/algorithm.h"

void tg_index_free(tg_device *device, tg_index *index)
{
    if (index->free) index->free(device, index->data);
    *index = (tg_index){0};
}

tg_setup tg_standard_setup(const tg_algorithm *algorithm, tg_sink_kind sink)
{
    tg_setup made = {.algorithm = algorithm, .sink = sink};
    for (size_t p = 0; p < algorithm->description.parameter_count; p++)
        made.values[p] = algorithm->description.parameters[p].standard;
    return made;
}
