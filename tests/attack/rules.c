/* rules.c - how the options of a case are drawn: a rule for each option of each verb. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"
#include "support/files.h"

typedef char *value_of(const attack_case *to, const cli_option *option, test_random *random);

typedef struct rule {
    const char *name, *verbs; /* of the option; NULL: of any verb */
    unsigned percent; /* how often the option is given; 0: it belongs to the form of the file, or
                         see `why` */
    const char *values; /* words to choose from; NULL: the names that the option lists */
    const char *needs, *without; /* options of which one, or none, must be given before */
    value_of *value; /* makes the value; NULL: as above */
    const char *why; /* why the option is not drawn */
} rule;

/* ---- values ---- */

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (; *words; words += strspn(words, " ")) {
        const size_t next = strcspn(words, " ");
        if (next == length && memcmp(words, word, length) == 0) return true;
        words += next;
    }
    return false;
}

static const char *pick(const char *words, char word[CLI_NAME_BYTES], test_random *random)
{
    unsigned count = 1;
    for (const char *c = words; *c; c++) count += *c == ' ';
    for (unsigned skip = test_random_below(random, count); skip > 0; skip--) words = strchr(words, ' ') + 1;
    const size_t length = strcspn(words, " ");
    memcpy(word, words, length);
    word[length] = '\0';
    return word;
}

static char *of_names(const attack_case *to, const cli_option *option, test_random *random)
{
    char word[CLI_NAME_BYTES];
    const char *name = NULL;
    size_t count = 0, i;
    (void)to;
    while (cli_option_name(option, count, word) != NULL) count++;
    do {
        i = test_random_below(random, (uint32_t)count);
        name = cli_option_name(option, i, word);
    } while (*name == '\0');
    return cli_string("%s", name);
}

/* An algorithm of the device that counts what the verb needs; sometimes any one. */
static const tricorn_algorithm_description *draw_algorithm(const attack_case *to, test_random *random)
{
    const bool any = test_random_below(random, 50) == 0, total = has_word("count bench", to->verb->name);
    for (;;) {
        const tricorn_algorithm_description *drawn =
          tricorn_algorithm_at(test_random_below(random, (uint32_t)tricorn_algorithm_count()));
        if (any || ((strcmp(drawn->device, "gpu") == 0) == to->gpu && (total || drawn->edges))) return drawn;
    }
}

static char *algorithm(const attack_case *to, const cli_option *option, test_random *random)
{
    const tricorn_algorithm_description *drawn = draw_algorithm(to, random);
    const bool alias = drawn->alias != NULL && test_random_below(random, 4) == 0;
    (void)option;
    return cli_string("%s", alias ? drawn->alias : drawn->name);
}

static char *first_algorithm(const attack_case *to, const cli_option *option, test_random *random)
{
    (void)option, (void)random;
    return cli_string("%s", attack_option(to, "algorithms"));
}

static char *written_format(const attack_case *to, const cli_option *option, test_random *random)
{
    const char *name = NULL;
    (void)to, (void)option;
    while (name == NULL) name = test_format_name(test_random_below(random, (uint32_t)tricorn_format_count()));
    return cli_string("%s", name);
}

/* CUDA, which many cases share a process with, takes 128 MB. Where a sanitizer takes more than
 * the limit, the message is in a table of `bench`. */
static char *memory(const attack_case *to, const cli_option *option, test_random *random)
{
    const bool large = to->gpu || strcmp(to->verb->name, "bench") == 0;
    char word[CLI_NAME_BYTES];
    (void)option;
    return cli_string("%s", pick(large ? "256M 1G 2T" : "48M 64M 256M 1G 2T", word, random));
}

/* A parameter of the algorithm, at one of its ends or between. */
static char *parameter(const attack_case *to, const cli_option *option, test_random *random)
{
    const tricorn_algorithm_description *drawn_one = draw_algorithm(to, random),
                                        *given = attack_algorithm(to, "algorithm"), *of = given ? given : drawn_one;
    (void)option;
    if (of->paper && test_random_below(random, 3) == 0) return cli_string("%s.paper=1", of->name);
    if (of->parameter_count == 0) return NULL;
    const tricorn_parameter_description *drawn =
      &of->parameters[test_random_below(random, (uint32_t)of->parameter_count)];
    const uint32_t range = drawn->most - drawn->least;
    const uint32_t values[] = {drawn->least, drawn->most, drawn->least + (range > 0),
      drawn->least + test_random_below(random, range + (range < UINT32_MAX))};
    return cli_string("%s.%s=%u", of->name, drawn->name, values[test_random_below(random, 4)]);
}

