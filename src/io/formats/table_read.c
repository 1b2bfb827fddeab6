/* table_read.c - reads tables by DuckDB's library.
 *
 * Ends that are whole numbers of at most 64 bits are taken from its vectors. Other columns, and all where weights or
 * conditions are read, come as text through a pipe to the reader of text edge lists: so a value means what it means in
 * a text. Values of text are then words, and only an empty one has no value.
 */
#include "io/formats/table_read.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/binary/duckdb_pipe.h"
#include "io/formats/edge_list.h"

enum { ENDS = TG_TABLE_ENDS, STEP = 2048 };

static bool is_real(int type)
{
    return type == TG_DUCKDB_FLOAT || type == TG_DUCKDB_DOUBLE;
}

/* Whether a value is a whole number of at most 64 bits. */
static bool is_whole(int type)
{
    return type >= TG_DUCKDB_INT8 && type <= TG_DUCKDB_UINT64;
}

static bool is_number(int type)
{
    return is_whole(type) || is_real(type) || type == TG_DUCKDB_INT128 || type == TG_DUCKDB_DECIMAL;
}

static bool drops(const tg_table *job)
{
    return job->options->text.missing && strcmp(job->options->text.missing, "drop") == 0;
}

/* ---- the columns ---- */

/* Adds the rows to a statement, the only one that is run at a time. */
static tricorn_status add_rows(tricorn_context *context, tg_statement *to, const tg_table *job)
{
    if (job->next) *job->next = 0;
    TG_DO(tg_statement_add(context, to, " FROM "));
    return tg_statement_add(context, to, job->rows.text);
}

static void take_column(tg_table *job, int64_t place)
{
    if (place == TG_NO_COLUMN) return;
    const uint64_t at = (uint64_t)place;
    job->columns[job->count++] =
      (tg_column){tg_duckdb_column_name(&job->table, at), tg_duckdb_column_type(&job->table, at)};
}

tricorn_status tg_table_find_columns(tricorn_context *context, tg_table *job)
{
    tricorn_status status = TRICORN_OK;
    const char **names = NULL;
    tg_statement query = {0};
    void *chunk = NULL;
    uint64_t rows;
    TG_TRY(tg_statement_add(context, &query, "SELECT *"));
    TG_TRY(add_rows(context, &query, job));
    TG_TRY(tg_statement_add(context, &query, " LIMIT 0"));
    TG_TRY(tg_duckdb_ask(context, &job->by, query.text, &job->table));
    TG_TRY(tg_duckdb_next(context, &job->table, &chunk, &rows)); /* the end */
    const uint64_t count = tg_duckdb_columns(&job->table);
    TG_TRY(TG_ALLOC(context, count, &names));
    for (uint64_t c = 0; c < count; c++) names[c] = tg_duckdb_column_name(&job->table, c);
    status = tg_table_roles(context, names, count, job->options, &job->roles);
    if (status != TRICORN_OK) tg_message_prefix(context, tg_input_name(job->input));
    TG_TRY(status);
    for (unsigned r = 0; r < ENDS; r++) take_column(job, job->roles.at[r]);
    for (unsigned r = 0; r < ENDS; r++) take_column(job, job->roles.seconds[r]);
    for (unsigned r = ENDS; r < TG_ROLES; r++) take_column(job, job->roles.at[r]);
cleanup:
    tg_duckdb_chunk_free(&chunk);
    tg_free(names);
    tg_free(query.text);
    return status;
}

static tricorn_status select_columns(tricorn_context *context, const tg_table *job, bool text, tg_statement *to)
{
    for (unsigned c = 0; c < job->count; c++) {
        const tg_column *of = &job->columns[c];
        const bool rounded = text && (is_real(of->type) || of->type == TG_DUCKDB_DECIMAL);
        TG_DO(tg_statement_add(context, to, c == 0 ? "SELECT " : ","));
        /* A whole number has no fraction, whatever its type. */
        TG_DO(tg_statement_form(context, to,
          rounded ? "CASE WHEN abs(@) < 9007199254740992 AND trunc(@) = @ "
                    "THEN CAST(CAST(@ AS BIGINT) AS VARCHAR) ELSE CAST(@ AS VARCHAR) END"
                  : "@",
          of->name));
    }
    return add_rows(context, to, job);
}

