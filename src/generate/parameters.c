/* parameters.c - reads the values of a model's parameters from text.
 *
 * Numbers are parsed by hand: strtod() would expect a decimal comma in a locale that has one.
 */
#include "generate/parameters.h"

#include <math.h>
#include <string.h>

enum {
    SHOWN_BYTES = 40, /* how many bytes of a wrong word a message shows */
    MOST_EXPONENT = 9999, /* with larger exponents any number overflows or is 0 */
    /* The index of the first text parameter, after all number parameters. */
    FIRST_TEXT = TG_MODEL_PARAMETERS,
};

/* A word within a text; it does not end with a zero byte. */
typedef struct word {
    const char *start;
    size_t bytes;
} word;

#define SHOWN(word) (int)((word).bytes < SHOWN_BYTES ? (word).bytes : SHOWN_BYTES), (word).start

static bool is_separator(char c)
{
    return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool tg_same_name(const char *name, size_t bytes, const char *known)
{
    if (strlen(known) != bytes) return false;
    for (size_t i = 0; i < bytes; i++)
        if (name[i] != known[i] && !(strchr("-_", name[i]) && strchr("-_", known[i]))) return false;
    return true;
}

/* ---- numbers ---- */

/* Reads digits and appends them to *mantissa; digits that do not fit are only counted, in
 * *dropped. */
static const char *read_digits(const char *at, const char *end, uint64_t *mantissa, int *dropped)
{
    *dropped = 0;
    for (; at < end && is_digit(*at); at++) {
        if (*mantissa < UINT64_MAX / 10)
            *mantissa = 10 * *mantissa + (uint64_t)(*at - '0');
        else if (*dropped < MOST_EXPONENT)
            ++*dropped;
    }
    return at;
}

/* Reads an exponent such as e-3, after which the number must end. */
static bool read_exponent(const char *at, const char *end, int *exponent)
{
    const char *sign = ++at; /* the sign after the letter e */
    int size = 0;
    if (at < end && (*at == '+' || *at == '-')) at++;
    if (at == end) return false;
    for (; at < end && is_digit(*at); at++)
        if (size < MOST_EXPONENT) size = 10 * size + (*at - '0');
    *exponent = *sign == '-' ? -size : size;
    return at == end;
}

static double scaled(uint64_t mantissa, int exponent)
{
    /* Exact up to 10^22, so common numbers are rounded only once, and correctly. */
    double power = 1;
    if (mantissa == 0) return 0;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0 && !isinf(power); i--) power *= 10;
    return exponent < 0 ? (double)mantissa / power : (double)mantissa * power;
}

/* Reads a decimal number such as 12, 0.5 or 1e6. */
static bool read_number(word text, double *value)
{
    const char *at = text.start, *const end = text.start + text.bytes;
    const bool negative = at < end && *at == '-';
    uint64_t mantissa = 0;
    int whole_dropped, part_dropped = 0, exponent = 0, part_digits = 0;
    if (negative) at++;

    const char *digits = at;
    at = read_digits(at, end, &mantissa, &whole_dropped);
    bool any = at > digits;
    if (at < end && *at == '.') {
        digits = ++at;
        at = read_digits(at, end, &mantissa, &part_dropped);
        any = any || at > digits;
        if (at - digits > MOST_EXPONENT) return false;
        part_digits = (int)(at - digits) - part_dropped;
    }
    if (!any) return false;
    if (at < end && (*at == 'e' || *at == 'E')) {
        if (!read_exponent(at, end, &exponent)) return false;
    } else if (at < end) {
        return false;
    }
    *value = scaled(mantissa, exponent + whole_dropped - part_digits);
    if (negative) *value = -*value;
    return true;
}

/* ---- parameters ---- */

