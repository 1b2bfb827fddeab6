/* test_id_table.c - ids on disk: what was put is read, in any order; what was changed is refused.
 */
#include "store/files/id_table.h"

#include <stdlib.h>
#include <string.h>

#include "support/allocator.h"
#include "support/check.h"
#include "support/files.h"

enum { BLOCKS = 3, IDS = (BLOCKS - 1) * (TG_CHECKED_BLOCK / 8) + 5 };

static struct {
    test_allocator allocator;
    tricorn_context *context;
    test_folder folder;
    tg_disk_folder disk;
} fixture;

static void create(void)
{
    test_allocator_init(&fixture.allocator);
    fixture.context = test_context_create(&fixture.allocator, 2);
    test_folder_create(&fixture.folder);
    WORKS(tg_disk_folder_open(fixture.context, fixture.folder.path, false, &fixture.disk));
}

static void destroy(void)
{
    tg_disk_folder_close(&fixture.disk);
    test_folder_remove(&fixture.folder);
    test_context_free(&fixture.allocator, fixture.context);
}

static uint64_t id_of(uint64_t number)
{
    return number * UINT64_C(0x9E3779B97F4A7C15);
}

static tg_id_table *make_numbers(void)
{
    tg_id_table *table = NULL;
    WORKS(tg_id_table_create(fixture.context, &fixture.disk, false, &table));
    for (uint64_t i = 0; i < IDS; i++) WORKS(tg_id_table_put(fixture.context, table, id_of(i)));
    WORKS(tg_id_table_end(fixture.context, table));
    CHECK_EQ(tg_id_table_count(table), IDS, "ids");
    return table;
}

TEST_CASE(numbers)
{
    static const uint32_t asked[] = {IDS - 1, 0, 7, IDS - 1, TG_CHECKED_BLOCK / 8, 0, 8191, 3};
    enum { ASKED = LENGTH(asked) };
    uint32_t places[ASKED];
    tg_id_table *table = make_numbers();
    tg_ids ids = {0};
    bool fits = false;

    memcpy(places, asked, sizeof places);
    const tg_id_query all = {places, ASKED, 0}, first = {places, 1, 0};
    WORKS(tg_id_table_look_up(fixture.context, table, &all, &ids, &fits));
    CHECK(fits, "numbers need no room for words");
    for (unsigned i = 0; i < ASKED; i++) CHECK_EQ(ids.numbers[places[i]], id_of(asked[i]), "number %u", asked[i]);
    tg_ids_free(&ids);
    places[0] = IDS;
    FAILS(tg_id_table_look_up(fixture.context, table, &first, &ids, &fits), TRICORN_BAD_FORMAT);
    SAYS(TG_ID_TABLE_IDS);
    tg_id_table_free(table);
    CHECK_EQ(test_folder_count(&fixture.folder), 1, "files");
    tg_id_table_remove(&fixture.disk);
    CHECK_EQ(test_folder_count(&fixture.folder), 0, "files");
}

/* A byte of the file is another one: only the block that has it is refused. */
TEST_CASE(a_changed_byte)
{
    tg_id_table *table = make_numbers();
    const char *path = PATH_IN(&fixture.folder, TG_ID_TABLE_IDS);
    for (unsigned block = 0; block < BLOCKS; block++) {
        size_t size;
        char *content = test_file_read(path, &size);
        content[block * TG_CHECKED_BLOCK + 11] ^= 4;
        test_file_write(path, content, size, TEST_PLAIN);
        for (unsigned other = 0; other < BLOCKS; other++) {
            uint32_t number = other * (TG_CHECKED_BLOCK / 8);
            tg_ids ids = {0};
            bool fits = false;
            const tg_id_query query = {&number, 1, 0};
            const tricorn_status status = tg_id_table_look_up(fixture.context, table, &query, &ids, &fits);
            CHECK_EQ(
              status, other == block ? TRICORN_BAD_FORMAT : TRICORN_OK, "block %u where %u was changed", other, block);
            if (status != TRICORN_OK) SAYS(TG_ID_TABLE_IDS);
            tg_ids_free(&ids);
        }
        content[block * TG_CHECKED_BLOCK + 11] ^= 4;
        test_file_write(path, content, size, TEST_PLAIN);
        free(content);
    }
    tg_id_table_free(table);
}

TEST_MAIN_EACH(create, destroy)
