/* test_mangled.c - texts of graphs that were damaged on their way: counted right, or refused.
 *
 *     test_mangled [SEED [CASES]]     case number i is made by SEED + i; SEED CASES = N 1 shows
 * it
 *
 * TRICORN_MANGLED_SECONDS=3600 goes on for so long. Failures are printed with their seeds, and
 * counted by what was changed.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "io/text/text.h"
#include "mangled.h"
#include "support/families.h"
#include "support/fixture.h"

enum {
#ifdef __SANITIZE_ADDRESS__
    CASES = 6000,
#else
    CASES = 20000,
#endif
    CHANGES_MOST = 3,
    CLASSES_MOST = 400,
    SHOWN_MOST = 12, /* failures that are printed in full */
    PIPE_BYTES = 1 << 20, /* the most that a pipe holds */
    PATIENCE = 120 /* seconds for a case */
};

static uint64_t first_seed = 1, cases_wanted = CASES;
static volatile uint64_t current_seed; /* for a case that never ends */

typedef enum delivery { FILE_IN_MEMORY, PIPE, PACKED_FILE } delivery;

typedef struct mangled_case {
    const kind *origin;
    text text;
    traits known;
    outcome whole; /* of the graph */
    meanings before; /* of the text before numbers were put in front of its lines */
    bool in_front;
    const change *changes[CHANGES_MOST];
    size_t change_count;
    const char *suffix;
    delivery delivery;
} mangled_case;

/* ---- making a case ---- */

static edge_list make_large(test_random *random)
{
    const uint32_t vertices = 300 + test_random_below(random, 3000);
    const uint32_t count = 4000 + test_random_below(random, 6000);
    edge_list edges = edge_list_create(vertices);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t u = test_random_below(random, vertices);
        const uint32_t step = 1 + test_random_below(random, 40);
        if ((u + step) % vertices != u) edge_list_add(&edges, u, (u + step) % vertices);
    }
    return edges;
}

static edge_list make_graph(test_random *random)
{
    const uint32_t n = 2 + test_random_below(random, 40);
    switch (test_random_below(random, 40)) {
    case 0: return make_large(random);
    case 1: return make_path(n);
    case 2: return make_ring(n + 3, 1);
    case 3: return make_star(n);
    case 4: return make_complete(2 + n / 3);
    case 5: return make_grid(2 + n / 8, 3);
    case 6: return make_path_power(n + 3, 2);
    case 7: return make_wheel(n + 3);
    default: return make_random(n, 5 + test_random_below(random, 60), random);
    }
}

/* Drops repeated edges: some formats list each edge once. */
static edge_list make_simple_graph(test_random *random)
{
    edge_list edges = make_graph(random), simple = edge_list_create(edges.vertices);
    edge_set set = {0};
    for (uint64_t i = 0; i < edges.count; i++) edge_set_add(&set, edges.pairs[2 * i], edges.pairs[2 * i + 1]);
    edge_set_count(&set);
    for (uint64_t i = 0; i < set.count; i++)
        edge_list_add(&simple, (uint32_t)set.ends[2 * i], (uint32_t)set.ends[2 * i + 1]);
    edge_set_free(&set);
    edge_list_free(&edges);
    if (test_random_below(random, 2)) edge_list_shuffle(&simple, random);
    if (test_random_below(random, 2)) edge_list_flip(&simple, random);
    return simple;
}

/* By the library's own writer; false if it refuses the graph. */
static bool write_by_library(mangled_case *made, const edge_list *graph)
{
    char bytes[4096];
    ssize_t got;
    tricorn_graph *all = edge_list_graph(fixture.context, graph);
    const int file = memfd_create("text", 0);
    const tricorn_status status =
      tricorn_graph_write(fixture.context, all, file, SAVING(.format = made->origin->format));
    lseek(file, 0, SEEK_SET);
    while ((got = read(file, bytes, sizeof bytes)) > 0) text_add(&made->text, bytes, (size_t)got);
    close(file);
    tricorn_graph_free(all);
    return status == TRICORN_OK;
}

static bool library_has(const char *name, bool writes)
{
    for (size_t i = 0; i < tricorn_format_count(); i++) {
        const tricorn_format_description *told = tricorn_format_at(i);
        if (strcmp(told->name, name) == 0) return writes ? told->writes : told->reads;
    }
    return false;
}

static const kind *choose_origin(test_random *random)
{
    for (;;) {
        /* Every third text is an edge list: they have the most dialects. */
        const size_t index = test_random_below(random, 3) == 0 ? 0 : test_random_below(random, (uint32_t)kind_count());
        if (library_has(kind_at(index)->format, false)) return kind_at(index);
    }
}

