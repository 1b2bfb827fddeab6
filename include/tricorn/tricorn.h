/* tricorn.h - count triangles in graphs: exactly, and fast.
 *
 * The whole public C API. A first program:
 *
 *     tricorn_context *context = NULL;
 *     tricorn_graph *graph = NULL;
 *     tricorn_result result = TRICORN_RESULT_INIT;
 *
 *     if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
 *     if (tricorn_graph_load(context, "graph.txt", NULL, &graph) == TRICORN_OK &&
 *         tricorn_count(context, graph, NULL, &result) == TRICORN_OK)
 *         printf("%" PRIu64 " triangles\n", result.triangles);
 *     else
 *         fprintf(stderr, "%s\n", tricorn_context_message(context));
 *     tricorn_graph_free(graph);
 *     tricorn_context_free(context);
 *
 * Errors    Every function that can fail returns a tricorn_status and writes its outputs only on
 *           TRICORN_OK.  On failure tricorn_context_message() describes the fault and the remedy;
 *           'format=edges' in it is the member `format` of an options struct, and a value of it.
 * NULL      A NULL argument is TRICORN_INVALID_ARGUMENT, unless a comment says what it means.  So
 *           is an empty text in place of a path or a name, and an unknown value of an enum.
 * Threads   A context belongs to one thread at a time, and serves one call at a time: a function
 *           that the library calls, such as one of progress, may call the library with another
 *           context; with this one it gets TRICORN_INVALID_ARGUMENT, but for
 *           tricorn_array_create().  Graphs and plans never change: any number of threads may use
 *           them at once, each with its own context.
 * Names     Names of vertices and of files may hold any byte but zero.  In messages, and in text that
 *           is written to a terminal, control characters and changes of the direction of writing
 *           become question marks.  Files and pipes get names as they are, quoted or escaped as the
 *           format asks.
 * Memory    All memory comes from the context's allocator and counts against its limits.
 *           Graphs and plans may outlive the context that made them.  Every _free accepts NULL.
 * Signals   The library changes no handler and sends no signal.  If the reader of a pipe or a
 *           socket has gone, or a file would pass the limit of its size, writing fails with
 *           TRICORN_IO_ERROR; neither SIGPIPE nor SIGXFSZ arrives.
 * Growth    Structs that may grow begin with their size: set them with their ..._INIT macro, in
 *           C or C++.  A struct of an older header is shorter: a member that it lacks has its
 *           default, or is not written.  A struct of a newer header is accepted if its additional
 *           members are 0.  Any other struct_size is TRICORN_INVALID_ARGUMENT: less than two
 *           size_t, not a multiple of a size_t, or above 1024.
 *           Groups of members, such as tricorn_load_text, have no size and do not grow: new
 *           members come behind them.
 */
#ifndef TRICORN_TRICORN_H
#define TRICORN_TRICORN_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define TRICORN_PUBLIC
#else
#define TRICORN_PUBLIC __attribute__((visibility("default")))
#endif

/* Used by the ..._INIT macros: a struct that is 0 except for its size. */
#ifdef __cplusplus
extern "C++" {
template <typename T> inline T tricorn_sized()
{
    T made = T();
    made.struct_size = sizeof(T);
    return made;
}
}
#define TRICORN_SIZED(type) (tricorn_sized<type>())
#else
#define TRICORN_SIZED(type) \
    { \
        .struct_size = sizeof(type) \
    }
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TRICORN_VERSION_MAJOR 0
#define TRICORN_VERSION_MINOR 1
#define TRICORN_VERSION_PATCH 0

/* The version of the library at run time, such as "0.1.0". */
TRICORN_PUBLIC const char *tricorn_version(void);

/* ---- status ---- */

typedef enum tricorn_status {
    TRICORN_OK = 0,
    TRICORN_INVALID_ARGUMENT = 1, /* a wrong argument: NULL, an unknown name */
    TRICORN_OUT_OF_MEMORY = 2, /* host memory is used up, or the context's limit is reached */
    TRICORN_IO_ERROR = 3, /* the system could not open, read or write */
    TRICORN_BAD_FORMAT = 4, /* the file was read but breaks its format */
    TRICORN_UNSUPPORTED = 5, /* not in this build, or not on this device */
    TRICORN_DEVICE_ERROR = 6, /* a GPU failed */
    TRICORN_CANCELLED = 7, /* the progress callback asked to stop */
    TRICORN_WRONG_COUNT = 8, /* verify: two algorithms disagree; trust neither count */
    TRICORN_OUT_OF_DEVICE_MEMORY = 9 /* the GPU's memory is used up, or its limit is reached */
} tricorn_status;

/* A short constant name of the status, such as "out of memory"; "unknown status" for any other number; never NULL. */
TRICORN_PUBLIC const char *tricorn_status_string(tricorn_status status);

/* ---- context ---- */

typedef struct tricorn_context tricorn_context;
typedef struct tricorn_graph tricorn_graph;
typedef struct tricorn_plan tricorn_plan;

/* Returns a block of `bytes` (> 0) bytes aligned to 64, or NULL. Several threads may call it at once. */
typedef void *(*tricorn_allocate_function)(void *user, size_t bytes);
/* Frees a block of that size. Several threads may call it at once. */
typedef void (*tricorn_release_function)(void *user, void *block, size_t bytes);

/* Called from time to time during long work, always on the thread that called the library. done and total are in
 * units of work (bytes read, wedges tested); total is 0 when unknown. phase is a constant such as "reading". Return 0
 * to go on, anything else to stop the call with TRICORN_CANCELLED. */
typedef int (*tricorn_progress_function)(void *user, const char *phase, uint64_t done, uint64_t total);

typedef struct tricorn_context_options {
    size_t struct_size;
    uint32_t threads; /* CPU threads, at most 4096 and OMP_THREAD_LIMIT; 0: one for each usable
                                * CPU, at most OMP_NUM_THREADS, fewer where the memory limit has under
                                * 8 MiB for each or a graph has too few edges to occupy them */
    uint64_t host_bytes_limit; /* the most live memory of the context; 0: see process_bytes_limit */
    tricorn_allocate_function allocate; /* both or neither; NULL: the library's own */
    tricorn_release_function release;
    void *allocator_user;
    /* The instruction set of the inner loops on the CPU: a name of tricorn_instruction_set_at();
     * NULL or "auto": the best one that this CPU has. */
    const char *instruction_set;
    /* The most resident memory of the process on the host. From it the library subtracts the resident memory when the
     * context is made, and some MB for threads, libraries and pages that the allocator retains; the context's live
     * memory never exceeds the rest. Memory that the program allocates later, and that of CUDA, is not subtracted. 0:
     * what the system lets the process have, which is the least of the machine's memory, the limits of its control
     * groups (containers) and its resource limits. A call that this limit or host_bytes_limit stops fails with
     * TRICORN_OUT_OF_MEMORY; its message says how much is enough, where that can be known. */
    uint64_t process_bytes_limit;
} tricorn_context_options;

#define TRICORN_CONTEXT_OPTIONS_INIT TRICORN_SIZED(tricorn_context_options)

/* Creates a context. options may be NULL, for the defaults. On failure tricorn_context_message(NULL) has the message.
 * Errors: TRICORN_INVALID_ARGUMENT (a wrong size, half an allocator, more than 4096 threads, an unknown instruction
 * set), TRICORN_UNSUPPORTED (this CPU lacks the instruction set, or the system does not start as many threads),
 * TRICORN_OUT_OF_MEMORY. */
TRICORN_PUBLIC tricorn_status tricorn_context_create(const tricorn_context_options *options, tricorn_context **context);
TRICORN_PUBLIC void tricorn_context_free(tricorn_context *context);

/* The message of the last call on this context, "" if it did not fail; for NULL that of this thread's last
 * tricorn_context_create(). It is valid until the next call, and never NULL. */
TRICORN_PUBLIC const char *tricorn_context_message(const tricorn_context *context);

/* Sets the function that learns of progress and may stop a call; NULL: none. Ignores a NULL context. */
TRICORN_PUBLIC void tricorn_context_set_progress(
  tricorn_context *context, tricorn_progress_function callback, void *user);

/* The live bytes of this context's allocator; 0 for NULL. */
TRICORN_PUBLIC uint64_t tricorn_context_bytes(const tricorn_context *context);
/* The peak of its live bytes since the context was made; 0 for NULL. */
TRICORN_PUBLIC uint64_t tricorn_context_peak_bytes(const tricorn_context *context);
/* The bytes that library and program may still allocate within the limits; 0 for NULL. */
TRICORN_PUBLIC uint64_t tricorn_context_room_bytes(const tricorn_context *context);

/* An array of `count` elements of `size` bytes, all 0, aligned to 64, from the context's allocator and within its
 * limits, for callers whose own arrays should stay within them, too.
 * *array is not NULL, even for 0 bytes. tricorn_array_free() frees it; it may outlive the
 * context. Errors: TRICORN_INVALID_ARGUMENT, TRICORN_OUT_OF_MEMORY. */
TRICORN_PUBLIC tricorn_status tricorn_array_create(tricorn_context *context, uint64_t count, size_t size, void **array);
TRICORN_PUBLIC void tricorn_array_free(void *array);

/* The number of CPU threads that calls on this context use; 0 for NULL. */
TRICORN_PUBLIC uint32_t tricorn_context_threads(const tricorn_context *context);

/* The instruction set that calls on this context use on the CPU, such as "avx2"; "" for NULL. Code that
 * has no variant for it uses the nearest lower one. */
TRICORN_PUBLIC const char *tricorn_context_instruction_set(const tricorn_context *context);

/* The number of instruction sets for which tricorn has variants of its inner loops. */
TRICORN_PUBLIC size_t tricorn_instruction_set_count(void);
/* The name of such an instruction set: "portable", which every CPU has, "avx2", "avx512", "neon";
 * NULL for an index out of range. */
TRICORN_PUBLIC const char *tricorn_instruction_set_at(size_t index);
/* Not 0 if this CPU has the instruction set; 0 for NULL, "auto" and unknown names. */
TRICORN_PUBLIC int tricorn_instruction_set_usable(const char *name);

/* ---- graphs ---- */

typedef struct tricorn_options tricorn_options; /* see tricorn_count */

/* The form of ids in a text file. */
typedef enum tricorn_ids {
    /* Words if the first lines of a text edge list have words and look like edges, or if the first
     * id of JSON is a string; else numbers (docs/formats.md). */
    TRICORN_IDS_AUTO = 0,
    TRICORN_IDS_NUMBER = 1, /* unsigned decimal, any below 2^64 */
    TRICORN_IDS_STRING = 2 /* words, compared byte by byte */
} tricorn_ids;

/* The input, and how it is read. */
typedef struct tricorn_load_input {
    /* A name of tricorn_format_at(), or a suffix of one, such as "mtx" (where several formats have it,
     * the content decides among them); NULL: detected by content and name. */
    const char *format;
    tricorn_ids ids;
    /* Not 0: the file is a list, and each of its lines is the path of a file: relative to the folder of the list, or
     * to the current folder if the list is read from a descriptor. These files are the parts of one graph, in this
     * order: their ids are of one numbering, and an edge that two parts have is repeated. 0: a path that is a folder,
     * or a glob such as "part-*.csv" if no file has that name, also stands for parts. Parts are text edge lists or
     * lines of JSON; each may be compressed, be empty, and have the header of the first. Messages name the part and
     * the line in it. Not for arrays. */
    int file_list;
    /* If not NULL: a file of vertices that may have no edge, beside a text edge list or lines of JSON: an id on a
     * line or, if its first line names columns, that of the ids ("id", "vertex", "node", "name").
     * All of them are vertices of the graph. Not with `work`, descriptors and arrays. */
    const char *vertex_file;
} tricorn_load_input;

/* The columns of a table by their roles. Each is a name in the header, or the number of the column, from 1 on, as
 * text ("2"). In lines of JSON: a key, or the place in an array. NULL: the names of the columns decide, else their
 * places (docs/formats.md, "Columns"). Of an edge list or lines of JSON whose ids are in two columns, such as a bank
 * and an account, source and target are "A+B": ids are then words, the words of both columns with a '+' between them,
 * and a '\\' before each '+' and '\\' of the first one. */
typedef struct tricorn_columns {
    const char *source, *target; /* the ends of the edge */
    const char *weight; /* read if tricorn_load_graph.weights asks for it */
    const char *time, *label; /* of the edge: read if tricorn_load_options.where asks for them, and never
                                  * taken for another role */
} tricorn_columns;

/* The form of a text edge list. Members that are NULL or "auto" are detected from the first
 * lines; if these can be read in two ways, the file is refused. */
typedef struct tricorn_load_text {
    const char *separator; /* "tab", "comma", "semicolon", "space" (any blanks and tabs), or one
                            * character */
    tricorn_columns columns; /* if the ends are named, lines may differ in their number of columns */
    const char *header; /* "yes", "no": the first line that is no comment names the columns */
    const char *comment; /* the character that begins a comment line, or "none" */
    /* What a line is whose columns of ids or of the weight have no value: an empty field, NA, N/A,
     * NaN, null, None, `\N` and the like, in JSON also null. "error" or NULL: TRICORN_BAD_FORMAT;
     * "drop": it is left out, and tricorn_graph_describe() has the number of such lines; "keep":
     * where ids are words, such a word is the name of a vertex, and only an empty one an error. */
    const char *missing;
} tricorn_load_text;

/* tricorn_load_graph.weights: weights may be negative, as in signed graphs. */
enum { TRICORN_SIGNED = 2 };

/* The properties of the input that the graph stores, and how it is prepared. */
typedef struct tricorn_load_graph {
    /* Not 0: a self loop or a repeated edge (in either direction) is an error. In rows or in a
     * matrix, an edge that appears once at each of its ends is not repeated. */
    int strict;
    /* Not 0: the caller will not ask for the user's ids. If they do not fit in memory, they are not stored on disk,
     * and tables and writing are TRICORN_UNSUPPORTED; a work folder stores them in any case. */
    int totals_only;
    /* Not 0: the directions of edges are stored, for triads and directed clustering. The input
     * is an edge list as text, raw pairs or lines of JSON, a matrix (matrix-market, smat: from
     * the row to the column; one that is symmetric has both directions), konect ('sym' networks
     * have both directions, too), or arrays; other formats are TRICORN_UNSUPPORTED, as they may
     * leave out a direction. The graph is in host memory, whatever `scratch` and `count` say;
     * `strict`, `prepare` and `work` are TRICORN_INVALID_ARGUMENT. All other functions ignore
     * the directions. */
    int directed;
    /* Not 0: the weights of edges are stored, for weighted clustering. In a text edge list and in lines
     * of JSON they are in the column text.columns.weight; else in the one whose name in the header says so
     * ("weight"); else, without a header, in the third of three. In konect and matrix-market they
     * are the values; other formats are TRICORN_UNSUPPORTED. A weight is finite and, unless this
     * member is TRICORN_SIGNED, not negative; for a repeated edge see `combine`. Self loops are removed,
     * and their weights with them. The graph is in host memory, as with `directed`. */
    int weights;
    /* If not NULL: for arrays of edges the weight of each edge, in the order of the edges; for rows,
     * of each entry of `targets`. `weights` is then 0 or TRICORN_SIGNED. */
    const double *edge_weights;
    /* The order in which vertices are numbered inside, and so the orientation of edges: "degree", "input",
     * "in-degree", "collective", "collective-degree", "random", "core"; NULL or "auto": the fastest one. */
    const char *order;
    /* The method of preparation. "polak": the eight steps of Polak's paper, for comparison, on the GPU of `count` or
     * the first one (TRICORN_UNSUPPORTED without a GPU); `order` is then auto. NULL or "auto": the fastest one. */
    const char *prepare;
    /* The weight of an edge that comes again, in either direction: "sum", "mean", "min", "max" or
     * "first" of its weights in the order of the input; "error" or NULL: if they differ, it is
     * TRICORN_BAD_FORMAT; of TRICORN_SIGNED weights only the signs are compared, and the weight is 1,
     * -1 or 0. Where an edge may be listed at each of its ends (matrices, rows, konect
     * 'sym'), and all edges are so with equal sums, "sum" counts each once. */
    const char *combine;
} tricorn_load_graph;

