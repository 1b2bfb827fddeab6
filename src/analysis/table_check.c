/* table_check.c - checks the options of tables. */
#include "analysis/text/lines.h"
#include "analysis/similarity.h"
#include "analysis/table_graph.h"
#include "graph/column.h"
#include "io/format.h"

static tricorn_status check_columns(tricorn_context *context, const tricorn_table_options *options)
{
    const tricorn_column *columns = options->columns;
    const size_t count = options->column_count;
    const tg_columns given = {"columns", columns, count};
    if (columns == NULL || count == 0 || count > TG_COLUMNS_MOST || options->top_column >= count)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "a table of columns needs 1 to %d columns, and top_column to be one", TG_COLUMNS_MOST);
    for (size_t c = 1; c < count; c++)
        if (columns[c].counts && columns[c - 1].reals)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT, "columns[%zu] has counts, which come before reals", c);
    return tg_columns_check(context, &given);
}

tricorn_status tg_table_check(tricorn_context *context, const tricorn_table_options *options)
{
    if ((unsigned)options->table > TRICORN_TABLE_EDGE_COLUMNS)
        return tg_fail(
          context, TRICORN_INVALID_ARGUMENT, "table is %d, which is no tricorn_table", (int)options->table);
    const bool shared = options->table == TRICORN_TABLE_VERTICES || options->table == TRICORN_TABLE_EDGES ||
                        options->table == TRICORN_TABLE_TRIANGLES;
    if ((options->shares > 0 &&
          (!shared || options->top > 0 || options->sorted || options->share >= options->shares)) ||
        (options->shares == 0 && options->share > 0))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          TG_OPTION("share") " is one of 0 to " TG_OPTION(
            "shares") " - 1, of a whole table of vertices, edges or triangles "
                      "that is not sorted");
    if ((options->clustering || options->curvature) && options->table != TRICORN_TABLE_EDGES)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          TG_OPTION("clustering") " and " TG_OPTION("curvature") " are columns of a table of edges");
    if (options->table == TRICORN_TABLE_COLUMNS || options->table == TRICORN_TABLE_EDGE_COLUMNS)
        return check_columns(context, options);
    if (options->table == TRICORN_TABLE_GENERALIZED && options->top)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT, "top: a table of generalized degrees is written as a whole");
    return options->table == TRICORN_TABLE_SIMILARITY ? tg_check_measure(context, options->measure) : TRICORN_OK;
}

tricorn_status tg_table_check_target(tricorn_context *context, const tricorn_table_options *options, const char *path)
{
    tg_line_format format;
    tg_compression compression;
    if (tg_document_of_table(options->format, path))
        TG_DO(tg_table_graph_check(context, options));
    else
        TG_DO(tg_lines_choose(context, NULL, options->format, path, &format));
    return tg_choose_compression(context, path, options->compression, &compression);
}