/* Where a table or a graph is written: the suffix says how. */
static char *output(const attack_case *to, const cli_option *option, test_random *random)
{
    static const char *const suffixes[] = {"", ".txt", ".csv", ".tsv", ".jsonl", ".bin", ".csv.gz", ".txt.zst"};
    static const char *const graphs[] = {".txt", ".csv", ".tri", ".u64", ".el", ".csv.gz", ".tri.zst", ".tsv.zst"};
    const unsigned drawn = test_random_below(random, 8);
    (void)option;
    return cli_string("out%s", attack_option(to, "k") ? graphs[drawn] : suffixes[drawn]);
}

/* ---- the rules: the first that has the name and the verb holds ------------------------------
 */

static const char graph_formats[] = "edges tri pairs64"; /* that keep ids */
static const char table_formats[] = "text csv tsv jsonl binary"; /* that have a row for each value */

/* They write a table only with --vertices, or --edges. */
#define BY_VERTEX "cluster hole clique graphlet balance butterfly census change"
static const char tops[] = "1 2 5 1000 18446744073709551615";

#define RULE(option, of, often, ...) \
    { \
        .name = (option), .verbs = (of), .percent = (often), __VA_ARGS__ \
    }
static const rule rules[] = {
  RULE("approximate", NULL, 5, .values = "1% 10% 0.2"),
  RULE("sample", NULL, 5, .without = "approximate"),
  RULE("one-in", NULL, 60, .values = "1 2 4 8", .needs = "sample"),
  RULE("generalized", NULL, 15),
  RULE("samples", NULL, 10, .values = "1 7 1000", .without = "generalized"),
  RULE("confidence", NULL, 30, .values = "90% 99% 99.99%", .needs = "approximate sample samples"),
  RULE("seed", "generate", 50, .values = "0 1 7 18446744073709551615"),
  RULE("seed", NULL, 30, .values = "0 1 18446744073709551615", .needs = "approximate sample samples"),
  RULE("k", "truss", 35, .values = "2 3 4 5 6 9 4294967295"),
  RULE("k", "core", 35, .values = "0 1 2 3 4 7 max"),
  RULE("method", NULL, 50),
  RULE("directed", NULL, 12),
  RULE("squares", NULL, 12, .without = "directed"),
  RULE("weighted", NULL, 14, .without = "directed squares"),
  RULE("closed", NULL, 25, .without = "directed squares weighted"),
  RULE("bipartite", NULL, 100),
  RULE("latapy", NULL, 0, .why = "cli.butterfly compares with NetworkX"),
  RULE("bitruss", NULL, 0, .why = "python.bipartite compares"),
  RULE("k", "butterfly", 0, .why = "the same"),
  RULE("project", NULL, 0, .why = "the same"),
  RULE("weights", "balance", 30, .values = "3"),
  RULE("combine", "balance", 60, .values = "sum mean min max first error"),
  RULE("weights", NULL, 30, .values = "3", .needs = "weighted"),
  RULE("combine", NULL, 60, .values = "sum mean min max first error", .needs = "weighted"),
  RULE("isolated", "butterfly", 0, .why = "as latapy"),
  RULE("isolated", NULL, 25),
  RULE("undirected", NULL, 40),
  RULE("clustering", NULL, 0, .why = "tests/cli/test_tables.py has its infinite values"),
  RULE("curvature", NULL, 40),
  RULE(
    "measure", NULL, 80, .values = "common jaccard overlap cosine adamic-adar resource"), /* cli.similar: the others */
  RULE("least", NULL, 25, .values = "0 0.25 0.5 1 2"),
  RULE("pairs", NULL, 30, .values = "pairs.txt"),
  RULE("unjoined", NULL, 30, .without = "pairs"),
  RULE("size", NULL, 70, .values = "3 4 5 6 7 1000"),
  RULE("communities", NULL, 0, .why = "python.answers compares"),
  RULE("seconds", NULL, 10, .values = "1000"),
  RULE("labels", NULL, 100, .values = "labels.txt"),
  RULE("follow", NULL, 0, .why = "tests/cli/analytics/test_change.py"),
  RULE("window", "change", 0, .why = "it is for follow"),
  RULE("edge-labels", NULL, 0, .why = "cli.label compares them"),
  RULE("window", NULL, 100, .values = "0 1 5 1000 18446744073709551614"),
  RULE("remove", NULL, 70, .values = "removed.txt"),
  RULE("add", NULL, 70, .values = "added.txt"),
  RULE("batch", NULL, 50, .values = "1 2 3 2147483647"),
  RULE("algorithm", "bench", 30, .value = algorithm), /* a second one */
  RULE("algorithm", NULL, 35, .value = algorithm),
  RULE("option", NULL, 50, .needs = "algorithm", .value = parameter),
  RULE("verify", NULL, 8, .without = "approximate sample samples"),
  RULE("relabel", "info", 1),
  RULE("relabel", NULL, 12),
  RULE("format", NULL, 0, .why = "the form names it"),
  RULE("ids", NULL, 0, .why = "the form names them"),
  RULE("separator", NULL, 0, .why = "the form names it"),
  RULE("columns", NULL, 0, .why = "the form names them"),
  RULE("header", NULL, 0, .why = "the form names it"),
  RULE("comment", NULL, 0, .why = "the form names it"),
  RULE("missing", NULL, 0, .why = "the form names it"),
  RULE("where", NULL, 0, .why = "python.tables compares its graphs"),
  RULE("file-list", NULL, 0, .why = "the form names it"),
  RULE("vertex-file", NULL, 0, .why = "the form names it"),
  RULE("strict", NULL, 4),
  RULE("order", NULL, 25),
  RULE("prepare", NULL, 4),
  RULE("device", NULL, 5, .values = "cpu auto"),
  RULE("threads", NULL, 70, .values = "1 2 3 7 33"),
  RULE("memory", NULL, 12, .value = memory),
  RULE("isa", NULL, 25),
  RULE("work", "census", 8, .values = "work", .needs = "undirected", .without = "vertices strict order prepare"),
  RULE("work", NULL, 8, .values = "work", .without = "sample strict order prepare directed weighted"),
  RULE("join", NULL, 50, .needs = "work", .without = "approximate"),
  RULE("lease", NULL, 30, .values = "1 30", .needs = "join"),
  RULE("parts", NULL, 30, .values = "1 2 3 64", .needs = "join"),
  RULE("device-memory", NULL, 3, .values = "1G 4G"),
  RULE("blocks", "info", 1, .values = "4 9 64"),
  RULE("blocks", NULL, 25, .values = "1 2 4 9 16 25 64 4096"),
  RULE("partition", NULL, 20),
  RULE("stream", NULL, 30),
  RULE("estimate", NULL, 15, .without = "partition"),
  RULE("rows", NULL, 15, .without = "partition estimate"),
  RULE("vertices", NULL, 40),
  RULE("edges", NULL, 40, .without = "vertices"),
  RULE("output", "generate", 40, .value = output),
  RULE("output", BY_VERTEX, 40, .needs = "vertices edges", .value = output),
  RULE("output", "bench", 20, .values = "records.jsonl"),
  RULE("output", "report", 60, .values = "out.html"),
  RULE("output", NULL, 40, .value = output),
  RULE("to", "convert", 100, .value = written_format),
  RULE("to", "core", 60, .values = graph_formats, .needs = "k"),
  RULE("to", "truss", 40, .values = graph_formats, .needs = "k"),
  RULE("to", BY_VERTEX, 25, .values = table_formats, .needs = "vertices edges"),
  RULE("to", "generate", 20, .values = "edges pairs64 matrix-market"),
  RULE("to", NULL, 25, .values = table_formats),
  RULE("compression", BY_VERTEX, 10, .needs = "vertices edges"),
  RULE("compression", "truss", 10, .needs = "output"),
  RULE("compression", NULL, 10),
  RULE("top", BY_VERTEX, 15, .values = tops, .needs = "vertices edges"),
  RULE("top", "truss", 15, .values = tops, .needs = "output", .without = "k"),
  RULE("top", "similar", 25, .values = tops),
  RULE("top", NULL, 15, .values = tops, .without = "k generalized"),
  RULE("share", NULL, 0, .why = "cli.join puts the shares together"),
  RULE("shares", NULL, 0, .why = "cli.join puts the shares together"),
  RULE("sorted", "truss", 25, .needs = "output", .without = "k"),
  RULE("sorted", BY_VERTEX, 25, .needs = "vertices edges"),
  RULE("sorted", NULL, 25),
  RULE("json", "vertex edge list similar", 60, .needs = "output", .without = "samples"),
  RULE("json", NULL, 35),
  RULE("quiet", NULL, 20),
  RULE("progress", NULL, 8),
  RULE("algorithms", "bench", 100, .value = algorithm),
  RULE("trials", "bench", 20, .values = "1 2 9"),
  RULE("warmup", "bench", 30, .values = "0 1 2"),
  RULE("timeout", "bench", 15, .values = "0 1000"),
  RULE("base", "bench", 15, .needs = "algorithms", .value = first_algorithm),
  RULE("peers", "bench", 0, .why = "they are other programs"),
  RULE("suite", "bench", 0, .why = "its graphs are not the case's"),
  RULE("ceilings", "bench", 0, .why = "they take a minute, and no graph"),
  RULE("help", NULL, 0, .why = "it is a text; tests/cli/test_manual.py"),
};

