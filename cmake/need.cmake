# What the build cannot do without, and which Debian package has it, as tools/install_packages lists them.

# Ends the configuration where what is needed was not found.
function(tricorn_need found what package group)
    if(NOT found)
        message(FATAL_ERROR "${what} is missing: Debian's package ${package}, or what has it on this system.  "
                            "On Debian, Ubuntu, Fedora and Alpine 'tools/install_packages ${group}' installs or names "
                            "all that is missing.")
    endif()
endfunction()

# Before project(), which has messages of its own: the compiler and ninja.
function(tricorn_need_tools)
    if(CMAKE_GENERATOR STREQUAL Ninja AND NOT CMAKE_MAKE_PROGRAM)
        find_program(TRICORN_NINJA NAMES ninja ninja-build samu)
        mark_as_advanced(TRICORN_NINJA)
        tricorn_need("${TRICORN_NINJA}" "ninja, which runs the build," ninja-build build)
    endif()
    if(NOT CMAKE_C_COMPILER AND NOT CMAKE_TOOLCHAIN_FILE AND NOT DEFINED ENV{CC})
        find_program(TRICORN_COMPILER NAMES cc gcc clang)
        mark_as_advanced(TRICORN_COMPILER)
        tricorn_need("${TRICORN_COMPILER}" "A C compiler" gcc build)
    endif()
endfunction()