/* Folders on disk, and whether other processes share them. */
typedef struct tricorn_load_disk {
    /* A folder on a disk with room. A graph that does not fit in memory is prepared in files of this folder that have
     * no name, and remains in them. NULL: such a graph is TRICORN_OUT_OF_MEMORY. */
    const char *scratch;
    /* A folder that stores the prepared graph, whatever its size: the next call with the same
     * file and options finds it in the folder, and a count that was ended continues. A folder
     * that does not exist is made. Only one process uses it at a time, unless all join. NULL:
     * none. */
    const char *work;
    /* Not 0: other processes, on this machine and others, use the folder `work` at the same time, and share
     * tricorn_count(): they prepare the graph, each counts parts that no other process has begun, and each gets the
     * whole count. They may come and go at any time; other processes count the parts of one that was killed or
     * stopped, or is very slow. If two counts of a part differ, that is TRICORN_WRONG_COUNT. A stop by the progress
     * callback takes effect after the part. The input is a file, the same for all; counts remain in the folder.
     * Counts of vertices and edges are shared, too; lists are not. */
    int join;
    uint32_t lease_seconds; /* after which others take over from a silent process; 0: 30 */
} tricorn_load_disk;

typedef struct tricorn_load_options {
    size_t struct_size;
    tricorn_load_input input;
    tricorn_load_text text;
    tricorn_load_graph graph;
    tricorn_load_disk disk;
    /* How the graph will be counted; NULL: not known. Loading checks its size and numbers; counting checks the names
     * in it. If a GPU will count it, the GPU starts while the file is read; it prepares the graph, which remains in
     * its memory. Calls that need the rows in host memory copy them. The graph has the same edges; vertices may have
     * other numbers where the order does not decide (cores, equal degrees in a sorted file). */
    const tricorn_options *count;
    /* Bytes of the files that this context will read and count next, about: where no device is
     * named in `count`, a GPU that starts may be worth it for all of them; 0: none. */
    uint64_t following_bytes;
    /* Not 0: the graph is bipartite. The first end of each edge in the input is on its left side, the second one on
     * its right side, and each side has ids of its own: the same id on both sides is two vertices. Formats and memory
     * are those of `directed`; konect's 'bip' networks and matrices that are not square are read, too. Vertices
     * without an edge are left out, unless konect's header or the size of a matrix counts them. Other functions treat
     * the graph as any other one, but it is not written in a format of graphs, and ids name no pairs. */
    int bipartite;
    /* Not 0: each edge of the input, but for self loops, is stored with its direction and its time, as a
     * temporal edge. Times are found as those of `where`; each is a whole number of 64 bits, or a date in
     * whole seconds. TRICORN_LABELS: with the number of its label in place of a time, of a text edge list. The
     * graph is in host memory, as with `directed`. */
    int times;
    /* Conditions on the edges of a text edge list, of konect and of lines of JSON, `where_count` of them, up to 64;
     * where_count is 0: none. Each is a role (weight, time, label), one of = != < <= > >=, and a value: "weight>=5",
     * "time<2024-01-01", "label=friend". A line is an edge of the graph if all hold, but of several "label=" only
     * one; the others are left out, and tricorn_graph_describe() has their number. The columns are those of
     * text.columns, or found by their names in the header. A weight is any finite number. A time is a number, or a
     * date as ISO 8601 has it, in UTC without a zone; all times are one or the other. A label is a text as the file
     * has it, and has = and != only. Other formats and arrays are TRICORN_UNSUPPORTED. */
    const char *const *where;
    uint64_t where_count;
    /* If not NULL: for arrays of edges the time of each, in the order of the edges, which lead from their first
     * end; for rows, of each entry of `targets`. `times` is then 0. */
    const int64_t *edge_times;
} tricorn_load_options;

#define TRICORN_LOAD_OPTIONS_INIT TRICORN_SIZED(tricorn_load_options)

/* The places of a table's columns by their roles, from 0 on; -1: no column has the role. */
typedef struct tricorn_column_places {
    size_t struct_size;
    int64_t source, target, weight, time, label;
    int64_t source_second, target_second; /* of ids that are in two columns */
} tricorn_column_places;

#define TRICORN_COLUMN_PLACES_INIT TRICORN_SIZED(tricorn_column_places)

/* Finds the columns of a table that a program has in memory, by the names of all its columns (UTF-8), as the reader
 * of a text edge list does by its header (docs/formats.md, "Columns"):
 * options->text.columns has those that the caller has named, and options->graph.weights says whether the weight is
 * wanted. The other options have no meaning here, and options may be NULL. names may be NULL if count is 0. Errors:
 * TRICORN_INVALID_ARGUMENT (two roles for one column, a number beyond the columns), TRICORN_BAD_FORMAT (no column or
 * several columns have a name that the caller gives; or it is not clear which columns are the ends or the weight: the
 * message has the option that says it). */
TRICORN_PUBLIC tricorn_status tricorn_columns_find(tricorn_context *context, const char *const *names, size_t count,
  const tricorn_load_options *options, tricorn_column_places *places);

/* The values of a column, a text for each of `count` rows. */
typedef struct tricorn_column_texts {
    const char *role; /* "weight", "time" or "label" */
    const char *const *texts; /* UTF-8; may be NULL if count is 0 */
    uint64_t count;
} tricorn_column_texts;

/* Tests the values of a table that a program has in memory by those conditions of options->where that are on their
 * role, as the reader of a text edge list does. holds[i] becomes 1 if all hold for texts[i], and 0 otherwise; `holds`
 * may be NULL if count is 0. Errors: TRICORN_INVALID_ARGUMENT (also for another role), TRICORN_BAD_FORMAT with the
 * place of a value that should be a number or a time, and is not. */
TRICORN_PUBLIC tricorn_status tricorn_conditions_test(
  tricorn_context *context, const tricorn_load_options *options, const tricorn_column_texts *values, uint8_t *holds);

/* Reads a graph from a file, compressed (gzip, zstd) or not, and cleans it: drops the direction of edges, and removes
 * self loops and repeated edges; tricorn_graph_describe() has their numbers. options may be NULL. Errors:
 * TRICORN_INVALID_ARGUMENT (unknown names in the options), TRICORN_IO_ERROR, TRICORN_BAD_FORMAT (with file and line),
 * TRICORN_OUT_OF_MEMORY, TRICORN_UNSUPPORTED, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_graph_load(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tricorn_graph **graph);

/* Reads a graph as tricorn_graph_load() does, from an open file descriptor, for instance a pipe. name replaces the
 * path in messages and in the detection of the format. The descriptor is not closed; one that is not open for reading
 * is TRICORN_IO_ERROR. Errors: as tricorn_graph_load(). */
TRICORN_PUBLIC tricorn_status tricorn_graph_read(tricorn_context *context, int descriptor, const char *name,
  const tricorn_load_options *options, tricorn_graph **graph);

/* Makes a graph of `edges` pairs of ids, pairs[2*i] and pairs[2*i+1]: any ids, in any order and direction, repeated
 * or not. The array has 2 * edges numbers and is not changed; without edges it may be NULL. options may be NULL;
 * `format` and `ids` have no effect. Errors: TRICORN_BAD_FORMAT (with `strict`), TRICORN_INVALID_ARGUMENT (also for
 * more edges than any array has), TRICORN_OUT_OF_MEMORY, TRICORN_UNSUPPORTED, TRICORN_DEVICE_ERROR,
 * TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_graph_from_edges32(tricorn_context *context, const uint32_t *pairs,
  uint64_t edges, const tricorn_load_options *options, tricorn_graph **graph);
/* The same as tricorn_graph_from_edges32(), for ids of 64 bits. */
TRICORN_PUBLIC tricorn_status tricorn_graph_from_edges64(tricorn_context *context, const uint64_t *pairs,
  uint64_t edges, const tricorn_load_options *options, tricorn_graph **graph);

/* Makes a graph of compressed sparse rows: the neighbours of vertex u are targets[offsets[u]] to
 * targets[offsets[u+1]-1]. offsets has vertices + 1 entries, also without vertices; it begins with 0 and never
 * decreases. targets has offsets[vertices] entries; without any it may be NULL. Rows may be in any order, symmetric
 * or not. At most 2^32 - 2 vertices are allowed. Errors: as for arrays of pairs; TRICORN_INVALID_ARGUMENT for too
 * many vertices, a first offset that is not 0, a decreasing one, or a target of `vertices` or more. */
TRICORN_PUBLIC tricorn_status tricorn_graph_from_csr(tricorn_context *context, uint32_t vertices,
  const uint64_t *offsets, const uint32_t *targets, const tricorn_load_options *options, tricorn_graph **graph);

/* The type of a number in an array, in the machine's byte order. */
typedef enum tricorn_integer {
    TRICORN_INT8 = 0,
    TRICORN_INT16 = 1,
    TRICORN_INT32 = 2,
    TRICORN_INT64 = 3,
    TRICORN_UINT8 = 4,
    TRICORN_UINT16 = 5,
    TRICORN_UINT32 = 6,
    TRICORN_UINT64 = 7
} tricorn_integer;

/* Numbers in the caller's memory: number i is at first + i * stride, in bytes. The stride may be 0 or
 * negative, and no number need be aligned. No number may be negative. */
typedef struct tricorn_integers {
    const void *first; /* may be NULL where the array has no number */
    ptrdiff_t stride;
    tricorn_integer type;
} tricorn_integers;

/* `edges` edges from sources[i] to targets[i]. */
typedef struct tricorn_edge_columns {
    tricorn_integers sources, targets;
    uint64_t edges;
} tricorn_edge_columns;

/* Makes a graph of edges whose ends are in two columns, which come in `count` chunks: any ids, in any order and
 * direction, repeated or not. Columns of an array of pairs have a stride of two numbers. Without chunks the array may
 * be NULL. options as for arrays of pairs. Errors: as for arrays of pairs; TRICORN_INVALID_ARGUMENT also for a
 * negative number, of which the message has the place, and for an unknown type. */
TRICORN_PUBLIC tricorn_status tricorn_graph_from_columns(tricorn_context *context, const tricorn_edge_columns *chunks,
  uint64_t count, const tricorn_load_options *options, tricorn_graph **graph);

/* Compressed sparse rows in numbers of any type: see tricorn_graph_from_csr(). */
typedef struct tricorn_csr {
    tricorn_integers offsets, targets;
    uint64_t vertices;
} tricorn_csr;

/* Makes a graph as tricorn_graph_from_csr() does, from numbers of any type. Offsets that are not consecutive 64-bit
 * numbers need 8 bytes more for each vertex. Errors: as tricorn_graph_from_csr(); TRICORN_INVALID_ARGUMENT also for a
 * negative number and an unknown type. */
TRICORN_PUBLIC tricorn_status tricorn_graph_from_rows(
  tricorn_context *context, const tricorn_csr *rows, const tricorn_load_options *options, tricorn_graph **graph);

/* Make a graph as tricorn_graph_from_columns() and tricorn_graph_from_rows() do, from numbers in the memory of a GPU,
 * such as arrays of CuPy and PyTorch: that GPU prepares the graph and stores it, and none of its numbers is copied to
 * host memory. `entries` is the length of rows->targets, which the last offset has to be. The functions wait for the
 * work that the program has enqueued on the GPU before. Numbers are aligned to their size. Of the options,
 * `order` and the limit of the device memory in `count` have an effect; `strict`, `directed`,
 * weights and `prepare` are TRICORN_UNSUPPORTED. Errors: as tricorn_graph_from_columns() and
 * tricorn_graph_from_rows(); TRICORN_INVALID_ARGUMENT also for memory that no GPU has; TRICORN_UNSUPPORTED for
 * columns with a negative id or whose ids are far from dense, for 2^31 vertices and more, without a GPU and without
 * the GPU part; TRICORN_OUT_OF_DEVICE_MEMORY: 24 bytes an edge and 24 a vertex at the peak. */
TRICORN_PUBLIC tricorn_status tricorn_graph_from_device_columns(tricorn_context *context,
  const tricorn_edge_columns *columns, const tricorn_load_options *options, tricorn_graph **graph);
/* The same as tricorn_graph_from_device_columns(), for rows. */
TRICORN_PUBLIC tricorn_status tricorn_graph_from_device_rows(tricorn_context *context, const tricorn_csr *rows,
  uint64_t entries, const tricorn_load_options *options, tricorn_graph **graph);

TRICORN_PUBLIC void tricorn_graph_free(tricorn_graph *graph);

typedef struct tricorn_graph_description {
    size_t struct_size;
    uint64_t vertices; /* with at least one edge */
    uint64_t isolated; /* without an edge: declared by the file, or only in self loops */
    uint64_t edges; /* of the simple undirected graph */
    uint64_t input_edges; /* before cleaning */
    uint64_t self_loops; /* removed */
    uint64_t duplicates; /* removed: the same edge again, in either direction */
    uint64_t both_directions; /* edges that the input has in both directions */
    uint64_t max_out_degree; /* length of the longest row of the oriented graph */
    uint64_t oriented_wedges; /* pairs in rows of the oriented graph: the work of counting */
    uint64_t bytes; /* memory of the graph; of one on disk: of its index */
    const char *format; /* the format's name, "arrays", or the model's name */
    double read_seconds; /* opening, decompressing, parsing */
    double prepare_seconds; /* mapping ids, cleaning, ordering, orienting, sorting */
    const char *dialect; /* of a text edge list: "tab, columns 1 and 2 of 3, header"; else "" */
    const char *folder; /* where its rows are on disk, as long as it exists; NULL: in memory */
    uint64_t stored_bytes; /* of a graph on disk: its files; 0: it is in memory */
    uint64_t missing; /* lines that were left out, by tricorn_load_text.missing */
    int directed, weighted; /* not 0: directions, weights of edges are stored */
    uint64_t excluded; /* lines that were left out, by tricorn_load_options.where */
} tricorn_graph_description;

#define TRICORN_GRAPH_DESCRIPTION_INIT TRICORN_SIZED(tricorn_graph_description)

/* Fills *description. A graph on a GPU may be copied to host memory for it.
 * Errors: TRICORN_INVALID_ARGUMENT, TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_graph_describe(
  tricorn_context *context, const tricorn_graph *graph, tricorn_graph_description *description);

typedef struct tricorn_estimate {
    size_t struct_size;
    uint64_t input_edges; /* before cleaning */
    uint64_t vertices; /* an upper bound: the bound of the ids, or twice the edges */
    int exact; /* not 0: the file says so; 0: estimated from a part of it */
    uint64_t peak_bytes; /* the process's peak memory if it reads and counts the file in memory */
    const char *format;
    /* Where it would be counted from disk, since it does not fit in the limits or a work folder
     * is named: the most that the process takes then, and the most bytes on disk. Else 0. */
    uint64_t disk_peak_bytes, disk_bytes;
} tricorn_estimate;

#define TRICORN_ESTIMATE_INIT TRICORN_SIZED(tricorn_estimate)

/* What processes do in a work folder. Of a step: `parts` of it, of which `done` are; its
 * `process` is NULL. Of a process in a step: how many parts it has `done`. Of a process that uses
 * the folder: whether `alone` or `shared`. */
typedef struct tricorn_work_line {
    /* planning, reading, sorting, joining, checking (these prepare a graph), totals, vertices,
     * edges (these count); alone, shared */
    const char *step;
    const char *process; /* MACHINE-NUMBER-RANDOM */
    uint64_t parts, done;
    /* Since its last sign of life, by the clock of this machine; -1: it has ended. */
    double silent_seconds;
    int alive; /* not 0: it was silent for less than the time of its lease */
    double seconds_left; /* of a step, at its rate until now; -1: unknown */
} tricorn_work_line;

/* Receives a line, which is valid during the call. */
typedef void (*tricorn_work_function)(void *user, const tricorn_work_line *line);

/* Describes a work folder: its graph, and by calls of take() the steps of the work and the processes. Changes nothing
 * in the folder, which other processes may be using. While the folder has no complete graph, description->vertices
 * and stored_bytes are 0. Of the graph's files only the head of the index is read, so damage of the others is not
 * reported. take() receives each step before its processes, and last the processes that use the folder. Errors:
 * TRICORN_UNSUPPORTED if the folder has no files of tricorn; TRICORN_BAD_FORMAT if a file that is read is damaged. */
TRICORN_PUBLIC tricorn_status tricorn_work_describe(tricorn_context *context, const char *path,
  tricorn_graph_description *description, tricorn_work_function take, void *user);

/* Estimates, from the file's header or a sample of its lines, the memory for loading the file and
 * counting on the CPU: 16 bytes for each input edge and 24 for each vertex, more for an order and
 * strict reading, and much more where ids are far from dense or strings, which may all differ. With
 * that much as process_bytes_limit the file can be counted. options may be NULL. Errors: those of
 * tricorn_graph_load; TRICORN_UNSUPPORTED for pipes and some formats, which cannot be estimated. */
