/* cpu.c - see cpu.h. */
#include "base/cpu.h"

uint32_t tg_cpu_features(void)
{
    uint32_t features = 0;
#if defined(__x86_64__)
    /* Not every compiler can test for LZCNT; every CPU with AVX2 has it. */
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        features |= TG_CPU_AVX2;
    if ((features & TG_CPU_AVX2) && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq"))
        features |= TG_CPU_AVX512;
#elif defined(__aarch64__)
    features = TG_CPU_NEON; /* a part of the architecture */
#endif
    return features;
}
