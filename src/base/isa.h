/* isa.h - the instruction sets that inner loops are written for, and the choice of one.
 *
 * A context uses one set (base/context.h): the best of this CPU, or a lower one that the user forces. A function with
 * variants has a table of TG_ISA_COUNT pointers, which are NULL for sets without a variant of their own, and one
 * accessor, which finds the entry for a set by tg_isa_variant(). A call finds its variant once, by its context's set,
 * and never in a loop over rows.
 */
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Files whose names end in a set are compiled for that set: CMakeLists.txt says how. */
typedef enum tg_isa {
    TG_ISA_PORTABLE, /* what the compiler generates for any CPU of this architecture */
    TG_ISA_AVX2, /* AVX2, BMI2, LZCNT, POPCNT */
    TG_ISA_AVX512, /* all of AVX2's, and AVX-512 F, BW, DQ, VL, VBMI, VBMI2, VPOPCNTDQ */
    TG_ISA_NEON,
    TG_ISA_COUNT
} tg_isa;

/* Returns the name that users write, such as "avx2". */
const char *tg_isa_name(tg_isa isa);

/* Returns the set with this name; TG_ISA_COUNT for an unknown name. */
tg_isa tg_isa_named(const char *name);

/* Whether this CPU has the set and the system lets programs use it. */
bool tg_isa_usable(tg_isa isa);

/* Returns the highest set that is usable. */
tg_isa tg_isa_best(void);

/* Returns the table's entry for this set, or for the nearest lower set that has one; NULL if none has. */
const void *tg_isa_variant(const void *const variants[TG_ISA_COUNT], tg_isa isa);

#ifdef __cplusplus
}
#endif
