/* wanted_ids.c - sorts the ids, and asks each vertex of the graph for its own. */
#include "load/wanted_ids.h"

#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "io/text/dialect/where.h"
#include "prepare/cpu/radix_sort.h"
#include "store/files/id_table.h"
#include "store/store.h"

tricorn_status tg_wanted_check(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_load_options *options, const char *what)
{
    if (graph->store)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "the graph is on disk, and %s need it in memory: leave out " TG_OPTION(
            "work") ", or allow more memory by " TG_OPTION("process_bytes_limit"),
          what);
    if (graph->sides)
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "the same id may be a vertex of each side of the graph, so ids do not name vertices");
    return tg_refuse_where(context, options, what);
}

tricorn_status tg_wanted_numbers(tricorn_context *context, const uint64_t *ids, uint64_t count, tg_wanted_ids *wanted)
{
    TG_DO(TG_ALLOC(context, count + 1, &wanted->numbers));
    if (count > 0) memcpy(wanted->numbers, ids, count * sizeof *ids);
    TG_DO(tg_radix_sort(context, wanted->numbers, count));
    TG_DO(tg_check_cancelled(context)); /* a cancelled sort leaves the words unsorted */
    for (uint64_t i = 0; i < count; i++)
        if (i == 0 || wanted->numbers[i] != wanted->numbers[wanted->count - 1])
            wanted->numbers[wanted->count++] = wanted->numbers[i];
    return TRICORN_OK;
}

bool tg_wanted_find(const tg_wanted_ids *wanted, uint64_t id, uint64_t *at)
{
    *at = tg_lower_bound_64(wanted->numbers, wanted->count, id);
    return *at < wanted->count && wanted->numbers[*at] == id;
}

tricorn_status tg_wanted_look(tricorn_context *context, const tricorn_graph *graph, tg_wanted_ids *wanted)
{
    TG_DO(TG_ALLOC(context, wanted->count + 1, &wanted->vertices));
    for (uint64_t i = 0; i < wanted->count; i++) wanted->vertices[i] = UINT32_MAX;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        uint64_t at;
        if (wanted->numbers) {
            if (tg_wanted_find(wanted, tricorn_graph_id(graph, v), &at)) wanted->vertices[at] = v;
            continue;
        }
        const char *word = tricorn_graph_label(graph, v);
        uint32_t number;
        if (word == NULL || !tg_strings_has(wanted->words, word, strlen(word))) continue;
        TG_DO(tg_strings_number(context, wanted->words, word, strlen(word), &number));
        wanted->vertices[number] = v;
    }
    return TRICORN_OK;
}

void tg_wanted_free(tg_wanted_ids *wanted)
{
    tg_free(wanted->numbers);
    tg_free(wanted->vertices);
    tg_strings_free(wanted->words);
}

bool tg_graph_has_words(const tricorn_graph *graph)
{
    const tg_id_table *table = graph->store ? graph->store->id_table : NULL;
    return graph->ids.text || (table && table->words);
}
