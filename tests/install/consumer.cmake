# A project of somebody else's that uses the installed tricorn; becomes its CMakeLists.txt.
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(tricorn 0.1 REQUIRED COMPONENTS shared static)
foreach(kind tricorn tricorn_static)
    add_executable(consumer_${kind} consumer.c)
    target_link_libraries(consumer_${kind} PRIVATE tricorn::${kind})
endforeach()
