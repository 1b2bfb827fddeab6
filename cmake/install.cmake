# What `cmake --install` puts down: program, libraries, header, trigonConfig.cmake, trigon.pc.
#
# The two libraries are exported apart: who links the shared one needs nothing else, who links
# the static one needs OpenMP, zlib, zstd and (if it was built with it) ISA-L to be found.
include(CMakePackageConfigHelpers)

set_target_properties(trigon_shared PROPERTIES EXPORT_NAME trigon)
add_library(trigon::trigon ALIAS trigon_shared)
add_library(trigon::trigon_static ALIAS trigon_static)

install(TARGETS trigon RUNTIME)
install(TARGETS trigon_shared EXPORT trigonSharedTargets)
install(TARGETS trigon_static EXPORT trigonStaticTargets)
install(FILES include/trigon/trigon.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trigon)

set(trigon_cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/trigon)
install(EXPORT trigonSharedTargets NAMESPACE trigon:: DESTINATION ${trigon_cmake_folder})
install(EXPORT trigonStaticTargets NAMESPACE trigon:: DESTINATION ${trigon_cmake_folder})
configure_package_config_file(cmake/trigonConfig.cmake.in trigonConfig.cmake
    INSTALL_DESTINATION ${trigon_cmake_folder} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break what the one before it promised.
write_basic_package_version_file(trigonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/trigonConfig.cmake ${PROJECT_BINARY_DIR}/trigonConfigVersion.cmake
        DESTINATION ${trigon_cmake_folder})

# trigon.pc finds its prefix from its own place, so that --prefix and DESTDIR may move it.
file(RELATIVE_PATH trigon_pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" trigon_pc_up "${trigon_pc_up}")
set(trigon_pc_openmp "")
foreach(name IN LISTS OpenMP_C_LIB_NAMES)
    cmake_path(GET OpenMP_${name}_LIBRARY PARENT_PATH folder)
    if(folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
        string(APPEND trigon_pc_openmp " -l${name}")
    else() # clang's libomp stands where no linker looks
        string(APPEND trigon_pc_openmp " ${OpenMP_${name}_LIBRARY}")
    endif()
endforeach()
if(ISAL_FOUND)
    set(trigon_pc_isal " libisal")
endif()
if(HWLOC_FOUND)
    set(trigon_pc_hwloc " -lhwloc") # not by its own file: that asks for what only it needs
endif()
if(TRIGON_CUDA)
    set(trigon_pc_cuda " ${CUDA_cudart_static_LIBRARY} -lstdc++ -ldl -lrt")
endif()
configure_file(cmake/trigon.pc.in trigon.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/trigon.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
