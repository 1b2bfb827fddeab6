# The warnings that the project is free of, with gcc and with clang.
function(trigon_add_warnings target)
    target_compile_options(${target} INTERFACE -Wall -Wextra -Wshadow -Wconversion
        -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual -Wvla -Wundef
        -Wno-sign-conversion)
    if(TRIGON_WERROR)
        target_compile_options(${target} INTERFACE -Werror)
    endif()
endfunction()