TRICORN_PUBLIC tricorn_status tricorn_graph_estimate(
  tricorn_context *context, const char *path, const tricorn_load_options *options, tricorn_estimate *estimate);

/* A vertex is a number below vertices + isolated. Vertices with an edge come first. degrees: vertices + isolated
 * entries, out: the degree of each vertex in the simple graph; may be NULL for a graph without vertices. Errors:
 * TRICORN_INVALID_ARGUMENT, TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_graph_degrees(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *degrees);

/* Returns the degrees of `count` vertices from `first` on, for graphs on disk whose degrees need
 * more memory than the process may have; each call reads such a graph once. Errors: as
 * tricorn_graph_degrees(); TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_graph_some_degrees(
  tricorn_context *context, const tricorn_graph *graph, uint32_t first, uint32_t count, uint64_t *degrees);

/* Lists the edges of the simple graph, each once. The function writes all three arrays; each may be NULL. ends: two
 * vertices for each edge, the larger number first. The edges are sorted by their first vertex, then by their second
 * one. directions, for a graph that was loaded with directions: 1 if the input has the edge from the first end to the
 * second one, 2 if it has the edge from the second end to the first one, 3 if it has both. weights, for a graph that
 * was loaded with weights: the weight of each edge. Errors: TRICORN_INVALID_ARGUMENT (also for directions or weights
 * that the graph has not), TRICORN_OUT_OF_MEMORY (also for a graph on disk), TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_graph_edges(
  tricorn_context *context, const tricorn_graph *graph, uint32_t *ends, uint8_t *directions, double *weights);

/* The user's id of a vertex; where ids are strings, its number by the order of the input, from 0.
 * UINT64_MAX (an id may be that, too) for a number that is no vertex, for no graph, and for a graph
 * whose ids are on disk: use tricorn_graph_names(). */
TRICORN_PUBLIC uint64_t tricorn_graph_id(const tricorn_graph *graph, uint32_t vertex);
/* The user's id of a vertex where ids are strings; it belongs to the graph. NULL where ids are
 * numbers, and where tricorn_graph_id() is UINT64_MAX. */
TRICORN_PUBLIC const char *tricorn_graph_label(const tricorn_graph *graph, uint32_t vertex);

/* The id of every vertex in one call: vertices + isolated entries, out, ids[v] as tricorn_graph_id() has it; and
 * places[v], its place among all vertices by ascending id (strings: in the order of the input), so that
 * results[places[v]] = result of v brings any result into the order of the input. Either may be NULL. Errors:
 * TRICORN_INVALID_ARGUMENT; TRICORN_UNSUPPORTED for a graph on disk, see tricorn_graph_names();
 * TRICORN_OUT_OF_MEMORY: places take a quarter of a byte for each number up to the largest id. */
TRICORN_PUBLIC tricorn_status tricorn_graph_ids(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *ids, uint32_t *places);

/* Passes the ids of `count` vertices, in any order, to take(), also if the ids are on disk. Calls take(user, i, id,
 * label) for i from 0 to count - 1, in this order; the label is valid during the call. If take returns anything but
 * 0, the call ends with TRICORN_CANCELLED. Ids on disk are read for as many vertices at once as fit in memory, so one
 * call for many vertices reads the fewest bytes. Errors: TRICORN_INVALID_ARGUMENT (also for a number that is no
 * vertex), TRICORN_UNSUPPORTED (no ids were stored), TRICORN_OUT_OF_MEMORY, TRICORN_IO_ERROR, TRICORN_BAD_FORMAT (a
 * damaged file). */
TRICORN_PUBLIC tricorn_status tricorn_graph_names(tricorn_context *context, const tricorn_graph *graph,
  const uint32_t *vertices, uint64_t count, int (*take)(void *user, uint64_t i, uint64_t id, const char *label),
  void *user);

/* The same graph under other names, for a caller who has names of its own: the vertex at place p, as
 * tricorn_graph_ids() has places, is called ids[p] or, where these are NULL, labels[p]; names differ, and labels are
 * UTF-8. Files, tables, pairs and tricorn_graph_label() have these names; the order of the input stays. Names are
 * copied; all else of *named belongs to `graph`, so free *named first. Errors: TRICORN_INVALID_ARGUMENT (also for
 * both of them, and for neither), TRICORN_OUT_OF_MEMORY (also for a graph on disk), TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_graph_with_names(tricorn_context *context, const tricorn_graph *graph,
  const uint64_t *ids, const char *const *labels, tricorn_graph **named);

/* The same graph with other directions and weights, each in the order of tricorn_graph_edges() and as that lists
 * them, or NULL for none: for a graph that was saved in a format without them. Both are copied; all else of *valued
 * belongs to `graph`, so free *valued first. Errors: TRICORN_INVALID_ARGUMENT (also for a direction but 1, 2 and 3,
 * and for a weight that is not finite), TRICORN_OUT_OF_MEMORY (also for a graph on disk), TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_graph_with_values(tricorn_context *context, const tricorn_graph *graph,
  const uint8_t *directions, const double *weights, tricorn_graph **valued);

/* A column of values. One of the arrays is not NULL: of vertices it has vertices + isolated entries,
 * as for tricorn_graph_degrees(); of edges it has the order of tricorn_graph_edges(). */
typedef struct tricorn_column {
    const char *name; /* 1 to 16 letters, digits, '_' and '-' */
    const uint64_t *counts;
    const double *reals; /* finite; written with 17 digits, or as the 8 bytes of an IEEE number */
} tricorn_column;

typedef struct tricorn_save_options {
    size_t struct_size;
    const char *format; /* a name of tricorn_format_at(), or a suffix; NULL: by the path's suffix */
    const char *compression; /* "none", "gzip", "zstd"; NULL: by the path's suffix */
    /* Up to 16 columns of vertices, and of edges, for "graphml", "gexf", "gml" and "json-node-link",
     * where they are attributes of nodes and edges. Names differ, and are none of id, label, name,
     * key, source, target and weight; of "gml" they are letters, digits and '_', a letter first. */
    const tricorn_column *vertex_columns;
    size_t vertex_column_count;
    const tricorn_column *edge_columns;
    size_t edge_column_count;
} tricorn_save_options;

#define TRICORN_SAVE_OPTIONS_INIT TRICORN_SIZED(tricorn_save_options)

/* Checks, before a file is opened, whether a graph could be loaded by these options: that the
 * names in them exist, and that they fit together. options may be NULL.
 * Errors: TRICORN_INVALID_ARGUMENT, TRICORN_UNSUPPORTED (the format cannot be read). */
TRICORN_PUBLIC tricorn_status tricorn_load_options_check(tricorn_context *context, const tricorn_load_options *options);

/* Checks, before a graph is loaded, whether one could be saved to path by these options: that the format is known and
 * can be written, the compression is known, and columns fit. Nothing is opened. path NULL: it is written to a
 * descriptor. options may be NULL. Errors: TRICORN_UNSUPPORTED (the format cannot be written, or keeps no columns),
 * TRICORN_INVALID_ARGUMENT. */
TRICORN_PUBLIC tricorn_status tricorn_save_options_check(
  tricorn_context *context, const char *path, const tricorn_save_options *options);

/* Writes the simple graph, each edge once, in the user's ids; with the directions and weights that it was loaded
 * with, as "graphml", "gexf", "gml", "pajek" or "json-node-link". The file appears complete or not at all: it has no
 * name, or a temporary one beside path, until it is complete. options may be NULL. Errors: TRICORN_IO_ERROR,
 * TRICORN_UNSUPPORTED (the format cannot be written, or cannot hold the ids), TRICORN_INVALID_ARGUMENT (unknown
 * names), TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_graph_save(
  tricorn_context *context, const tricorn_graph *graph, const char *path, const tricorn_save_options *options);

/* Writes the graph as tricorn_graph_save() does, to an open file descriptor, which is not closed. options->format is
 * required. A descriptor that is not open for writing is TRICORN_IO_ERROR, and so is a pipe without a reader; what
 * was written before remains. Errors: as tricorn_graph_save(). */
TRICORN_PUBLIC tricorn_status tricorn_graph_write(
  tricorn_context *context, const tricorn_graph *graph, int descriptor, const tricorn_save_options *options);

typedef struct tricorn_format_description {
    const char *name; /* "edges" */
    const char *summary; /* "text edge list: SNAP, TSV, CSV" */
    const char *suffixes; /* ".txt .el .tsv", separated by spaces; "" */
    /* What is kept where it is read, and where it is written, as words separated by spaces; NULL:
     * it cannot be read, or written. The words are: names (ids that are words), weights,
     * directions, isolated (vertices without an edge), large (edges that do not fit in memory),
     * pipe (from one, or to one), parallel (all threads read a plain file at once). */
    const char *reads, *writes;
} tricorn_format_description;

/* The number of formats. */
TRICORN_PUBLIC size_t tricorn_format_count(void);
/* Describes a format; NULL for an index out of range. */
TRICORN_PUBLIC const tricorn_format_description *tricorn_format_at(size_t index);

/* ---- synthetic graphs ---- */

typedef struct tricorn_model_description {
    const char *name; /* "erdos-renyi" */
    const char *summary; /* "m uniform random edges among n vertices" */
    const char *parameters; /* "vertices=N edges=M": its parameters with their defaults */
    /* Not 0: it makes each edge once and no loop, so that edges can be written as they are made:
     * see tricorn_recipe_save(). */
    int simple;
} tricorn_model_description;

/* The number of models. */
TRICORN_PUBLIC size_t tricorn_model_count(void);
/* Describes a model; NULL for an index out of range. */
TRICORN_PUBLIC const tricorn_model_description *tricorn_model_at(size_t index);

/* Makes a graph. parameters: "vertices=1000 edges=5000" (separated by spaces or commas); NULL or "" for the defaults.
 * The same model, parameters and seed make the same graph with any number of threads and on any machine. The model
 * "product" is made of two graphs:
 * "left=complete:vertices=9 right=graph.txt". Each is a model, whose parameters are separated by colons and whose
 * seed is the same, or else a file. Errors: TRICORN_INVALID_ARGUMENT for an unknown model or parameter, or a value
 * out of range; TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED; for files those of tricorn_graph_load(). */
TRICORN_PUBLIC tricorn_status tricorn_graph_generate(
  tricorn_context *context, const char *model, const char *parameters, uint64_t seed, tricorn_graph **graph);

/* The arguments of tricorn_graph_generate(), as a struct. */
typedef struct tricorn_recipe {
    size_t struct_size;
    const char *model;
    const char *parameters;
    uint64_t seed;
} tricorn_recipe;

#define TRICORN_RECIPE_INIT TRICORN_SIZED(tricorn_recipe)

/* Makes the edges of a graph and writes them as they are made: they are never in memory together. Only for models
 * that are `simple`, and for the formats edges, pairs32, pairs64, polak, graph500 and graph500-packed. The file has
 * the edges of the graph that tricorn_graph_generate() makes, in the order of the model; it appears complete or not
 * at all. options may be NULL. edges: out, their number; it may be NULL. Errors: those of tricorn_graph_generate()
 * and tricorn_graph_save(); TRICORN_INVALID_ARGUMENT for another model, TRICORN_UNSUPPORTED for another format. */
TRICORN_PUBLIC tricorn_status tricorn_recipe_save(tricorn_context *context, const tricorn_recipe *recipe,
  const char *path, const tricorn_save_options *options, uint64_t *edges);

/* Writes the edges as tricorn_recipe_save() does, to an open file descriptor, which is not closed; see
 * tricorn_graph_write(). Errors: as tricorn_recipe_save(). */
TRICORN_PUBLIC tricorn_status tricorn_recipe_write(tricorn_context *context, const tricorn_recipe *recipe,
  int descriptor, const tricorn_save_options *options, uint64_t *edges);

/* ---- counting ---- */

/* A number that tricorn_options.parameters can set for an algorithm. */
typedef struct tricorn_parameter_description {
    const char *name; /* "block_row" */
    const char *summary;
    uint32_t least, most; /* bounds of its values */
    uint32_t standard; /* its value if it is not set */
} tricorn_parameter_description;

typedef struct tricorn_algorithm_description {
    const char *name; /* "cpu-merge-edge" */
    const char *alias; /* the paper's name, or NULL */
    const char *summary;
    const char *device; /* "cpu" or "gpu" */
    const char *source; /* the paper, such as "Pandey et al. 2021 (TRUST)" */
    uint32_t year; /* of the paper; 0: none */
    const char *iterator; /* the item of work: "edge", "vertex", "wedge"; or NULL */
    const char *lookup; /* how ids are looked up: "merge", "search", "hash", "bitmap"; NULL */
    const char *granularity; /* threads for an item: "coarse" one, "fine" several; or NULL */
    const tricorn_parameter_description *parameters; /* parameter_count; NULL where 0 */
    size_t parameter_count;
    /* Not 0: it also counts the triangles of each vertex, of each edge; tricorn_triangle_list()
     * accepts its name. All algorithms count totals. */
    int vertices, edges, lists;
    /* "trust.warp_buckets=32 trust.chunk=1": the parameters with which it works as its source says, where these are
     * not the standard ones; "trust.paper=1" among tricorn_options.parameters sets all of them. NULL: it has none. */
    const char *paper;
} tricorn_algorithm_description;

/* The number of algorithms. */
TRICORN_PUBLIC size_t tricorn_algorithm_count(void);
/* Describes an algorithm; NULL for an index out of range. */
TRICORN_PUBLIC const tricorn_algorithm_description *tricorn_algorithm_at(size_t index);

/* A way to cut a graph into tasks, each on a part of it, that tricorn_options.partition names. */
typedef struct tricorn_partition_description {
    const char *name; /* "trust" */
    const char *source; /* the paper and its sections */
    const char *cuts; /* how it cuts the graph into blocks */
    const char *tasks; /* its tasks, and the blocks of each */
    int on_disk; /* not 0: it counts graphs on disk, and no others */
} tricorn_partition_description;

/* The number of partitions. */
TRICORN_PUBLIC size_t tricorn_partition_count(void);
/* Describes a partition; NULL for an index out of range. */
TRICORN_PUBLIC const tricorn_partition_description *tricorn_partition_at(size_t index);

/* Not 0 if the text can be tricorn_options.device: "auto", "cpu", "gpu", "gpu:1", "gpu:0,1".
 * 0 for NULL. Whether the machine has this device shows when something is counted on it. */
TRICORN_PUBLIC int tricorn_device_is_name(const char *text);

/* Lets CUDA see only the GPUs that the device names, by setting CUDA_VISIBLE_DEVICES: CUDA starts
 * every GPU that it sees, which takes a second on a machine of four. tricorn's names of GPUs stay
 * as they are; other devices do not exist from then on. "auto", "cpu", "gpu" and NULL keep gpu:0; a
 * wrong name, or one of a GPU that does not exist, changes nothing. For the beginning of a program:
 * no other thread may run, and nothing may have used CUDA. */
TRICORN_PUBLIC void tricorn_device_hide_others(const char *device);

/* All GPU code is in a file of its own, libtricorn-gpu.so with the library's version, which is loaded when the caller
 * names a GPU, or when the caller names no device and a GPU of this machine is predicted to be faster. docs/gpus.md
 * says where the file is searched; TRICORN_GPU_PART names another folder. Returns the path of the file, or NULL if no
 * such file was found; does not load the file. The text is valid until the same thread calls this again. */
TRICORN_PUBLIC const char *tricorn_gpu_part(void);
/* Loads the GPU part, and sets *gpus to those that it has code for, such as "80 90a PTX:90", which is valid until the
 * process ends. Errors: TRICORN_UNSUPPORTED if it is not found or does not belong to this library. */
TRICORN_PUBLIC tricorn_status tricorn_gpu_part_load(tricorn_context *context, const char **gpus);

