/* nvml_stub.c - a library with the functions of NVML that the program uses, for two made-up GPUs; the second one
 * measures no energy. The first one's counter is NVML_STUB_MILLIJOULES of the environment, where that is set. */
#include <stdio.h>
#include <stdlib.h>

int nvmlInit_v2(void);
int nvmlDeviceGetHandleByIndex_v2(unsigned number, void **device);
int nvmlDeviceGetName(void *device, char *name, unsigned bytes);
int nvmlSystemGetDriverVersion(char *version, unsigned bytes);
int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules);

enum { GPUS = 2, FAILED = 3 };
static int gpus[GPUS];

int nvmlInit_v2(void)
{
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned number, void **device)
{
    if (number >= GPUS) return FAILED;
    *device = &gpus[number];
    return 0;
}

int nvmlDeviceGetName(void *device, char *name, unsigned bytes)
{
    snprintf(name, bytes, "made up %d", (int)((int *)device - gpus));
    return 0;
}

int nvmlSystemGetDriverVersion(char *version, unsigned bytes)
{
    snprintf(version, bytes, "1.2.3");
    return 0;
}

int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules)
{
    const char *set = getenv("NVML_STUB_MILLIJOULES");
    if (device != &gpus[0]) return FAILED;
    *millijoules = set ? strtoull(set, NULL, 10) : 1234567;
    return 0;
}
