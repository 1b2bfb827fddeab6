/* test_methods.cu - each GPU algorithm of the registry has methods, which do what its description says. */
#include <set>

#include "support/check.h"
extern "C" {
#include "registry/registry.h"
#include "schedule/device/methods.h"
}

TEST_CASE(each_has_its_own)
{
    std::set<const tg_gpu_methods *> seen;
    for (size_t a = 0; a < tg_algorithm_count(); a++) {
        const tg_algorithm *algorithm = tg_algorithm_at(a);
        const char *name = algorithm->description.name;
        const tg_gpu_methods *methods = tg_gpu_methods_of(algorithm);
        CHECK((methods != NULL) == (tg_device_of(algorithm) == TG_GPU), "%s", name);
        if (methods == NULL) continue;
        CHECK(seen.insert(methods).second, "%s has the methods of another algorithm", name);
        CHECK(methods->enqueue != NULL, "%s", name);
        CHECK((methods->enqueue_sink != NULL) == tg_has_sinks(algorithm), "%s", name);
        CHECK((methods->make_sink_index != NULL) == tg_has_sinks(algorithm), "%s", name);
    }
    CHECK(!seen.empty(), "there are GPU algorithms");
}

TEST_MAIN()