/* ---- whole numbers ---- */

#define COPY(type_) \
    do { \
        const type_ *from = (const type_ *)of.values + first; \
        for (uint64_t i = 0; i < count; i++) { \
            ids[i] = (uint64_t)from[i]; \
            negative |= (int64_t)from[i] < 0; \
        } \
    } while (0)

/* Copies the values of some rows; returns whether one of them is negative. */
static bool copy_ids(tg_duckdb_vector of, int type, uint64_t first, uint64_t count, uint64_t *ids)
{
    bool negative = false;
    switch (type) {
    case TG_DUCKDB_INT8: COPY(int8_t); break;
    case TG_DUCKDB_INT16: COPY(int16_t); break;
    case TG_DUCKDB_INT32: COPY(int32_t); break;
    case TG_DUCKDB_INT64: COPY(int64_t); break;
    case TG_DUCKDB_UINT8: COPY(uint8_t); break;
    case TG_DUCKDB_UINT16: COPY(uint16_t); break;
    case TG_DUCKDB_UINT32: COPY(uint32_t); break;
    default: memcpy(ids, (const uint64_t *)of.values + first, count * sizeof *ids);
    }
    return negative;
}

static bool has_value(const tg_duckdb_vector *of, uint64_t row)
{
    return of->valid == NULL || (of->valid[row / 64] >> row % 64 & 1);
}

static bool is_negative(const tg_duckdb_vector *of, int type, uint64_t row)
{
    uint64_t id;
    return copy_ids(*of, type, row, 1, &id);
}

/* What the rows of a chunk have. */
typedef struct some_rows {
    tg_duckdb_vector ends[ENDS];
    const int64_t *numbers; /* of the rows, from 1 on; NULL: not known */
    uint32_t thread;
} some_rows;

static uint64_t number_of(const some_rows *rows, uint64_t row)
{
    return rows->numbers ? (uint64_t)rows->numbers[row] : 0;
}

/* Fails for a row that is no edge, or counts it as one that was left out. */
static tricorn_status refuse_row(tg_table *job, const some_rows *rows, uint64_t row)
{
    const bool second = has_value(&rows->ends[0], row) && !is_negative(&rows->ends[0], job->columns[0].type, row);
    const tg_column *at = &job->columns[second];
    const bool negative = has_value(&rows->ends[second], row);
    if (!negative && drops(job)) {
        job->gathering.own[rows->thread].missing++;
        return TRICORN_OK;
    }
    return tg_fail(job->context, TRICORN_BAD_FORMAT, "%s: row %" PRIu64 ": column '%s'%s", tg_input_name(job->input),
      number_of(rows, row), at->name,
      negative ? " has a negative number; if the ids are words, give " TG_OPTION("ids=string")
               : ", an id, has no value: to leave such rows out, give " TG_OPTION("missing=drop"));
}

/* Appends the edges of at most STEP rows. */
static tricorn_status take_step(tg_table *job, const some_rows *rows, uint64_t first, uint64_t count)
{
    uint64_t ids[ENDS][STEP];
    bool doubtful = false;
    for (unsigned e = 0; e < ENDS; e++) {
        doubtful |= copy_ids(rows->ends[e], job->columns[e].type, first, count, ids[e]);
        doubtful |= rows->ends[e].valid != NULL;
    }
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t row = first + i;
        bool good = true;
        for (unsigned e = 0; e < ENDS && doubtful; e++)
            good = good && has_value(&rows->ends[e], row) && !is_negative(&rows->ends[e], job->columns[e].type, row);
        if (!good)
            TG_DO(refuse_row(job, rows, row));
        else if (!job->looks)
            TG_DO(tg_gather_edge(
              job->context, &job->gathering, rows->thread, (tg_wide_edge){ids[0][i], ids[1][i]}, number_of(rows, row)));
    }
    return TRICORN_OK;
}

