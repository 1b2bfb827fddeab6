# The warnings that the project is free of, with gcc and with clang, and of nvcc.
function(tricorn_add_warnings target)
    foreach(flag IN ITEMS -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes
            -Wmissing-prototypes -Wpointer-arith -Wcast-qual -Wvla -Wundef -Wno-sign-conversion)
        target_compile_options(${target} INTERFACE $<$<COMPILE_LANGUAGE:C>:${flag}>)
    endforeach()
    # The host compiler sees what nvcc made of the source, where stricter ones complain of nvcc.
    # Fields left out are zero and sizes are enums, as in C.
    target_compile_options(${target} INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler=-Wall,\
-Wextra,-Wno-missing-field-initializers,-Wno-deprecated-enum-enum-conversion>")
    if(TRICORN_WERROR)
        target_compile_options(${target} INTERFACE $<$<COMPILE_LANGUAGE:C>:-Werror>
            "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler=-Werror -Werror=all-warnings>")
    endif()
endfunction()
