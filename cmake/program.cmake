# The program, alone and for workers, its manual pages and completion.
pkg_check_modules(POPT IMPORTED_TARGET popt)
tricorn_need("${POPT_FOUND}" "popt, with its header," libpopt-dev build)
pkg_check_modules(JSONC IMPORTED_TARGET json-c)
tricorn_need("${JSONC_FOUND}" "json-c, with its headers," libjson-c-dev build)
find_package(Threads REQUIRED)
file(GLOB tricorn_cli_sources CONFIGURE_DEPENDS cli/*.c cli/verbs/*.c cli/bench/*.c)
list(FILTER tricorn_cli_sources EXCLUDE REGEX "/cli/tricorn\\.c$")
# All but main().
add_library(tricorn_cli OBJECT ${tricorn_cli_sources})
target_include_directories(tricorn_cli PUBLIC cli PRIVATE ${PROJECT_BINARY_DIR}/generated)
# The folder bench of an installed program, from that of the program; and that of the sources.
file(RELATIVE_PATH tricorn_bench_installed ${CMAKE_INSTALL_FULL_BINDIR}
     ${CMAKE_INSTALL_FULL_DATADIR}/tricorn/bench)
target_compile_definitions(tricorn_cli PRIVATE
                           TRICORN_BENCH_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}/bench"
                           TRICORN_BENCH_INSTALLED="${tricorn_bench_installed}")
target_link_libraries(tricorn_cli PUBLIC tricorn_static tricorn_options PkgConfig::POPT
                      PkgConfig::JSONC Threads::Threads ${CMAKE_DL_LIBS} m)
add_executable(tricorn cli/tricorn.c)
target_link_libraries(tricorn PRIVATE tricorn_cli)
if(TRICORN_CUDA) # beside the program, which loads it
    add_dependencies(tricorn tricorn_gpu)
endif()
# The same program for workers under mpirun.
if(TRICORN_MPI)
    find_package(MPI 3.1 QUIET COMPONENTS C)
endif()
if(MPI_C_FOUND)
    add_executable(tricorn-mpi mpi/main.c mpi/gpu_of_rank.c)
    target_link_libraries(tricorn-mpi PRIVATE tricorn_cli MPI::MPI_C)
endif()
# The commit that benchmark records name: looked up at each build.
add_custom_target(tricorn_commit
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
            -DOUTPUT=${PROJECT_BINARY_DIR}/generated/bench/commit.h
            -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake
    BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/bench/commit.h VERBATIM)
add_dependencies(tricorn_cli tricorn_commit)

# Manual pages and completion, from the tables of verbs and options; another machine's program does
# not run here.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    file(STRINGS CITATION.cff tricorn_date REGEX "^date-released: ")
    string(REGEX MATCH "[0-9-]+$" tricorn_date "${tricorn_date}")
    file(GLOB tricorn_manual_sources CONFIGURE_DEPENDS cli/manual/*.c)
    add_executable(tricorn-manual ${tricorn_manual_sources})
    target_link_libraries(tricorn-manual PRIVATE tricorn_cli)
    set(tricorn_manual ${PROJECT_BINARY_DIR}/manual)
    file(MAKE_DIRECTORY ${tricorn_manual})
    add_custom_command(OUTPUT ${tricorn_manual}/tricorn.1
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${tricorn_manual} # pages of what is no more
        COMMAND ${CMAKE_COMMAND} -E make_directory ${tricorn_manual}
        COMMAND tricorn-manual ${tricorn_manual} ${PROJECT_SOURCE_DIR}/include/tricorn/tricorn.h
                ${PROJECT_SOURCE_DIR}/docs/format.md ${tricorn_date}
        DEPENDS tricorn-manual include/tricorn/tricorn.h docs/format.md VERBATIM)
    add_custom_target(tricorn_manual_pages ALL DEPENDS ${tricorn_manual}/tricorn.1)
endif()
