/* library.h - libraries of the system that are loaded when a file first needs them, so that neither
 * the build nor the start of a program depends on them. */
#pragma once

#include <stdbool.h>

typedef struct tg_library {
    const char *file; /* such as "libexpat.so.1" */
    const char *const *names; /* of its functions, with NULL at the end */
    void *calls; /* a struct of pointers to these functions, in this order */
    bool loaded;
} tg_library;

/* Sets the calls, unless that was done before. Returns false if the library, or one of its functions, is
 * missing. Any thread may call it. */
bool tg_library_load(tg_library *library);

/* A member of a struct of calls, and its name in the list of names. */
#define TG_LIBRARY_CALL(name) __typeof__(&(name)) name;
#define TG_LIBRARY_NAME(name) #name,