/* Its own suffix, another of the same format, none, or that of any other format. */
static const char *choose_suffix(const kind *origin, bool words, test_random *random)
{
    const uint32_t choice = test_random_below(random, 10);
    if (choice < 4) return origin->suffix;
    if (choice < 7 || words) return ""; /* other formats have words of other kinds */
    const kind *other = choice == 7 ? origin : kind_at(test_random_below(random, (uint32_t)kind_count()));
    if (other->others == NULL) return other->suffix;
    static char chosen[32]; /* one of the words */
    const char *begin = other->others;
    if (test_random_below(random, 2) && strrchr(begin, ' ')) begin = strrchr(begin, ' ') + 1;
    snprintf(chosen, sizeof chosen, "%.*s", (int)strcspn(begin, " "), begin);
    return chosen;
}

/* The text behind the mark of UTF-8, which means nothing. */
static span content_of(const mangled_case *made)
{
    const span all = {made->text.bytes, made->text.bytes + made->text.count};
    return (span){all.begin + (starts_with(all, "\xEF\xBB\xBF") ? 3 : 0), all.end};
}

static void apply_changes(mangled_case *made, test_random *random)
{
    const uint32_t dice = test_random_below(random, 20);
    const size_t wanted = dice == 0 ? 0 : dice < 15 ? 1 : 2;
    for (size_t i = 0; i < wanted && made->text.count > 0; i++) {
        const change *next = change_at(test_random_below(random, (uint32_t)change_count()));
        const bool numbers = made->origin->columns && change_is_in_front(next);
        if (numbers && made->change_count > 0) continue;
        if (numbers) made->origin->means(content_of(made), &made->known, &made->before);
        change_apply(next, &made->text, random);
        made->changes[made->change_count++] = next;
        if (!numbers) continue;
        made->in_front = true;
        break; /* more changes could hide what these numbers are */
    }
}

static void make_case(mangled_case *made, uint64_t seed)
{
    test_random random = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
    *made = (mangled_case){.origin = choose_origin(&random)};
    edge_list graph = make_simple_graph(&random);
    edge_set whole = {0};
    for (uint64_t i = 0; i < graph.count; i++) edge_set_add(&whole, graph.pairs[2 * i], graph.pairs[2 * i + 1]);
    made->whole = edge_set_count(&whole);
    edge_set_free(&whole);
    text_clear(&made->text);
    if (test_random_below(&random, 5) != 0 || !library_has(made->origin->format, true) ||
        !write_by_library(made, &graph))
        made->origin->write(&made->text, &graph, &random, &made->known);
    edge_list_free(&graph);
    apply_changes(made, &random);
    made->suffix = choose_suffix(made->origin, made->known.words, &random);
    const uint32_t way = test_random_below(&random, 20);
    made->delivery = way < 9 ? FILE_IN_MEMORY : way < 18 ? PIPE : PACKED_FILE;
    if (made->delivery == PIPE && made->text.count > PIPE_BYTES) made->delivery = FILE_IN_MEMORY;
    tg_text_chunk_bytes = test_random_below(&random, 4) ? 1 << 20 : 1 << 12;
}

/* ---- reading it ---- */

typedef struct answer {
    tricorn_status status;
    char format[32];
    outcome found;
} answer;

static tricorn_status read_descriptor(
  const mangled_case *made, const char *name, const tricorn_load_options *options, tricorn_graph **graph)
{
    int ends[2] = {-1, -1};
    const char *bytes = made->text.bytes;
    const size_t count = made->text.count;
    if (made->delivery == FILE_IN_MEMORY) {
        ends[0] = memfd_create("text", 0);
        CHECK_EQ(write(ends[0], bytes, count), count, "a file in memory");
        lseek(ends[0], 0, SEEK_SET);
    } else {
        CHECK(pipe(ends) == 0, "a pipe");
        fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
        CHECK_EQ(write(ends[1], bytes, count), count, "a pipe takes the whole text");
        close(ends[1]);
    }
    const tricorn_status status = tricorn_graph_read(fixture.context, ends[0], name, options, graph);
    close(ends[0]);
    return status;
}

static tricorn_status read_packed(
  const mangled_case *made, const char *name, const tricorn_load_options *options, tricorn_graph **graph)
{
    char path[TEST_PATH_BYTES];
    test_folder_path(&fixture.folder, name, path);
    strcat(path, ".gz");
    test_file_write(path, made->text.bytes, made->text.count, TEST_GZIP);
    const tricorn_status status = tricorn_graph_load(fixture.context, path, options, graph);
    unlink(path);
    return status;
}

