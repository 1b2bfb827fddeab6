/* compare.c - compares what the program says with what it must say. */
#include <json-c/json.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"
#include "exit.h"
#include "support/files.h"

/* Of the case that is judged. */
static char *told; /* what is wrong with it; FAULT_BYTES */
static chances *intervals;

static bool differs(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool differs(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(told, FAULT_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- tables ---- */

static int compare_rows(const void *a, const void *b)
{
    const row *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->ids[i] != y->ids[i]) return x->ids[i] < y->ids[i] ? -1 : 1;
    for (int i = 0; i < VALUES_MOST; i++)
        if (x->values[i] != y->values[i]) return x->values[i] < y->values[i] ? -1 : 1;
    return 0;
}

/* The ids of each row ascend, then the rows do. */
static void normalize(expected *of, const expected *like)
{
    for (size_t r = 0; r < of->count; r++)
        for (unsigned i = 1; i < like->ids; i++)
            for (unsigned j = i; j > 0 && of->rows[r].ids[j] < of->rows[r].ids[j - 1]; j--) {
                const uint64_t kept = of->rows[r].ids[j];
                of->rows[r].ids[j] = of->rows[r].ids[j - 1];
                of->rows[r].ids[j - 1] = kept;
            }
    for (size_t r = 0; like->nameless && r < of->count; r++) memset(of->rows[r].ids, 0, sizeof of->rows[r].ids);
    if (of->count) qsort(of->rows, of->count, sizeof *of->rows, compare_rows);
}

static bool is_near(double a, double b, double tolerance)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    return fabs(a - b) <= tolerance * fmax(fabs(b), 1e-300) + (b == 0 ? 1e-12 : 0);
}

static bool same_row(const row *got, const row *right, const expected *like)
{
    if (memcmp(got->ids, right->ids, sizeof got->ids) != 0) return false;
    if (like->between) {
        intervals->drawn++;
        intervals->missed += right->values[0] < got->values[0] || right->values[0] > got->values[1];
        return got->values[0] <= got->values[2] + 1e-6 && got->values[2] <= got->values[1] + 1e-6;
    }
    for (unsigned v = 0; v < like->values; v++)
        if (!is_near(got->values[v], right->values[v], 1e-12)) return false;
    return true;
}

static void say_row(const row *of, const expected *like)
{
    for (unsigned i = 0; i < like->ids; i++)
        snprintf(told + strlen(told), FAULT_BYTES - strlen(told), " %" PRIu64, of->ids[i]);
    for (unsigned v = 0; v < like->values; v++)
        snprintf(told + strlen(told), FAULT_BYTES - strlen(told), " %.17g", of->values[v]);
}

static bool same_rows(const expected *got, const expected *right)
{
    const size_t most = got->count > right->count ? got->count : right->count;
    for (size_t r = 0; r < most; r++) {
        if (r < got->count && r < right->count && same_row(&got->rows[r], &right->rows[r], right)) continue;
        differs("%zu rows, right are %zu; row %zu:", got->count, right->count, r);
        if (r < got->count) say_row(&got->rows[r], right);
        snprintf(told + strlen(told), FAULT_BYTES - strlen(told), "; right:");
        if (r < right->count) say_row(&right->rows[r], right);
        return false;
    }
    return true;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The table has the `top` rows with the largest values, the largest first. */
static bool is_top(expected *got, const expected *right)
{
    const size_t wanted = right->top < right->count ? (size_t)right->top : right->count;
    const unsigned last = right->between ? 2 : right->by_first ? 0 : right->values - 1;
    double *best = test_allocate(right->count, sizeof *best);
    bool good = got->count == wanted;

    for (size_t r = 0; r < right->count; r++) best[r] = right->values ? right->rows[r].values[last] : 0;
    if (right->count) qsort(best, right->count, sizeof *best, compare_doubles);
    for (size_t r = 0; good && right->values && !right->between && r < wanted; r++)
        good = is_near(got->rows[r].values[last], best[r], 1e-12);
    normalize(got, right);
    for (size_t r = 0, all = 0; good && r < got->count; r++, all++) {
        while (all < right->count && !same_row(&got->rows[r], &right->rows[all], right)) all++;
        good = all < right->count;
    }
    if (!good) differs("%zu rows are not the top %zu", got->count, wanted);
    free(best);
    return good;
}

static bool same_table(expected *got, expected *right)
{
    if (got->refused) {
        return differs("the table has a line of another form");
    }
    normalize(right, right);
    if (right->top > 0) return is_top(got, right);
    for (size_t r = 1; right->ordered && r < got->count; r++)
        if (memcmp(got->rows[r].ids, got->rows[r - 1].ids, sizeof got->rows[r].ids) != 0 &&
            compare_rows(&got->rows[r], &got->rows[r - 1]) < 0) {
            return differs("row %zu is not in the order of the ids", r);
        }
    normalize(got, right);
    return same_rows(got, right);
}

/* ---- figures ---- */

static bool find_text(const char *out, const char *key, const char **value)
{
    const size_t length = strlen(key);
    for (const char *line = out; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *word = line + strspn(line, " ");
        if (strncmp(word, key, length) != 0 || word[length] != ' ') continue;
        *value = word + length + strspn(word + length, " ");
        return true;
    }
    return false;
}

static bool find_json(json_object *in, const char *key, const char **value)
{
    char name[CLI_NAME_BYTES];
    for (const char *dot; (dot = strchr(key, '.')) != NULL; key = dot + 1) {
        snprintf(name, sizeof name, "%.*s", (int)(dot - key), key);
        if (!json_object_object_get_ex(in, name, &in)) return false;
    }
    if (!json_object_object_get_ex(in, key, &in)) return false;
    *value = json_object_get_string(in);
    return *value != NULL;
}

static bool same_figures(const expected *right, const char *out, json_object *json)
{
    for (size_t f = 0; f < right->figure_count; f++) {
        const figure *one = &right->figures[f];
        const char *value = "nothing";
        if (!(one->where & (json ? 2 : 1))) continue;
        const bool found = json ? find_json(json, one->key, &value) : find_text(out, one->key, &value);
        if (!found && one->where & 4) continue;
        if (found && is_near(strtod(value, NULL), one->value, one->tolerance)) continue;
        return differs("%s is %.40s, right is %.17g", one->key, value, one->value);
    }
    return true;
}

static bool is_interval(const expected *right, const char *out, json_object *json)
{
    const char *low = "", *high = "", *exact = "";
    const bool found =
      json ? find_json(json, "low", &low) && find_json(json, "high", &high) && find_json(json, "exact", &exact)
           : find_text(out, "low", &low) && find_text(out, "high", &high) && find_text(out, "method", &exact);
    const double from = strtod(low, NULL), to = strtod(high, NULL), total = right->total;
    const bool counted = strncmp(exact, json ? "true" : "counted", 4) == 0, missed = total < from || total > to;

    intervals->drawn += !counted;
    intervals->missed += !counted && missed;
    if (found && from <= to && !(counted && (from != total || to != total))) return true;
    return differs("low %.20s, high %.20s, right is %.17g", low, high, total);
}

/* ---- judging ---- */

/* What the program says where it refuses what it may refuse, by the words that do not change. */
static const char *const refusals[] = {
#include "refusals.def"
};

static bool may_refuse(const char *message)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strstr(message, refusals[i]) != NULL) return true;
    return false;
}

