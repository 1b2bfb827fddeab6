/* test_registry.c - the list of algorithms: whole, found by name, without doubles. */
#include <string.h>

#include "registry/registry.h"
#include "support/check.h"

static void descriptions_are_whole(void **state)
{
    (void)state;
    CHECK(trigon_algorithm_count() >= 2, "one to count, another to confirm");
    CHECK(trigon_algorithm_at(trigon_algorithm_count()) == NULL, "behind the last");
    CHECK(trigon_algorithm_at(SIZE_MAX) == NULL, "far behind the last");
    for (size_t a = 0; a < trigon_algorithm_count(); a++) {
        const trigon_algorithm_description *of = trigon_algorithm_at(a);
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        const char *device = algorithm->device == TG_GPU ? "gpu" : "cpu";
        CHECK(of->name && of->summary && of->source, "algorithm %zu", a);
        CHECK(of == &algorithm->description, "%s: two descriptions", of->name);
        CHECK(strcmp(of->device, device) == 0, "%s runs on %s", of->name, of->device);
        CHECK(strncmp(of->name, device, strlen(device)) == 0, "%s: a name begins with its device",
              of->name);
    }
}

static void names_and_aliases_are_unique(void **state)
{
    (void)state;
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        const char *alias = algorithm->description.alias;
        CHECK(tg_algorithm_find(algorithm->description.name) == algorithm, "by name: %s",
              algorithm->description.name);
        CHECK(alias == NULL || tg_algorithm_find(alias) == algorithm, "by alias: %s", alias);
    }
    CHECK(tg_algorithm_find("") == NULL, "no name");
    CHECK(tg_algorithm_find("cpu") == NULL, "a part of a name");
}

static void verifiers_look_up_otherwise(void **state)
{
    (void)state;
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        const tg_algorithm *verifier = tg_choose_verifier(algorithm);
        CHECK(verifier != NULL, "%s", algorithm->description.name);
        CHECK(verifier->device == TG_CPU, "a verifier that runs everywhere");
        CHECK(verifier->lookup != algorithm->lookup, "%s is verified by its own kind",
              algorithm->description.name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions_are_whole),
        cmocka_unit_test(names_and_aliases_are_unique),
        cmocka_unit_test(verifiers_look_up_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
