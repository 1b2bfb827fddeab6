/* test_rates.c - the rates of GPUs that were not measured, from their published properties, are
 * at most the peaks that NVIDIA publishes, and not far below. */
#include "gpu/rates.h"

#include <math.h>
#include <string.h>

#include "support/check.h"

static const double mib = 1 << 20;

/* From data sheets and white papers: multiprocessors, boost clock, bandwidth, L2; products of
 * bits are half of the binary operations a second (A100: 4,992e12), or twice the published 4-bit
 * ones (RTX 4090: 1,321e12). 0: no unit that multiplies by `and`. */
typedef struct published_gpu {
    const char *name;
    uint32_t major, minor, multiprocessors;
    double clock_hz, memory, cache_mib, product;
} published_gpu;

static const published_gpu gpus[] = {
  {"V100", 7, 0, 80, 1.53e9, 900e9, 6, 0},
  {"A100", 8, 0, 108, 1.41e9, 1555e9, 40, 2.496e15},
  {"RTX 4090", 8, 9, 128, 2.52e9, 1008e9, 72, 2.642e15},
  {"H100 PCIe", 9, 0, 114, 1.755e9, 2039e9, 50, 0},
  {"GH200", 9, 0, 132, 1.98e9, 4.0e12, 60, 0},
};
enum { GPUS = LENGTH(gpus) };

static tg_device_properties properties_of(const published_gpu *gpu)
{
    return (tg_device_properties){.major = gpu->major,
      .minor = gpu->minor,
      .multiprocessors = gpu->multiprocessors,
      .clock_hz = gpu->clock_hz,
      .memory_bytes_per_second = gpu->memory,
      .cache_bytes = (uint64_t)(gpu->cache_mib * mib)};
}

static const published_gpu h100 = {"H100", 9, 0, 132, 1.98e9, 3352e9, 50, 0};
static const published_gpu h200 = {"H200", 9, 0, 132, 1.98e9, 4813e9, 60, 0};

static void check_between(const char *name, const char *what, double rate, double peak)
{
    CHECK(rate > peak / 4 && rate <= peak, "%s, %s: %g of at most %g", name, what, rate, peak);
}

/* A multiprocessor's shared memory has 32 banks, and it counts the bits of 16 words a clock (CUDA
 * C programming guide). */
static void check_peaks(const published_gpu *of, bool measured)
{
    const tg_device_properties gpu = properties_of(of);
    const tg_gpu_rates rates = tg_gpu_rates_of(&gpu);
    const double clocks = gpu.multiprocessors * gpu.clock_hz;
    CHECK_EQ(rates.measured, measured, "whether %s was measured", of->name);
    CHECK_EQ(rates.cache_bytes, gpu.cache_bytes, "%s", of->name);
    check_between(of->name, "read", rates.read, of->memory);
    check_between(of->name, "probe", rates.probe, 32 * clocks);
    check_between(of->name, "popcount", rates.popcount, 16 * 32 * clocks);
    if (gpu.major == 8) check_between(of->name, "product", rates.product, of->product);
}

TEST_CASE(below_peaks)
{
    for (int g = 0; g < GPUS; g++) check_peaks(&gpus[g], false);
    check_peaks(&h100, true);
    check_peaks(&h200, true);
}

/* A gather from memory reads a sector of 32 bytes, unless the L2 holds it; one from the L2 does
 * not wait for memory. */
TEST_CASE(gathers)
{
    for (int g = 0; g < GPUS; g++) {
        const tg_device_properties gpu = properties_of(&gpus[g]);
        const tg_gpu_rates rates = tg_gpu_rates_of(&gpu);
        const double sectors = gpus[g].memory / 32;
        for (double size = 1 << 16; size < 1 << 30; size *= 2) {
            const double held = size > gpus[g].cache_mib * mib ? gpus[g].cache_mib * mib / size : 1;
            const double rate = tg_gpu_gather_rate(&rates, size);
            if (held < 1) CHECK(rate < sectors / (1 - held), "%s, %g bytes: %g", gpus[g].name, size, rate);
            CHECK(tg_gpu_gather_rate(&rates, 2 * size) <= rate, "%s: %g bytes are slower than twice as many",
              gpus[g].name, size);
        }
    }
    const tg_device_properties v100 = properties_of(&gpus[0]), ada = properties_of(&gpus[2]);
    const tg_gpu_rates small = tg_gpu_rates_of(&v100), large = tg_gpu_rates_of(&ada);
    CHECK(tg_gpu_gather_rate(&small, 16 * mib) < tg_gpu_gather_rate(&small, 2 * mib) / 2,
      "16 MiB are not in an L2 of 6 MiB");
    CHECK(tg_gpu_gather_rate(&large, 64 * mib) > 1008e9 / 32, "64 MiB are in an L2 of 72 MiB");
}

/* Reading reaches at least this fraction of the published bandwidth. */
static void check_measured(const tg_device_properties *gpu, const published_gpu *line, double share)
{
    const tg_gpu_rates rates = tg_gpu_rates_of(gpu);
    const tg_gpu_costs costs = tg_gpu_costs_of(gpu);
    CHECK(rates.measured, "the table has an %s", line->name);
    CHECK(rates.read < line->memory && rates.read > share * line->memory, "%s: bandwidth %g", line->name, rates.read);
    CHECK(strcmp(costs.source, "measured") == 0, "the table has an %s", line->name);
    CHECK_EQ(costs.major, 9, "its capability");
    CHECK_EQ(costs.minor, 0, "its capability");
}

/* A GPU of the table has the rates of its line; a GPU of which only the multiprocessors are known
 * has those of the last line. */
TEST_CASE(measured)
{
    const tg_device_properties of_h100 = properties_of(&h100), of_h200 = properties_of(&h200);
    const tg_device_properties silent = {.major = 9, .multiprocessors = 132};
    check_measured(&of_h100, &h100, 0.9);
    check_measured(&of_h200, &h200, 0.88);
    check_measured(&silent, &h100, 0.9);
}

/* Half of a GPU does half in its multiprocessors, and reads memory as fast. */
TEST_CASE(half_a_gpu)
{
    tg_device_properties whole = properties_of(&h100), half;
    whole.major = 99;
    half = whole;
    half.multiprocessors /= 2;
    const tg_gpu_rates all = tg_gpu_rates_of(&whole), part = tg_gpu_rates_of(&half);
    CHECK(strcmp(tg_gpu_costs_of(&whole).source, "scaled") == 0, "an architecture without a line");
    CHECK(fabs(part.popcount / all.popcount - 0.5) < 1e-9, "popcount");
    CHECK(fabs(part.probe / all.probe - 0.5) < 1e-9, "probe");
    CHECK(part.read == all.read, "read");
    CHECK(tg_gpu_gather_rate(&part, 1024 * mib) > 0.9 * tg_gpu_gather_rate(&all, 1024 * mib), "from memory");
    CHECK(fabs(tg_gpu_gather_rate(&part, mib) / tg_gpu_gather_rate(&all, mib) - 0.5) < 1e-9, "from the L2");
    CHECK(all.product == 0, "no matrix unit is known");
}

TEST_MAIN()
