# The program, alone and for workers.
pkg_check_modules(POPT REQUIRED IMPORTED_TARGET popt)
pkg_check_modules(JSONC REQUIRED IMPORTED_TARGET json-c)
find_package(Threads REQUIRED)
file(GLOB tricorn_cli_sources CONFIGURE_DEPENDS cli/*.c cli/bench/*.c)
add_executable(tricorn ${tricorn_cli_sources})
target_include_directories(tricorn PRIVATE cli ${PROJECT_BINARY_DIR}/generated)
# The folder bench of an installed program, from that of the program; and that of the sources.
file(RELATIVE_PATH tricorn_bench_installed ${CMAKE_INSTALL_FULL_BINDIR}
     ${CMAKE_INSTALL_FULL_DATADIR}/tricorn/bench)
target_compile_definitions(tricorn PRIVATE TRICORN_BENCH_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}/bench"
                           TRICORN_BENCH_INSTALLED="${tricorn_bench_installed}")
target_link_libraries(tricorn PRIVATE tricorn_static tricorn_options PkgConfig::POPT PkgConfig::JSONC
                      Threads::Threads ${CMAKE_DL_LIBS} m)
# The same program for workers under mpirun: all but its main() is that of tricorn.
if(TRICORN_MPI)
    find_package(MPI 3.1 QUIET COMPONENTS C)
endif()
if(MPI_C_FOUND)
    list(FILTER tricorn_cli_sources EXCLUDE REGEX "/cli/tricorn\\.c$")
    add_executable(tricorn-mpi ${tricorn_cli_sources} mpi/main.c)
    get_target_property(tricorn_definitions tricorn COMPILE_DEFINITIONS)
    target_compile_definitions(tricorn-mpi PRIVATE ${tricorn_definitions})
    target_include_directories(tricorn-mpi PRIVATE cli ${PROJECT_BINARY_DIR}/generated)
    target_link_libraries(tricorn-mpi PRIVATE tricorn_static tricorn_options MPI::MPI_C
                          PkgConfig::POPT PkgConfig::JSONC Threads::Threads ${CMAKE_DL_LIBS} m)
endif()
# The commit that benchmark records name: looked up at each build.
add_custom_target(tricorn_commit
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
            -DOUTPUT=${PROJECT_BINARY_DIR}/generated/bench/commit.h
            -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake
    BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/bench/commit.h VERBATIM)
add_dependencies(tricorn tricorn_commit)
if(TARGET tricorn-mpi)
    add_dependencies(tricorn-mpi tricorn_commit)
endif()
