/* isa.h - the instruction sets that inner loops are written for, and the choice of one.
 *
 * A context has one (base/context.h): the best of this CPU, or a lower one that the user forced.
 * A function with variants has a table of TG_ISA_COUNT pointers, NULL for a set without a variant
 * of its own, and one accessor that looks a set up by tg_isa_variant().  A call looks its variant
 * up once, by its context's set, and never in a loop over rows.
 */
#ifndef TG_BASE_ISA_H
#define TG_BASE_ISA_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* CMakeLists.txt says how files whose names end in a set are compiled. */
typedef enum tg_isa {
    TG_ISA_PORTABLE, /* what the compiler generates for any CPU of this architecture */
    TG_ISA_AVX2,     /* AVX2, BMI2, LZCNT, POPCNT */
    TG_ISA_AVX512,   /* those and AVX-512 F, BW, DQ, VL, VBMI, VBMI2, VPOPCNTDQ */
    TG_ISA_NEON,
    TG_ISA_COUNT
} tg_isa;

/* The name that users write, such as "avx2". */
const char *tg_isa_name(tg_isa isa);

/* The set with this name; TG_ISA_COUNT for an unknown name. */
tg_isa tg_isa_named(const char *name);

/* Whether this CPU has the set and the system lets programs use it. */
bool tg_isa_usable(tg_isa isa);

/* The highest usable set. */
tg_isa tg_isa_best(void);

/* The table's entry for this set, or for the nearest lower set that has one; NULL if none has. */
const void *tg_isa_variant(const void *const variants[TG_ISA_COUNT], tg_isa isa);

#ifdef __cplusplus
}
#endif

#endif