struct tricorn_options {
    size_t struct_size;
    const char *algorithm; /* a registered name or alias; NULL: choose for me */
    const char *device; /* "auto", "cpu", "gpu", "gpu:0,1"; NULL: auto */
    uint64_t host_bytes_limit; /* of host memory; 0: the context's limit */
    uint64_t device_bytes_limit; /* of each GPU's memory; 0: all of it */
    uint32_t threads; /* CPU threads, at most 4096; 0: the context's */
    int verify; /* not 0: count again with an algorithm of another kind */
    /* "trust.block_row=50 trust.chunk=4": parameters of algorithms, by name or alias, separated
     * by spaces or commas; NULL: all have their standard values. */
    const char *parameters;
    /* The least number of blocks into which the graph is cut, by classes of vertices: a square, such
     * as 4 for 2 classes; at most 4096. 0: as few as fit into the memory of the GPU. */
    uint32_t blocks;
    /* A name of tricorn_partition_at(): the graph is cut in this way, whether it fits in memory or not, into `blocks`
     * or as many as the memory requires (that of device_bytes_limit if it is set, also on the CPU). "levels" is for
     * graphs on disk: set it in tricorn_load_options.count, too, so that the graph is stored in the folder `scratch`
     * or
     * `work`. The others count graphs on disk, too: blocks are in a file of that folder; with
     * "workload" and "polak" all rows are read into memory. Triangles are listed part by part. Where they are sorted,
     * those of a graph in memory take 12 bytes of memory each. NULL: the library chooses. */
    const char *partition;
    /* For workers that share the count: the graph is cut into about this number of parts, at most
     * 2^20; 0: as many as the work suggests. */
    uint64_t parts;
    /* The workers that share the count of a graph that each has in memory; it is used until the
     * last plan with these options is freed. NULL: no other worker takes part. */
    const struct tricorn_transport *transport;
    /* Counts under other numbers of the vertices, without changing the directions of edges:
     * "input", in the order of the input, "in-degree", by falling in-degree, or "collective", as the ids in the rows
     * with the largest sums of out-degrees come, in three classes of out-degree, or "collective-degree", the same
     * without classes (Pandey et al. 2021, TRUST, sections 5.1 and 4.1). A partition, and workers, then cut the
     * relabelled rows. For totals. NULL, "auto": the graph's own numbers. */
    const char *relabel;
    /* How often a plan will count, about: many counts are worth more preparing. 0: one for
     * tricorn_count(), many for tricorn_plan_create(). */
    uint32_t counts;
};

#define TRICORN_OPTIONS_INIT TRICORN_SIZED(tricorn_options)

/* How the workers of one job reach each other, MPI for instance; the library has no such code of its own. All workers
 * load the same file in the same way, and call the same functions in the same order with the same options: then
 * tricorn_count() counts some parts in each worker and returns the whole count in all, as tricorn_vertex_triangles()
 * and tricorn_edge_support() do with their counts. Most parts are assigned beforehand; the rest is claimed, ever
 * fewer at a time, unless small parts cost more than they save. options->partition shares the work in the way of a
 * paper. The functions return 0, or another number if the others cannot be reached:
 * that is TRICORN_IO_ERROR. They are called by the thread that called the library. */
typedef struct tricorn_transport {
    size_t struct_size;
    uint32_t rank, size; /* this worker's number, from 0; the number of workers */
    /* All workers get the bytes of worker 0. It also sets the counter of claims back to 0,
     * before any worker returns. */
    int (*broadcast)(void *user, void *bytes, uint64_t count);
    /* Each value becomes the sum of all workers' (modulo 2^64). */
    int (*sum)(void *user, uint64_t *values, uint64_t count);
    /* Adds `wanted` to a counter that all share; *first: its value before. */
    int (*claim)(void *user, uint64_t wanted, uint64_t *first);
    void *user;
    /* Workers of one machine: this one's number among them, from 0, and how many they are. Number 0 alone reads and
     * prepares the file of a tricorn_graph_load() whose options have these as their `count`; the others take its
     * graph by share(), and have it in memory that all of them read. 0 and 0: each worker loads on its own, as with
     * directions, weights or a work folder, and where the graph is on disk. */
    uint32_t node_rank, node_size;
    /* Called by all workers of the machine: the descriptor of a file in number 0 becomes, in each
     * other worker, a descriptor of its own for the same file, or -1 if it cannot have one; then
     * that worker loads on its own. A negative number is passed unchanged. */
    int (*share)(void *user, int *descriptor);
    /* CPU threads of a count whose options name none; 0: the context's. So number 0 may load
     * with more threads than it counts with, beside the others. */
    uint32_t threads;
} tricorn_transport;

#define TRICORN_TRANSPORT_INIT TRICORN_SIZED(tricorn_transport)

/* The work of a count for the whole graph, estimated from a sample of its rows; all 0 if the
 * algorithm does not estimate it. */
typedef struct tricorn_work {
    double lines; /* ANDs of two lines of 512 bits, whose common bits are counted */
    double tests; /* look-ups of one id in a bitmap or a filter */
    double compares; /* compares of one id with several in registers */
    double fetches; /* rows that are in no cache when they are read */
    double bytes; /* loaded in total, from caches or memory */
} tricorn_work;

/* The algorithm, device and threads that counted the graph. */
typedef struct tricorn_result_how {
    const char *algorithm; /* the one that ran */
    const char *device; /* "cpu", "gpu:0" */
    const char *verified_by; /* the algorithm that counted again and agreed, or NULL */
    const char *peeled_by; /* trusses: the method that removed edges, of
                              * tricorn_truss_method_at(), or "gpu"; a CPU's beside the device of a
                              * GPU whose memory was too little. NULL: none, or another question */
    uint32_t threads;
} tricorn_result_how;

/* How the graph was cut, and the parts that workers counted. */
typedef struct tricorn_result_cut {
    const char *schedule; /* "cpu", "gpu", "gpus", "passes", "blocks",
                            * "trix", "levels", "workers" */
    const char *partition; /* a name of tricorn_partition_at(); NULL: the graph was one task, or
                            * each GPU had a share of its edges */
    uint32_t blocks; /* that the graph was counted in; 1: as a whole */
    uint32_t earlier_blocks; /* that an earlier count had finished before it was ended, by its
                              * journal in the work folder; not among blocks */
    /* Blocks in the work folder's journal that were not used, because they belong to another
     * graph or algorithm, need more memory, or were damaged by a crash. */
    uint64_t dropped_blocks;
    uint32_t passes; /* over the rows of a graph on disk, or larger than a GPU; 0: none */
    uint32_t workers; /* that counted a share of it; 1: it was not shared */
    uint64_t parts; /* that they shared; 0: it was not shared */
    uint64_t own_parts; /* that this worker counted */
} tricorn_result_cut;

/* Seconds of each step; no two of them count the same time. */
typedef struct tricorn_result_seconds {
    double read, prepare, transfer, count;
    double start; /* waiting for GPUs to start, beyond the time that reading took meanwhile */
    double verify; /* counting again */
} tricorn_result_seconds;

/* Peaks of memory. */
typedef struct tricorn_result_memory {
    uint64_t peak_bytes; /* of the context's host memory */
    uint64_t device_peak_bytes;
} tricorn_result_memory;

/* Predictions that were made before the count. */
typedef struct tricorn_result_predicted {
    double count_seconds; /* of seconds.count, by the cost model; 0: no prediction */
    tricorn_work work;
    /* If no device was named and the machine has a GPU: the predicted times at which the CPU and
     * the GPU would end, in seconds from the reading of the file on (if loading was told how the
     * graph is counted) or from now on; the earlier one was chosen. 0: they were not compared. */
    double cpu_end_seconds, gpu_end_seconds;
    /* The source of the rates by which gpu-adaptive predicts the times of its ways of counting:
     * they were "measured" on such a GPU, or are those of another one, "scaled" by clock, multiprocessors, bandwidth
     * and L2; and the GPU's compute capability (9 and 0: 9.0). NULL, 0: no GPU counted. */
    const char *gpu_costs;
    uint32_t gpu_major, gpu_minor;
} tricorn_result_predicted;

typedef struct tricorn_result {
    size_t struct_size;
    uint64_t triangles; /* each triangle once */
    tricorn_result_how how;
    tricorn_result_cut cut;
    tricorn_result_seconds seconds;
    tricorn_result_memory memory;
    tricorn_result_predicted predicted;
} tricorn_result;

#define TRICORN_RESULT_INIT TRICORN_SIZED(tricorn_result)

/* Counts the triangles of a graph: plan, run, free. options may be NULL. Errors: TRICORN_INVALID_ARGUMENT (an unknown
 * name, a number out of range), TRICORN_UNSUPPORTED, TRICORN_OUT_OF_MEMORY, TRICORN_OUT_OF_DEVICE_MEMORY,
 * TRICORN_DEVICE_ERROR, TRICORN_CANCELLED; TRICORN_WRONG_COUNT when verify is set and the two counts differ. */
TRICORN_PUBLIC tricorn_status tricorn_count(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_result *result);

/* A plan is a graph prepared for one algorithm; tricorn_plan_run() counts it any number of times without preparing
 * again. Where no algorithm is named, it is prepared for many counts (options->counts). The plan refers to the graph:
 * free the graph after the plan. options may be NULL. Errors: those of tricorn_count(). */
TRICORN_PUBLIC tricorn_status tricorn_plan_create(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_plan **plan);
/* Counts by a plan. Errors: those of tricorn_count(). */
TRICORN_PUBLIC tricorn_status tricorn_plan_run(
  tricorn_context *context, const tricorn_plan *plan, tricorn_result *result);
TRICORN_PUBLIC void tricorn_plan_free(tricorn_plan *plan);

/* ---- approximate counts ---- */

typedef struct tricorn_approximate_options {
    size_t struct_size;
    const tricorn_options *count; /* how to count where that is as fast; NULL: the defaults */
    double error; /* how far the interval may reach from the estimate, as a part of it: from
                        * 0.000001 to below 1; 0: 0.01 */
    double confidence; /* below 1; 0: 0.999 */
    uint64_t seed; /* the same seed: the same samples */
} tricorn_approximate_options;

#define TRICORN_APPROXIMATE_OPTIONS_INIT TRICORN_SIZED(tricorn_approximate_options)

typedef struct tricorn_approximate_result {
    size_t struct_size;
    double estimate; /* of the number of triangles; exact: that number */
    uint64_t low, high; /* the interval; exact: both are that number */
    int exact; /* not 0: the graph was counted, which was as fast as sampling */
    double error, confidence; /* that were asked for */
    uint64_t seed;
    uint64_t wedges; /* pairs in rows of the oriented graph; each triangle has one of them; 0 where
                       * nothing was sampled */
    uint64_t samples; /* of wedges, that the interval is made of; 0: exact */
    uint64_t closed; /* those of them that are part of a triangle */
    uint64_t drawn; /* with those that showed how many are needed */
    double exact_seconds; /* of counting, as predicted; 0: not predicted */
    double seconds; /* of the call */
} tricorn_approximate_result;

#define TRICORN_APPROXIMATE_RESULT_INIT TRICORN_SIZED(tricorn_approximate_result)

/* Estimates how many triangles a graph has: random wedges of the oriented graph are tested for being closed. The
 * interval has the number with probability `confidence` at least, over seeds: it is Clopper and Pearson's, which
 * assumes nothing about the graph or the number of samples. A graph is counted if samples would take longer, as
 * predicted, and if it is on a GPU or on disk. The number of threads changes nothing. options may be NULL. Memory: 8
 * bytes for 16 vertices. Errors: those of tricorn_count(); TRICORN_UNSUPPORTED for 2^63 wedges and more. Source:
 * Seshadhri, Pinar, Kolda, "Triadic measures on graphs: the power of wedge sampling", SDM 2013. */
TRICORN_PUBLIC tricorn_status tricorn_approximate(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_approximate_options *options, tricorn_approximate_result *result);

/* How a sample of the edges is chosen: about one edge in N. */
typedef enum tricorn_sampling {
    /* Vertices have one of N colours, and edges with both ends of one colour are in the sample.
     * Source: Pagh, Tsourakakis, "Colorful triangle counting and a MapReduce implementation",
     * Information Processing Letters 2012. */
    TRICORN_SAMPLE_COLOURS = 0,
    /* Each edge is in the sample with probability 1/N, for comparison. Source: Tsourakakis, Kang, Miller, Faloutsos,
     * "DOULION: Counting Triangles in Massive Graphs with a Coin", KDD 2009. */
    TRICORN_SAMPLE_EDGES = 1
} tricorn_sampling;

/* "colours", "edges"; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_sampling_name(tricorn_sampling kind);

typedef struct tricorn_sample_options {
    size_t struct_size;
    const tricorn_options *count; /* how to count the sample; NULL: the defaults */
    tricorn_sampling kind;
    uint32_t one_in; /* N: a power of two up to 2^30; 0: the smallest for which the sample fits
                          in memory */
    double confidence; /* as in tricorn_approximate_options */
    uint64_t seed; /* the same seed and N: the same sample */
} tricorn_sample_options;

#define TRICORN_SAMPLE_OPTIONS_INIT TRICORN_SIZED(tricorn_sample_options)

typedef struct tricorn_sample_result {
    size_t struct_size;
    double estimate; /* of the number of triangles */
    uint64_t low, high; /* the interval */
    int exact; /* not 0: the sample has all edges */
    tricorn_sampling kind;
    uint32_t one_in;
    double confidence;
    uint64_t seed;
    uint64_t input_edges; /* that were read, with loops and repeats */
    uint64_t edges, triangles; /* of the sample, which is a simple graph */
    double read_seconds, count_seconds; /* count: with preparation */
} tricorn_sample_result;

#define TRICORN_SAMPLE_RESULT_INIT TRICORN_SIZED(tricorn_sample_result)

/* Estimates the triangles of the graph in a file in one reading, within any memory limit: a random sample of the
 * edges is stored while they are read, and counted. The estimate is unbiased. The interval is that of Chebyshev's
 * inequality: it uses the variance of the sample, so it may be too narrow if nearly all triangles are at a few edges,
 * which the sample may miss. (tricorn_approximate() has intervals that hold whatever the graph is; it needs the graph
 * in memory.) The interval depends on seed and one_in alone if `one_in` is named. `load` says how the file is read,
 * without `strict`, `prepare`, `order`, `work` and what is stored of edges, which are TRICORN_INVALID_ARGUMENT. Both
 * options may be NULL. Words and tables of a file have to fit in memory. Errors: those of tricorn_graph_load() and
 * tricorn_count(). */
TRICORN_PUBLIC tricorn_status tricorn_sample_load(tricorn_context *context, const char *path,
  const tricorn_load_options *load, const tricorn_sample_options *options, tricorn_sample_result *result);

/* Estimates as tricorn_sample_load() does, from an open file descriptor; see tricorn_graph_read(). */
TRICORN_PUBLIC tricorn_status tricorn_sample_read(tricorn_context *context, int descriptor, const char *name,
  const tricorn_load_options *load, const tricorn_sample_options *options, tricorn_sample_result *result);

/* How triangles of each vertex are estimated, and where they are written: arrays of vertices +
 * isolated entries, as for tricorn_graph_degrees(). */
typedef struct tricorn_local_options {
    size_t struct_size;
    uint64_t samples; /* random pairs of neighbours of each vertex; one with no more pairs is
                        * counted exactly; 0: 1000 */
    double confidence; /* of the interval of each vertex; as in tricorn_approximate_options */
    uint64_t seed;
    double *estimates; /* or NULL */
    uint64_t *low, *high; /* or NULL: the interval */
} tricorn_local_options;

#define TRICORN_LOCAL_OPTIONS_INIT TRICORN_SIZED(tricorn_local_options)

/* Draws pairs of neighbours of each vertex, and tests whether they are joined. Each interval is Clopper and
 * Pearson's: it has the number of its vertex with probability `confidence` at least, over seeds. Both bounds are the
 * number where it was counted. The number of threads changes nothing. Of a graph in memory, on the CPU; options may
 * not be NULL. Memory: 4 bytes for each edge and 8 for each vertex. Errors: TRICORN_INVALID_ARGUMENT,
 * TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_approximate_vertices(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_local_options *options);

/* ---- parts: a count in numbered parts, for workers of any engine ---- */

/* A count of a graph, cut into parts that can be counted in any order, by any process that has the same graph, any
 * number of times: their counts add up to the graph's. Workers have the same parts if they load the same file in the
 * same way and give the same options; of a graph on disk, from one work folder that all have joined
 * (tricorn_load_options.disk.join). In that case, and with a partition in memory, the algorithm and the device may
 * differ. Each counts on one GPU at most. tricorn_parts_identity() shows whether they have the same. */
typedef struct tricorn_parts tricorn_parts;

