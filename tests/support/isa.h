/* isa.h - a loop over the instruction sets that this CPU has. */
#pragma once

#include "base/isa.h"

static inline tg_isa test_usable_from(tg_isa isa)
{
    while (isa < TG_ISA_COUNT && !tg_isa_usable(isa)) isa++;
    return isa;
}

/* Tables give their variants for it; a context is forced to it by its member `isa`. */
#define TEST_EACH_ISA(isa) \
    for (tg_isa isa = test_usable_from(TG_ISA_PORTABLE); isa < TG_ISA_COUNT; isa = test_usable_from(isa + 1))
