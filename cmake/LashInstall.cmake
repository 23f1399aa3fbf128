# What `cmake --install` puts in place: libraries, headers, the command, CMake and pkg-config files.
include(CMakePackageConfigHelpers)

install(TARGETS lash_static lash_shared EXPORT lashTargets)
install(FILES core/lash_core.h contact/lash_contact.h contact/lash_geometry.h contact/lash_memory.h
        friction/lash_friction.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lash)
if(TARGET lash_cli)
  install(TARGETS lash_cli)
endif()

install(EXPORT lashTargets NAMESPACE lash:: FILE lashTargets.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lash)
configure_package_config_file(cmake/lashConfig.cmake.in ${CMAKE_BINARY_DIR}/lashConfig.cmake
        INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lash)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/lashConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/lashConfig.cmake ${CMAKE_BINARY_DIR}/lashConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lash)

# The prefix is found from where the file lies, so that an installed tree can be moved.
file(RELATIVE_PATH LASH_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/lash.pc.in ${CMAKE_BINARY_DIR}/lash.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/lash.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
