// The calls of Arrow's library for GLib, of which Debian has no package, by pyarrow's libarrow.
#include <cstring>
#include <arrow/api.h>
#include <arrow/c/bridge.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>

using namespace arrow;
using Any = std::shared_ptr<void>;
using Reader = ipc::RecordBatchFileReader;
struct Error {
    unsigned domain;
    int code;
    char *message;
};

static bool good(const Status &status, Error **why)
{
    if (!status.ok()) *why = new Error{1, 1, strdup(status.ToString().c_str())};
    return status.ok();
}
template <class T> static auto of(void *object)
{
    return std::static_pointer_cast<T>(*static_cast<Any *>(object));
}
static void *give(auto made, Error **why)
{
    return good(made.status(), why) ? new Any(*made) : nullptr;
}

#define READER(name) garrow_record_batch_file_reader_##name
extern "C" {
void g_object_unref(Any *object)
{
    delete object;
}
void g_error_free(Error *why)
{
    free(why->message);
    delete why;
}
void g_free(void *bytes)
{
    free(bytes);
}
void *garrow_file_input_stream_new(const char *path, Error **why)
{
    return give(io::ReadableFile::Open(path), why);
}
void *READER(new)(void *input, Error **why)
{
    return give(Reader::Open(of<io::ReadableFile>(input)), why);
}
void *READER(get_schema)(void *reader)
{
    return new Any(of<Reader>(reader)->schema());
}
unsigned READER(get_n_record_batches)(void *reader)
{
    return of<Reader>(reader)->num_record_batches();
}
void *READER(read_record_batch)(void *reader, unsigned index, Error **why)
{
    return give(of<Reader>(reader)->ReadRecordBatch(index), why);
}
void *garrow_schema_export(void *columns, Error **why)
{
    auto made = static_cast<ArrowSchema *>(malloc(sizeof(ArrowSchema)));
    return good(ExportSchema(*of<Schema>(columns), made), why) ? made : nullptr;
}
int garrow_record_batch_validate_full(void *rows, Error **why)
{
    return good(of<RecordBatch>(rows)->ValidateFull(), why);
}
int garrow_record_batch_export(void *rows, ArrowArray **made, void *, Error **why)
{
    *made = static_cast<ArrowArray *>(malloc(sizeof(ArrowArray)));
    return good(ExportRecordBatch(*of<RecordBatch>(rows), *made), why);
}
void *garrow_memory_pool_default()
{
    return new Any(default_memory_pool(), [](void *) {});
}
int64_t garrow_memory_pool_get_bytes_allocated(void *pool)
{
    return of<MemoryPool>(pool)->bytes_allocated();
}
}
