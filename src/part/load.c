/* load.c - loads the GPU part.
 *
 * No lock is held meanwhile, so a fork at any time leaves none locked in the child: threads that
 * load at the same time get the same object from the system, which loads it once, and store the
 * same pointer. It stays loaded until the process ends.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <part_stamp.h>

#include "base/gpu_part.h"
#include "part/part.h"

/* The remedy, at the end of messages. */
#define VERSION TG_PART_VERSION(TRICORN_VERSION_MAJOR, TRICORN_VERSION_MINOR, TRICORN_VERSION_PATCH)
#define INSTALL \
    "install the package tricorn-gpu (for Python: tricorn-cu13) in version " VERSION \
    ", as docs/gpus.md says; with " TG_OPTION("device=cpu") " none is needed"

static _Atomic(const tg_part_calls *) loaded;

static const tg_library_calls library = {
#define TG_LIBRARY_VALUE(type, name, parameters, arguments) .name = name,
#define TG_LIBRARY_DO(name, parameters, arguments) .name = name,
#include "part/calls.def"
};

const tg_part_calls *tg_part_loaded(void)
{
    return atomic_load_explicit(&loaded, memory_order_acquire);
}

/* Whether the file is as long as its header says: the system would load one that was cut off, and
 * stop the process when it reads what is missing. */
static bool is_whole(const char *path)
{
    ElfW(Ehdr) header;
    struct stat file;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool whole = read(descriptor, &header, sizeof header) == sizeof header &&
                       memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && fstat(descriptor, &file) == 0 &&
                       header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize <= (uint64_t)file.st_size;
    close(descriptor);
    return whole;
}

/* Returns the part's entry; NULL, with a message, if the file is not a part. */
static tg_part_entry *open_part(tricorn_context *context, const char *path)
{
    union {
        void *symbol;
        tg_part_entry *entry;
    } found;
    void *object = is_whole(path) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (object == NULL) {
        const char *why = dlerror();
        tg_fail(context, TRICORN_UNSUPPORTED, "gpu: none: the GPU part %s cannot be loaded (%s): " INSTALL, path,
          why ? why : "it is cut off");
        return NULL;
    }
#define NAME_OF(name) TG_PART_TEXT(name)
    found.symbol = dlsym(object, NAME_OF(TG_PART_ENTRY));
    if (found.symbol == NULL) {
        tg_fail(context, TRICORN_UNSUPPORTED,
          "gpu: none: %s is not tricorn's GPU part (it has no " NAME_OF(TG_PART_ENTRY) "): " INSTALL, path);
        dlclose(object);
    }
    return found.entry;
}

static const tg_part_calls *load(tricorn_context *context)
{
    char path[TG_PART_PATH_BYTES];
    switch (tg_part_find(path)) {
    case TG_PART_NONE:
        tg_fail(
          context, TRICORN_UNSUPPORTED, "gpu: none: tricorn's GPU part (" TG_PART_NAME ") was not found: " INSTALL);
        return NULL;
    case TG_PART_OTHER:
        tg_fail(context, TRICORN_UNSUPPORTED, "gpu: none: the GPU part %s is of another version: " INSTALL, path);
        return NULL;
    case TG_PART_FOUND: break;
    }
    tg_part_entry *entry = open_part(context, path);
    if (entry == NULL) return NULL;
    const tg_part_calls *part = entry(TRICORN_PART_STAMP, &library);
    if (part == NULL)
        tg_fail(context, TRICORN_UNSUPPORTED,
          "gpu: none: the GPU part %s was built from other sources than this library: " INSTALL, path);
    atomic_store_explicit(&loaded, part, memory_order_release);
    return part;
}

const tg_part_calls *tg_part_load(tricorn_context *context)
{
    const tg_part_calls *part = tg_part_loaded();
    return part != NULL ? part : load(context);
}
