# liblash_multibody.so: everything behind the installed headers in one library, for programs that read, run and step
# datasets themselves. It contains the laws too: a program links it or liblash.so, not both.
set(parts lash_laws lash_expr lash_joint lash_flex lash_mechanics lash_runtime lash_model lash_touch lash_solver lash_hosts lash_session)
foreach(part IN LISTS parts)
  list(APPEND part_objects $<TARGET_OBJECTS:${part}>)
endforeach()

add_library(lash_multibody SHARED $<TARGET_OBJECTS:lash_objects> ${part_objects})
target_link_libraries(lash_multibody PRIVATE ${parts})
# LASH_API says which of our functions are public; the map keeps out what C++ engines bring along.
target_link_options(lash_multibody PRIVATE -Wl,--version-script,${PROJECT_SOURCE_DIR}/cmake/multibody.map)
set_target_properties(lash_multibody PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${LASH_SOVERSION}
                      EXPORT_NAME multibody LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/multibody.map)
target_include_directories(lash_multibody INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/lash>)