/* Cuts the graph, which must live as long, into parts of about equal work; options->parts says into how many. Rows in
 * memory of which the algorithm makes an index, and groups of rows on disk, are not cut further: parts may be empty,
 * and a graph on disk may have a few more. With a partition of a paper, of a graph in memory, parts are its tasks.
 * options may be NULL. Errors: those of tricorn_plan_create(); TRICORN_UNSUPPORTED with blocks but no partition, with
 * the partition of a paper on disk, or with several GPUs. */
TRICORN_PUBLIC tricorn_status tricorn_parts_create(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_parts **parts);
TRICORN_PUBLIC void tricorn_parts_free(tricorn_parts *parts);

/* The number of parts, which are numbered from 0; 0 for NULL. */
TRICORN_PUBLIC uint64_t tricorn_parts_count(const tricorn_parts *parts);
/* The work of a part in wedges, pairs of neighbours to test; 0 for a number out of range. */
TRICORN_PUBLIC uint64_t tricorn_part_wedges(const tricorn_parts *parts, uint64_t number);

/* A number of the graph and its cut, and with options->verify of the algorithm: counts of parts may be added up where
 * it is the same. Errors: TRICORN_INVALID_ARGUMENT, TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_parts_identity(
  tricorn_context *context, const tricorn_parts *parts, uint64_t *identity);

/* Counts a part, by any context, but by one thread at a time: rows that were read of a graph
 * on disk remain in memory for the next call, so ascending numbers are faster. Errors: those of
 * tricorn_count(); TRICORN_INVALID_ARGUMENT for a number out of range. */
TRICORN_PUBLIC tricorn_status tricorn_part_count(
  tricorn_context *context, tricorn_parts *parts, uint64_t number, uint64_t *triangles);

/* The purpose of a count. */
typedef enum tricorn_purpose {
    TRICORN_FOR_TOTAL = 0,
    TRICORN_FOR_VERTICES = 1,
    TRICORN_FOR_EDGES = 2,
    TRICORN_FOR_LISTS = 3
} tricorn_purpose;

/* Checks, before a graph is loaded, whether a count with these options could begin: algorithm and device exist and
 * fit each other and the purpose, and the GPUs that are named are in this machine. It takes no time; CUDA is asked
 * only if a GPU seems to be missing. Errors: TRICORN_INVALID_ARGUMENT, TRICORN_UNSUPPORTED. */
TRICORN_PUBLIC tricorn_status tricorn_options_check(
  tricorn_context *context, const tricorn_options *options, tricorn_purpose purpose);

/* Measures of how the rows of the oriented graph fill tables of buckets: the figures of Pandey et
 * al. 2021 (TRUST), Fig. 5 and 7 and Table 3. */
typedef struct tricorn_row_statistics {
    size_t struct_size;
    /* The least, the quartiles and the most of the out-degrees of the vertices with an edge. */
    uint64_t lengths[5];
    /* The same five values, for the vertices with a neighbour that has out-neighbours, of the
     * largest out-degree of such a neighbour, divided by the smallest. */
    double spreads[5];
    /* The most ids of a row that are in one bucket, id % 32, where ids are in the order of the
     * input; where rows of more than 100 ids have 1,024 buckets; then with these under the other
     * names that tricorn_options.relabel can be, and under the graph's own numbers. */
    uint64_t warp_collisions, collisions, in_degree_collisions, collective_collisions;
    uint64_t own_collisions;
    /* TRUST's estimate of the cost of looking ids up (its Eq. 2), with the same numbers as
     * `collisions` and those behind it: over all rows, the sum of the out-degrees of the row's ids
     * times the most ids of the row in one bucket; UINT64_MAX if it is more than that. */
    uint64_t phi, in_degree_phi, collective_phi, own_phi;
    uint64_t collective_degree_collisions, collective_degree_phi; /* of "collective-degree" */
} tricorn_row_statistics;

#define TRICORN_ROW_STATISTICS_INIT TRICORN_SIZED(tricorn_row_statistics)

/* Measures the rows of a graph. Errors: TRICORN_OUT_OF_MEMORY, also for a graph on disk;
 * TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_row_statistics_measure(
  tricorn_context *context, const tricorn_graph *graph, tricorn_row_statistics *statistics);

/* The sizes of the parts into which a partition would cut a graph, before anything is counted. */
typedef struct tricorn_partition_sizes {
    size_t struct_size;
    const char *partition;
    uint64_t memory_bytes; /* for which it cuts */
    /* Of blocks: n and n for "trust", P1 and P2 for "trix"; for "levels" the ranges on disk, and
     * the passes over them. */
    uint64_t rows, columns;
    /* All blocks, and bytes of the smallest and the largest one and of all. In memory a block takes 4 bytes an edge,
     * 8 a row and 8 more. A block of "levels" is the rows of one interval of labels in the file. */
    uint64_t blocks, smallest_bytes, largest_bytes, total_bytes;
    uint64_t list_bytes; /* "trix": of the list of edges in two dimensions, 8 an edge; else 0 */
    uint64_t buffer_bytes; /* "trix": of the buffer through which it is streamed; else 0 */
    uint64_t tasks; /* in all */
    uint64_t empty_tasks; /* of these, those that lack edges or rows, and read nothing */
    /* The bytes that the other tasks read, one after another: their lists, and their blocks
     * except those that the task before has left in memory. */
    uint64_t read_bytes;
    /* "trust": the most ids that one bucket of its hash tables has, if these are of rows of blocks (its Table 3, PA);
     * else 0. A table has the buckets for the row of the task's edges (its Fig. 10). */
    uint64_t block_collisions;
    /* "trust": the cost of looking ids up in all tasks, as in tricorn_row_statistics; else 0. */
    uint64_t phi;
} tricorn_partition_sizes;

#define TRICORN_PARTITION_SIZES_INIT TRICORN_SIZED(tricorn_partition_sizes)

/* Measures the parts into which counting the graph with these options, which name a partition,
 * would cut it. Reads the rows of a graph on disk, but for "levels". Errors: those of tricorn_plan_create();
 * TRICORN_INVALID_ARGUMENT without a partition. */
TRICORN_PUBLIC tricorn_status tricorn_partition_measure(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_options *options, tricorn_partition_sizes *sizes);

/* ---- triangles of vertices and edges, and triangles themselves ---- */

/* These functions count as tricorn_count() does: options choose algorithm, devices, blocks and limits in the same
 * way. options and result may be NULL. cpu-adaptive, cpu-bitmap-vertex, cpu-merge-edge, gpu-adaptive and
 * gpu-bsearch-bin-edge count by vertex and by edge; other algorithms are TRICORN_UNSUPPORTED, and so are lists of
 * triangles on a GPU. With options->verify another algorithm must find the same total. Errors: those of
 * tricorn_count(); TRICORN_CANCELLED also when the visitor asks to stop. */

/* triangles: vertices + isolated entries, as for tricorn_graph_degrees(); out: the number of
 * triangles of each vertex. They add up to three times the total. Of a graph on disk nothing else
 * is by vertex, and tricorn_table_save() needs no such array. On failure the content of the
 * array is undefined. It may be NULL for a graph without vertices. */
TRICORN_PUBLIC tricorn_status tricorn_vertex_triangles(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *options, uint64_t *triangles, tricorn_result *result);

/* Receives the next `count` edges: the vertices ends[2*i] and ends[2*i+1], and support[i], the
 * edge's number of triangles. The arrays are valid during the call only. Always called on the
 * thread that called the library. Return 0 to go on, anything else to stop. */
typedef int (*tricorn_edges_function)(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count);

/* The coefficient of an edge that is in this number of triangles, and whose ends have these degrees:
 * (triangles + 1) / (the smaller degree - 1); infinite if that is 1. Radicchi, Castellano, Cecconi, Loreto,
 * Parisi, "Defining and identifying communities in networks", PNAS 2004. */
TRICORN_PUBLIC double tricorn_edge_clustering(uint64_t triangles, uint64_t degree_u, uint64_t degree_v);
/* Forman's curvature of such an edge, with triangles as faces: 4 - degree_u - degree_v + 3 triangles.
 * Samal, Sreejith, Gu, Liu, Saucan, Jost, "Comparative analysis of two discretizations of Ricci curvature
 * for complex networks", Scientific Reports 2018. */
TRICORN_PUBLIC double tricorn_edge_curvature(uint64_t triangles, uint64_t degree_u, uint64_t degree_v);

/* Receives triangles in the same way: the vertices triangles[3*i] to triangles[3*i+2]. */
typedef int (*tricorn_triangles_function)(void *user, const uint32_t *triangles, uint64_t count);

typedef struct tricorn_visitor {
    size_t struct_size;
    tricorn_edges_function edges; /* for tricorn_edge_support(), which needs it */
    tricorn_triangles_function triangles; /* for tricorn_triangle_list(), which needs it */
    void *user;
    int sorted; /* not 0: in the order of the ids; 0: in an order that depends on the input alone,
                 * not on threads; of a graph on disk, on the memory as well */
} tricorn_visitor;

#define TRICORN_VISITOR_INIT TRICORN_SIZED(tricorn_visitor)

/* Calls the visitor for every edge of the simple graph once, with its support. The two vertices
 * are in the order of their ids: numbers ascend, strings are in the order of the input. Memory:
 * 4 bytes for each edge, 8 more if sorted. Of a graph on disk, what the limit allows: sums are
 * on disk, 1 to 2 bytes for each time that an id is read, and 12 bytes for each edge if sorted. */
TRICORN_PUBLIC tricorn_status tricorn_edge_support(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *options, const tricorn_visitor *visitor, tricorn_result *result);

/* Calls the visitor for every triangle once. If sorted, the vertices of each are in the order of their ids, and
 * triangles are ordered by their first, then second, then third vertex. Memory: some megabytes for each thread. If
 * sorted, 4 bytes for each edge and 12 for each vertex more; else a bit matrix of hubs, up to 1.5 times the graph
 * plus 32 MB, if the limit allows it. Of a graph on disk, what the limit allows, and if sorted 12 bytes of disk for
 * each triangle. */
TRICORN_PUBLIC tricorn_status tricorn_triangle_list(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *options, const tricorn_visitor *visitor, tricorn_result *result);

typedef enum tricorn_table {
    TRICORN_TABLE_VERTICES = 0, /* id, triangles; in the order of the ids */
    TRICORN_TABLE_EDGES = 1, /* two ids, triangles */
    TRICORN_TABLE_TRIANGLES = 2, /* three ids */
    TRICORN_TABLE_COLUMNS = 3, /* id, and columns that the caller has; in the order of the ids */
    TRICORN_TABLE_SIMILARITY = 4, /* two ids of an edge, and how alike their neighbours are */
    /* id, a number of triangles, and how many edges of the vertex are in that number of them; ascending, as
     * tricorn_generalized_degree() has them; no `top` */
    TRICORN_TABLE_GENERALIZED = 5,
    TRICORN_TABLE_EDGE_COLUMNS = 6 /* two ids of an edge, and columns that the caller has */
} tricorn_table;

/* How alike two vertices u and v are by their sets of neighbours N(u) and N(v), C of which they
 * have in common. 0 where one of them has no neighbour. */
typedef enum tricorn_measure {
    TRICORN_COMMON = 0, /* C; of an edge: its triangles */
    TRICORN_JACCARD = 1, /* C / |N(u) or N(v)| */
    TRICORN_OVERLAP = 2, /* C / the smaller of |N(u)| and |N(v)| */
    TRICORN_COSINE = 3, /* C / sqrt(|N(u)| |N(v)|), Salton's */
    TRICORN_ADAMIC_ADAR = 4, /* the sum of 1 / ln |N(w)| over common neighbours w */
    TRICORN_RESOURCE = 5, /* the sum of 1 / |N(w)| over common neighbours w */
    TRICORN_COLLABORATION = 6, /* the sum of 1 / (|N(w)| - 1), Newman's */
    /* Of directed graphs: the sum of one of these and of one of the above is that measure with the successors
     * of u and v as N(u) and N(v), and the predecessors of w as N(w); or the other way round. */
    TRICORN_OF_SUCCESSORS = 7,
    TRICORN_OF_PREDECESSORS = 14
} tricorn_measure;

/* "common", "jaccard", "overlap", "cosine", "adamic-adar", "resource", "collaboration"; of directed graphs the same
 * with "-successors" or "-predecessors" behind; NULL for any number from 21 on. */
TRICORN_PUBLIC const char *tricorn_measure_name(tricorn_measure measure);

typedef struct tricorn_table_options {
    size_t struct_size;
    tricorn_table table;
    const tricorn_options *count; /* how to count; NULL: the defaults */
    /* "text" (tabs, no heading), "csv", "tsv" (with a heading), "jsonl" (an object a line; ids must be UTF-8) or
     * "binary" (unsigned 64-bit little-endian numbers, not for string ids); of vertices, edges and columns also
     * "graphml", "gexf", "gml" and "json-node-link", for the whole graph with these values as attributes; NULL: by
     * the path's suffix .txt, .csv, .tsv, .jsonl or .bin, or that of such a graph, text without a suffix */
    const char *format;
    const char *compression; /* "none", "gzip", "zstd"; NULL: by the path's suffix */
    int sorted; /* not 0: edges and triangles in the order of their ids; see tricorn_visitor */
    uint64_t top; /* not 0: only this many rows: the vertices or edges with the most triangles,
                   * in descending order, ties in the order of the ids; the first triangles */
    /* For tables of columns: 1 to 16 columns, those of counts first; and by which of them the top is chosen, counted
     * from 0. Then nothing is counted: `count` has no effect, and a result is not written. */
    const tricorn_column *columns;
    size_t column_count, top_column;
    /* For TRICORN_TABLE_SIMILARITY: edges of a lower value are left out; see tricorn_edge_similarity(). */
    double least;
    tricorn_measure measure;
    /* For TRICORN_TABLE_SIMILARITY, not NULL: a row for each of these pairs of vertices, joined or
     * not, in place of edges, in their order, as for tricorn_pair_similarity(); `count` and `sorted`
     * have no effect, and a result is not written. */
    const uint32_t *pairs;
    uint64_t pair_count;
    /* For tables of vertices, edges and triangles, unless shares is 0: only share number `share`, from 0, of this
     * number; one behind the other, the shares are the table. No `top`, and not sorted. The graph is in a work
     * folder, or `count` has a transport; for triangles processes join the folder (tricorn_load_options.disk.join),
     * and a result counts the triangles of the share alone, which are not verified. Of the sums of edges in a folder,
     * a share of the edges reads only its own. */
    uint32_t share, shares;
    /* For TRICORN_TABLE_EDGES, not 0: behind the triangles a column "clustering" or "curvature", which
     * tricorn_edge_clustering() and tricorn_edge_curvature() return of each edge. Not in a graph format.
     * Memory: 8 bytes for each vertex. */
    int clustering, curvature;
    /* For TRICORN_TABLE_SIMILARITY: as for tricorn_edge_similarity(); the column is then "weight", `count` has
     * no effect, and a result is not written. */
    uint32_t side, reserved;
    /* For TRICORN_TABLE_COLUMNS, not NULL: the vertices of all rows; columns have an entry for each row. No `top`. */
    const uint32_t *rows;
    uint64_t row_count;
} tricorn_table_options;

#define TRICORN_TABLE_OPTIONS_INIT TRICORN_SIZED(tricorn_table_options)

/* Checks options for a table as tricorn_save_options_check() does for a graph. Errors:
 * TRICORN_INVALID_ARGUMENT. */
TRICORN_PUBLIC tricorn_status tricorn_table_options_check(
  tricorn_context *context, const char *path, const tricorn_table_options *options);

/* Counts and writes the result as a table in the user's ids. The file appears complete or not at all. Rows are
 * written as they are found: the table is never in memory as a whole. options and result may be NULL. Errors: those
 * of the three functions above and of tricorn_graph_save(). */
TRICORN_PUBLIC tricorn_status tricorn_table_save(tricorn_context *context, const tricorn_graph *graph, const char *path,
  const tricorn_table_options *options, tricorn_result *result);

/* Writes the table as tricorn_table_save() does, to an open file descriptor, which is not closed; see
 * tricorn_graph_write(). Errors: as tricorn_table_save(). */
TRICORN_PUBLIC tricorn_status tricorn_table_write(tricorn_context *context, const tricorn_graph *graph, int descriptor,
  const tricorn_table_options *options, tricorn_result *result);

/* ---- clustering ---- */

