/* isa.c - the table of instruction sets: their names, tests of the CPU, and next lower sets. */
#include "base/isa.h"

#include <stddef.h>
#include <string.h>

static bool always(void)
{
    return true;
}

static bool has_avx2(void)
{
#if defined(__x86_64__)
    /* LZCNT is not tested: every CPU with AVX2 has it, and not every compiler can test for it. */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

static bool has_avx512(void)
{
#if defined(__x86_64__)
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vpopcntdq");
#else
    return false;
#endif
}

static bool has_neon(void)
{
#if defined(__aarch64__)
    return true; /* every ARMv8 CPU has it */
#else
    return false;
#endif
}

/* Each entry names the next lower set: every CPU that supports the entry's set also supports the lower one. */
static const struct {
    const char *name;
    tg_isa below;
    bool (*usable)(void);
} sets[TG_ISA_COUNT] = {
  [TG_ISA_PORTABLE] = {"portable", TG_ISA_PORTABLE, always},
  [TG_ISA_AVX2] = {"avx2", TG_ISA_PORTABLE, has_avx2},
  [TG_ISA_AVX512] = {"avx512", TG_ISA_AVX2, has_avx512},
  [TG_ISA_NEON] = {"neon", TG_ISA_PORTABLE, has_neon},
};

const char *tg_isa_name(tg_isa isa)
{
    return sets[isa].name;
}

tg_isa tg_isa_named(const char *name)
{
    tg_isa isa = TG_ISA_PORTABLE;
    while (isa < TG_ISA_COUNT && strcmp(sets[isa].name, name) != 0) isa++;
    return isa;
}

bool tg_isa_usable(tg_isa isa)
{
    return sets[isa].usable();
}

tg_isa tg_isa_best(void)
{
    tg_isa isa = TG_ISA_COUNT - 1;
    while (!sets[isa].usable()) isa--;
    return isa;
}

const void *tg_isa_variant(const void *const variants[TG_ISA_COUNT], tg_isa isa)
{
    while (variants[isa] == NULL && isa != TG_ISA_PORTABLE) isa = sets[isa].below;
    return variants[isa];
}
