/* trust_rows.h - the row length that divides TRUST's classes of rows. */
#ifndef TG_PREPARE_TRUST_ROWS_H
#define TG_PREPARE_TRUST_ROWS_H

/* TRUST counts longer rows with a thread block each, shorter ones with a warp: Pandey et al.,
 * "TRUST", TPDS 2021, section 4.3. */
enum { TG_TRUST_BLOCK_ABOVE = 100 };

#endif
