/* algorithm.c - see algorithm.h. */
#include "task/algorithm.h"

void tg_arranged_free(tg_device *device, tg_arranged *arranged)
{
    if (arranged->free) arranged->free(device, arranged->data);
    *arranged = (tg_arranged){0};
}

tg_setup tg_standard_setup(const tg_algorithm *algorithm, tg_sink_kind sink)
{
    tg_setup made = {.algorithm = algorithm, .sink = sink};
    for (size_t p = 0; p < algorithm->description.parameter_count; p++)
        made.values[p] = algorithm->description.parameters[p].standard;
    return made;
}
