# A package of what is installed, in one folder: `cpack --config build/CPackConfig.cmake -B FOLDER`.
# packaging/debs makes those for Debian.
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME tricorn)
set(CPACK_PACKAGE_VENDOR "The tricorn developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_THREADS 0)
include(CPack)
