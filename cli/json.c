/* json.c - builds JSON values, and adds counts, texts and results to them. */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "shown.h"
#include "text.h"
#include "words.h"

json_object *cli_json_object(void)
{
    return cli_needed(json_object_new_object());
}

json_object *cli_json_array(void)
{
    return cli_needed(json_object_new_array());
}

void cli_json_add(json_object *parent, const char *key, json_object *value)
{
    cli_needed(json_object_object_add(parent, key, value) == 0 ? parent : NULL);
}

void cli_json_append(json_object *array, json_object *value)
{
    cli_needed(json_object_array_add(array, value) == 0 ? array : NULL);
}

void cli_json_count(json_object *parent, const char *key, uint64_t value)
{
    cli_json_add(parent, key, cli_needed(json_object_new_uint64(value)));
}

void cli_json_flag(json_object *parent, const char *key, bool value)
{
    cli_json_add(parent, key, cli_needed(json_object_new_boolean(value)));
}

void cli_json_count128(json_object *parent, const char *key, uint64_t high, uint64_t low)
{
    char text[CLI_NUMBER_BYTES];

    if (high == 0)
        cli_json_count(parent, key, low);
    else
        cli_json_text(parent, key, cli_decimal128(high, low, text));
}

static void add_real(json_object *parent, const char *key, const char *format, double value)
{
    char text[CLI_NUMBER_BYTES];

    snprintf(text, sizeof text, format, value);
    cli_json_add(parent, key, cli_needed(json_object_new_double_s(value, text)));
}

void cli_json_real(json_object *parent, const char *key, double value)
{
    add_real(parent, key, "%.6f", value);
}

void cli_json_exact(json_object *parent, const char *key, double value)
{
    if (isnan(value))
        cli_json_add(parent, key, NULL);
    else
        add_real(parent, key, "%.17g", value);
}

static json_object *new_text(const char *value)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    enum { REPLACEMENT_BYTES = sizeof replacement - 1 };
    const char *from = value;
    char *clean = cli_needed(malloc(strlen(value) * REPLACEMENT_BYTES + 1));
    size_t used = 0;
    json_object *text;

    while (*from != '\0') {
        const size_t length = cli_utf8_length(from);
        if (length == 0) {
            memcpy(clean + used, replacement, REPLACEMENT_BYTES);
            used += REPLACEMENT_BYTES;
            from++;
        } else {
            memcpy(clean + used, from, length);
            used += length;
            from += length;
        }
    }
    clean[used] = '\0';
    text = json_object_new_string(clean);
    free(clean);
    return cli_needed(text);
}

void cli_json_text(json_object *parent, const char *key, const char *value)
{
    cli_json_add(parent, key, value == NULL ? NULL : new_text(value));
}

void cli_json_described(json_object *parent, const char *file, const tricorn_graph_description *description)
{
    if (file != NULL) cli_json_text(parent, "file", file);
    cli_json_text(parent, "format", description->format);
    cli_json_text(parent, "dialect", *description->dialect ? description->dialect : NULL);
    cli_json_count(parent, "vertices", description->vertices);
    cli_json_count(parent, "isolated", description->isolated);
    cli_json_count(parent, "edges", description->edges);
    cli_json_count(parent, "input_edges", description->input_edges);
    cli_json_count(parent, "self_loops", description->self_loops);
    cli_json_count(parent, "duplicates", description->duplicates);
    cli_json_count(parent, "both_directions", description->both_directions);
    cli_json_count(parent, "missing", description->missing);
    cli_json_count(parent, "excluded", description->excluded);
}

void cli_json_prepared(json_object *seconds, const tricorn_graph_description *description)
{
    cli_json_real(seconds, "read", description->read_seconds);
    cli_json_real(seconds, "prepare", description->prepare_seconds);
}

void cli_json_finish(const cli_session *session, json_object *answer, json_object *seconds)
{
    cli_json_real(seconds, "total", cli_elapsed(session));
    cli_json_add(answer, "seconds", seconds);
    cli_json_count(answer, "peak_bytes", cli_peak_bytes());
    cli_json_print(answer);
}

void cli_json_work(json_object *parent, const tricorn_result *result, uint64_t edges)
{
    const tricorn_work *work = &result->predicted.work;
    const struct {
        const char *key;
        double value;
    } figures[] = {{"lines_per_edge", work->lines}, {"tests_per_edge", work->tests},
      {"compares_per_edge", work->compares}, {"fetches_per_edge", work->fetches}, {"bytes_per_edge", work->bytes}};

    const bool known = result->predicted.count_seconds > 0 && edges > 0;

    if (known)
        cli_json_real(parent, "predicted_seconds", result->predicted.count_seconds);
    else
        cli_json_add(parent, "predicted_seconds", NULL);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        if (known)
            cli_json_real(parent, figures[i].key, figures[i].value / (double)edges);
        else
            cli_json_add(parent, figures[i].key, NULL);
    }
}

/* Prints JSON with escapes for the control characters that it allows: all of them are in texts,
 * and those of one byte, but for the last, are escaped already. */
static void print_escaped(const char *text)
{
    for (size_t bytes; *text != '\0'; text += bytes) {
        const uint32_t control = cli_control(text);
        bytes = cli_utf8_length(text);
        if (control != 0)
            printf("\\u%04" PRIx32, control);
        else
            fwrite(text, 1, bytes, stdout);
    }
    putchar('\n');
}

void cli_json_print(json_object *value)
{
    const int style = JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;
    const char *text = json_object_to_json_string_ext(value, style);

    if (text == NULL) cli_needed(NULL);
    print_escaped(text);
    json_object_put(value);
}

void cli_json_print_list(size_t count, json_object *(*entry)(size_t index))
{
    json_object *list = cli_json_array();

    for (size_t i = 0; i < count; i++) cli_json_append(list, entry(i));
    cli_json_print(list);
}
