/* parameters.c - reads settings such as "trust.block_row=50" into parameter values. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "registry/registry.h"

enum { WORD_BYTES = 128, DECIMAL = 10 };
static const char separators[] = " ,";

/* One setting, split at its dot and at its equals sign. */
typedef struct setting {
    char word[WORD_BYTES]; /* the whole setting, as the user wrote it */
    char algorithm[WORD_BYTES], parameter[WORD_BYTES], value[WORD_BYTES];
} setting;

static tricorn_status split(tricorn_context *context, const char *text, size_t length, setting *cut)
{
    const char *dot = memchr(text, '.', length);
    const char *equals = memchr(text, '=', length);
    if (length >= WORD_BYTES || dot == NULL || equals == NULL || equals < dot)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "'%.*s' sets no parameter: write ALGORITHM.PARAMETER=NUMBER, such as "
          "trust.block_row=50",
          (int)(length < WORD_BYTES ? length : WORD_BYTES), text);
    memset(cut, 0, sizeof *cut);
    memcpy(cut->word, text, length);
    memcpy(cut->algorithm, text, (size_t)(dot - text));
    memcpy(cut->parameter, dot + 1, (size_t)(equals - dot - 1));
    memcpy(cut->value, equals + 1, length - (size_t)(equals + 1 - text));
    return TRICORN_OK;
}

static tricorn_status no_parameter(
  tricorn_context *context, const setting *wanted, const tricorn_algorithm_description *algorithm)
{
    char known[TG_NAMES_BYTES] = "";
    for (size_t p = 0; p < algorithm->parameter_count; p++) tg_names_add(known, algorithm->parameters[p].name);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s has no parameter '%s'; it has %s", wanted->algorithm,
      wanted->parameter, *known ? known : "none");
}

/* Reads a decimal integer within the range of the parameter. */
static tricorn_status read_value(
  tricorn_context *context, const setting *given, const tricorn_parameter_description *parameter, uint32_t *value)
{
    char *end = NULL;
    const bool number = *given->value >= '0' && *given->value <= '9';
    const unsigned long long read = number ? strtoull(given->value, &end, DECIMAL) : 0;
    if (!number || *end || read < parameter->least || read > parameter->most)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "%s: %s.%s must be a whole number from %" PRIu32 " to %" PRIu32, given->word, given->algorithm,
          given->parameter, parameter->least, parameter->most);
    *value = (uint32_t)read;
    return TRICORN_OK;
}

/* The parameter "paper" of every algorithm: its value 1 gives all other parameters the values of the paper. */
static const tricorn_parameter_description paper_mode = {"paper", "", 0, 1, 0};

static tricorn_status apply_all(
  tricorn_context *context, const char *text, const tg_algorithm *algorithm, uint32_t *values);

static tricorn_status apply_paper(
  tricorn_context *context, const setting *given, const tg_algorithm *algorithm, uint32_t *values)
{
    uint32_t wanted = 0;
    const tricorn_status status = read_value(context, given, &paper_mode, &wanted);
    if (status != TRICORN_OK || wanted == 0) return status;
    return apply_all(context, algorithm->description.paper, algorithm, values);
}

static tricorn_status apply(
  tricorn_context *context, const setting *given, const tg_algorithm *algorithm, uint32_t *values)
{
    const tg_algorithm *named = tg_algorithm_find(given->algorithm);
    if (named == NULL) {
        const tricorn_status status = tg_no_algorithm(context, given->algorithm);
        tg_message_prefix(context, given->word);
        return status;
    }
    const tricorn_algorithm_description *described = &named->description;
    size_t p = 0;
    while (p < described->parameter_count && strcmp(described->parameters[p].name, given->parameter) != 0) p++;
    const bool paper = described->paper && strcmp(given->parameter, paper_mode.name) == 0;
    if (p == described->parameter_count && !paper) return no_parameter(context, given, described);
    if (algorithm && strcmp(described->name, algorithm->description.name) != 0)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s is for %s, but %s counts; choose %s as the algorithm",
          given->word, given->algorithm, algorithm->description.name, given->algorithm);
    if (paper) return apply_paper(context, given, named, values);
    return read_value(context, given, &described->parameters[p], &values[p]);
}

static tricorn_status apply_all(
  tricorn_context *context, const char *text, const tg_algorithm *algorithm, uint32_t *values)
{
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, separators);
        setting given;
        if (length > 0) {
            TG_DO(split(context, at, length, &given));
            TG_DO(apply(context, &given, algorithm, values));
        }
        at += length + strspn(at + length, separators);
    }
    return TRICORN_OK;
}

tricorn_status tg_read_parameters(tricorn_context *context, const char *text, tg_setup *setup)
{
    tg_setup read = *setup;
    const tricorn_status status = apply_all(context, text ? text : "", setup->algorithm, read.values);
    if (status == TRICORN_OK) *setup = read;
    return status;
}