/* A graph that the program has written, as the table of edges that the program makes of it. */
static bool read_graph(const attack_case *of, const answer *printed, const expected *right, expected *got)
{
    static const cli_options plain;
    const char *to = of->given->to, *output = of->given->output;
    const char *path = strcmp(of->verb->name, "convert") == 0 ? "converted" : output ? output : "-";
    expected like = *right;
    cli_list words = {0};

    char piped[sizeof "piped" + 3 * sizeof(pid_t)];
    if (strcmp(path, "-") == 0) {
        snprintf(piped, sizeof piped, "piped%d", (int)getpid());
        path = piped;
        test_file_write(path, printed->out, printed->out_length, TEST_PLAIN);
    }
    cli_list_split(&words, of->form[FORM_WORDS] ? "edge --quiet --ids=auto" : "edge --quiet", ' ');
    /* A .csv may have a header. */
    if (!of->form[FORM_WORDS] && strstr(path, ".csv") == NULL) cli_list_take(&words, cli_string("--header=no"));
    if (to == NULL || strcmp(to, "json-node-link") != 0) /* whose edges have no places */
        cli_list_take(&words, cli_string("--columns=1,2"));
    if (to || !output) cli_list_take(&words, cli_string("--format=%s", to ? to : "edges"));
    cli_list_take(&words, cli_string("%s", path));
    answer edges = attack_run(&words, NULL);
    const bool done = edges.code == CLI_DONE;
    like.values = 1;
    if (done)
        *got = attack_table(&plain, edges.out, edges.out_length, &like);
    else
        differs("what was written is refused: %.1000s", edges.err);
    for (size_t r = 0; r < got->count; r++) got->rows[r].values[0] = 0;
    answer_free(&edges);
    cli_list_free(&words);
    return done;
}

