# What `cmake --install` puts in place: libraries, headers, the command, CMake and pkg-config files.
include(CMakePackageConfigHelpers)

install(TARGETS lash_static lash_shared EXPORT lashTargets)
set(packages lash)
if(TARGET lash_multibody)
  install(TARGETS lash_multibody EXPORT lashTargets)
  list(APPEND packages lash_multibody)
endif()
# Public headers, each under LASH_API; those of flex/, subroutines/, hosts/chrono/ and others are installed there. A header that does
# not stand here is private.
set(headers core/lash_core.h core/lash_interpolant.h core/lash_jet.h contact/lash_contact.h contact/lash_geometry.h
            contact/lash_memory.h friction/lash_friction.h friction/lash_spin.h film/lash_film.h wear/lash_wear.h
            wear/lash_wear_socket.h
            model/expr/lash_expr.h)
if(WIN32)
  install(FILES ${CMAKE_BINARY_DIR}/liblash.def DESTINATION ${CMAKE_INSTALL_LIBDIR})
else()
  list(APPEND headers model/lash_model.h model/lash_statements.h model/lash_statements_data.h solver/system/lash_system.h
                      solver/integrate/lash_integrate.h solver/analysis/lash_cosim.h hosts/lash_host.h session/lash_session.h)
endif()
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lash)
if(TARGET lash_cli)
  install(TARGETS lash_cli)
endif()

install(EXPORT lashTargets NAMESPACE lash:: FILE lashTargets.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lash)
if(TARGET lash_flex)
  set(LASH_WITH_FLEX TRUE)
else()
  set(LASH_WITH_FLEX FALSE)
endif()
configure_package_config_file(cmake/lashConfig.cmake.in ${CMAKE_BINARY_DIR}/lashConfig.cmake
        INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lash)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/lashConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/lashConfig.cmake ${CMAKE_BINARY_DIR}/lashConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lash)

# The prefix is found from where the file lies, so that an installed tree can be moved.
file(RELATIVE_PATH LASH_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(library IN LISTS packages)
  set(LASH_PC_LIBRARY ${library})
  configure_file(cmake/lash.pc.in ${CMAKE_BINARY_DIR}/${library}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