typedef struct tricorn_clustering_options {
    size_t struct_size;
    const tricorn_options *count; /* how to count; NULL: the defaults */
    int isolated; /* not 0: `average` is over vertices without an edge, too */
    /* Out, each or NULL: vertices + isolated entries, as for tricorn_graph_degrees(). The
     * coefficient of a vertex v of d neighbours, of which T pairs are joined, is 2 T / (d (d -
     * 1)), and 0 where d < 2. On failure their content is undefined. */
    uint64_t *degrees, *triangles;
    double *coefficients;
    /* Not 0: the coefficient is the share of the pairs of v and its neighbours that are joined,
     * 2 (T + d) / (d (d + 1)); 0 where d is 0. */
    int closed;
    int reserved; /* 0 */
} tricorn_clustering_options;

#define TRICORN_CLUSTERING_OPTIONS_INIT TRICORN_SIZED(tricorn_clustering_options)

/* Definitions are those of NetworkX. */
typedef struct tricorn_clustering_summary {
    size_t struct_size;
    double transitivity; /* 3 triangles / wedges; 0 without wedges */
    double average; /* of the coefficients of all vertices with an edge; 0 without any */
    double average_degree2; /* of those of vertices with at least two neighbours; 0 without any */
    uint64_t triangles;
    uint64_t wedges_high, wedges_low; /* pairs of neighbours: high * 2^64 + low */
    uint64_t vertices; /* with at least one edge */
    uint64_t isolated; /* without an edge */
    uint64_t edges;
    uint64_t averaged; /* vertices that `average` is over */
    uint64_t degree2; /* vertices that `average_degree2` is over */
    double average_nonzero; /* of the coefficients that are not 0 (count_zeros=False); 0 without
                             * any */
    uint64_t nonzero; /* vertices that `average_nonzero` is over: those in a triangle */
} tricorn_clustering_summary;

#define TRICORN_CLUSTERING_SUMMARY_INIT TRICORN_SIZED(tricorn_clustering_summary)

/* Counts the triangles of each vertex, and computes the clustering coefficients of the simple graph. Averages are the
 * same to the last bit for any algorithm, device and order. options and result may be NULL. Memory: that of
 * tricorn_vertex_triangles(), and 8 bytes a vertex for each of triangles and degrees that is NULL; nothing by vertex
 * of a graph on disk where all three arrays are. Errors: those of tricorn_vertex_triangles(). */
TRICORN_PUBLIC tricorn_status tricorn_clustering(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_clustering_options *options, tricorn_clustering_summary *summary, tricorn_result *result);

/* ---- square clustering ---- */

typedef struct tricorn_square_options {
    size_t struct_size;
    const tricorn_options *count; /* how to count triangles; NULL: the defaults */
    /* Out, each or NULL: vertices + isolated entries, as for tricorn_graph_degrees(): the cycles of four vertices
     * that each vertex is in, and its coefficient. On failure their content is undefined. */
    uint64_t *squares;
    double *coefficients;
} tricorn_square_options;

#define TRICORN_SQUARE_OPTIONS_INIT TRICORN_SIZED(tricorn_square_options)

typedef struct tricorn_square_summary {
    size_t struct_size;
    uint64_t squares; /* cycles of four vertices, each once, with or without further edges */
    double average; /* over vertices with an edge; 0 without any */
    double average_all; /* over those without an edge, too */
    double seconds;
} tricorn_square_summary;

#define TRICORN_SQUARE_SUMMARY_INIT TRICORN_SIZED(tricorn_square_summary)

/* The square clustering coefficient of a vertex v is the number of cycles of four that it is in, divided by the
 * number that it could be in: with d neighbours, whose degrees add up to K, and T triangles, S squares that is (d -
 * 1) (K - d) - 2 T - S; 0 where S is 0. NetworkX defines it so, too. Of a graph in memory; squares are counted on the
 * CPU. The numbers of one vertex are below 2^64. options may be NULL. Memory: 8 bytes for each edge, 32 for each
 * vertex and 4 for each vertex and thread; 8 and 36 more where hubs come late in the graph's order. Errors: those of
 * tricorn_vertex_triangles(), and TRICORN_UNSUPPORTED for 2^64 squares or more. Source: Lind, Gonzalez, Herrmann,
 * "Cycles and clustering in bipartite networks", Physical Review E 2005; Zhang et al., "Clustering coefficient and
 * community structure of bipartite networks", Physica A 2008. */
TRICORN_PUBLIC tricorn_status tricorn_square_clustering(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_square_options *options, tricorn_square_summary *summary);

/* ---- weighted clustering ---- */

/* These are of graphs that were loaded with weights (tricorn_load_options.graph.weights,
 * edge_weights); others are TRICORN_INVALID_ARGUMENT. Of a vertex with d neighbours: */
typedef enum tricorn_weighted {
    /* the sum over its triangles of the cube root of the product of their three weights, each
     * divided by the largest weight of the graph, / (d (d - 1) / 2), as NetworkX. Source:
     * Onnela, Saramaki, Kertesz, Kaski, "Intensity and coherence of motifs in weighted complex
     * networks", Physical Review E 2005. */
    TRICORN_ONNELA = 0,
    /* the sum over its triangles of the weights of its own two edges, / (s (d - 1)), where s is
     * the sum of its weights, as igraph. Source: Barrat, Barthelemy, Pastor-Satorras,
     * Vespignani, "The architecture of complex weighted networks", PNAS 2004. */
    TRICORN_BARRAT = 1
} tricorn_weighted;

/* "onnela", "barrat"; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_weighted_name(tricorn_weighted kind);

typedef struct tricorn_weighted_summary {
    size_t struct_size;
    double average; /* over vertices with an edge; 0 without any */
    double average_all; /* over those without an edge, too */
    double largest; /* weight of an edge; 0 without any */
    uint64_t triangles;
    double seconds;
    /* Of TRICORN_BARRAT: over all pairs of edges at a vertex, the sum of the weights of both where they are
     * in a triangle, / the same sum of all; 0 if that is 0. Of TRICORN_ONNELA: 0. */
    double transitivity;
} tricorn_weighted_summary;

#define TRICORN_WEIGHTED_SUMMARY_INIT TRICORN_SIZED(tricorn_weighted_summary)

/* Weighted clustering coefficients, of weights none of which is negative; 0 where d < 2 or the divisor is 0.
 * coefficients: as for tricorn_graph_degrees(), out, or NULL. Barrat's takes the supports of edges, counted as
 * `count` says (NULL: the defaults); Onnela's is made on the CPU. They are the same to the last bit for any number of
 * threads. Memory: 28 bytes for each edge and 8 for each vertex, and 8 more for each vertex and thread (Onnela's).
 * Errors: those of tricorn_edge_support(), and TRICORN_BAD_FORMAT for a negative weight. */
TRICORN_PUBLIC tricorn_status tricorn_weighted_clustering(tricorn_context *context, const tricorn_graph *graph,
  tricorn_weighted kind, const tricorn_options *count, double *coefficients, tricorn_weighted_summary *summary);

/* ---- generalized degree ---- */

/* Counts, for each vertex, its edges by their number of triangles: vertex v has the pairs (*offsets)[v] to
 * (*offsets)[v + 1] - 1; in pair i, (*pairs)[2*i] is a number of triangles, ascending, and (*pairs)[2*i + 1] the
 * number of edges in that number of triangles. As NetworkX, edges in no triangle are counted, and a vertex without an
 * edge has no pair. tricorn_array_free() frees both arrays. count says how supports are counted; NULL: the defaults.
 * Of a graph in memory. Memory: 20 bytes for each edge, 8 for each vertex, 16 for each pair. Errors: those of
 * tricorn_edge_support(); TRICORN_UNSUPPORTED for a graph on disk. Source:
 * Zuev, Eisenberg, Krioukov, "Exponential random simplicial complexes", Journal of Physics A 2015. */
TRICORN_PUBLIC tricorn_status tricorn_generalized_degree(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *count, uint64_t **offsets, uint64_t **pairs, tricorn_result *result);

/* ---- cores ---- */

/* The k-core is the largest subgraph in which every vertex has at least k neighbours; the core number of a vertex is
 * the largest k whose k-core has it, 0 without an edge; the degeneracy of the graph is the largest of them. cores:
 * vertices + isolated entries, as for tricorn_graph_degrees(), out; it and degeneracy may be NULL. Memory: 4 bytes
 * for each edge and 16 to 24 for each vertex, and 4 more for each vertex and thread, but at most 4 for each edge. A
 * graph on disk is read many times: 16 for each vertex. Errors: TRICORN_INVALID_ARGUMENT, TRICORN_OUT_OF_MEMORY,
 * TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. Source: Seidman, "Network structure and minimum degree", Social Networks
 * 1983. */
TRICORN_PUBLIC tricorn_status tricorn_core_numbers(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *cores, uint32_t *degeneracy);

/* A k, for tricorn_graph_core(): the degeneracy. */
#define TRICORN_CORE_MAX UINT32_MAX

/* Makes the k-core a graph of its own, with the same ids; it is empty above the degeneracy.
 * Memory: that of tricorn_core_numbers(), and that of making a graph of its edges.
 * Errors: as tricorn_core_numbers(); TRICORN_OUT_OF_MEMORY for a graph on disk. */
TRICORN_PUBLIC tricorn_status tricorn_graph_core(
  tricorn_context *context, const tricorn_graph *graph, uint32_t k, tricorn_graph **core);

/* ---- similarity ---- */

/* Receives the next `count` edges: the vertices ends[2*i] and ends[2*i+1], and values[i]. As
 * tricorn_edges_function otherwise. */
typedef int (*tricorn_similarity_function)(void *user, const uint32_t *ends, const double *values, uint64_t count);

typedef struct tricorn_similarity_options {
    size_t struct_size;
    tricorn_similarity_function edges;
    void *user;
    const tricorn_options *count; /* how to count; NULL: the defaults */
    double least; /* edges of a lower value are left out */
    tricorn_measure measure;
    int sorted; /* as in tricorn_visitor */
    /* Not 0: in place of edges the projection of a bipartite graph onto its left (1) or right side (2): all
     * pairs of that side with a common neighbour; not sorted. */
    uint32_t side, reserved;
} tricorn_similarity_options;

#define TRICORN_SIMILARITY_OPTIONS_INIT TRICORN_SIZED(tricorn_similarity_options)

/* Calls options->edges, which is needed, for each edge of the simple graph once, with the similarity of its ends.
 * Measures made of C come from the supports of edges, by any algorithm and device that counts these, also from disk.
 * Sums of weights (Adamic-Adar, resource allocation) are made on the CPU, whatever `count` says, of graphs in memory,
 * by another method; result->how.algorithm is then NULL. They are the same to the last bit for any number of threads.
 * result may be NULL. Memory: 4 bytes for each edge, 8 more if sorted; for sums of weights 12 and 8 more, and 16 for
 * each vertex; for a projection of any size 4 for each edge and 61 for each vertex. Errors: those of
 * tricorn_edge_support(), TRICORN_INVALID_ARGUMENT. Sources: Newman, "Scientific collaboration networks II", Physical
 * Review E 2001; Jaccard 1912; Salton, McGill 1983; Adamic, Adar, "Friends and neighbors on the Web", Social Networks
 * 2003; Zhou, Lu, Zhang, "Predicting missing links via local information", European Physical Journal B 2009. */
TRICORN_PUBLIC tricorn_status tricorn_edge_similarity(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_similarity_options *options, tricorn_result *result);

/* Computes the similarity of `count` pairs of two vertices, pairs[2*i] and pairs[2*i+1], joined or not; values has
 * `count` entries, out. Without pairs both may be NULL. At most 2^32 - 1 pairs are allowed. Of a graph in memory, on
 * the CPU. Memory: 4 bytes for each edge, 16 for each vertex, 16 for each pair. Errors: TRICORN_INVALID_ARGUMENT
 * (also for a number that is no vertex, and a vertex twice in a pair), TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR,
 * TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_pair_similarity(tricorn_context *context, const tricorn_graph *graph,
  tricorn_measure measure, const uint32_t *pairs, uint64_t count, double *values);

typedef struct tricorn_top_pairs {
    size_t struct_size;
    tricorn_measure measure;
    uint64_t top; /* how many pairs; 0: 10 */
    /* NULL, or vertices one of which, at least, is in each pair, in any order. */
    const uint32_t *vertices;
    uint64_t vertex_count;
} tricorn_top_pairs;

#define TRICORN_TOP_PAIRS_INIT TRICORN_SIZED(tricorn_top_pairs)

/* Finds the most similar pairs of vertices that are no edge, as links to predict: the most similar first, ties in the
 * order of the ids, each with the vertex first that comes first in it. Pairs without a common neighbour are left out,
 * so *count may be below `top`. tricorn_pair_similarity() has their values. Of a graph in memory, on the CPU. Memory:
 * 4 bytes for each edge, 24 for each pair and 29 for each vertex and thread. tricorn_array_free() frees *pairs.
 * Errors: TRICORN_INVALID_ARGUMENT, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_pairs_search(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_top_pairs *options, uint32_t **pairs, uint64_t *count);

/* Reads pairs of vertices, by their ids, from a file for the two uses above: an edge list as text, raw pairs or lines
 * of JSON, compressed or not, whose order is retained; options say how it is read, as for tricorn_graph_load(), of a
 * graph in memory with ids of the same kind. options may be NULL. The columns that they name hold if the file has
 * them; without them, lines of JSON and a text of two columns have their own. A file that is empty, or has comments
 * or a header alone, has no pair. tricorn_array_free() frees *pairs. Errors: those of tricorn_graph_load();
 * TRICORN_BAD_FORMAT, with the line, for an id that is no vertex, and for a vertex twice in a pair. */
TRICORN_PUBLIC tricorn_status tricorn_pairs_load(tricorn_context *context, const tricorn_graph *graph, const char *path,
  const tricorn_load_options *options, uint32_t **pairs, uint64_t *count);

/* ---- structural holes ---- */

typedef struct tricorn_holes {
    size_t struct_size;
    /* Of the vertices that have an edge; NAN without any. */
    double average_constraint, average_effective_size;
    double seconds;
} tricorn_holes;

#define TRICORN_HOLES_INIT TRICORN_SIZED(tricorn_holes)

/* Burt's measures of how a vertex v stands between its d neighbours, with ties of equal weight. constraints: the
 * sum over its neighbours x of (p(v, x) + the sum over their common neighbours u of p(v, u) p(u, x))^2, where p(v, x) is
 * 1 / d(v) (Burt, "Structural Holes", 1992). effective_sizes: d - 2 T / d for T triangles at v (Borgatti, "Structural
 * holes: unpacking Burt's redundancy measures", Connections 1997). Each is NULL or an array, out, as for
 * tricorn_graph_degrees(); NAN for a vertex without an edge. (On failure undefined.) On the CPU, of a graph in
 * memory; the constraint is the same to the last bit for any number of threads. Memory: 12 bytes for each edge and
 * 40 for each vertex. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_structural_holes(tricorn_context *context, const tricorn_graph *graph,
  double *constraints, double *effective_sizes, tricorn_holes *holes);

/* ---- cliques ---- */

typedef struct tricorn_clique_options {
    size_t struct_size;
    /* Out, or NULL: vertices + isolated entries, as for tricorn_graph_degrees(): the number of
     * cliques that each vertex is in. On failure its content is undefined. */
    uint64_t *vertices;
    double seconds; /* a count that would take longer is refused; 0: 3600 */
    uint32_t size; /* vertices of a clique, 3 to 1000; 0: 4 */
} tricorn_clique_options;

#define TRICORN_CLIQUE_OPTIONS_INIT TRICORN_SIZED(tricorn_clique_options)

typedef struct tricorn_clique_result {
    size_t struct_size;
    uint64_t cliques; /* each once */
    double expected_cliques, expected_seconds; /* predicted from a sample */
    double count_seconds;
    uint32_t size, threads;
} tricorn_clique_result;

#define TRICORN_CLIQUE_RESULT_INIT TRICORN_SIZED(tricorn_clique_result)

/* Counts the sets of `size` vertices of which each two are joined. First, a sample of 4,096 edges predicts their
 * number and the time: if that is more than `seconds`, the call is TRICORN_UNSUPPORTED, and the message says both.
 * options may be NULL. Of a graph in memory, on the CPU. Memory for each thread: a bit for each vertex and for each
 * two ids of the longest row of the oriented graph. Errors: TRICORN_INVALID_ARGUMENT, TRICORN_UNSUPPORTED,
 * TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_count_cliques(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_clique_options *options, tricorn_clique_result *result);

typedef struct tricorn_communities {
    size_t struct_size;
    uint64_t *offsets; /* community c has the vertices vertices[offsets[c]] to vertices[offsets[c + 1] - 1] */
    uint32_t *vertices;
    uint64_t count; /* of communities */
    double seconds;
} tricorn_communities;

