# Read by scripts/mutate.py's build only: libraries are shared and programs are not linked anew when one changes, so that a mutant
# costs one compilation and one link.
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)
function(add_library name)
  list(TRANSFORM ARGN REPLACE "^STATIC$" SHARED)
  _add_library(${name} ${ARGN})
  get_target_property(type ${name} TYPE)
  if(type MATCHES "SHARED_LIBRARY|OBJECT_LIBRARY") # each sees all of the others, as in a static program
    set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET default CXX_VISIBILITY_PRESET default)
  endif()
  if(type STREQUAL "SHARED_LIBRARY")
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/$<IF:$<STREQUAL:${name},lash_shared>,shared,.>)
  endif()
endfunction()

# Nothing of it is installed, and libraries that became shared would have to be.
function(install)
endfunction()
