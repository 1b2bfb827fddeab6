/* isa.h - the instruction sets that inner loops are written for, and which one is in force.
 *
 * A context has one (base/context.h): the best of this CPU, or a lower one that the user forced.
 * What has variants has a table of them, TG_ISA_COUNT pointers, NULL where there is no variant of
 * its own, and one function that gives the variant for a set by tg_isa_variant().  Callers ask it
 * once a call, with their context's set, and never in a loop over rows.
 */
#ifndef TG_BASE_ISA_H
#define TG_BASE_ISA_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* CMakeLists.txt says how the files named for one are compiled. */
typedef enum tg_isa {
    TG_ISA_PORTABLE, /* what the compiler makes for any CPU of this architecture */
    TG_ISA_AVX2,     /* AVX2, BMI2, LZCNT, POPCNT */
    TG_ISA_AVX512,   /* those and AVX-512 F, BW, DQ, VL, VBMI, VBMI2, VPOPCNTDQ */
    TG_ISA_NEON,
    TG_ISA_COUNT
} tg_isa;

/* "avx2"; users write it so. */
const char *tg_isa_name(tg_isa isa);

/* The set of that name, TG_ISA_COUNT if there is none. */
tg_isa tg_isa_named(const char *name);

/* Whether this CPU has it and the system lets programs use it. */
bool tg_isa_usable(tg_isa isa);

/* The highest that is usable. */
tg_isa tg_isa_best(void);

/* The entry of a table for this set, or for the nearest lower one that has an entry; NULL if none
 * has. */
const void *tg_isa_variant(const void *const variants[TG_ISA_COUNT], tg_isa isa);

#ifdef __cplusplus
}
#endif

#endif