static tricorn_status take_rows(void *user, void *chunk, uint64_t count, uint32_t thread)
{
    tg_table *job = user;
    some_rows rows = {.thread = thread};
    for (unsigned e = 0; e < ENDS; e++) rows.ends[e] = tg_duckdb_vector_of(chunk, e);
    if (job->numbered) rows.numbers = tg_duckdb_vector_of(chunk, ENDS).values;
    for (uint64_t first = 0; first < count; first += STEP)
        TG_DO(take_step(job, &rows, first, count - first < STEP ? count - first : STEP));
    if (tg_work_add(job->context, count)) return tg_check_cancelled(job->context);
    return TRICORN_OK;
}

/* Takes all rows: in any order, or in that of the file, one after the other, with their numbers. */
static tricorn_status take_all(tg_table *job, bool numbered)
{
    tricorn_context *context = job->context;
    tricorn_status status = TRICORN_OK;
    tg_statement query = {0};
    uint32_t threads = numbered ? 1 : context->threads;
    job->numbered = numbered;
    if (!numbered && job->find_threads) TG_TRY(job->find_threads(job, &threads));
    TG_TRY(tg_statement_add(context, &query,
      numbered ? "SELECT count(*)::UBIGINT, bool_and(take(u, v, row)) FROM (SELECT *, row_number() OVER () FROM ("
               : "SELECT count(*)::UBIGINT, bool_and(take(u, v)) FROM (FROM ("));
    TG_TRY(select_columns(context, job, false, &query));
    TG_TRY(tg_statement_add(context, &query, numbered ? ")) AS rows(u, v, row)" : ")) AS rows(u, v)"));
    TG_TRY(tg_duckdb_each(context, &job->by, query.text, threads, &job->taker));
cleanup:
    tg_free(query.text);
    return status;
}

static tricorn_status read_numbers(tg_table *job, tg_edges *edges)
{
    tricorn_status status = TRICORN_OK;
    const bool strict = job->options->graph.strict;
    job->taker = (tg_duckdb_taker){.take = take_rows, .user = job};
    TG_TRY(tg_gather_begin(job->context, job->options, false, edges, &job->gathering));
    status = take_all(job, strict);
    if (status == TRICORN_BAD_FORMAT && !strict) {
        /* A row may be no edge: which one is the first? */
        job->looks = true;
        const tricorn_status look = take_all(job, true);
        if (look != TRICORN_OK) status = look;
    }
    TG_TRY(status);
    edges->line_name = "row";
    TG_TRY(tg_gather_finish(job->context, &job->gathering));
cleanup:
    tg_gather_end(&job->gathering);
    return status;
}

/* ---- text ---- */

/* Adds the condition that holds for rows that lack a value. */
static tricorn_status add_missing(tricorn_context *context, const tg_table *job, tg_statement *to)
{
    for (unsigned c = 0; c < job->count; c++) {
        const tg_column *of = &job->columns[c];
        if (c > 0) TG_DO(tg_statement_add(context, to, " OR "));
        TG_DO(tg_statement_form(context, to,
          is_real(of->type)               ? "(@ IS NULL OR isnan(@))"
          : of->type == TG_DUCKDB_VARCHAR ? "(@ IS NULL OR @ = '')"
                                          : "@ IS NULL",
          of->name));
    }
    return TRICORN_OK;
}

