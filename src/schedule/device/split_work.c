/* split_work.c - cuts a range of edges into parts of equal work (tg_split_work in on_device.h). */
#include "schedule/device/on_device.h"

void tg_split_work(
  const double *work, uint32_t bins, uint64_t first_edge, uint64_t last_edge, uint32_t parts, uint64_t *edges)
{
    const double length = (double)(last_edge - first_edge) / bins;
    double all = 0, before = 0;
    uint32_t bin = 0;

    for (uint32_t b = 0; b < bins; b++) all += work[b];
    edges[0] = first_edge;
    for (uint32_t p = 1; p < parts; p++) {
        const double wanted = all / parts * p;
        while (bin < bins && before + work[bin] <= wanted) before += work[bin++];
        /* the work is assumed to be even within a range */
        const double into = bin < bins && work[bin] > 0 ? (wanted - before) / work[bin] : 0;
        const uint64_t edge = first_edge + (uint64_t)((bin + into) * length);
        edges[p] = edge < edges[p - 1] ? edges[p - 1] : edge > last_edge ? last_edge : edge;
    }
    edges[parts] = last_edge;
}
