/* library.c - loads a library, and looks its functions up, under a lock. */
#include "base/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool load(const tg_library *library)
{
    void *object = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) return false;
    for (size_t i = 0; library->names[i]; i++) {
        void *call = dlsym(object, library->names[i]);
        if (call == NULL) return false;
        memcpy((char *)library->calls + i * sizeof call, &call, sizeof call);
    }
    return true;
}

bool tg_library_load(tg_library *library)
{
    pthread_mutex_lock(&lock);
    if (!library->loaded) library->loaded = load(library);
    const bool loaded = library->loaded;
    pthread_mutex_unlock(&lock);
    return loaded;
}
