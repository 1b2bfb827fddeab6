/* search.cuh - one binary search for device code; the host can run it, too.
 *
 * It is a template, as places have 32 bits where that is faster, and reads go through a cache where the
 * caller says so.
 */
#ifndef TG_DEVICE_SEARCH_CUH
#define TG_DEVICE_SEARCH_CUH

/* The first of the places first to last - 1 that is not below what is sought; last if all are.
 * is_below(place): whether that place is below it, as then all before it are. */
template <typename Place, typename Below>
static __host__ __device__ __forceinline__ Place search_places(Place first, Place last,
                                                               Below is_below)
{
    while (first < last) {
        const Place middle = first + (last - first) / 2;
        if (is_below(middle))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

#endif