static bool is_table_right(const attack_case *of, const answer *printed, expected *right)
{
    expected got = {.count = 0};
    bool good = true;
    if (right->graph)
        good = read_graph(of, printed, right, &got);
    else
        got = attack_table(of->given, printed->out, printed->out_length, right);
    good = good && same_table(&got, right);
    expected_free(&got);
    return good;
}

static bool is_right(const attack_case *of, const answer *printed, expected *right)
{
    const cli_options *given = of->given;
    const bool to_stdout = given->output == NULL || strcmp(given->output, "-") == 0;
    json_object *json = given->json ? json_tokener_parse(printed->out) : NULL;
    bool good = !given->json || json != NULL || differs("what is printed is no JSON");

    if (right->done_only) return good;
    if (good && (json || !right->table || !to_stdout)) good = same_figures(right, printed->out, json);
    if (good && right->interval) good = is_interval(right, printed->out, json);
    if (good && right->table) good = is_table_right(of, printed, right);
    json_object_put(json);
    return good;
}

static verdict judge(const attack_case *of, const answer *printed)
{
    expected right = expect(of);
    verdict found = RIGHT;

    right.ordered = right.ordered && !of->form[FORM_WORDS];
    if (printed->code != CLI_DONE) {
        const char *message = strstr(printed->err, "tricorn: ");
        differs("refused: %.1500s", message ? message : printed->err);
        found = right.refused || may_refuse(printed->err) ? REFUSED : UNEXPECTED;
    } else if (right.refused ? !differs("it should be refused") : !is_right(of, printed, &right)) {
        found = WRONG;
    }
    expected_free(&right);
    return found;
}

/* Runs the command and judges its answer. */
static verdict run_and_judge(const attack_case *of, const cli_list *command, const char *input)
{
    answer printed = attack_run(command, input);
    const verdict found = judge(of, &printed);
    answer_free(&printed);
    return found;
}

/* Does the same; if the case joins, in two processes at the same time. A forked process cannot
 * use the GPU of its parent. */
static verdict run_joined(const attack_case *of, const cli_list *command, const char *input)
{
    const bool joins = attack_option(of, "join") != NULL && !of->gpu && CHILDREN_HAVE_THREADS;
    const pid_t other = joins ? fork() : -1;
    int status = 0;

    if (other == 0) {
        attack_open_streams();
        _exit((int)run_and_judge(of, command, input));
    }
    const verdict found = run_and_judge(of, command, input);
    if (!joins) return found;
    if (waitpid(other, &status, 0) != other || !WIFEXITED(status) || WEXITSTATUS(status) >= VERDICTS) {
        differs("the process that joined it has crashed");
        return WRONG;
    }
    const verdict others = (verdict)WEXITSTATUS(status);
    if (found > REFUSED || others <= REFUSED) return found;
    differs("what the process that joined it printed");
    return others;
}

verdict attack_judge(attack_case *of, chances *of_intervals, char fault[FAULT_BYTES])
{
    cli_list first = attack_conversion(of), command = attack_command(of);
    const int runs = attack_option(of, "work") ? 2 : 1; /* the second finds the folder of the first */
    char *input = attack_input(of);
    verdict found = RIGHT;

    told = fault;
    *told = '\0';
    intervals = of_intervals;
    attack_write_files(of);
    cli_options given = {0};
    cli_options_parse(of->verb, (int)command.count - 1, command.words + 1, &given);
    of->given = &given;
    if (first.count) {
        answer converted = attack_run(&first, input);
        if (converted.code != CLI_DONE) found = judge(of, &converted);
        answer_free(&converted);
    }
    for (int run = 0; found == RIGHT && run < runs; run++) found = run_joined(of, &command, first.count ? NULL : input);
    of->given = NULL;
    cli_options_free(&given);
    cli_list_free(&first);
    cli_list_free(&command);
    free(input);
    return found;
}
