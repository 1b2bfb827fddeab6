/* names.h - a list of names for a message: "auto, cpu, gpu". */
#ifndef TG_BASE_NAMES_H
#define TG_BASE_NAMES_H

#include <stdio.h>
#include <string.h>

/* Room for the names of all algorithms; a longer list is cut. */
enum { TG_NAMES_BYTES = 768 };

/* Appends a name; names is "" before the first. */
static inline void tg_names_add(char names[TG_NAMES_BYTES], const char *name)
{
    const size_t used = strlen(names);
    snprintf(names + used, TG_NAMES_BYTES - used, "%s%s", used > 0 ? ", " : "", name);
}

#endif