enum { RULES = sizeof rules / sizeof *rules, ONE_IN_MISFITS = 40 };

const char *attack_option(const attack_case *of, const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < of->words.count; i++) {
        const char *word = of->words.words[i] + 2;
        if (strncmp(word, name, length) != 0) continue;
        if (word[length] == '=') return word + length + 1;
        if (word[length] == '\0') return word + length;
    }
    return NULL;
}

bool attack_is_signed(const attack_case *of)
{
    return strcmp(of->verb->name, "balance") == 0;
}

bool attack_is_temporal(const attack_case *of)
{
    return strcmp(of->verb->name, "motif") == 0;
}

bool attack_is_bipartite(const attack_case *of)
{
    return strcmp(of->verb->name, "butterfly") == 0;
}

bool attack_weighs(const attack_case *of)
{
    return attack_is_signed(of) || attack_option(of, "weighted");
}

const tricorn_algorithm_description *attack_algorithm(const attack_case *of, const char *option)
{
    const char *given = attack_option(of, option);
    for (size_t a = 0; given && a < tricorn_algorithm_count(); a++) {
        const tricorn_algorithm_description *one = tricorn_algorithm_at(a);
        if (strcmp(one->name, given) == 0 || (one->alias && strcmp(one->alias, given) == 0)) return one;
    }
    return NULL;
}

