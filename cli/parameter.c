#include "parameter.h"

#include <inttypes.h>
#include <string.h>
#include <tricorn/tricorn.h>

#include "exit.h"
#include "options.h"
#include "text.h"

/* Whether text[0..length-1] is the word. */
static bool is(const char *text, size_t length, const char *word)
{
    return word != NULL && strlen(word) == length && memcmp(text, word, length) == 0;
}

static const tricorn_algorithm_description *find_algorithm(const char *text, size_t length)
{
    for (size_t i = 0; i < tricorn_algorithm_count(); i++) {
        const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(i);
        if (is(text, length, algorithm->name) || is(text, length, algorithm->alias))
            return algorithm;
    }
    return NULL;
}

bool cli_parameter_is_for(const char *text, const char *algorithm)
{
    const tricorn_algorithm_description *found = find_algorithm(text, strcspn(text, "."));
    return found != NULL && strcmp(found->name, algorithm) == 0;
}

int cli_check_parameter(const char *text)
{
    const char *dot = strchr(text, '.'), *equals = strchr(text, '=');
    const tricorn_algorithm_description *algorithm;
    uint64_t value;

    if (dot == NULL || equals == NULL || equals < dot || strpbrk(text, " ,") != NULL) {
        cli_error("--option needs ALGORITHM.PARAMETER=NUMBER, such as trust.block_row=50, not "
                  "'%s'",
                  text);
        return CLI_USAGE;
    }
    algorithm = find_algorithm(text, (size_t)(dot - text));
    if (algorithm == NULL) {
        cli_error("--option %s: there is no algorithm '%.*s'; 'tricorn algorithms' lists them",
                  text, (int)(dot - text), text);
        return CLI_USAGE;
    }
    for (size_t p = 0; p < algorithm->parameter_count; p++) {
        const tricorn_parameter_description *parameter = &algorithm->parameters[p];
        if (!is(dot + 1, (size_t)(equals - dot - 1), parameter->name)) continue;
        if (cli_parse_number(equals + 1, parameter->least, parameter->most, &value))
            return CLI_DONE;
        cli_error("--option %s: %s must be a whole number from %" PRIu32 " to %" PRIu32, text,
                  parameter->name, parameter->least, parameter->most);
        return CLI_USAGE;
    }
    if (algorithm->paper != NULL && is(dot + 1, (size_t)(equals - dot - 1), "paper")) {
        if (cli_parse_number(equals + 1, 0, 1, &value)) return CLI_DONE;
        cli_error("--option %s: paper must be 0 or 1", text);
        return CLI_USAGE;
    }
    cli_error("--option %s: %s has no parameter '%.*s'; 'tricorn algorithms' shows what it has",
              text, algorithm->name, (int)(equals - dot - 1), dot + 1);
    return CLI_USAGE;
}
