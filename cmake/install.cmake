# What `cmake --install` puts down: program, libraries, header, tricornConfig.cmake, tricorn.pc.
# Its components: program, mpi, library, development, gpu.
#
# The two libraries are exported apart: who links the shared one needs nothing else, who links
# the static one needs threads (clang: OpenMP), zlib, zstd and (if it was built with it) ISA-L to be found.
include(CMakePackageConfigHelpers)

set_target_properties(tricorn_shared PROPERTIES EXPORT_NAME tricorn)
add_library(tricorn::tricorn ALIAS tricorn_shared)
add_library(tricorn::tricorn_static ALIAS tricorn_static)

install(TARGETS tricorn RUNTIME COMPONENT program)
if(TARGET tricorn-mpi)
    install(TARGETS tricorn-mpi RUNTIME COMPONENT mpi)
    install(FILES mpi/tricorn-mpi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT mpi)
endif()
install(TARGETS tricorn_shared EXPORT tricornSharedTargets
        LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS tricorn_static EXPORT tricornStaticTargets ARCHIVE COMPONENT development)
if(TRICORN_CUDA)
    install(TARGETS tricorn_gpu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tricorn COMPONENT gpu)
endif()
install(FILES include/tricorn/tricorn.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tricorn
        COMPONENT development)

# What `tricorn bench` needs of the source tree, in the same places to each other: the list of data
# sets, the small ones themselves, and the scripts of peers.  The program finds them from its own place.
set(tricorn_share ${CMAKE_INSTALL_DATADIR}/tricorn)
install(FILES bench/datasets.csv DESTINATION ${tricorn_share}/bench COMPONENT program)
install(DIRECTORY bench/peers/ DESTINATION ${tricorn_share}/bench/peers USE_SOURCE_PERMISSIONS
        COMPONENT program PATTERN "__pycache__" EXCLUDE)
install(FILES docs/schema.json DESTINATION ${tricorn_share} COMPONENT program)
install(DIRECTORY data/ DESTINATION ${tricorn_share}/data COMPONENT program)
install(FILES LICENSE CHANGELOG.md README.md CITATION.cff
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tricorn COMPONENT program)

# Manual pages, and completion where each shell looks for it.
if(TARGET tricorn-manual)
    foreach(section IN ITEMS 1 3 5)
        if(section EQUAL 3)
            set(component development)
        else()
            set(component program)
        endif()
        install(DIRECTORY ${tricorn_manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section}
                COMPONENT ${component} FILES_MATCHING PATTERN "*.${section}")
    endforeach()
    install(FILES ${tricorn_manual}/tricorn.bash RENAME tricorn
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
            COMPONENT program)
    install(FILES ${tricorn_manual}/_tricorn
            DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
            COMPONENT program)
    install(FILES ${tricorn_manual}/tricorn.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
            COMPONENT program)
endif()

set(tricorn_cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tricorn)
install(EXPORT tricornSharedTargets NAMESPACE tricorn:: DESTINATION ${tricorn_cmake_folder}
        COMPONENT development)
install(EXPORT tricornStaticTargets NAMESPACE tricorn:: DESTINATION ${tricorn_cmake_folder}
        COMPONENT development)
configure_package_config_file(cmake/tricornConfig.cmake.in tricornConfig.cmake
    INSTALL_DESTINATION ${tricorn_cmake_folder} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break what the one before it promised.
write_basic_package_version_file(tricornConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tricornConfig.cmake ${PROJECT_BINARY_DIR}/tricornConfigVersion.cmake
        DESTINATION ${tricorn_cmake_folder} COMPONENT development)

# tricorn.pc finds its prefix from its own place, so that --prefix and DESTDIR may move it.
file(RELATIVE_PATH tricorn_pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" tricorn_pc_up "${tricorn_pc_up}")
set(tricorn_pc_loops " -pthread")
foreach(name IN LISTS tricorn_loops_libraries)
    cmake_path(GET OpenMP_${name}_LIBRARY PARENT_PATH folder)
    if(folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
        string(APPEND tricorn_pc_loops " -l${name}")
    else() # clang's libomp stands where no linker looks
        string(APPEND tricorn_pc_loops " ${OpenMP_${name}_LIBRARY}")
    endif()
endforeach()
if(ISAL_FOUND)
    set(tricorn_pc_isal " libisal")
endif()
if(HWLOC_FOUND)
    set(tricorn_pc_hwloc " -lhwloc") # not by its own file: that asks for what only it needs
endif()
configure_file(cmake/tricorn.pc.in tricorn.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tricorn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)

# For a tarball that works where these are not installed: the libraries that the program needs, beside
# it, but for those of the C library.
if(TRICORN_BUNDLE)
    set_target_properties(tricorn PROPERTIES INSTALL_RPATH
                          "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/tricorn;$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(tricorn_shared PROPERTIES INSTALL_RPATH "$ORIGIN/tricorn")
    # Those libraries need each other, and have no path of their own.
    target_link_options(tricorn PRIVATE -Wl,--disable-new-dtags)
    target_link_options(tricorn_shared PRIVATE -Wl,--disable-new-dtags)
    install(CODE "set(tricorn_program \"$<TARGET_FILE:tricorn>\")
        set(tricorn_bundle \"${CMAKE_INSTALL_LIBDIR}/tricorn\")" COMPONENT program)
    install(SCRIPT cmake/bundle.cmake COMPONENT program)
endif()
