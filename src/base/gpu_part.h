/* gpu_part.h - finds the file of the GPU part, the shared object that has all GPU code; src/part/ loads it.
 *
 * It is searched in the folder that the variable TRICORN_GPU_PART names; without the variable, in places relative to
 * the file that this code is in, the program or the library: beside it, and where installing and Python's packages
 * put it. So the current folder is never searched.
 */
#pragma once

enum { TG_PART_PATH_BYTES = 4096 };

/* The name of the file, which only a library of the same version loads. */
#define TG_PART_TEXT(x) #x
#define TG_PART_VERSION(major, minor, patch) TG_PART_TEXT(major) "." TG_PART_TEXT(minor) "." TG_PART_TEXT(patch)
#define TG_PART_STEM "libtricorn-gpu.so."
#define TG_PART_NAME TG_PART_STEM TG_PART_VERSION(TRICORN_VERSION_MAJOR, TRICORN_VERSION_MINOR, TRICORN_VERSION_PATCH)

#define TG_PART_FOLDER "TRICORN_GPU_PART" /* the variable */

typedef enum tg_part_found {
    TG_PART_NONE,
    TG_PART_OTHER, /* only a part of another version, which cannot be used */
    TG_PART_FOUND
} tg_part_found;

/* Searches for the part, and writes its path; for TG_PART_NONE "". */
tg_part_found tg_part_find(char path[TG_PART_PATH_BYTES]);