/* Reads the next name=value; returns false at the end of the text. Without an equals sign, value->start is NULL. */
static bool next_pair(const char **text, word *name, word *value)
{
    const char *at = *text;
    while (is_separator(*at)) at++;
    if (*at == 0) return false;
    *name = (word){at, 0};
    *value = (word){NULL, 0};
    while (*at && *at != '=' && !is_separator(*at)) at++;
    name->bytes = (size_t)(at - name->start);
    if (*at == '=') {
        value->start = ++at;
        while (*at && !is_separator(*at)) at++;
        value->bytes = (size_t)(at - value->start);
    }
    *text = at;
    return true;
}

static tricorn_status set_text(
  tricorn_context *context, const tg_model *model, int index, word value, tg_model_values *values)
{
    if (value.bytes == 0 || value.bytes >= TG_MODEL_TEXT_BYTES)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s: %s=%.*s is empty or too long: 1 to %d characters",
          model->description.name, tg_model_base(model)->texts[index].name, SHOWN(value), TG_MODEL_TEXT_BYTES - 1);
    memcpy(values->text[index], value.start, value.bytes);
    values->text[index][value.bytes] = 0;
    return TRICORN_OK;
}

static tricorn_status set_number(
  tricorn_context *context, const tg_model *model, int index, word text, tg_model_values *values)
{
    const tg_parameter *parameter = &tg_model_base(model)->parameters[index];
    const char *const kind = parameter->whole ? "whole number" : "number";
    double value;
    if (!read_number(text, &value) || (parameter->whole && value != floor(value)))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s: %s=%.*s is not a %s; give one from %.15g to %.15g",
          model->description.name, parameter->name, SHOWN(text), kind, parameter->least, parameter->most);
    if (!(value >= parameter->least && value <= parameter->most))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s: %s=%.*s is out of range; give a %s from %.15g to %.15g",
          model->description.name, parameter->name, SHOWN(text), kind, parameter->least, parameter->most);
    values->number[index] = value;
    return TRICORN_OK;
}

/* Returns the index of a number parameter, FIRST_TEXT or more for a text parameter, or -1 for an unknown name. */
static int find_parameter(const tg_model *base, word name)
{
    for (int i = 0; base->parameters[i].name; i++)
        if (tg_same_name(name.start, name.bytes, base->parameters[i].name)) return i;
    for (int i = 0; base->texts[i].name; i++)
        if (tg_same_name(name.start, name.bytes, base->texts[i].name)) return FIRST_TEXT + i;
    return -1;
}

static tricorn_status set_parameters(
  tricorn_context *context, const tg_model *model, const char *text, tg_model_values *values)
{
    const tg_model *base = tg_model_base(model);
    const char *const known = base->description.parameters;
    unsigned seen = 0;
    word name, value;
    while (next_pair(&text, &name, &value)) {
        const int index = find_parameter(base, name);
        if (index < 0)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
              "%s: there is no parameter \"%.*s\"; known, with defaults: %s", model->description.name, SHOWN(name),
              known);
        if (value.start == NULL)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "%s: \"%.*s\" has no value; write name=value, as in: %s",
              model->description.name, SHOWN(name), known);
        if (seen & 1u << index)
            return tg_fail(
              context, TRICORN_INVALID_ARGUMENT, "%s: %.*s is given twice", model->description.name, SHOWN(name));
        seen |= 1u << index;
        TG_DO(index >= FIRST_TEXT ? set_text(context, model, index - FIRST_TEXT, value, values)
                                  : set_number(context, model, index, value, values));
    }
    return TRICORN_OK;
}

tricorn_status tg_parse_parameters(
  tricorn_context *context, const tg_model *model, const char *parameters, tg_model_values *values)
{
    const tg_model *base = tg_model_base(model);
    tg_model_values parsed = {.seed = values->seed};

    for (int i = 0; base->parameters[i].name; i++) parsed.number[i] = base->parameters[i].fallback;
    for (int i = 0; base->texts[i].name; i++)
        memcpy(parsed.text[i], base->texts[i].fallback, strlen(base->texts[i].fallback) + 1);
    if (model->preset) TG_DO(set_parameters(context, model, model->preset, &parsed));
    if (parameters) TG_DO(set_parameters(context, model, parameters, &parsed));
    *values = parsed;
    return TRICORN_OK;
}
