/* driver_stub.c - stands for CUDA's driver, libcuda.so.1: one GPU, and calls that fail.
 *
 * STUB_VERSION is the version of the driver, STUB_INIT what cuInit returns, and STUB_ERROR what the other
 * calls return, except for those that count and name GPUs. STUB_STARTED is a file to which cuInit writes
 * CUDA_VISIBLE_DEVICES: the GPUs that it starts.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int number_of(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

static int fails(void)
{
    return number_of("STUB_ERROR", 100);
}

int cuInit(unsigned flags)
{
    const char *started = getenv("STUB_STARTED"), *visible = getenv("CUDA_VISIBLE_DEVICES");
    FILE *file = started ? fopen(started, "a") : NULL;
    (void)flags;
    if (file) {
        fprintf(file, "%s\n", visible ? visible : "all");
        fclose(file);
    }
    return number_of("STUB_INIT", 0);
}

int cuDriverGetVersion(int *version)
{
    *version = number_of("STUB_VERSION", 99000);
    return 0;
}

int cuDeviceGetCount(int *count)
{
    *count = 1;
    return 0;
}

int cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return 0;
}

typedef int call(void);

int cuGetProcAddress_v2(const char *name, call **place, int version, uint64_t flags, int *found);
int cuGetProcAddress_v2(const char *name, call **place, int version, uint64_t flags, int *found)
{
    static const struct {
        const char *name;
        call *place;
    } calls[] = {{"cuInit", (call *)(void *)cuInit}, {"cuDriverGetVersion", (call *)(void *)cuDriverGetVersion},
      {"cuDeviceGetCount", (call *)(void *)cuDeviceGetCount}, {"cuDeviceGet", (call *)(void *)cuDeviceGet},
      {"cuGetProcAddress", (call *)(void *)cuGetProcAddress_v2}};
    (void)version, (void)flags;
    *place = fails;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(name, calls[i].name) == 0) *place = calls[i].place;
    if (found) *found = 0;
    return 0;
}
