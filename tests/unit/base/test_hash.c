/* test_hash.c - what collides with one seed does not with another, and results are the same. */
#include "base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "support/fixture.h"
#include "support/random.h"
#include "support/wraps.h"

enum {
    BITS = 12, /* of a place in a table */
    PLACES = 1 << BITS,
    KEYS = 1000,
    CROWD = 12, /* that many of KEYS random places are hardly ever the same */
    SEEDS = 100,
    KEY_BYTES = 32
};

/* The linker sends the library's questions for random bytes here. */
static uint64_t given;
static bool fails;

TEST_WRAPS(getrandom);
ssize_t __wrap_getrandom(void *bytes, size_t count, unsigned flags)
{
    (void)flags;
    if (fails) {
        errno = ENOSYS;
        return -1;
    }
    memcpy(bytes, &given, count);
    return (ssize_t)count;
}

TEST_CASE(test_seeds)
{
    given = UINT64_C(0x123456789ABCDEF0);
    CHECK_EQ(tg_hash_seed(), given, "the system's random number");
    fails = true;
    const uint64_t seed = tg_hash_seed();
    CHECK(seed != given && seed != tg_hash_seed(), "without one it is another one each time");
    fails = false;
}

/* ---- places ---- */

static uint32_t low_place_of_id(uint64_t seed, uint64_t number)
{
    return (uint32_t)(tg_hash_id(seed, number) % PLACES);
}

static uint32_t high_place_of_id(uint64_t seed, uint64_t number)
{
    return (uint32_t)(tg_hash_id(seed, number) >> (64 - BITS));
}

/* Writes the word with this number, short or longer than what is hashed at once. */
static size_t write_word(uint64_t number, char word[KEY_BYTES])
{
    return (size_t)snprintf(word, KEY_BYTES, number % 2 ? "w%llu" : "a-longer-word-%llu", (unsigned long long)number);
}

static uint32_t place_of_word(uint64_t seed, uint64_t number)
{
    char word[KEY_BYTES];
    const size_t bytes = write_word(number, word);
    return (uint32_t)(tg_hash_word(seed, word, bytes) % PLACES);
}

static const struct {
    const char *name;
    uint32_t (*place)(uint64_t seed, uint64_t number);
    uint64_t step; /* from one number to the next that is tried */
} hashes[] = {
  {"ids, low bits", low_place_of_id, 1000},
  {"ids, high bits", high_place_of_id, 1000},
  {"words", place_of_word, 1},
};
enum { HASHES = LENGTH(hashes) };

/* Finds numbers that are all in the first place. */
static void find_colliding(size_t hash, uint64_t seed, uint64_t numbers[KEYS])
{
    uint64_t number = 0;
    for (uint32_t i = 0; i < KEYS; number += hashes[hash].step)
        if (hashes[hash].place(seed, number) == 0) numbers[i++] = number;
}

TEST_CASE(test_other_places)
{
    test_random random = {1};
    for (size_t h = 0; h < HASHES; h++) {
        uint64_t numbers[KEYS];
        find_colliding(h, test_random_next(&random), numbers);
        for (uint32_t s = 0; s < SEEDS; s++) {
            uint32_t found[PLACES] = {0}, most = 0;
            const uint64_t seed = test_random_next(&random);
            for (uint32_t i = 0; i < KEYS; i++) {
                const uint32_t crowd = ++found[hashes[h].place(seed, numbers[i])];
                most = crowd > most ? crowd : most;
            }
            CHECK(most <= CROWD, "%s: %u in one place, seed %llu", hashes[h].name, most, (unsigned long long)seed);
        }
    }
}

/* ---- graphs ---- */

static void write_key(FILE *file, bool words, uint64_t number, char end)
{
    char key[KEY_BYTES];
    if (words)
        write_word(number, key);
    else
        snprintf(key, sizeof key, "%llu", (unsigned long long)number);
    fprintf(file, "%s%c", key, end);
}

/* Writes edges from each key to the next two: KEYS - 2 triangles. */
static void write_edges(bool words, const uint64_t numbers[KEYS])
{
    FILE *file = fopen(fixture.path, "w");
    for (uint32_t i = 0; i + 1 < KEYS; i++)
        for (uint32_t j = i + 1; j <= i + 2 && j < KEYS; j++) {
            write_key(file, words, numbers[i], ' ');
            write_key(file, words, numbers[j], '\n');
        }
    fclose(file);
}

/* Loads the file with the seed, and counts its triangles. */
static tricorn_graph *load(uint64_t seed, bool words)
{
    given = seed;
    tricorn_graph *graph =
      test_load(fixture.context, fixture.path, LOADING(.input.ids = words ? TRICORN_IDS_STRING : TRICORN_IDS_NUMBER));
    CHECK_EQ(test_triangles(fixture.context, graph, COUNTING(.algorithm = "cpu-hash-vertex")), KEYS - 2,
      "a strip of triangles");
    return graph;
}

TEST_CASE(test_same_graph)
{
    test_random random = {2};
    for (unsigned words = 0; words <= 1; words++) {
        uint64_t numbers[KEYS];
        const uint64_t seed = test_random_next(&random);
        find_colliding(words ? HASHES - 1 : 1, seed, numbers);
        write_edges(words, numbers);
        tricorn_graph *slow = load(seed, words), *fast = load(test_random_next(&random), words);
        for (uint32_t v = 0; v < KEYS; v++) {
            CHECK_EQ(tricorn_graph_id(slow, v), tricorn_graph_id(fast, v), "vertex %u", v);
            if (words) assert_string_equal(tricorn_graph_label(slow, v), tricorn_graph_label(fast, v));
        }
        tricorn_graph_free(slow);
        tricorn_graph_free(fast);
    }
}

TEST_MAIN_BETWEEN(test_create, test_destroy)
