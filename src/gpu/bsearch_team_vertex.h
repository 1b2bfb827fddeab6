/* bsearch_team_vertex.h - the parameters of gpu-bsearch-team-vertex, for its description and for its kernels. */
#pragma once

/* Where the algorithm's parameters are in task->values. */
enum { BLOCK_ROW, WALK };

/* Rows with more ids are counted by a block; this is two ids for each lane of a warp. */
enum { LONG_ROW = 64 };
