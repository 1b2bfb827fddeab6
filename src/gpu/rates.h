/* rates.h - peak rates of a GPU, from which gpu-adaptive predicts how long each way of counting takes.
 *
 * - A GPU with a line in rates.def has the rates that were measured.
 * - Another GPU has the rates of the last line of its architecture, or else of the last line of
 *   all, scaled by what CUDA reports of both GPUs: clocks of all multiprocessors for work in
 *   these and in the L2, bandwidth of the memory for data beyond the L2, and the size of the L2
 *   for the boundary (decision 19).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "device/device.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TG_GATHER_SIZES = 6 };

typedef struct tg_gpu_rates {
    double read, probe, popcount; /* bytes, bits, and pairs of bits per second */
    /* pairs of bits per second that the matrix unit multiplies by mma.sync; 0: unknown */
    double product;
    uint64_t cache_bytes; /* the size of this GPU's L2 */
    /* Words per second that the GPU of the table's line gathers, by the size of the table from
     * which it gathers; and the size of that GPU's L2. */
    double gather[TG_GATHER_SIZES], known_cache_bytes;
    /* all clocks, bandwidth and L2, as multiples of those of the line's GPU */
    double clocks, memory, cache;
    /* whether the rates were measured on a GPU of this model; otherwise they are scaled */
    bool measured;
} tg_gpu_rates;

/* Returns the rates of a GPU. A property that is 0 is unknown, and assumed to be that of the table's GPU. */
tg_gpu_rates tg_gpu_rates_of(const tg_device_properties *gpu);

/* Returns how many words per second are gathered from a table of `bytes` bytes, interpolated between sizes. */
double tg_gpu_gather_rate(const tg_gpu_rates *rates, double bytes);

/* For which GPU the costs were predicted, and where they come from. */
typedef struct tg_gpu_costs {
    const char *source; /* "measured", "scaled" */
    uint32_t major, minor;
} tg_gpu_costs;

tg_gpu_costs tg_gpu_costs_of(const tg_device_properties *gpu);

void tg_gpu_costs_tell(const tg_gpu_costs *costs, tricorn_result *result);

#ifdef __cplusplus
}
#endif
