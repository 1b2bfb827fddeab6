/* cpu.h - the instruction sets of this CPU. */
#ifndef TG_BASE_CPU_H
#define TG_BASE_CPU_H

#include <stdint.h>

/* Sets that source files are compiled for; CMakeLists.txt says which files and how. */
enum tg_cpu_feature {
    TG_CPU_AVX2 = 1,   /* AVX2, BMI2, LZCNT, POPCNT */
    TG_CPU_AVX512 = 2, /* those and AVX-512 F, BW, DQ, VL, VBMI, VBMI2, VPOPCNTDQ */
    TG_CPU_NEON = 4
};

/* The features of enum tg_cpu_feature that the CPU has and the system supports. */
uint32_t tg_cpu_features(void);

#endif
