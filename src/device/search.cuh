/* search.cuh - a binary search for device code, which host code can call, too.
 *
 * It is a template, because 32-bit places are faster where they suffice, and because the caller
 * decides how elements are read, for instance through a cache.
 */
#ifndef TG_DEVICE_SEARCH_CUH
#define TG_DEVICE_SEARCH_CUH

/* Returns the first of the places first to last - 1 whose element is not below the sought value;
 * `last` if all are below it. is_below(place) tells whether the element at a place is below the
 * sought value; where it holds, it must hold for all places before. */
template <typename Place, typename Below>
static __host__ __device__ __forceinline__ Place search_places(Place first, Place last, Below is_below)
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
