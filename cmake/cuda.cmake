# The CUDA language for TRICORN_CUDA=ON.  CMAKE_CUDA_ARCHITECTURES chooses the GPUs (gpus.cmake).
include(${CMAKE_CURRENT_LIST_DIR}/gpus.cmake)
find_program(CMAKE_CUDA_COMPILER NAMES $ENV{CUDACXX} nvcc PATHS /usr/local/cuda/bin)
if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "TRICORN_CUDA=ON needs nvcc of CUDA 12.0 or later, from NVIDIA's package "
                        "cuda-toolkit (docs/gpus.md).  Where nvcc is in another folder than these of PATH "
                        "and /usr/local/cuda/bin: -DCMAKE_CUDA_COMPILER=FOLDER/bin/nvcc")
endif()
tricorn_choose_gpus(${CMAKE_CUDA_COMPILER} CMAKE_CUDA_ARCHITECTURES ${CMAKE_CUDA_ARCHITECTURES})
message(STATUS "GPU code: ${CMAKE_CUDA_ARCHITECTURES}")
if(CMAKE_CUDA_ARCHITECTURES MATCHES "90a")
    set(TRICORN_HAS_90A 1)
endif()
enable_language(CUDA)
# For designated initialisers; CMake 3.25 does not know that nvcc can.
string(APPEND CMAKE_CUDA_FLAGS " -std=c++20")
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)

# Linked by the C compiler, as everything else: with the runtime inside, so that the program
# starts on a machine without CUDA.
find_package(CUDAToolkit 12.0 REQUIRED)
find_package(Threads REQUIRED)
set(CMAKE_CUDA_RUNTIME_LIBRARY None)
set(TRICORN_CUDA_LIBRARIES CUDA::cudart_static stdc++)
