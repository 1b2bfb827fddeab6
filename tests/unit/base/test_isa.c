/* test_isa.c - names of instruction sets, which of them are there, and what tables give for them.
 */
#include "base/isa.h"

#include <string.h>

#include "support/check.h"
#include "support/isa.h"

TEST_CASE(names)
{
    static const char *const names[] = {"portable", "avx2", "avx512", "neon"};

    CHECK_EQ(TG_ISA_COUNT, LENGTH(names), "all of them");
    for (size_t i = 0; i < LENGTH(names); i++) {
        const tg_isa isa = tg_isa_named(names[i]);
        CHECK(isa < TG_ISA_COUNT && strcmp(tg_isa_name(isa), names[i]) == 0, "%s", names[i]);
    }
    CHECK_EQ(tg_isa_named("avx"), TG_ISA_COUNT, "no such set");
    CHECK_EQ(tg_isa_named(""), TG_ISA_COUNT, "no name");
}

TEST_CASE(of_this_cpu)
{
    CHECK(tg_isa_usable(TG_ISA_PORTABLE), "portable code runs everywhere");
    CHECK(tg_isa_usable(TG_ISA_AVX2) || !tg_isa_usable(TG_ISA_AVX512), "AVX-512 without AVX2");
    CHECK(!tg_isa_usable(TG_ISA_NEON) || !tg_isa_usable(TG_ISA_AVX2), "of two architectures");
    CHECK(tg_isa_usable(tg_isa_best()), "the best is there");
    TEST_EACH_ISA (isa) CHECK(isa <= tg_isa_best(), "%s is better", tg_isa_name(isa));
}

/* A set without a variant has that of the nearest lower one. */
TEST_CASE(tables)
{
    static const char portable, avx2, avx512, neon;
    static const void *const full[TG_ISA_COUNT] = {&portable, &avx2, &avx512, &neon},
                             *const basic[TG_ISA_COUNT] = {&portable, &avx2},
                             *const vectors[TG_ISA_COUNT] = {[TG_ISA_AVX2] = &avx2}, *const none[TG_ISA_COUNT] = {NULL};

    for (tg_isa isa = TG_ISA_PORTABLE; isa < TG_ISA_COUNT; isa++) {
        CHECK(tg_isa_variant(full, isa) == full[isa], "%s: its own", tg_isa_name(isa));
        CHECK(tg_isa_variant(none, isa) == NULL, "%s: none", tg_isa_name(isa));
    }
    CHECK(tg_isa_variant(basic, TG_ISA_AVX512) == &avx2, "AVX2 is below AVX-512");
    CHECK(tg_isa_variant(basic, TG_ISA_NEON) == &portable, "portable code is below NEON");
    CHECK(tg_isa_variant(vectors, TG_ISA_AVX512) == &avx2, "below AVX-512");
    CHECK(tg_isa_variant(vectors, TG_ISA_NEON) == NULL, "nothing is below NEON");
    CHECK(tg_isa_variant(vectors, TG_ISA_PORTABLE) == NULL, "nothing is below portable code");
}

TEST_MAIN()
