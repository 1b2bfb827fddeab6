/* energy.c - reads the energy counters of CPU packages (RAPL) and of a GPU (NVML). */
#include "bench/energy.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

/* The counters of CPU packages; these include the counters of their cores and memory controllers. */
static const char rapl_folder[] = "/sys/class/powercap", rapl_file[] = "%s/intel-rapl:%d/%s";
static const char nvml_library[] = "libnvidia-ml.so.1";

/* ---- CPU ---- */

static bool read_number(const char *folder, int package, const char *name, uint64_t *number)
{
    char *path = cli_string(rapl_file, folder, package, name), *line = cli_first_line(path), *end;
    bool good = false;

    if (line != NULL) {
        *number = strtoull(line, &end, 10);
        good = end != line;
    }
    free(line);
    free(path);
    return good;
}

void bench_energy_read_packages(const char *folder, bench_energy *energy)
{
    while (energy->parts < BENCH_ENERGY_PARTS - 1) { /* the last counter is for the GPU */
        const int part = energy->parts;
        if (!read_number(folder, part, "energy_uj", &energy->microjoules[part])) return;
        if (!read_number(folder, part, "max_energy_range_uj", &energy->ranges[part])) energy->ranges[part] = 0;
        energy->parts++;
    }
}

/* ---- GPU ---- */

/* The functions of NVML that are called. NVML's status is an int, 0 for success, and its device is a pointer. */
typedef struct nvml {
    int (*init)(void);
    int (*device)(unsigned number, void **device);
    int (*name)(void *device, char *name, unsigned bytes);
    int (*driver)(char *version, unsigned bytes);
    int (*energy)(void *device, unsigned long long *millijoules);
} nvml;

/* Looks up a function. dlsym returns a pointer to data, which POSIX allows to use as a pointer to a function. */
#define FIND(library, name, place) \
    do { \
        void *const found = dlsym(library, name); \
        memcpy(&(place), &found, sizeof found); \
    } while (0)

static bool open_nvml(const char *name, nvml *functions)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);

    if (library == NULL) return false;
    FIND(library, "nvmlInit_v2", functions->init);
    FIND(library, "nvmlDeviceGetHandleByIndex_v2", functions->device);
    FIND(library, "nvmlDeviceGetName", functions->name);
    FIND(library, "nvmlSystemGetDriverVersion", functions->driver);
    FIND(library, "nvmlDeviceGetTotalEnergyConsumption", functions->energy);
    return functions->init != NULL && functions->device != NULL && functions->name != NULL &&
           functions->driver != NULL && functions->init() == 0;
}

bench_gpu bench_gpu_read_by(const char *library, unsigned number)
{
    enum { MICRO_IN_MILLI = 1000 };
    unsigned long long millijoules = 0;
    bench_gpu gpu = {.known = false};
    nvml functions = {.init = NULL};
    void *device = NULL;

    if (!open_nvml(library, &functions) || functions.device(number, &device) != 0) return gpu;
    gpu.known =
      functions.name(device, gpu.name, sizeof gpu.name) == 0 && functions.driver(gpu.driver, sizeof gpu.driver) == 0;
    gpu.has_energy = functions.energy != NULL && functions.energy(device, &millijoules) == 0;
    gpu.microjoules = MICRO_IN_MILLI * millijoules;
    return gpu;
}

bench_gpu bench_gpu_read(unsigned number)
{
    return bench_gpu_read_by(nvml_library, number);
}

/* ---- both ---- */

bench_energy bench_energy_read(int gpu)
{
    bench_energy energy = {.parts = 0};

    bench_energy_read_packages(rapl_folder, &energy);
    if (gpu >= 0) {
        const bench_gpu read = bench_gpu_read((unsigned)gpu);
        if (read.has_energy) energy.microjoules[energy.parts++] = read.microjoules;
    }
    return energy;
}

double bench_energy_between(const bench_energy *before, const bench_energy *after)
{
    static const double joules_per_microjoule = 1e-6;
    double joules = 0;

    if (before->parts == 0 || before->parts != after->parts) return -1;
    for (int i = 0; i < after->parts; i++) {
        uint64_t used = after->microjoules[i] - before->microjoules[i];
        if (after->microjoules[i] < before->microjoules[i]) used += after->ranges[i];
        joules += (double)used * joules_per_microjoule;
    }
    return joules > 0 ? joules
                      /* Counters advance at least every 0.1 s, so without a step the energy is
                * unknown. */
                      : -1;
}
