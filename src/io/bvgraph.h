/* bvgraph.h - what tests of the WebGraph reader may change. */
#ifndef TG_IO_BVGRAPH_H
#define TG_IO_BVGRAPH_H

#include <stdint.h>

/* Threads decode stretches of about so many bits; 0: as long as suits the file and the threads. */
extern uint64_t tg_bvgraph_stretch_bits;

#endif
