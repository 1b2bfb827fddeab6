/* trust_rows.h - the row length that divides TRUST's classes of rows. */
#pragma once

/* TRUST counts longer rows with a thread block each, shorter ones with a warp: Pandey et al.,
 * "TRUST", TPDS 2021, section 4.3. */
enum { TG_TRUST_BLOCK_ABOVE = 100 };
