# A project of somebody else's that uses the installed trigon; becomes its CMakeLists.txt.
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(trigon 0.1 REQUIRED COMPONENTS shared static)
foreach(kind trigon trigon_static)
    add_executable(consumer_${kind} consumer.c)
    target_link_libraries(consumer_${kind} PRIVATE trigon::${kind})
endforeach()
