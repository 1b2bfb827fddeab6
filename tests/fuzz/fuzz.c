/* fuzz.c - the entry points of libFuzzer: fuzz --target=NAME [libFuzzer's options] FOLDER... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

static const fuzz_target *chosen;

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* libFuzzer itself passes over options with two dashes. */
int LLVMFuzzerInitialize(int *count, char ***words)
{
    static const char option[] = "--target=";
    for (int i = 1; i < *count; i++)
        if (strncmp((*words)[i], option, sizeof option - 1) == 0)
            chosen = fuzz_target_find((*words)[i] + sizeof option - 1);
    if (chosen) return 0;
    fprintf(stderr, "fuzz: say which target, --target=NAME:");
    for (size_t i = 0; fuzz_target_at(i); i++) fprintf(stderr, " %s", fuzz_target_at(i)->name);
    fputc('\n', stderr);
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    (chosen->run ? chosen->run : fuzz_run_reader)(chosen, bytes, count);
    return 0;
}
