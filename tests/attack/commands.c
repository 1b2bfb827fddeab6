/* commands.c - the files of a case, and its commands. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"
#include "support/files.h"

const char attack_comments[] = "#%!";

static const char separators[] = "\t,; ";
static const char *const separator_names[] = {"tab", "comma", "semicolon", "space"};
static const char *const packed_suffixes[] = {"", ".gz", ".zst"};

enum { PARTS = 3 };

/* ---- files ---- */

/* Times are whole numbers. Weights are multiples of 1/8, so that sums of them are exact; signed ones are not 0. Lines of one edge have one
 * weight, unless a rule combines them. */
double attack_weight(const attack_case *of, uint64_t line)
{
    const uint32_t *ends = of->lists[LINES].pairs + 2 * line;
    const uint64_t u = of->ids[ends[0]], v = of->ids[ends[1]];
    if (attack_is_temporal(of)) return (double)(line % 7);
    test_random random = {(u ^ v) + (attack_option(of, "combine") ? line : 0)};
    const double weight = 0.25 * (1 + test_random_below(&random, 15));
    return attack_is_signed(of) ? weight - 2.125 : weight;
}

static void put_id(FILE *to, const attack_case *of, uint32_t vertex)
{
    fprintf(to, "%s%" PRIu64, of->form[FORM_WORDS] ? "v" : "", of->ids[vertex]);
}