/* Whether one of the options in the list of words is given. */
static bool is_given(const attack_case *of, const char *words)
{
    for (size_t i = 0; i < of->words.count; i++) {
        const char *word = of->words.words[i] + 2;
        char name[CLI_NAME_BYTES] = "";
        memcpy(name, word, strcspn(word, "="));
        if (has_word(words, name)) return true;
    }
    return false;
}

static const rule *rule_of(const cli_verb *verb, const cli_option *option)
{
    for (size_t r = 0; r < RULES; r++)
        if (strcmp(rules[r].name, option->name) == 0 &&
            (rules[r].verbs == NULL || has_word(rules[r].verbs, verb->name)))
            return &rules[r];
    return NULL;
}

const char *attack_without_rule(void)
{
    for (size_t v = 0; cli_verb_at(v) != NULL; v++) {
        const cli_verb *verb = cli_verb_at(v);
        const cli_option *option = NULL;
        while ((option = cli_option_next(verb, option)) != NULL)
            if (option->name != NULL && rule_of(verb, option) == NULL) return option->name;
    }
    return NULL;
}

static char *draw_value(const attack_case *to, const rule *by, const cli_option *option, test_random *random)
{
    char word[CLI_NAME_BYTES];
    if (by->value) return by->value(to, option, random);
    if (by->values) return cli_string("%s", pick(by->values, word, random));
    return of_names(to, option, random);
}

static bool fits(const attack_case *to, const rule *by)
{
    return (by->needs == NULL || is_given(to, by->needs)) && (by->without == NULL || !is_given(to, by->without));
}

static void draw_word(attack_case *to, const cli_option *option, unsigned percent, test_random *random)
{
    const rule *by = rule_of(to->verb, option);
    char *value = NULL;

    if (to->gpu && strcmp(option->name, "device") == 0) {
        cli_list_take(&to->words, cli_string("--device=gpu"));
        return;
    }
    if (test_random_below(random, 100) >= (by->percent == 100 ? 100 : by->percent * percent / 100)) return;
    if (!fits(to, by) && test_random_below(random, ONE_IN_MISFITS) > 0) return;
    if (option->kind != CLI_FLAG && (value = draw_value(to, by, option, random)) == NULL) return;
    cli_list_take(&to->words, value ? cli_string("--%s=%s", option->name, value) : cli_string("--%s", option->name));
    free(value);
}

void attack_draw_words(attack_case *to, test_random *random)
{
    const unsigned percent = 33 + 33 * test_random_below(random, 3); /* a third of the cases have few options */
    const cli_option *option = NULL;

    while ((option = cli_option_next(to->verb, option)) != NULL)
        if (option->name != NULL) draw_word(to, option, percent, random);
}
