/* rates.c - finds the peak rates of a GPU in a table of measured GPUs, and scales them. */
#include "gpu/rates.h"

#include <math.h>

/* A line of the table: the properties of a GPU, and the rates that were measured on it, except
 * the rate of products. */
typedef struct rates_line {
    uint32_t major, minor, multiprocessors;
    double clock_hz, memory_bytes_per_second, cache_bytes;
    tg_gpu_rates rates;
} rates_line;

static const rates_line known_rates[] = {
#define TG_GPU_RATES(major, minor, multiprocessors, clock, memory, cache, read, probe, popcount, ...) \
    {major, minor, multiprocessors, clock, memory, cache, \
      {read, probe, popcount, 0, 0, {__VA_ARGS__}, cache, 1, 1, 1, true}},
#define TG_PRODUCT_RATE(...)
#include "gpu/rates.def"
#undef TG_GPU_RATES
#undef TG_PRODUCT_RATE
};
static const struct product_rate {
    uint32_t major, minor, multiprocessors;
    double product;
} product_rates[] = {
#define TG_GPU_RATES(...)
#define TG_PRODUCT_RATE(major, minor, multiprocessors, product) {major, minor, multiprocessors, product},
#include "gpu/rates.def"
#undef TG_GPU_RATES
#undef TG_PRODUCT_RATE
};
enum {
    KNOWN_RATES = sizeof known_rates / sizeof *known_rates,
    PRODUCT_RATES = sizeof product_rates / sizeof *product_rates
};
static const double gather_bytes[TG_GATHER_SIZES] = {1 << 16, 1 << 20, 1 << 24, 1 << 26, 1 << 28, 1 << 30};

/* The properties of two GPUs of one model differ by less than this: CUDA rounds clocks, and the
 * numbers in the table have three digits. */
static const double same_model = 0.02;

/* ---- scaling ---- */

/* Returns a property of the GPU as a multiple of that of the table's GPU; 1 if it is unknown. */
static double factor_of(double property, double known)
{
    return property > 0 ? property / known : 1;
}

static bool is_one(double factor)
{
    return fabs(factor - 1) <= same_model;
}

static bool is_of_model(const rates_line *line, const tg_device_properties *gpu)
{
    return line->major == gpu->major && line->minor == gpu->minor &&
           is_one(factor_of(gpu->clock_hz, line->clock_hz) * factor_of(gpu->multiprocessors, line->multiprocessors)) &&
           is_one(factor_of(gpu->memory_bytes_per_second, line->memory_bytes_per_second)) &&
           is_one(factor_of((double)gpu->cache_bytes, line->cache_bytes));
}

/* Returns the line of the GPU's model; otherwise the last line of its architecture; otherwise the
 * last line of all. */
static const rates_line *line_of(const tg_device_properties *gpu)
{
    const rates_line *alike = NULL;
    for (int i = KNOWN_RATES; i-- > 0;) {
        const rates_line *line = &known_rates[i];
        if (is_of_model(line, gpu)) return line;
        if (alike == NULL && line->major == gpu->major && line->minor == gpu->minor) alike = line;
    }
    return alike ? alike : &known_rates[KNOWN_RATES - 1];
}

/* Returns the rate that was measured on the table's GPU, interpolated between sizes. */
static double measured_gathers(const double *gather, double bytes)
{
    int i = 1;
    if (bytes <= gather_bytes[0]) return gather[0];
    if (bytes >= gather_bytes[TG_GATHER_SIZES - 1]) return gather[TG_GATHER_SIZES - 1];
    while (gather_bytes[i] < bytes) i++;
    const double part = (bytes - gather_bytes[i - 1]) / (gather_bytes[i] - gather_bytes[i - 1]);
    return gather[i - 1] + part * (gather[i] - gather[i - 1]);
}

/* The GPU gathers from a table as fast as the measured GPU gathers from one that takes the same
 * part of its L2, after scaling: the time for the part in the L2 is scaled by clocks, the rest by
 * bandwidth. The smallest tables are in the caches of multiprocessors. */
double tg_gpu_gather_rate(const tg_gpu_rates *rates, double bytes)
{
    /* the size of 1 MiB, and the rate at 16 MiB */
    const double least = gather_bytes[1], in_cache = rates->gather[2];
    const double alike = bytes > least ? fmax(bytes / rates->cache, least) : bytes;
    const double rate = measured_gathers(rates->gather, alike);
    const double held = fmin(rates->known_cache_bytes / alike, 1) * fmin(rate / in_cache, 1);
    return rate / (held / rates->clocks + (1 - held) / rates->memory);
}

/* ---- the matrix unit ---- */

/* Returns how many pairs of bits a matrix unit multiplies in a clock, relative to 8.0. By the published peaks of
 * binary and 4-bit products, 8.6 to 8.9 multiply half as many; 9.0 multiplies as many by mma.sync, of which it
 * reaches less. 0: the GPU has no such unit, or none is known (docs/notes/gpu-counting.md#the-binary-matrix-unit). */
static double unit_of(uint32_t major, uint32_t minor)
{
    if (major == 8) return minor == 0 ? 1 : 0.5;
    return major == 9 ? 1 : 0;
}

static double product_of(const tg_device_properties *gpu, const rates_line *known, double clocks)
{
    const struct product_rate *line = NULL;
    for (int i = 0; i < PRODUCT_RATES; i++)
        if (product_rates[i].major == gpu->major && product_rates[i].minor == gpu->minor)
            return product_rates[i].product * gpu->multiprocessors / product_rates[i].multiprocessors;
        else if (product_rates[i].major == known->major && product_rates[i].minor == known->minor)
            line = &product_rates[i];
    return line ? line->product * clocks * unit_of(gpu->major, gpu->minor) / unit_of(known->major, known->minor) : 0;
}

/* ---- both ---- */

tg_gpu_rates tg_gpu_rates_of(const tg_device_properties *gpu)
{
    const rates_line *known = line_of(gpu);
    const double clocks =
      factor_of(gpu->clock_hz, known->clock_hz) * factor_of(gpu->multiprocessors, known->multiprocessors);
    const double memory = factor_of(gpu->memory_bytes_per_second, known->memory_bytes_per_second);
    const double cache = factor_of((double)gpu->cache_bytes, known->cache_bytes);
    tg_gpu_rates rates = known->rates;

    rates.cache_bytes = gpu->cache_bytes;
    rates.product = product_of(gpu, known, clocks);
    rates.measured = is_of_model(known, gpu);
    if (rates.measured) return rates;
    rates.clocks = clocks;
    rates.memory = memory;
    rates.cache = cache;
    rates.read *= memory;
    rates.probe *= clocks;
    rates.popcount *= clocks;
    return rates;
}

tg_gpu_costs tg_gpu_costs_of(const tg_device_properties *gpu)
{
    const tg_gpu_rates rates = tg_gpu_rates_of(gpu);
    return (tg_gpu_costs){rates.measured ? "measured" : "scaled", gpu->major, gpu->minor};
}

void tg_gpu_costs_tell(const tg_gpu_costs *costs, tricorn_result *result)
{
    result->predicted.gpu_costs = costs->source;
    result->predicted.gpu_major = costs->major;
    result->predicted.gpu_minor = costs->minor;
}
