# Installs the libraries that the program needs, but for those of the C library, in tricorn_bundle below the
# prefix.  Run at installing; install.cmake sets tricorn_program and tricorn_bundle.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES "${tricorn_program}" RESOLVED_DEPENDENCIES_VAR found
     POST_EXCLUDE_REGEXES "/lib(c|m|dl|rt|pthread)\\.so" "/ld-linux")
foreach(library IN LISTS found)
    file(INSTALL "${library}" DESTINATION "${CMAKE_INSTALL_PREFIX}/${tricorn_bundle}" FOLLOW_SYMLINK_CHAIN)
endforeach()
