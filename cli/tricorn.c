/* tricorn.c - the program tricorn as one process; mpi/main.c is the program for several. */
#include "main.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv, NULL);
}
