/* tricorn.c - the program tricorn as a single process; mpi/main.c is the program for several processes. */
#include "main.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv, NULL);
}