/* Counts the rows that lack a value. */
static tricorn_status count_missing(tricorn_context *context, const tg_table *job, uint64_t *missing)
{
    tricorn_status status = TRICORN_OK;
    tg_statement query = {0};
    TG_TRY(tg_statement_add(context, &query, "SELECT count(*)::UBIGINT"));
    TG_TRY(add_rows(context, &query, job));
    TG_TRY(tg_statement_add(context, &query, " WHERE "));
    TG_TRY(add_missing(context, job, &query));
    TG_TRY(tg_duckdb_numbers(context, &job->by, query.text, 1, missing));
cleanup:
    tg_free(query.text);
    return status;
}

/* Makes the statement that writes the rows. */
static tricorn_status make_copy(tricorn_context *context, const tg_table *job, tg_duckdb_pipe *to)
{
    TG_DO(tg_statement_add(context, &to->statement, "COPY ("));
    TG_DO(select_columns(context, job, true, &to->statement));
    if (drops(job)) {
        TG_DO(tg_statement_add(context, &to->statement, " WHERE NOT ("));
        TG_DO(add_missing(context, job, &to->statement));
        TG_DO(tg_statement_add(context, &to->statement, ")"));
    }
    TG_DO(tg_statement_add(context, &to->statement, ") TO "));
    TG_DO(tg_duckdb_pipe_name(context, to));
    return tg_statement_add(context, &to->statement, " (FORMAT csv, HEADER false, DELIMITER ',', USE_TMP_FILE false)");
}

/* The options by which the text is read: its columns by their numbers, and no sign means anything but a comma. */
static tricorn_load_options text_options(const tg_table *job)
{
    static const char *const numbers[TG_TABLE_COLUMNS_MOST] = {"1", "2", "3", "4", "5", "6", "7"};
    static const char *const both[ENDS] = {"1+3", "2+4"};
    static const char *const one_each[2][ENDS] = {{"1+3", "2"}, {"1", "2+3"}};
    tricorn_load_options options = *job->options;
    const bool second[ENDS] = {job->roles.seconds[0] != TG_NO_COLUMN, job->roles.seconds[1] != TG_NO_COLUMN};
    unsigned next = ENDS + second[0] + second[1];
    const char *ends[ENDS] = {numbers[0], numbers[1]}, *values[TG_ROLES] = {0};
    for (unsigned e = 0; e < ENDS; e++)
        if (second[0] || second[1]) ends[e] = second[0] && second[1] ? both[e] : one_each[second[1]][e];
    for (unsigned r = ENDS; r < TG_ROLES; r++)
        if (job->roles.at[r] != TG_NO_COLUMN) values[r] = numbers[next++];
    options.text = (tricorn_load_text){.separator = "comma",
      .columns = {ends[0], ends[1], values[TG_WEIGHT_ROLE], values[TG_TIME], values[TG_LABEL]},
      .header = "no",
      .comment = "none",
      .missing = "keep"};
    for (unsigned e = 0; e < ENDS && options.input.ids == TRICORN_IDS_AUTO; e++)
        if (!is_number(job->columns[e].type)) options.input.ids = TRICORN_IDS_STRING;
    return options;
}

/* Says which columns the reader of the text has counted. */
static void name_columns(tricorn_context *context, const tg_table *job)
{
    char text[256] = "";
    for (unsigned c = 0; c < job->count; c++) {
        const size_t bytes = strlen(text);
        snprintf(text + bytes, sizeof text - bytes, "%s%s", c == 0 ? " (of the columns " : ", ", job->columns[c].name);
    }
    tg_message_suffix(context, text);
    tg_message_suffix(context, ")");
}

static tricorn_status read_lines(tricorn_context *context, const tg_table *job, int descriptor, tg_edges *edges)
{
    const tricorn_load_options options = text_options(job);
    const tg_edge_list_rules rules = {.may_be_empty = true, .lines = {true, job->count, job->count, ','}};
    tg_input *text = NULL;
    TG_DO(tg_input_open_descriptor(context, descriptor, tg_input_name(job->input), &text));
    const tricorn_status status = tg_edge_list_read(context, text, &options, rules, edges);
    if (status == TRICORN_BAD_FORMAT) name_columns(context, job);
    tg_input_close(text);
    return status;
}

