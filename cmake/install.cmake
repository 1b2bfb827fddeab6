# What `cmake --install` puts down: program, libraries, header, trigonConfig.cmake, trigon.pc.
include(CMakePackageConfigHelpers)
add_library(trigon::trigon ALIAS trigon_shared)
set_target_properties(trigon_shared PROPERTIES EXPORT_NAME trigon)
set_target_properties(trigon_static PROPERTIES EXPORT_NAME trigon_static)
install(TARGETS trigon trigon_static trigon_shared EXPORT trigonTargets)
install(FILES include/trigon/trigon.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trigon)
