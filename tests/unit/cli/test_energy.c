/* test_energy.c - reading counters of energy: RAPL from a folder of made-up files, NVML from a
 * library that stands for it; joules between two readings, and of one of many counts. */
#include "bench/energy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "support/check.h"
#include "timing/joules.h"

enum { PATH_BYTES = 256, TEXT_BYTES = 32 };
static char folder[] = "energy-XXXXXX";

static void write_number(int package, const char *name, const char *text)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/intel-rapl:%d", folder, package);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/intel-rapl:%d/%s", folder, package, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL, "%s", path);
    fprintf(file, "%s\n", text);
    fclose(file);
}

static void remove_number(int package, const char *name)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/intel-rapl:%d/%s", folder, package, name);
    remove(path);
    snprintf(path, sizeof path, "%s/intel-rapl:%d", folder, package);
    remove(path); /* once it is empty */
}

static void make_folder(void)
{
    CHECK(mkdtemp(folder) != NULL, "a folder");
}

static void remove_folder(void)
{
    for (int package = 0; package < 2; package++) {
        remove_number(package, "energy_uj");
        remove_number(package, "max_energy_range_uj");
    }
    CHECK_EQ(remove(folder), 0, "the folder");
}

/* Package 0 wraps at 262143328850 uJ, as on Intel's servers; package 1 does not say where. */
TEST_CASE(packages)
{
    bench_energy before = {.parts = 0}, after = {.parts = 0}, none = {.parts = 0};
    bench_energy_read_packages("no such folder", &none);
    CHECK_EQ(none.parts, 0, "a machine without RAPL");
    write_number(0, "energy_uj", "262143000000");
    write_number(0, "max_energy_range_uj", "262143328850");
    write_number(1, "energy_uj", "5000000");
    bench_energy_read_packages(folder, &before);
    CHECK_EQ(before.parts, 2, "packages");
    CHECK_EQ(before.microjoules[0], 262143000000, "package 0");
    CHECK_EQ(before.ranges[0], 262143328850, "package 0");
    CHECK_EQ(before.ranges[1], 0, "package 1 never wraps");
    write_number(0, "energy_uj", "671150"); /* 328850 to the end, and 671150 from 0 on */
    write_number(1, "energy_uj", "7500000");
    bench_energy_read_packages(folder, &after);
    const double joules = bench_energy_between(&before, &after);
    CHECK(joules > 3.4999 && joules < 3.5001, "1 J and 2.5 J: %g", joules);
    CHECK(bench_energy_between(&before, &before) < 0, "without a step there is no reading");
    CHECK(bench_energy_between(&none, &none) < 0, "without counters, too");
    write_number(1, "energy_uj", "text");
    bench_energy_read_packages(folder, &none);
    CHECK_EQ(none.parts, 1, "what is no number ends the list");
}

TEST_CASE(gpus)
{
    const bench_gpu first = bench_gpu_read_by(NVML_STUB, 0), second = bench_gpu_read_by(NVML_STUB, 1);
    CHECK(first.known && first.has_energy, "a GPU");
    CHECK(strcmp(first.name, "made up 0") == 0, "%s", first.name);
    CHECK(strcmp(first.driver, "1.2.3") == 0, "%s", first.driver);
    CHECK_EQ(first.microjoules, 1234567000, "1234567 mJ");
    CHECK(second.known && !second.has_energy, "one that measures no energy");
    CHECK(!bench_gpu_read_by(NVML_STUB, 2).known, "there are two");
    CHECK(!bench_gpu_read_by("no-such-library.so", 0).known, "a machine without NVML");
}

/* A count takes 0.25 J of the CPU, which shows at once, and 3 J of the GPU, whose counter shows
 * every fourth count; it is longer than the time between two readings. */
enum { CPU_MICROJOULES = 250000, GPU_MILLIJOULES = 3000, COUNTS_A_STEP = 4 };

static bool count(void *user)
{
    uint64_t *counts = user;
    char text[TEXT_BYTES];
    nanosleep(&(struct timespec){.tv_nsec = 11000000}, NULL);
    ++*counts;
    snprintf(text, sizeof text, "%" PRIu64, *counts * CPU_MICROJOULES);
    write_number(0, "energy_uj", text);
    snprintf(text, sizeof text, "%" PRIu64, *counts / COUNTS_A_STEP * COUNTS_A_STEP * GPU_MILLIJOULES);
    setenv("NVML_STUB_MILLIJOULES", text, 1);
    return true;
}

static bool count_unmeasured(void *user)
{
    uint64_t *counts = user;
    ++*counts;
    return true;
}

static bool fail_later(void *user)
{
    const uint64_t *counts = user;
    return count(user) && *counts < COUNTS_A_STEP - 1; /* before the second step, however slow */
}

static bench_energy read_all(int gpu)
{
    bench_energy energy = {.parts = 0};
    bench_energy_read_packages(folder, &energy);
    if (gpu >= 0) energy.microjoules[energy.parts++] = bench_gpu_read_by(NVML_STUB, gpu).microjoules;
    return energy;
}

static bench_energy read_none(int gpu)
{
    (void)gpu;
    return (bench_energy){.parts = 0};
}

TEST_CASE(counts_back_to_back)
{
    /* A machine with other work may take a second for four counts. */
    joules_meter meter = {.read = read_all, .gpu = 0, .seconds = 0.03, .patience = 30};
    uint64_t counts = 0;
    double joules = 0;
    count(&counts); /* makes the file */
    CHECK(joules_measured(&meter), "counters");
    CHECK(joules_of_count(&meter, count, &counts, &joules), "counts");
    CHECK(joules > 3.249999 && joules < 3.250001, "3.25 J: %.9g", joules);
    counts = 0;
    CHECK(!joules_of_count(&meter, fail_later, &counts, &joules), "a count that fails");
    CHECK(joules < 0, "%g", joules);
    unsetenv("NVML_STUB_MILLIJOULES");
}

TEST_CASE(no_energy)
{
    joules_meter meter = {.read = read_none, .gpu = 0, .seconds = 0.03};
    uint64_t counts = 0;
    double joules = 0;
    CHECK(!joules_measured(&meter), "no counter");
    meter.read = read_all;
    CHECK(joules_of_count(&meter, count_unmeasured, &counts, &joules), "counters that stand");
    CHECK(joules < 0 && counts > 0, "%g", joules);
    meter.seconds = 0;
    CHECK(!joules_measured(&meter), "it is not asked for");
}

TEST_MAIN_BETWEEN(make_folder, remove_folder)
