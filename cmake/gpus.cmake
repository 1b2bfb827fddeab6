# Which GPUs code is compiled for; the words are those of CMAKE_CUDA_ARCHITECTURES.

# Sets RESULT to the architectures that nvcc has code for, from Turing on, in order.
function(tricorn_known_gpus nvcc result)
    execute_process(COMMAND ${nvcc} --list-gpu-code OUTPUT_VARIABLE listed ERROR_QUIET)
    string(REGEX MATCHALL "sm_[0-9]+" known "${listed}")
    list(TRANSFORM known REPLACE "sm_" "")
    list(FILTER known EXCLUDE REGEX "^([0-6].|7[0-4])$")
    list(SORT known COMPARE NATURAL)
    if(NOT known)
        message(FATAL_ERROR "${nvcc} --list-gpu-code names no GPU from Turing (sm_75) on.  CUDA 12.0 or "
                            "later is needed (docs/gpus.md); -DCMAKE_CUDA_COMPILER=FOLDER/bin/nvcc "
                            "chooses another compiler.")
    endif()
    set(${result} ${known} PARENT_SCOPE)
endfunction()

# Sets RESULT to the GPUs of this machine; where nvcc has no code for one, to PTX of an older one,
# which the driver compiles.
function(tricorn_gpus_here known result)
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE listed ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" here "${listed}")
    list(TRANSFORM here REPLACE "\\." "")
    if(NOT here)
        message(FATAL_ERROR "CMAKE_CUDA_ARCHITECTURES is native, but nvidia-smi names no GPU of this machine.")
    endif()
    set(chosen)
    foreach(gpu IN LISTS here)
        set(code)
        foreach(older IN LISTS known)
            if(older EQUAL gpu)
                set(code ${gpu}-real)
            elseif(older LESS gpu)
                set(code ${older}-virtual)
            endif()
        endforeach()
        if(NOT code)
            message(FATAL_ERROR "A GPU of this machine has compute capability ${gpu}; the oldest that "
                                "tricorn supports is 75 (Turing).")
        endif()
        list(APPEND chosen ${code})
    endforeach()
    list(REMOVE_DUPLICATES chosen)
    set(${result} ${chosen} PARENT_SCOPE)
endfunction()

# tricorn_choose_gpus(NVCC RESULT [WORD]...): sets RESULT to what CMAKE_CUDA_ARCHITECTURES shall be.
#
#     nothing   one or more of each generation (later GPUs of a generation run the code of earlier ones),
#               and PTX of the newest, which drivers compile for GPUs to come
#     all       all that nvcc has code for, from Turing on
#     native    those of this machine
function(tricorn_choose_gpus nvcc result)
    tricorn_known_gpus(${nvcc} known)
    set(chosen ${ARGN})
    if(NOT chosen)
        foreach(gpu IN ITEMS 75 80 86 89 90 100 110 120)
            if(gpu IN_LIST known)
                list(APPEND chosen ${gpu}-real)
                set(newest ${gpu})
            endif()
        endforeach()
        list(APPEND chosen ${newest}-virtual)
    elseif("${chosen}" STREQUAL all)
        list(TRANSFORM known APPEND -real OUTPUT_VARIABLE chosen)
    elseif("${chosen}" STREQUAL native)
        tricorn_gpus_here("${known}" chosen)
    endif()
    # Hopper's own instructions are in code for 90a alone, which runs on it alone.
    list(TRANSFORM chosen REPLACE "^90-real$" "90a-real")
    list(TRANSFORM chosen REPLACE "^90$" "90a-real;90-virtual")
    set(${result} ${chosen} PARENT_SCOPE)
endfunction()