static void read_case(const mangled_case *made, tricorn_ids ids, answer *got)
{
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    char name[64];
    *got = (answer){0};
    tricorn_load_options options = *LOADING(.input.ids = ids);
    snprintf(name, sizeof name, "graph%s", made->suffix);
    got->status = made->delivery == PACKED_FILE ? read_packed(made, name, &options, &graph)
                                                : read_descriptor(made, name, &options, &graph);
    if (got->status != TRICORN_OK) return;
    const tricorn_graph_description told = test_describe(fixture.context, graph);
    WORKS(tricorn_count(fixture.context, graph, NULL, &result));
    snprintf(got->format, sizeof got->format, "%s", told.format);
    got->found = (outcome){told.edges, result.triangles};
    tricorn_graph_free(graph);
}

/* ---- judging the answer ---- */

static bool is_among(const meanings *all, outcome found)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->right[i].edges == found.edges && all->right[i].triangles == found.triangles) return true;
    return false;
}

/* The kind whose suffix the text bears; NULL: none, that of edge lists, or one that says nothing about texts. */
static const kind *kind_of_suffix(const char *suffix)
{
    for (size_t i = 1; i < kind_count() && *suffix; i++) {
        const kind *at = kind_at(i);
        if (!library_has(at->format, false) || at->means == mean_adjacency) continue;
        if (strcmp(at->suffix, suffix) == 0 || (at->others && strstr(at->others, suffix))) return at;
    }
    return NULL;
}

/* The three comments with which NetworkX begins both of its lists. */
static bool has_head(span content)
{
    const char *at = content.begin;
    span line;
    return next_line(&at, content.end, &line) && starts_with(trim(line, " \t"), "#") &&
           next_line(&at, content.end, &line) && starts_with(trim(line, " \t"), "# GMT ");
}

/* Whether the text may be taken for that kind at all. */
static bool may_be(const mangled_case *made, const kind *taken, span content)
{
    const bool edges = taken == kind_at(0);
    const kind *named = kind_of_suffix(made->suffix);
    if (edges && named != NULL && !named->columns) return false;
    if (edges && made->origin->means == mean_incidence && may_be_incidence(content)) return false;
    if (taken == made->origin || taken == named || edges) return true;
    if (taken->means == mean_adjlist) return has_head(content);
    /* Formats with a word or a form of their own: the parser says whether it is there. */
    return taken->piped;
}

static bool is_right(const mangled_case *made, const answer *got, meanings *right)
{
    const span content = content_of(made);
    const kind *taken = kind_find(got->format);
    if (taken == NULL || !may_be(made, taken, content)) return false;
    if (made->in_front && taken->columns) {
        *right = made->before;
        return is_among(right, got->found);
    }
    taken->means(content, &made->known, right);
    return is_among(right, got->found);
}

/* ---- failures by what was changed ---- */

static struct class
{
    char name[160];
    uint64_t count, seed;
} classes[CLASSES_MOST];
static size_t class_count;

static void note_class(const mangled_case *made, const answer *got, uint64_t seed)
{
    char name[160];
    int used = snprintf(
      name, sizeof name, "%s%s as %s:", made->origin->format, made->known.words ? " of words" : "", got->format);
    for (size_t i = 0; i < made->change_count; i++)
        used += snprintf(name + used, sizeof name - (size_t)used, "%s %s", i > 0 ? " +" : "", made->changes[i]->name);
    for (size_t i = 0; i < class_count; i++)
        if (strcmp(classes[i].name, name) == 0) {
            classes[i].count++;
            return;
        }
    if (class_count == CLASSES_MOST) return;
    memcpy(classes[class_count].name, name, sizeof name);
    classes[class_count].count = 1;
    classes[class_count++].seed = seed;
}

static int by_count(const void *a, const void *b)
{
    const struct class *x = a, *y = b;
    return (x->count < y->count) - (x->count > y->count);
}

static void print_case(const mangled_case *made, const answer *got, const meanings *right, uint64_t seed)
{
    static const char *const deliveries[] = {"a file", "a pipe", "a .gz"};
    print_message(
      "seed %" PRIu64 ": %s, as graph%s from %s", seed, made->origin->format, made->suffix, deliveries[made->delivery]);
    for (size_t i = 0; i < made->change_count; i++) print_message("; %s", made->changes[i]->name);
    if (got->status == TRICORN_OK)
        print_message("\n  read as %s: %" PRIu64 " edges, %" PRIu64 " triangles\n", got->format, got->found.edges,
          got->found.triangles);
    else
        print_message("\n  refused: %s\n", tricorn_context_message(fixture.context));
    if (right->count == 0) print_message("  right: to refuse it\n");
    for (size_t i = 0; i < right->count; i++)
        print_message(
          "  right: %" PRIu64 " edges, %" PRIu64 " triangles\n", right->right[i].edges, right->right[i].triangles);
    const int most = cases_wanted == 1 ? 4000 : 160;
    print_message("  %.*s\n", most, made->text.bytes);
}

