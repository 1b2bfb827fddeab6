# Writes OUTPUT, a header with the commit that SOURCE stands at, if it changed.  Run at every
# build:  cmake -DSOURCE=... -DOUTPUT=... -P commit.cmake
set(commit "unknown")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=12 --exclude=*
                    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE described
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
        set(commit ${described})
    endif()
endif()

set(text "#define TRICORN_COMMIT \"${commit}\"\n")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} before)
endif()
if(NOT "${before}" STREQUAL "${text}")
    file(WRITE ${OUTPUT} "${text}")
endif()
