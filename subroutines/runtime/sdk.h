/* Inside the runtime: the list of SDK functions. X(name, service), without the c_ in front. */
#ifndef LASH_SDK_H
#define LASH_SDK_H

/* clang-format off */
#define LASH_SDK_FUNCTIONS(X) \
  X(sysary, BY_HOST) X(sysfnc, BY_HOST) X(sysfn2, REFUSED) X(syspar, SERVED) \
  X(adams_needs_partials, SERVED) X(set_partial_method, SERVED) \
  X(errmes, SERVED) X(usrmes, SERVED) \
  X(gtaray, BY_HOST) X(gtstrg, BY_HOST) X(gtcurv, BY_HOST) X(gtcmat, REFUSED) X(gtunts, BY_HOST) \
  X(get_gravity, SERVED) X(get_matrix_info, BY_HOST) X(get_sparse_matrix_data, BY_HOST) \
  X(get_full_matrix_data, BY_HOST) X(put_spline, BY_HOST) X(nmodes, BY_HOST) X(modinf, BY_HOST) \
  X(body_mass_property, BY_HOST) X(add_mass_property, SERVED) X(subtract_mass_property, SERVED) \
  X(tirary, REFUSED) X(ucovar, REFUSED) X(setvelic, REFUSED) \
  X(akispl, BY_HOST) X(cubspl, BY_HOST) X(bistop, SERVED) X(impact, SERVED) X(cheby, SERVED) \
  X(poly, SERVED) X(forcos, SERVED) X(forsin, SERVED) X(havsin, SERVED) X(step, SERVED) \
  X(step5, SERVED) X(shf, SERVED) \
  X(rcnvrt, SERVED) X(tcnvrt, SERVED) X(istrng, SERVED) X(rstrng, SERVED) X(naninf, SERVED) \
  X(analys, BY_HOST) X(datout, BY_HOST) X(modify, BY_HOST) X(timget, SERVED) X(simsta, SERVED) \
  X(getcpu, SERVED) X(getinm, SERVED) X(getint, SERVED) X(getmod, SERVED) X(anlmod, SERVED) \
  X(getslv, SERVED) X(getstm, SERVED) X(getver, SERVED) X(get_tinu, REFUSED) \
  X(get_numdif_info, REFUSED) X(get_integrator_details, REFUSED) X(get_HHT_parameters, REFUSED) \
  X(adams_declare_threadsafe, SERVED) X(adams_smp_group, SERVED) \
  X(gse_ns, SERVED) X(gse_nd, SERVED) X(gse_ni, SERVED) X(gse_no, SERVED) X(gse_x, BY_HOST) \
  X(gse_xd, BY_HOST) X(gse_xdot, BY_HOST) X(gse_u, BY_HOST) X(gsepar_x, SERVED) \
  X(gsepar_xdot, SERVED) X(gsepar_u, SERVED) X(gsemap_x, REFUSED) X(gsemap_xdot, REFUSED) \
  X(gsemap_u, REFUSED) X(set_gse_state_tolerance, REFUSED) X(set_dgse_type, REFUSED) \
  X(extsys_nactive, REFUSED) X(extsys_ids_active, REFUSED) X(extsys_ns, SERVED) \
  X(extsys_nd, SERVED) X(extsys_ni, SERVED) X(extsys_no, SERVED) X(extsys_x, BY_HOST) \
  X(extsys_xd, BY_HOST) X(extsys_xdot, BY_HOST) X(extsys_u, BY_HOST) X(extsyspar_x, SERVED) \
  X(extsyspar_xdot, SERVED) X(extsyspar_u, SERVED) X(extsysmap_x, REFUSED) \
  X(extsysmap_xdot, REFUSED) X(extsysmap_u, REFUSED) \
  X(adams_serialize_integers, SERVED) X(adams_serialize_doubles, SERVED) \
  X(adams_serialize_characters, SERVED) X(adams_unserialize_integers, SERVED) \
  X(adams_unserialize_doubles, SERVED) X(adams_unserialize_characters, SERVED) \
  X(get_solver_data, REFUSED) X(get_thread_index, SERVED) X(get_nthread, SERVED) \
  X(get_solver, SERVED) X(gse_output_ics, SERVED) X(get_rt_process_mode, SERVED) \
  X(get_rt_end_of_warmup_period, SERVED) X(system_kinetic_energy, BY_HOST) \
  X(system_momentum, BY_HOST) X(realtime, REFUSED) X(get_n_contact_incidents, BY_HOST) \
  X(get_linear_mat_states, REFUSED) X(lash_report_gap, SERVED) \
  X(lash_seen, SERVED) X(lash_instance, SERVED)
/* clang-format on */

/* The Fortran symbol of a function is its name in lower case with an underscore; only the one name
 * with capitals needs this macro's help. */
#define get_HHT_parameters_ get_hht_parameters_

#endif