static attack_file *add_file(attack_files *to, FILE **stream, const char *format, ...)
{
    attack_file *file = &to->list[to->count++];
    char name[CLI_NAME_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    *file = (attack_file){.name = cli_string("%s", name)};
    *stream = cli_needed(open_memstream(&file->text, &file->length));
    return file;
}

static void put_lines(FILE *to, const attack_case *of, uint64_t first, uint64_t last)
{
    const char separator = separators[of->form[FORM_SEPARATOR]];
    const edge_list *lines = &of->lists[LINES];
    const bool weights = of->form[FORM_WEIGHTS];
    const unsigned comment = of->form[FORM_COMMENT] ? of->form[FORM_COMMENT] : first == last;

    if (comment) fprintf(to, "%c graph\n", attack_comments[comment - 1]);
    if (of->form[FORM_HEADER])
        fprintf(to, weights ? "source%ctarget%cweight\n" : "source%ctarget\n", separator, separator);
    for (uint64_t i = first; i < last; i++) {
        put_id(to, of, lines->pairs[2 * i]);
        fputc(separator, to);
        put_id(to, of, lines->pairs[2 * i + 1]);
        if (weights) fprintf(to, "%c%g", separator, attack_weight(of, i));
        fputc('\n', to);
    }
}

static void put_matrix(FILE *to, const attack_case *of)
{
    const edge_list *lines = &of->lists[LINES];
    const bool weights = of->form[FORM_WEIGHTS];

    fprintf(to, "%%%%MatrixMarket matrix coordinate %s general\n", weights ? "real" : "pattern");
    fprintf(to, "%u %u %" PRIu64 "\n", lines->vertices, lines->vertices, lines->count);
    for (uint64_t i = 0; i < lines->count; i++) {
        fprintf(to, "%u %u", lines->pairs[2 * i] + 1, lines->pairs[2 * i + 1] + 1);
        if (weights) fprintf(to, " %g", attack_weight(of, i));
        fputc('\n', to);
    }
}

/* Lines without an id, behind the others. */
static void put_missing(FILE *to, const attack_case *of)
{
    const char separator = separators[of->form[FORM_SEPARATOR]];
    for (unsigned m = 0; m < of->form[FORM_MISSING]; m++)
        fprintf(to, of->form[FORM_WEIGHTS] ? "NA%cNA%c1\n" : "NA%cNA\n", separator, separator);
}

static void add_list(attack_files *to, const attack_case *of, const char *name, attack_list list)
{
    FILE *stream;
    add_file(to, &stream, "%s", name);
    fputs(list == LISTED ? "id\n" : "source\ttarget\n", stream);
    for (uint64_t i = 0; i < of->lists[list].count; i++) {
        put_id(stream, of, of->lists[list].pairs[2 * i]);
        if (list != LISTED) {
            fputc('\t', stream);
            put_id(stream, of, of->lists[list].pairs[2 * i + 1]);
        }
        fputc('\n', stream);
    }
    fclose(stream);
}

/* A label for each first end; the other vertices have none. */
static void add_labels(attack_files *to, const attack_case *of)
{
    const edge_list *lines = &of->lists[LINES];
    FILE *stream;
    add_file(to, &stream, "labels.txt");
    fputs("id\tlabel\n", stream);
    for (uint64_t i = 0; i < lines->count; i++) {
        put_id(stream, of, lines->pairs[2 * i]);
        fprintf(stream, "\t%c\n", "abc"[lines->pairs[2 * i] % 3]);
    }
    fclose(stream);
}

static unsigned parts_of(const attack_case *of)
{
    return of->form[FORM_DELIVERY] >= BY_LIST ? PARTS : 1;
}

static const char *suffix_of(const attack_case *of)
{
    return of->form[FORM_MATRIX] ? ".mtx" : of->form[FORM_SEPARATOR] == 1 ? ".csv" : ".txt";
}

attack_files attack_files_of(const attack_case *of)
{
    attack_files made = {.count = 0};
    const unsigned parts = parts_of(of), delivery = of->form[FORM_DELIVERY];
    const char *packed = packed_suffixes[of->form[FORM_PACKED]];
    FILE *stream;

    if (!attack_reads_graph(of->verb)) return made;
    for (unsigned p = 0; p < parts; p++) {
        const uint64_t count = of->lists[LINES].count;
        attack_file *file = parts == 1 ? add_file(&made, &stream, "g%s%s", suffix_of(of), packed)
                                       : add_file(&made, &stream, "%sp%u%s%s", delivery == BY_FOLDER ? "g/" : "", p,
                                           suffix_of(of), packed);
        file->packed = true;
        if (of->form[FORM_MATRIX])
            put_matrix(stream, of);
        else
            put_lines(stream, of, count * p / parts, count * (p + 1) / parts);
        if (p + 1 == parts) put_missing(stream, of);
        fclose(stream);
    }
    if (delivery == BY_LIST) {
        add_file(&made, &stream, "g.list");
        for (unsigned p = 0; p < parts; p++) fprintf(stream, "p%u%s%s\n", p, suffix_of(of), packed);
        fclose(stream);
    }
    if (of->lists[LISTED].count) add_list(&made, of, "ids.txt", LISTED);
    if (attack_option(of, "pairs")) add_list(&made, of, "pairs.txt", PAIRS);
    if (attack_option(of, "labels")) add_labels(&made, of);
    if (attack_option(of, "remove")) add_list(&made, of, "removed.txt", REMOVED);
    if (attack_option(of, "add")) add_list(&made, of, "added.txt", ADDED);
    return made;
}

void attack_files_free(attack_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->list[i].name);
        free(files->list[i].text);
    }
}

/* ---- commands ---- */

static void add_words(cli_list *to, const cli_list *words)
{
    for (size_t i = 0; i < words->count; i++) cli_list_add(to, words->words[i], strlen(words->words[i]));
}