/* ---- the run ---- */

typedef struct tally {
    uint64_t cases, counted, refused, wrong;
    uint64_t whole, whole_refused; /* texts that were not changed */
    text refusals; /* of these, line by line */
} tally;

/* A text that was not changed has the meaning of its graph: else the parsers here are wrong. */
static void check_meaning(const mangled_case *made, uint64_t seed)
{
    meanings right = {0};
    if (made->whole.edges == 0) return;
    made->origin->means(content_of(made), &made->known, &right);
    CHECK(is_among(&right, made->whole), "seed %" PRIu64 ": what %s means", seed, made->origin->format);
}

static void run_case(uint64_t seed, tally *sums)
{
    mangled_case made;
    answer got;
    meanings right;
    make_case(&made, seed);
    if (made.change_count == 0) check_meaning(&made, seed);
    read_case(&made, made.known.words ? TRICORN_IDS_STRING : TRICORN_IDS_AUTO, &got);
    sums->cases++;
    const bool named = made.whole.edges > 0 && made.change_count == 0 && strcmp(made.suffix, made.origin->suffix) == 0;
    sums->whole += named;
    if (named && got.status != TRICORN_OK && got.status != TRICORN_UNSUPPORTED) {
        sums->whole_refused++;
        text_print(
          &sums->refusals, "seed %" PRIu64 ", unchanged: %s\n", seed, tricorn_context_message(fixture.context));
    }
    right = (meanings){0};
    bool wrong = false;
    if (got.status == TRICORN_OK) {
        sums->counted++;
        wrong = !is_right(&made, &got, &right);
    } else {
        sums->refused++;
        wrong = *tricorn_context_message(fixture.context) == 0;
    }
    if (made.known.words && !wrong) { /* nor is it misread by a reader who is not told so */
        read_case(&made, TRICORN_IDS_AUTO, &got);
        wrong = got.status == TRICORN_OK && !is_right(&made, &got, &right);
    }
    if (wrong) note_class(&made, &got, seed);
    if ((wrong && sums->wrong < SHOWN_MOST) || cases_wanted == 1) print_case(&made, &got, &right, seed);
    sums->wrong += wrong;
    text_free(&made.text);
}

static void never_ends(int signal)
{
    char line[64];
    const int count = snprintf(line, sizeof line, "seed %" PRIu64 ": signal %d\n", current_seed, signal);
    if (write(STDERR_FILENO, line, (size_t)count) != count) _exit(2);
    _exit(1);
}

static void print_lines(const text *of)
{
    const char *at = of->bytes;
    for (span line; next_line(&at, of->bytes + of->count, &line);)
        print_message("%.*s\n", (int)(line.end - line.begin), line.begin);
}

TEST_CASE(test_all)
{
    const char *seconds = getenv("TRICORN_MANGLED_SECONDS");
    const time_t stop = seconds ? time(NULL) + atol(seconds) : 0;
    tally sums = {0};
    signal(SIGALRM, never_ends);
    for (uint64_t i = 0; seconds ? time(NULL) < stop : i < cases_wanted; i++) {
        current_seed = first_seed + i;
        alarm(PATIENCE);
        run_case(current_seed, &sums);
    }
    alarm(0);
    qsort(classes, class_count, sizeof *classes, by_count);
    for (size_t i = 0; i < class_count; i++)
        print_message(
          "%6" PRIu64 " wrong, first by seed %" PRIu64 ": %s\n", classes[i].count, classes[i].seed, classes[i].name);
    print_message("%" PRIu64 " texts: %" PRIu64 " counted, %" PRIu64 " refused, %" PRIu64 " wrong; of %" PRIu64
                  " unchanged ones %" PRIu64 " refused\n",
      sums.cases, sums.counted, sums.refused, sums.wrong, sums.whole, sums.whole_refused);
    const bool many = sums.cases >= 1000, usable = sums.whole_refused <= sums.whole / 20;
    if (many && !usable) print_lines(&sums.refusals);
    text_free(&sums.refusals);
    CHECK_EQ(sums.wrong, 0, "wrong answers");
    if (!many) return;
    /* A reader that refused all, or a judge that allowed all, would find nothing. */
    CHECK(sums.counted > sums.cases / 5 && sums.refused > sums.cases / 5, "both happen");
    CHECK(usable, "texts without a fault are read");
}

static void create(void)
{
    test_fixture_open(3);
}

int main(int count, char **arguments)
{
    if (count > 1) first_seed = strtoull(arguments[1], NULL, 10);
    if (count > 2) cases_wanted = strtoull(arguments[2], NULL, 10);
    return test_run_all(create, test_destroy, NULL, NULL);
}
