# Writes OUTPUT, a header with the stamp of the library and of its GPU part: a hash of the headers of SOURCE.  It
# runs when one of them has changed:  cmake -DSOURCE=... -DOUTPUT=... -P part_stamp.cmake
file(GLOB_RECURSE headers RELATIVE ${SOURCE} ${SOURCE}/include/*.h ${SOURCE}/src/*.h ${SOURCE}/src/*.def)
list(SORT headers)
set(all)
foreach(header IN LISTS headers)
    file(SHA256 ${SOURCE}/${header} hash)
    string(APPEND all "${header} ${hash}\n")
endforeach()
string(SHA256 stamp "${all}")
file(WRITE ${OUTPUT} "#define TRICORN_PART_STAMP \"${stamp}\"\n")