#define TRICORN_COMMUNITIES_INIT TRICORN_SIZED(tricorn_communities)

/* Finds the communities of cliques of `size` vertices (3 or more; 0: 4): cliques that share all vertices but one are in
 * the same. A vertex can be in several. tricorn_array_free() frees both arrays. Of a graph in memory, on one thread.
 * Memory: 32 bytes, and up to 20 for each vertex, of each maximal clique or, for `size` 3, triangle. Errors: those of
 * tricorn_count_cliques(). Source: Palla, Derenyi, Farkas, Vicsek, "Uncovering the overlapping community structure of
 * complex networks in nature and society", Nature 2005. */
TRICORN_PUBLIC tricorn_status tricorn_clique_communities(
  tricorn_context *context, const tricorn_graph *graph, uint32_t size, tricorn_communities *communities);

/* ---- graphlets ---- */

/* The connected graphs of four vertices: path, star, cycle, paw (a triangle, and an edge to the fourth
 * vertex), diamond (a clique without an edge), clique. */
enum { TRICORN_GRAPHLETS = 6 };

/* The name, such as "paw"; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_graphlet_name(int graphlet);

typedef struct tricorn_graphlets {
    size_t struct_size;
    /* How many subgraphs of each kind the graph has: high * 2^64 + low. There may be further edges
     * between their vertices. */
    uint64_t high[TRICORN_GRAPHLETS], low[TRICORN_GRAPHLETS];
    /* The same of induced subgraphs, between whose vertices are no further edges. */
    uint64_t induced_high[TRICORN_GRAPHLETS], induced_low[TRICORN_GRAPHLETS];
    double seconds;
} tricorn_graphlets;

#define TRICORN_GRAPHLETS_INIT TRICORN_SIZED(tricorn_graphlets)

/* The orbits of the connected graphs of two to four vertices, by Przulj's numbers: two vertices are at one
 * orbit if the graph can be mapped onto itself so that one becomes the other.
 *    0 edge;  1 end and 2 middle of the path of three vertices;  3 triangle
 *    4 end and 5 inner vertex of the path of four;  6 leaf and 7 centre of the star;  8 cycle
 *    9 end of the tail, 10 vertex of the triangle off the tail, and 11 vertex with the tail, of the paw
 *   12 vertex with two and 13 vertex with three neighbours of the diamond;  14 clique of four */
enum { TRICORN_ORBITS = 15 };

/* "orbit0" to "orbit14"; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_orbit_name(int orbit);

/* Counts the connected subgraphs of four vertices. vertices: NULL, or 15 consecutive arrays, each as for
 * tricorn_graph_degrees(), out: how many induced subgraphs have the vertex at each orbit. (On failure
 * undefined.) Triangles, cycles and cliques are searched for; the other counts follow from these and
 * from degrees (Pinar, Seshadhri, Vishal, "ESCAPE", WWW 2017).
 * Of a graph in memory, on the CPU. Memory: 12 bytes for each edge, 4 for each vertex and thread, 12 with
 * `vertices`, and that of tricorn_count_cliques(). Errors: TRICORN_UNSUPPORTED for a graph on disk, for
 * 2^64 cycles or cliques or more, and for a number of a vertex of 2^63 or more; TRICORN_OUT_OF_MEMORY,
 * TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_count_graphlets(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, tricorn_graphlets *graphlets);

/* ---- triples ---- */

/* How three vertices can be joined: empty, edge, path, triangle, by 0, 1, 2 and 3 edges. */
enum { TRICORN_TRIPLES = 4 };

/* The name, such as "path"; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_triple_name(int triple);

typedef struct tricorn_triples {
    size_t struct_size;
    /* How many of all triples of vertices are of each kind: high * 2^64 + low. */
    uint64_t high[TRICORN_TRIPLES], low[TRICORN_TRIPLES];
    double seconds;
} tricorn_triples;

#define TRICORN_TRIPLES_INIT TRICORN_SIZED(tricorn_triples)

/* The census of the triples of vertices, without directions. vertices: NULL, or 4 consecutive arrays, each
 * as for tricorn_graph_degrees(), out: the triples of each kind that each vertex is in. (On failure
 * undefined.) Triangles are counted as `count` says (NULL: the defaults); the other numbers follow from
 * degrees. Memory: that of tricorn_clustering() and, for vertices, of which the graph must be in memory, 4
 * bytes for each edge. Errors: those of tricorn_vertex_triangles(). */
TRICORN_PUBLIC tricorn_status tricorn_count_triples(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_options *count, uint64_t *vertices, tricorn_triples *triples);

/* ---- labels of vertices ---- */

/* A value of tricorn_load_options.times. */
#define TRICORN_LABELS 2

/* A vertex without a label, which is like a label of its own. */
#define TRICORN_NO_LABEL UINT32_MAX

typedef struct tricorn_vertex_labels {
    size_t struct_size;
    uint32_t *labels; /* the number of each vertex's label, or TRICORN_NO_LABEL: vertices + isolated entries */
    char *names; /* the labels, sorted by their bytes, each with a zero byte behind it */
    uint32_t count; /* of labels */
    uint32_t reserved;
    uint64_t labelled; /* vertices with a label */
    uint64_t others; /* lines of ids that are no vertices of the graph */
} tricorn_vertex_labels;

#define TRICORN_VERTEX_LABELS_INIT TRICORN_SIZED(tricorn_vertex_labels)

/* Reads the labels of vertices from a text, compressed or not: on each line an id and a label, between which is
 * a tab, a comma, a semicolon or blanks. A first line names the columns if one of its names is "id", "vertex",
 * "node" or the like; of more than two columns another one is then "label", "type" or the like. options->text has
 * `comment` and `missing`; it may be NULL. A vertex that is on no line has no label.
 * tricorn_array_free() frees labels->labels and labels->names.
 * Errors: TRICORN_IO_ERROR, TRICORN_BAD_FORMAT with the line (also for two labels of one vertex),
 * TRICORN_UNSUPPORTED for a graph on disk or of two sides, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_labels_load(tricorn_context *context, const tricorn_graph *graph,
  const char *path, const tricorn_load_options *options, tricorn_vertex_labels *labels);

/* Triangles whose vertices, or edges, have these labels, in any order. */
typedef struct tricorn_label_triple {
    uint64_t triangles;
    uint32_t labels[3]; /* ascending */
    uint32_t reserved;
} tricorn_label_triple;

typedef struct tricorn_label_counts {
    size_t struct_size;
    tricorn_label_triple *triples; /* those that have a triangle, in ascending order */
    uint64_t count; /* of them */
    uint64_t triangles; /* of the graph, which is the sum unless edges have several labels */
    double seconds;
    /* For labels of edges: how many edges have several; and, as tricorn_vertex_labels.names, the graph's labels of
     * a file, or NULL. */
    uint64_t several, names_count;
    const char *names;
} tricorn_label_counts;

#define TRICORN_LABEL_COUNTS_INIT TRICORN_SIZED(tricorn_label_counts)

/* Counts the triangles by the labels of their vertices. labels: any number for each vertex, as
 * tricorn_vertex_labels.labels has them. On the CPU, also of a graph on disk. Memory: that of
 * tricorn_triangle_list(), and up to 96 bytes for each triple. tricorn_array_free() frees counts->triples. NULL: by
 * the labels of their edges, of a graph that was loaded with TRICORN_LABELS, or from arrays with edge_times that are
 * numbers of labels. An edge that comes again with another label, in either direction, has both: a triangle counts
 * for each choice of one label of each edge. Memory: 8 bytes more for each edge, of the graph and of the input.
 * Errors: TRICORN_INVALID_ARGUMENT for a graph without labels of edges, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED and
 * those of tricorn_triangle_list(). */
TRICORN_PUBLIC tricorn_status tricorn_count_by_labels(
  tricorn_context *context, const tricorn_graph *graph, const uint32_t *labels, tricorn_label_counts *counts);

/* ---- signed graphs ---- */

/* The sign of an edge is that of its weight; load the graph with TRICORN_SIGNED weights, none of which
 * is 0. A triangle is balanced if the product of its signs is positive (Cartwright, Harary, "Structural
 * balance: a generalization of Heider's theory", Psychological Review 1956). Kind k of the triangles has
 * k negative edges: 0 and 2 are balanced. */
enum { TRICORN_SIGNS = 4 };

/* "ppp", "ppn", "pnn", "nnn", p for a positive edge, n for a negative one; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_signs_name(int negative);

typedef struct tricorn_balance {
    size_t struct_size;
    uint64_t triangles[TRICORN_SIGNS]; /* by their negative edges */
    uint64_t balanced, unbalanced; /* triangles: sums of two of the others */
    uint64_t positive, negative; /* edges */
    double degree; /* of balance: balanced / all triangles; NAN without triangles */
    double seconds;
} tricorn_balance;

#define TRICORN_BALANCE_INIT TRICORN_SIZED(tricorn_balance)

/* Counts balanced and unbalanced triangles. vertices, edges: each NULL, or 4 consecutive arrays, out: the triangles
 * of each kind that each vertex is in, each array as for tricorn_graph_degrees(), and each edge, in the order of
 * tricorn_graph_edges(). (On failure undefined.) On the CPU. Memory: a byte for each edge and 4 for each vertex and
 * thread; for edges 32 for each thread and id of the longest row. Errors: TRICORN_INVALID_ARGUMENT (also for a graph
 * without weights), TRICORN_BAD_FORMAT (a weight of 0), TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_structural_balance(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, uint64_t *edges, tricorn_balance *balance);

/* ---- bipartite graphs ---- */

typedef struct tricorn_butterfly_summary {
    size_t struct_size;
    uint64_t left, right; /* vertices of each side */
    uint64_t butterflies;
    uint64_t paths_high, paths_low; /* paths of three edges: high * 2^64 + low */
    double robins_alexander; /* 4 butterflies / paths; 0 without a path */
    double seconds;
} tricorn_butterfly_summary;

#define TRICORN_BUTTERFLY_SUMMARY_INIT TRICORN_SIZED(tricorn_butterfly_summary)

/* Counts butterflies, which are the cycles of four vertices of a graph that was loaded with
 * tricorn_load_options.bipartite: two vertices of each side, and all four edges between them. vertices, edges: out,
 * each NULL or the butterflies of each vertex, as for tricorn_graph_degrees(), and of each edge, in the order of
 * tricorn_graph_edges(). (On failure undefined.) On the CPU. Memory: 8 bytes for each edge and 8 for each vertex, 4
 * more for each vertex and thread, and 8 more for each edge if `edges` is not NULL. A graph whose hubs come late is
 * reordered: 8 bytes for each edge and 28 for each vertex, and 8 for each edge and vertex that is counted. Errors:
 * TRICORN_INVALID_ARGUMENT (also for a graph without sides), TRICORN_UNSUPPORTED for 2^64 butterflies or more,
 * TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. Sources: Wang, Lin, Qin, Zhang, Zhang, "Vertex Priority Based Butterfly
 * Counting for Large-scale Bipartite Networks", PVLDB 2019; Robins, Alexander, "Small worlds among interlocking
 * directors", Computational and Mathematical Organization Theory 2004. */
TRICORN_PUBLIC tricorn_status tricorn_count_butterflies(tricorn_context *context, const tricorn_graph *graph,
  uint64_t *vertices, uint64_t *edges, tricorn_butterfly_summary *summary);

/* Finds the bitruss number of each edge of a bipartite graph: the largest k whose k-bitruss has it, the largest
 * subgraph whose edges are each in at least k butterflies of it. edges: as for tricorn_count_butterflies(), out;
 * largest: out; either may be NULL. By one thread. Memory: 60 bytes for each edge, 40 for each vertex, and up to 34
 * times the sum of the lower degrees of the ends of all edges. Errors: those of tricorn_count_butterflies();
 * TRICORN_UNSUPPORTED for 2^31 edges. Source: Wang, Lin, Qin, Zhang, Zhang, "Efficient Bitruss Decomposition for
 * Large-scale Bipartite Graphs", ICDE 2020. */
TRICORN_PUBLIC tricorn_status tricorn_bitruss_numbers(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *edges, uint64_t *largest);

/* Makes the k-bitruss a graph of its own, with the same ids and sides. Memory and errors: those of
 * tricorn_bitruss_numbers(), and a graph. */
TRICORN_PUBLIC tricorn_status tricorn_graph_bitruss(
  tricorn_context *context, const tricorn_graph *graph, uint32_t k, tricorn_graph **bitruss);

/* The side of each vertex of a graph that was loaded with tricorn_load_options.bipartite, as the same id may be a
 * vertex of each side. sides: as for tricorn_graph_degrees(), out: 0 for the left side, 1 for the right one. It may
 * be NULL for a graph without vertices. Errors: TRICORN_INVALID_ARGUMENT (also for a graph without sides). */
TRICORN_PUBLIC tricorn_status tricorn_graph_sides(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *sides);

/* Latapy's coefficients, in this order: the overlap of two vertices of a side is the number of their
 * common neighbours divided by the number of vertices that are a neighbour of either one (dot), by the
 * lower degree of both (min), or by the higher one (max). */
enum { TRICORN_LATAPY = 3 };

/* "dot", "min", "max"; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_latapy_name(int kind);

/* Averages by kind, over vertices with an edge: of both sides, the left one and the right one. */
typedef struct tricorn_latapy_summary {
    size_t struct_size;
    double average[TRICORN_LATAPY];
    double left[TRICORN_LATAPY], right[TRICORN_LATAPY];
    double seconds;
    /* Over vertices without an edge, too. */
    double average_all[TRICORN_LATAPY], left_all[TRICORN_LATAPY], right_all[TRICORN_LATAPY];
} tricorn_latapy_summary;

#define TRICORN_LATAPY_SUMMARY_INIT TRICORN_SIZED(tricorn_latapy_summary)

/* Computes for each vertex of a bipartite graph, as tricorn_count_butterflies() takes it, the mean of its overlaps
 * with all vertices that it has a neighbour in common with; 0 without any. coefficients: NULL, or 3 consecutive
 * arrays, each as for tricorn_graph_degrees(), out: those of each kind. (On failure undefined.) They do not depend on
 * threads. On the CPU. Time: the number of paths of two edges. Memory: 4 bytes for each edge and 12 for each vertex,
 * 8 more for each vertex and thread, and 24 for each vertex without the arrays. Errors: TRICORN_INVALID_ARGUMENT
 * (also for a graph without sides), TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. Source: Latapy, Magnien, Del Vecchio,
 * "Basic notions for the analysis of large two-mode networks", Social Networks 2008. */
TRICORN_PUBLIC tricorn_status tricorn_latapy_clustering(
  tricorn_context *context, const tricorn_graph *graph, double *coefficients, tricorn_latapy_summary *summary);

/* ---- trusses ---- */

/* The k-truss of a graph is its largest subgraph whose edges are each in at least k - 2 triangles of
 * it, without vertices that have no edge in it. The trussness of an edge is the largest k whose
 * k-truss has it; 2 for edges in no triangle. (Some programs count k in triangles, which is k - 2
 * here.) Source: Cohen, "Trusses: Cohesive Subgraphs for Social Network Analysis", 2008.
 *
 * The support of each edge is counted as tricorn_edge_support() does, on any device; then the CPU
 * peels, in memory: edges in too few triangles are removed, then those that are now, level by level.
 * The result does not depend on threads or on the method. */

typedef struct tricorn_trusses tricorn_trusses;

typedef struct tricorn_truss_options {
    size_t struct_size;
    const tricorn_options *count; /* how supports are counted, with threads and limits; NULL: defaults */
    /* How edges are peeled. "index": the triangles of each edge are listed first; 24 bytes for each triangle and 17
     * for each edge. "rows": the triangles of an edge are looked up once, when it is removed; 37 bytes for each edge
     * in a triangle, 14 for each vertex, 8 for each vertex and thread, and up to 2 MiB for each thread. "trix": as
     * TriX does (its section VI), a quarter of a byte for each edge and 4 bytes for each vertex and thread; each
     * round looks at all rows. NULL or "auto": "index" for graphs of few triangles, else the fastest one that fits in
     * memory; on a GPU that counts supports the GPU's own, where that fits. */
    const char *method;
} tricorn_truss_options;

/* The methods by name, the fastest first; NULL for an index out of range. */
TRICORN_PUBLIC const char *tricorn_truss_method_at(size_t index);

