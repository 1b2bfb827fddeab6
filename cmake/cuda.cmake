# The CUDA language for TRICORN_CUDA=ON.  CMAKE_CUDA_ARCHITECTURES chooses the GPUs: by default all
# from Turing on, and PTX for those to come.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90a-real 100-real 120
        CACHE STRING "GPU architectures to compile for")
endif()
# Hopper's own instructions are in code for 90a alone, which runs on it alone.
list(TRANSFORM CMAKE_CUDA_ARCHITECTURES REPLACE "^90-real$" "90a-real")
list(TRANSFORM CMAKE_CUDA_ARCHITECTURES REPLACE "^90$" "90a-real;90-virtual")
if(CMAKE_CUDA_ARCHITECTURES MATCHES "90a")
    set(TRICORN_HAS_90A 1)
endif()
enable_language(CUDA)
# For designated initialisers; CMake 3.25 does not know that nvcc can.
string(APPEND CMAKE_CUDA_FLAGS " -std=c++20")
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)

# Linked by the C compiler, as everything else: with the runtime inside, so that the program
# starts on a machine without CUDA.
find_package(CUDAToolkit REQUIRED)
find_package(Threads REQUIRED)
set(CMAKE_CUDA_RUNTIME_LIBRARY None)
set(TRICORN_CUDA_LIBRARIES CUDA::cudart_static stdc++)
