# The GPU part: all .cu files, as a shared object that the library loads where a GPU is asked for; and the
# stamp by which each knows that the other was made from the same headers.

# From the folder of an installed program to that of the part.
file(RELATIVE_PATH tricorn_libdir ${CMAKE_INSTALL_FULL_BINDIR}/.. ${CMAKE_INSTALL_FULL_LIBDIR})
set_property(SOURCE src/base/gpu_part.c PROPERTY COMPILE_DEFINITIONS TRICORN_LIBDIR="${tricorn_libdir}")
if(TRICORN_PYTHON_FOLDER) # and from that of an installed Python package
    file(RELATIVE_PATH tricorn_from_python /${TRICORN_PYTHON_FOLDER}/tricorn /${CMAKE_INSTALL_LIBDIR})
    set_property(SOURCE src/base/gpu_part.c APPEND PROPERTY COMPILE_DEFINITIONS
                 TRICORN_FROM_PYTHON="${tricorn_from_python}")
endif()

file(GLOB_RECURSE tricorn_headers CONFIGURE_DEPENDS include/*.h src/*.h src/*.def)
set(tricorn_stamp ${PROJECT_BINARY_DIR}/generated/part/part_stamp.h)
add_custom_command(OUTPUT ${tricorn_stamp} DEPENDS ${tricorn_headers} cmake/part_stamp.cmake
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${tricorn_stamp}
            -P ${CMAKE_CURRENT_LIST_DIR}/part_stamp.cmake VERBATIM)
add_custom_target(tricorn_part_stamp DEPENDS ${tricorn_stamp})
add_dependencies(tricorn_core tricorn_part_stamp)
target_include_directories(tricorn_core PRIVATE ${PROJECT_BINARY_DIR}/generated/part)

if(NOT TRICORN_CUDA)
    return()
endif()
file(GLOB_RECURSE tricorn_cuda_sources CONFIGURE_DEPENDS src/*.cu)
add_library(tricorn_gpu_code OBJECT ${tricorn_cuda_sources})
target_include_directories(tricorn_gpu_code PRIVATE include src)
target_link_libraries(tricorn_gpu_code PRIVATE tricorn_options)
target_compile_definitions(tricorn_gpu_code PRIVATE $<$<BOOL:${TRICORN_HAS_90A}>:TRICORN_HAS_90A=1>)

# Such as "80 90a PTX:90", for the page of `tricorn doctor`.
list(TRANSFORM CMAKE_CUDA_ARCHITECTURES REPLACE "^([0-9]+[a-z]*)-virtual$" "PTX:\\1" OUTPUT_VARIABLE tricorn_gpus)
list(TRANSFORM tricorn_gpus REPLACE "-real$" "")
list(JOIN tricorn_gpus " " tricorn_gpus)

add_library(tricorn_gpu MODULE src/part/object.c src/base/fail.c $<TARGET_OBJECTS:tricorn_gpu_code>)
add_dependencies(tricorn_gpu tricorn_part_stamp)
target_include_directories(tricorn_gpu PRIVATE include src ${PROJECT_BINARY_DIR}/generated/part)
target_compile_definitions(tricorn_gpu PRIVATE TRICORN_GPUS="${tricorn_gpus}")
set_target_properties(tricorn_gpu PROPERTIES OUTPUT_NAME tricorn-gpu SUFFIX .so.${PROJECT_VERSION}
                      LINKER_LANGUAGE C LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
                      LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/gpu_part.map)
# With the C++ library inside: where it is loaded, only the libraries of C and gcc and a driver are needed.
target_link_libraries(tricorn_gpu PRIVATE tricorn_options CUDA::cudart_static
                      -Wl,-Bstatic -lstdc++ -Wl,-Bdynamic m)
target_link_options(tricorn_gpu PRIVATE -Wl,--no-undefined -Wl,-z,nodelete -Wl,--exclude-libs,ALL
                    -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/gpu_part.map)

# tricorn_link_gpu(TARGET): puts the GPU code into a program of the tests, which reaches what is inside; all
# other programs load the part.
function(tricorn_link_gpu target)
    target_link_libraries(${target} PRIVATE tricorn_gpu_code ${TRICORN_CUDA_LIBRARIES})
endfunction()