#define TRICORN_TRUSS_OPTIONS_INIT TRICORN_SIZED(tricorn_truss_options)

/* The trussness of every edge. Memory: 4 bytes for each edge, beside that of the method; for a graph on disk no array
 * of edges, but supports are counted again and again. The graph must live as long. options and result may be NULL;
 * result->seconds.count is the time of supports and peeling. tricorn_trusses_free() frees them. Errors: those of
 * tricorn_edge_support(). */
TRICORN_PUBLIC tricorn_status tricorn_trussness(tricorn_context *context, const tricorn_graph *graph,
  const tricorn_truss_options *options, tricorn_trusses **trusses, tricorn_result *result);
TRICORN_PUBLIC void tricorn_trusses_free(tricorn_trusses *trusses);

typedef struct tricorn_trusses_description {
    size_t struct_size;
    const char *method; /* that peeled: of tricorn_truss_method_at(), or "gpu" */
    uint64_t rounds; /* in which edges were removed at the same time */
    double support_seconds, peel_seconds;
    uint32_t k_max; /* the largest trussness; 0 for a graph without edges */
} tricorn_trusses_description;

#define TRICORN_TRUSSES_DESCRIPTION_INIT TRICORN_SIZED(tricorn_trusses_description)

/* Fills *description. Errors: TRICORN_INVALID_ARGUMENT. */
TRICORN_PUBLIC tricorn_status tricorn_trusses_describe(
  tricorn_context *context, const tricorn_trusses *trusses, tricorn_trusses_description *description);

/* The number of edges of trussness k; 0 for any other k, and for NULL. */
TRICORN_PUBLIC uint64_t tricorn_trusses_edges(const tricorn_trusses *trusses, uint32_t k);

/* Calls visitor->edges for every edge once, with its trussness in place of the support. Errors:
 * those of tricorn_edge_support(). */
TRICORN_PUBLIC tricorn_status tricorn_trusses_visit(
  tricorn_context *context, const tricorn_trusses *trusses, const tricorn_visitor *visitor);

/* Writes a table of two ids and the trussness of each edge, as tricorn_table_save() and tricorn_table_write() do; of
 * the options, `table` and `count` have no effect. Errors: as tricorn_table_save(). */
TRICORN_PUBLIC tricorn_status tricorn_trusses_save(
  tricorn_context *context, const tricorn_trusses *trusses, const char *path, const tricorn_table_options *options);
/* The same as tricorn_trusses_save(), to a descriptor. Errors: as tricorn_table_write(). */
TRICORN_PUBLIC tricorn_status tricorn_trusses_write(
  tricorn_context *context, const tricorn_trusses *trusses, int descriptor, const tricorn_table_options *options);

/* The k-truss, k >= 2, as a graph with the same ids; it may have no edge. Only this truss is found, which takes less
 * time than the trussness of all edges. options and result may be NULL. Errors: those of tricorn_trussness();
 * TRICORN_INVALID_ARGUMENT for a k below 2; TRICORN_UNSUPPORTED for a graph on disk. */
TRICORN_PUBLIC tricorn_status tricorn_truss(tricorn_context *context, const tricorn_graph *graph, uint32_t k,
  const tricorn_truss_options *options, tricorn_graph **truss, tricorn_result *result);
/* Makes the k-truss from the trussness of all edges, without peeling again.
 * Errors: as tricorn_truss(), but TRICORN_OUT_OF_MEMORY for a graph on disk. */
TRICORN_PUBLIC tricorn_status tricorn_trusses_graph(
  tricorn_context *context, const tricorn_trusses *trusses, uint32_t k, tricorn_graph **truss);

/* Connected components. components: vertices + isolated entries, as for tricorn_graph_degrees(); out:
 * the number of each vertex's component, from 0, in the order of their first vertices. May be NULL for a graph
 * without vertices. count: out, the number of components. Errors: TRICORN_INVALID_ARGUMENT, TRICORN_UNSUPPORTED (a
 * graph on disk), TRICORN_OUT_OF_MEMORY, TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_graph_components(
  tricorn_context *context, const tricorn_graph *graph, uint32_t *components, uint32_t *count);

/* ---- changing graphs ---- */

/* A graph that changes by batches of edges, and whose triangles, all and of each vertex, are
 * counted exactly after each batch. One thread at a time uses it. */
typedef struct tricorn_changing tricorn_changing;

/* Begins with a graph, which must live as long and is not changed. Its vertices, also those without an edge, are the
 * vertices of all states, by the same numbers. The graph is in memory; the CPU counts. Memory: 8 bytes for each edge,
 * 40 for each vertex; later up to a quarter more, 8 for each vertex, up to twice that of long rows that batches
 * touch, and the old places of rows that have grown. Errors: those of tricorn_vertex_triangles(). */
TRICORN_PUBLIC tricorn_status tricorn_changing_create(
  tricorn_context *context, const tricorn_graph *graph, tricorn_changing **changing);
/* Begins as tricorn_changing_create() does, on a device: "gpu", "gpu:1", or "cpu"; NULL and "auto" are "cpu". On a
 * GPU the memory is the GPU's: 24 bytes for each vertex, 8 for each edge, twice that during a batch, and 130 bytes
 * for each pair. Errors also: TRICORN_INVALID_ARGUMENT, TRICORN_UNSUPPORTED (no such GPU; 2^31 vertices or edges and
 * more), TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_changing_create_on(
  tricorn_context *context, const tricorn_graph *graph, const char *device, tricorn_changing **changing);
TRICORN_PUBLIC void tricorn_changing_free(tricorn_changing *changing);

/* The triangles of the present state; 0 for NULL. From a GPU the number is copied, which takes about
 * 10 microseconds; UINT64_MAX if that has failed. */
TRICORN_PUBLIC uint64_t tricorn_changing_triangles(const tricorn_changing *changing);
/* The edges of the present state; see tricorn_changing_triangles(). */
TRICORN_PUBLIC uint64_t tricorn_changing_edges(const tricorn_changing *changing);
/* The triangles of one vertex in the present state; 0 also for a number that is no vertex. */
TRICORN_PUBLIC uint64_t tricorn_changing_vertex(const tricorn_changing *changing, uint32_t vertex);
/* The vertices of the present state, also those without an edge; 0 for NULL. */
TRICORN_PUBLIC uint64_t tricorn_changing_vertex_count(const tricorn_changing *changing);
/* The transitivity; 0 without wedges; NaN for NULL and on a GPU. */
TRICORN_PUBLIC double tricorn_changing_transitivity(const tricorn_changing *changing);

/* Finds the vertex with this id, in decimal digits, or a word where ids are words. If none has it, it becomes a vertex
 * without an edge, with the next number, if `add` is not 0; otherwise *vertex is UINT32_MAX. Memory: the first call
 * takes about 50 bytes for each vertex. Errors: TRICORN_INVALID_ARGUMENT if the id is no number; TRICORN_UNSUPPORTED
 * for a new vertex on a GPU, and if two vertices have the same id; TRICORN_OUT_OF_MEMORY; TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_changing_find(
  tricorn_context *context, tricorn_changing *changing, const char *id, int add, uint32_t *vertex);

/* The triangles of each vertex: an entry for each of tricorn_changing_vertex_count(). Errors: TRICORN_INVALID_ARGUMENT, TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_changing_vertices(
  tricorn_context *context, const tricorn_changing *changing, uint64_t *triangles);

/* From now on the support of each edge, its number of triangles, is updated by each batch, too.
 * This call counts them once; batches take longer. Memory: 8 bytes for each edge more, and 20
 * during the call; on a GPU 8 of its memory, twice that during a batch, and during the call what
 * counting needs. On failure nothing has changed. Errors: those of tricorn_edge_support(). */
TRICORN_PUBLIC tricorn_status tricorn_changing_keep_supports(tricorn_context *context, tricorn_changing *changing);
/* The support of the edge between two vertices; 0 if supports are not counted, or if these have no edge. A GPU
 * searches for it, and it is copied, which takes about 20 microseconds; UINT64_MAX if that has failed. */
TRICORN_PUBLIC uint64_t tricorn_changing_support(const tricorn_changing *changing, uint32_t u, uint32_t v);

/* The supports of many pairs of vertices: of pair i, the vertices [2*i] and [2*i+1]; 0 where they have no edge. (On
 * failure undefined.) A GPU searches for those in its memory; memory: 12 bytes for each pair, of four million at a
 * time. Errors: TRICORN_INVALID_ARGUMENT (also for a number that is no vertex, for 2^31 pairs and more, and if
 * supports are not counted), TRICORN_CANCELLED, TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_changing_supports(tricorn_context *context, const tricorn_changing *changing,
  const uint32_t *pairs, uint64_t count, uint32_t *supports);

typedef struct tricorn_batch {
    size_t struct_size;
    /* Pairs of vertices; NULL for no pair. Edges are removed before others are added: an edge
     * in both lists is in the graph afterwards. Loops, repeated pairs, removed edges that the graph
     * lacks and added edges that it has make no difference. */
    const uint32_t *removed, *added; /* pair i: the vertices [2*i] and [2*i+1] */
    uint64_t removed_count, added_count; /* pairs; each less than 2^31 */
    /* "rows": by the rows that the batch touches; "recount": the graph is counted again; NULL or
     * "auto": the one that is predicted to be faster. */
    const char *method;
} tricorn_batch;

#define TRICORN_BATCH_INIT TRICORN_SIZED(tricorn_batch)

typedef struct tricorn_batch_result {
    size_t struct_size;
    uint64_t triangles, edges; /* of the new state */
    uint64_t removed, added; /* edges that have changed */
    const char *method; /* that counted */
    double seconds;
} tricorn_batch_result;

#define TRICORN_BATCH_RESULT_INIT TRICORN_SIZED(tricorn_batch_result)

/* Applies a batch. On failure the graph is as before. result may be NULL. Memory: 32 bytes for each pair; for each
 * thread two bits a vertex and 300 KiB, which are not freed afterwards; to count again, that of making a graph.
 * Errors: TRICORN_INVALID_ARGUMENT (also for a number that is no vertex), TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED;
 * on a GPU TRICORN_OUT_OF_DEVICE_MEMORY, TRICORN_UNSUPPORTED (2^30 pairs, 2^31 edges), TRICORN_DEVICE_ERROR. */
TRICORN_PUBLIC tricorn_status tricorn_changing_apply(
  tricorn_context *context, tricorn_changing *changing, const tricorn_batch *batch, tricorn_batch_result *result);

/* Makes a graph of the present state, in the same ids, for all other functions. Vertices without an
 * edge are not in it. TRICORN_UNSUPPORTED: new vertices with words as ids.
 * Errors: TRICORN_INVALID_ARGUMENT, TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_changing_graph(
  tricorn_context *context, const tricorn_changing *changing, tricorn_graph **graph);

/* ---- directed graphs ---- */

/* These are for graphs that were loaded with tricorn_load_options.graph.directed; others are
 * TRICORN_INVALID_ARGUMENT. Of three vertices, each two are joined by no edge, by one, or by
 * edges both ways, which gives 16 kinds of triads (Holland, Leinhardt, "A method for detecting
 * structure in sociometric data", American Journal of Sociology 1970), numbered as in NetworkX:
 * 003, 012, 102, 021D, 021U, 021C, 111D, 111U, 030T, 030C, 201, 120D, 120U, 120C, 210, 300. */
enum { TRICORN_TRIADS = 16 };

/* The name, such as "030T"; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_triad_name(int triad);

typedef struct tricorn_census {
    size_t struct_size;
    /* How many of all triples of vertices, with those without an edge, are of each kind: high * 2^64
     * + low. */
    uint64_t high[TRICORN_TRIADS], low[TRICORN_TRIADS];
    uint64_t triangles; /* of the simple undirected graph: the last two of 030, all of 120, 210, 300 */
    double seconds;
} tricorn_census;

#define TRICORN_CENSUS_INIT TRICORN_SIZED(tricorn_census)

/* The triad census. vertices: NULL, or 16 consecutive arrays, each as for tricorn_graph_degrees(), out: the triads of
 * each kind that each vertex is in. (On failure undefined.) Only triangles are searched for; the other counts follow
 * from degrees, less the open triads that triangles contain. On the CPU. Memory: 24 bytes and one for each thread a
 * vertex; for vertices 136 bytes for each. Errors: TRICORN_INVALID_ARGUMENT, TRICORN_OUT_OF_MEMORY,
 * TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_triad_census(
  tricorn_context *context, const tricorn_graph *graph, uint64_t *vertices, tricorn_census *census);

typedef enum tricorn_directed {
    /* Of a vertex with `all` edges, in and out, `both` of which neighbours are joined both ways: its
     * directed triangles / (2 (all (all - 1) - 2 both)), as NetworkX. Source: Fagiolo, "Clustering in
     * complex directed networks", Physical Review E 2007. */
    TRICORN_FAGIOLO = 0,
    /* Directed edges among its neighbours, in or out, d in all, / (d (d - 1)). Source: LDBC Graphalytics. */
    TRICORN_LDBC = 1,
    /* The four parts of Fagiolo's (table 1): of a vertex i with `in` and `out` edges, its triangles i->j->k->i
     * / (in out - both); i->j, k->i, k->j / (in out - both); those of two edges to i / (in (in - 1)); those
     * of two edges from i / (out (out - 1)). */
    TRICORN_FAGIOLO_CYCLE = 2,
    TRICORN_FAGIOLO_MIDDLE = 3,
    TRICORN_FAGIOLO_IN = 4,
    TRICORN_FAGIOLO_OUT = 5
} tricorn_directed;

/* "fagiolo", "ldbc", "cycle", "middle", "in", "out"; NULL for any other number. */
TRICORN_PUBLIC const char *tricorn_directed_name(tricorn_directed kind);

typedef struct tricorn_directed_summary {
    size_t struct_size;
    double average; /* over vertices with an edge; 0 without any */
    double average_all; /* over those without an edge, too */
    uint64_t arcs; /* directed edges */
    uint64_t mutual; /* pairs of vertices that are joined both ways */
    double seconds;
} tricorn_directed_summary;

#define TRICORN_DIRECTED_SUMMARY_INIT TRICORN_SIZED(tricorn_directed_summary)

/* Clustering coefficients of a directed graph; 0 where the divisor is 0. coefficients: as for
 * tricorn_graph_degrees(), out, or NULL. Averages are the same in any order. Memory and errors: those
 * of tricorn_triad_census() with vertices. */
TRICORN_PUBLIC tricorn_status tricorn_directed_clustering(tricorn_context *context, const tricorn_graph *graph,
  tricorn_directed kind, double *coefficients, tricorn_directed_summary *summary);

/* Rows and columns of the table of motifs, as Paranjape, Benson and Leskovec number them ("Motifs in Temporal
 * Networks", WSDM 2017): the first edge is 1->2; the second one, in rows 1 to 6, 3->2, 2->3, 3->1, 1->3, 2->1,
 * 1->2; the third one, in columns 1 to 6, 1->2, 2->1, 1->3, 3->1, 2->3, 3->2. */
enum { TRICORN_MOTIF_SIDE = 6 };

typedef struct tricorn_motifs {
    size_t struct_size;
    /* How often motif i, j occurs, i and j from 1 to 6: high[m] * 2^64 + low[m], m = 6 * (i - 1) + j - 1. */
    uint64_t high[TRICORN_MOTIF_SIDE * TRICORN_MOTIF_SIDE];
    uint64_t low[TRICORN_MOTIF_SIDE * TRICORN_MOTIF_SIDE];
    uint64_t window, temporal_edges; /* as given; without self loops */
    double seconds;
} tricorn_motifs;

#define TRICORN_MOTIFS_INIT TRICORN_SIZED(tricorn_motifs)

/* Counts three temporal edges between two or three vertices, whose last time is at most `window` above the first
 * one. Of edges with equal times, that which is first in the input is first. For a graph that was loaded with
 * times. Memory: 16 bytes for each temporal edge, 8 for each edge, 48 for each vertex and thread.
 * Errors: TRICORN_INVALID_ARGUMENT, TRICORN_UNSUPPORTED for 2^31 temporal edges or more,
 * TRICORN_OUT_OF_MEMORY, TRICORN_CANCELLED. */
TRICORN_PUBLIC tricorn_status tricorn_count_motifs(
  tricorn_context *context, const tricorn_graph *graph, uint64_t window, tricorn_motifs *motifs);

#ifdef __cplusplus
}
#endif

#endif
