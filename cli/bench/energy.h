/* energy.h - reads the energy that the machine has used so far, if it measures that. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_ENERGY_PARTS = 16, BENCH_ENERGY_NAME_BYTES = 96 };

/* A reading of the counters: those of CPU packages (RAPL), and that of one GPU (NVML). */
typedef struct bench_energy {
    uint64_t microjoules[BENCH_ENERGY_PARTS]; /* the value of each counter */
    /* The value at which each counter returns to 0; 0: it does not. */
    uint64_t ranges[BENCH_ENERGY_PARTS];
    int parts; /* the number of counters; 0: nothing is measured */
} bench_energy;

/* What NVML says about a GPU; a text is "" if it is unknown. */
typedef struct bench_gpu {
    char name[BENCH_ENERGY_NAME_BYTES], driver[BENCH_ENERGY_NAME_BYTES];
    bool known;
    bool has_energy;
    uint64_t microjoules; /* the energy since the driver was loaded */
} bench_gpu;

/* Reads all counters. `gpu` is the number of a GPU; below 0: no GPU is read. */
bench_energy bench_energy_read(int gpu);

/* Returns the joules between two readings; a negative result means that they are not measured. */
double bench_energy_between(const bench_energy *before, const bench_energy *after);

bench_gpu bench_gpu_read(unsigned number);

/* Steps of these functions, which tests call with their own files. The first one adds the
 * counters of CPU packages from a folder like /sys/class/powercap. The second one reads a GPU
 * with a library that has the functions of NVML. */
void bench_energy_read_packages(const char *folder, bench_energy *energy);
bench_gpu bench_gpu_read_by(const char *library, unsigned number);
