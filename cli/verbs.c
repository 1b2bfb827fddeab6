/* verbs.c - the list of all verbs (verbs.def), and the search for a verb by its name. */
#include "verb.h"

#include <string.h>

#define CLI_VERB(id) extern CLI_DEFINE_VERB(id);
#include "verbs.def"
#undef CLI_VERB

static const cli_verb *const verbs[] = {
#define CLI_VERB(id) &cli_verb_##id,
#include "verbs.def"
#undef CLI_VERB
};

const cli_verb *cli_verb_at(size_t index)
{
    return index < sizeof verbs / sizeof *verbs ? verbs[index] : NULL;
}

const cli_verb *cli_verb_find(const char *name)
{
    const cli_verb *verb = NULL;

    for (size_t i = 0; (verb = cli_verb_at(i)) != NULL; i++)
        if (strcmp(verb->name, name) == 0) return verb;
    return NULL;
}
