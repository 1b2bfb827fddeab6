/* run.c - runs the program in this process, on files of a case. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attack.h"
#include "main.h"
#include "support/files.h"

/* The program ends by closing its standard output; here it runs again. */
bool __wrap_cli_finish_stdout(void);
bool __wrap_cli_finish_stdout(void)
{
    return fflush(stdout) == 0;
}

static char *content_of(int descriptor, size_t *length)
{
    const off_t size = lseek(descriptor, 0, SEEK_END);
    char *bytes = test_allocate((uint64_t)size + 1, 1);
    *length = (size_t)pread(descriptor, bytes, (size_t)size, 0);
    return bytes;
}

static int streams[2]; /* of standard output and standard error */

void attack_open_streams(void)
{
    for (int s = 0; s < 2; s++) streams[s] = memfd_create("attack", 0);
}

char *attack_errors(void)
{
    size_t length;
    return content_of(streams[1], &length);
}

answer attack_run(const cli_list *words, const char *input)
{
    const int from = open(input ? input : "/dev/null", O_RDONLY);
    char **arguments = test_allocate(words->count + 2, sizeof *arguments);
    answer made = {.code = 0};
    size_t length;

    for (int s = 0; s < 2; s++) {
        if (ftruncate(streams[s], 0) != 0 || lseek(streams[s], 0, SEEK_SET) != 0 ||
            dup2(streams[s], STDOUT_FILENO + s) < 0)
            abort();
    }
    if (dup2(from, STDIN_FILENO) < 0) abort();
    close(from);
    arguments[0] = (char[]){"tricorn"};
    for (size_t i = 0; i < words->count; i++) arguments[i + 1] = words->words[i];
    made.code = cli_main((int)words->count + 1, arguments, NULL);
    fflush(stdout);
    fflush(stderr);
    made.out = content_of(streams[0], &made.out_length);
    made.err = content_of(streams[1], &length);
    free(arguments);
    return made;
}

void answer_free(answer *of)
{
    free(of->out);
    free(of->err);
}

void attack_write_files(const attack_case *of)
{
    attack_files files = attack_files_of(of);
    if (of->form[FORM_DELIVERY] == BY_FOLDER && mkdir("g", 0777) != 0) abort();
    for (size_t i = 0; i < files.count; i++)
        test_file_write(files.list[i].name, files.list[i].text, files.list[i].length,
          files.list[i].packed ? (test_compression)of->form[FORM_PACKED] : TEST_PLAIN);
    attack_files_free(&files);
}

/* The name of the file that is given as standard input, or NULL. */
char *attack_input(const attack_case *of)
{
    attack_files files = {.count = 0};
    char *name = NULL;
    if (of->form[FORM_DELIVERY] != BY_STDIN || !attack_reads_graph(of->verb)) return NULL;
    files = attack_files_of(of);
    name = cli_string("%s", files.list[0].name);
    attack_files_free(&files);
    return name;
}