/* Says which row has an end of a line in a value, if one has, which no line of text can hold. */
static tricorn_status find_line_end(tricorn_context *context, const tg_table *job)
{
    tricorn_status status = TRICORN_OK;
    tg_statement query = {0};
    uint64_t row = 0;
    TG_TRY(tg_statement_add(context, &query, "SELECT coalesce(min(n), 0)::UBIGINT FROM (SELECT concat_ws(''"));
    for (unsigned c = 0; c < job->count; c++) TG_TRY(tg_statement_form(context, &query, ",@", job->columns[c].name));
    TG_TRY(tg_statement_add(context, &query, "), row_number() OVER ()"));
    TG_TRY(add_rows(context, &query, job));
    TG_TRY(tg_statement_add(context, &query, ") AS rows(words, n) WHERE contains(words, chr(10))"));
    TG_TRY(tg_duckdb_numbers(context, &job->by, query.text, 1, &row));
    if (row > 0)
        status = tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: row %" PRIu64 ": a value has the end of a line, which an id or a label cannot have: replace it, as "
          "replace(COLUMN, chr(10), ' ') does in DuckDB",
          tg_input_name(job->input), row);
cleanup:
    tg_free(query.text);
    return status;
}

static tricorn_status read_text(tricorn_context *context, const tg_table *job, tg_edges *edges)
{
    enum { READS, WRITES };
    tricorn_status status = TRICORN_OK;
    tg_duckdb_pipe pipe = {.ends = {-1, -1}};
    uint64_t missing = 0;
    if (drops(job)) TG_TRY(count_missing(context, job, &missing));
    TG_TRY(tg_duckdb_pipe_open(context, &job->by, WRITES, &pipe));
    TG_TRY(make_copy(context, job, &pipe));
    TG_TRY(tg_duckdb_pipe_begin(context, &pipe));
    TG_TRY(read_lines(context, job, pipe.ends[READS], edges));
    edges->missing += missing;
cleanup:
    status = tg_duckdb_pipe_end(context, &pipe, status);
    const tricorn_status found = status == TRICORN_BAD_FORMAT ? find_line_end(context, job) : TRICORN_OK;
    return found == TRICORN_OK ? status : found;
}

/* ---- the whole ---- */

tricorn_status tg_table_require_file(tricorn_context *context, const tg_input *input, const char *kind)
{
    if (tg_input_has_path(input) && tg_input_is_flat(input)) return TRICORN_OK;
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: is %s, which says at its end what is in it: give it as a file, not compressed once more and not in an archive",
      tg_input_name(input), kind);
}

bool tg_table_is_plain(const tg_table *job)
{
    const tricorn_load_options *options = job->options;
    return is_whole(job->columns[0].type) && is_whole(job->columns[1].type) && job->count == ENDS &&
           options->input.ids != TRICORN_IDS_STRING && options->input.vertex_file == NULL;
}

/* Describes what was read by the names of the ends. */
static void describe(const tg_table *job, char dialect[TG_DIALECT_BYTES])
{
    enum { NAME_MOST = 60 };
    snprintf(dialect, TG_DIALECT_BYTES, "columns %.*s and %.*s", NAME_MOST, job->columns[0].name, NAME_MOST,
      job->columns[1].name);
    for (char *at = dialect; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f) *at = '?';
}

tricorn_status tg_table_read(tricorn_context *context, tg_table *job, tg_edges *edges)
{
    sigset_t pipes, before;
    /* A reader of the text that fails leaves a broken pipe, which must not end a thread of DuckDB. */
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, &before);
    const tricorn_status status = tg_table_is_plain(job) ? read_numbers(job, edges) : read_text(context, job, edges);
    if (status == TRICORN_OK) describe(job, edges->dialect);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

void tg_table_end(tg_table *job)
{
    tg_duckdb_rows_end(&job->table);
    tg_duckdb_close(&job->by);
    tg_free(job->rows.text);
}