static void add_form(cli_list *to, const attack_case *of)
{
    const bool weighted = attack_weighs(of) && !attack_option(of, "weights");
    const unsigned comment = of->form[FORM_COMMENT];

    if (of->form[FORM_MATRIX]) {
        cli_list_take(to, of->form[FORM_DELIVERY] == BY_STDIN
                            ? cli_string("-")
                            : cli_string("g.mtx%s", packed_suffixes[of->form[FORM_PACKED]]));
        return;
    }
    cli_list_take(to, cli_string("--header=%s", of->form[FORM_HEADER] ? "yes" : "no"));
    cli_list_take(to, cli_string("--columns=%s", weighted                 ? "source=1,target=2,weight=3"
                                                 : attack_is_temporal(of) ? "source=1,target=2,time=3"
                                                                          : "1,2"));
    if (of->form[FORM_SEPARATOR])
        cli_list_take(to, cli_string("--separator=%s", separator_names[of->form[FORM_SEPARATOR]]));
    if (comment) cli_list_take(to, cli_string("--comment=%c", attack_comments[comment - 1]));
    if (of->form[FORM_WORDS]) cli_list_take(to, cli_string("--ids=string"));
    if (of->form[FORM_MISSING]) cli_list_take(to, cli_string("--missing=drop"));
    if (of->lists[LISTED].count) cli_list_take(to, cli_string("--vertex-file=ids.txt"));
    if (of->form[FORM_DELIVERY] == BY_LIST) cli_list_take(to, cli_string("--file-list"));
    cli_list_take(to, of->form[FORM_DELIVERY] == BY_STDIN  ? cli_string("-")
                      : of->form[FORM_DELIVERY] == BY_LIST ? cli_string("g.list")
                      : of->form[FORM_DELIVERY] == BY_FOLDER
                        ? cli_string("g")
                        : cli_string("g%s%s", suffix_of(of), packed_suffixes[of->form[FORM_PACKED]]));
}

static const char *through(const attack_case *of)
{
    return of->form[FORM_THROUGH] ? tricorn_format_at(of->form[FORM_THROUGH] - 1)->name : NULL;
}

cli_list attack_conversion(const attack_case *of)
{
    cli_list made = {0};
    if (through(of) == NULL) return made;
    cli_list_take(&made, cli_string("convert"));
    cli_list_take(&made, cli_string("--to=%s", through(of)));
    add_form(&made, of);
    cli_list_take(&made, cli_string("through"));
    return made;
}

cli_list attack_command(const attack_case *of)
{
    cli_list made = {0};
    cli_list_take(&made, cli_string("%s", of->verb->name));
    add_words(&made, &of->words);
    add_words(&made, &of->arguments);
    if (!attack_reads_graph(of->verb)) return made;
    if (through(of)) {
        cli_list_take(&made, cli_string("--format=%s", through(of)));
        if (strcmp(through(of), "edges") == 0)
            cli_list_take(&made, cli_string(of->form[FORM_WORDS] ? "--ids=string" : "--header=no"));
        cli_list_take(&made, cli_string("through"));
    } else {
        add_form(&made, of);
    }
    if (strcmp(of->verb->name, "convert") == 0) cli_list_take(&made, cli_string("converted"));
    return made;
}

/* ---- printing ---- */

static void print_text(const char *text)
{
    enum { MOST = 3000 };
    for (const char *first = text; *text; text++) {
        if (text == first + MOST) {
            printf("... (and %zu characters)", strlen(text));
            return;
        }
        if (*text == '\n')
            printf("\\n");
        else if (*text == '\t')
            printf("\\t");
        else if (*text == '%')
            printf("%%%%");
        else
            putchar(*text);
    }
}

static void print_command(const cli_list *words, const attack_case *of)
{
    printf("tricorn");
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->words[i];
        const bool plain = strpbrk(word, " #%;!*") == NULL;
        printf(plain ? " %s" : " '%s'", word);
        if (strcmp(word, "-") == 0) printf(" < g%s%s", suffix_of(of), packed_suffixes[of->form[FORM_PACKED]]);
    }
    printf("\n");
}

void attack_print(const attack_case *of)
{
    static const char *const packers[] = {"", " | gzip", " | zstd"};
    attack_files files = attack_files_of(of);
    cli_list first = attack_conversion(of), command = attack_command(of);

    if (of->form[FORM_DELIVERY] == BY_FOLDER) printf("mkdir -p g; ");
    for (size_t i = 0; i < files.count; i++) {
        printf("printf '");
        print_text(files.list[i].text);
        printf("'%s > %s; ", files.list[i].packed ? packers[of->form[FORM_PACKED]] : "", files.list[i].name);
    }
    printf("\n");
    if (first.count) print_command(&first, of);
    print_command(&command, of);
    cli_list_free(&first);
    cli_list_free(&command);
    attack_files_free(&files);
}
