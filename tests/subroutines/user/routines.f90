! Fortran routines: every argument by reference, symbols in lower case with an underscore.

! A spring and damper on the relative motion. USER(i, j, k, c)
subroutine gfosub(id, time, par, npar, dflag, iflag, result)
  implicit none
  integer :: id, npar, ipar(4), n
  double precision :: time, par(*), result(6), disp(6), vel(6)
  logical :: dflag, iflag, failed
  ipar = [nint(par(1)), nint(par(2)), nint(par(2)), 0]
  call sysary('DISP', ipar, 3, disp, n, failed)
  call errmes(failed, 'no displacement', id, 'STOP')
  call sysary('VEL   ', ipar, 3, vel, n, failed)
  call errmes(failed, 'no velocity', id, 'STOP')
  result = -par(3)*disp - par(4)*vel
end subroutine

! A stop. USER(i, j, x1, k, e, c, d)
subroutine sfosub(id, time, par, npar, dflag, iflag, result)
  implicit none
  integer :: id, npar, ipar(2)
  double precision :: time, par(*), result, x, v, vec(3)
  logical :: dflag, iflag, failed
  ipar = nint(par(1:2))
  call sysfnc('DM', ipar, 2, x, failed)
  call errmes(failed, 'no distance between the markers', id, 'STOP')
  call sysfnc('VR', ipar, 2, v, failed)
  call impact(x, v, par(3), par(4), par(5), par(6), par(7), 0, vec, failed)
  result = vec(1)
end subroutine

subroutine vfosub(id, time, par, npar, dflag, iflag, result)
  implicit none
  integer :: id, npar, dflag, iflag
  double precision :: time, par(*), result(3)
  result = [par(1), par(1)*time, dble(id)]
end subroutine

subroutine vtosub(id, time, par, npar, dflag, iflag, result)
  implicit none
  integer :: id, npar, dflag, iflag
  double precision :: time, par(*), result(3)
  result = [time, dble(dflag), dble(npar)]
end subroutine

! The text of STRING par(1) counts its blanks; the name of the solver counts its letters.
subroutine varsub(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer :: id, npar, n, istat, i, blanks
  double precision :: time, par(*), value
  logical :: dflag, iflag
  character(len=40) :: text
  character(len=8) :: solver
  call gtstrg(nint(par(1)), text, n, istat)
  call errmes(istat /= 0, 'no string', id, 'STOP')
  blanks = 0
  do i = 1, n
    if (text(i:i) == ' ') blanks = blanks + 1
  end do
  call getslv(solver)
  value = blanks + 100*len_trim(solver)
end subroutine

subroutine difsub(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer :: id, npar
  double precision :: time, par(*), value, y
  logical :: dflag, iflag, failed
  call sysfnc('DIF', [id], 1, y, failed)
  call errmes(failed, 'no DIF', id, 'STOP')
  value = -par(1)*y
end subroutine

subroutine motsub(id, time, par, npar, iord, iflag, value)
  implicit none
  integer :: id, npar, iord, iflag
  double precision :: time, par(*), value
  logical :: failed
  call step5(time, par(1), par(2), par(3), par(4), iord, value, failed)
end subroutine

subroutine cnfsub(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, area, &
                  dflag, iflag, values)
  implicit none
  integer :: id, npar
  double precision :: time, par(*), loci(3), ni(3), locj(3), nj(3), values(3)
  double precision :: gap, gapdot, gapdotdot, area
  logical :: dflag, iflag
  values = [-par(1)*gap - par(2)*gapdot, dot_product(ni, nj), loci(1) + locj(1) + gapdotdot + area]
end subroutine

subroutine cffsub(id, time, par, npar, loci, locj, x, xdot, nforce, area, dflag, iflag, values)
  implicit none
  integer :: id, npar
  double precision :: time, par(*), loci(3), locj(3), x(3), xdot(3), values(3), nforce, area
  logical :: dflag, iflag
  values = [-par(1)*nforce*tanh(xdot(1)), x(2), area]
end subroutine

subroutine fiesub(id, time, par, npar, disp, velo, dflag, iflag, field, dfddis, dfdvel)
  implicit none
  integer :: id, npar, i
  double precision :: time, par(*), disp(6), velo(6), field(6), dfddis(6, 6), dfdvel(6, 6)
  logical :: dflag, iflag
  field = -par(1)*disp - par(2)*velo
  field(1) = field(1) + par(3)*disp(2)
  if (dflag) then
    do i = 1, 6
      dfddis(i, i) = -par(1)
      dfdvel(i, i) = -par(2)
    end do
    dfddis(1, 2) = par(3)
  end if
end subroutine

subroutine reqsub(id, time, par, npar, iflag, output)
  implicit none
  integer :: id, npar, iflag, i
  double precision :: time, par(*), output(8)
  output = [(i*time, i=1, 8)]
end subroutine

subroutine sensub(id, time, par, npar, iflag, value)
  implicit none
  integer :: id, npar, iflag
  double precision :: time, par(*), value
  value = par(1) - time
end subroutine

subroutine cursub(id, par, npar, alpha, iord, iflag, values)
  implicit none
  integer :: id, npar, iord, iflag
  double precision :: par(*), alpha, values(3)
  values = [alpha, dble(iord), par(1)]
end subroutine

subroutine sursub(id, par, npar, alpha, beta, iord, iflag, values, ierr)
  implicit none
  integer :: id, npar, iord, iflag, ierr
  double precision :: par(*), alpha, beta, values(9)
  values(1:3) = [alpha, beta, alpha*beta]
  ierr = iord
end subroutine

subroutine cousub(id, time, par, npar, disp, ndisp, iflag, phi)
  implicit none
  integer :: id, npar, ndisp, iflag
  double precision :: time, par(*), disp(*), phi
  phi = sum(disp(1:ndisp)*par(1:ndisp))
end subroutine

subroutine gsesub(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt, &
                  stated, output)
  implicit none
  integer :: id, npar, dflag, iflag, nstate, ninput, noutpt
  double precision :: time, par(*), states(*), input(*), stated(*), output(*)
  stated(1:nstate) = -par(1)*states(1:nstate)
  output(1:noutpt) = input(1)
end subroutine

subroutine gsexx(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt, derivs)
  implicit none
  integer :: id, npar, iflag, nstate, ninput, noutpt, i
  double precision :: time, par(*), states(*), input(*), derivs(nstate, nstate)
  do i = 1, nstate
    derivs(i, i) = -par(1)
  end do
end subroutine

subroutine gse_deriv(id, time, par, npar, dflag, iflag, ns, xdot)
  implicit none
  integer :: id, npar, dflag, iflag, ns, gse_ni
  double precision :: time, par(*), xdot(ns), u(4)
  external gse_ni
  call gse_x(xdot, ns)
  call gse_u(u, gse_ni())
  xdot = -xdot + u(1)
end subroutine

subroutine dmpsub(id, time, par, npar, freq, nmode, h, cratios)
  implicit none
  integer :: id, npar, nmode
  double precision :: time, par(*), freq(*), h, cratios(*)
  cratios(1:nmode) = par(1)/freq(1:nmode) + h
end subroutine

subroutine mfosub(id, time, par, npar, dflag, iflag, modloads, nmodes, ncases, scale, case, loadvec)
  implicit none
  integer :: id, npar, dflag, iflag, nmodes, ncases, case
  double precision :: time, par(*), modloads(*), scale, loadvec(*)
  case = ncases
  scale = par(1)*nmodes
end subroutine

subroutine ucosub(id, time, q, par, npar, idrsel, iflag, scalar, array, xmatrx)
  implicit none
  integer :: id, npar, idrsel, iflag
  double precision :: time, q(*), par(*), scalar, array(*), xmatrx(*)
  scalar = q(1) - par(1)*q(2)
  array(1) = 1
  array(2) = -par(1)
end subroutine

subroutine savsub(iunit, ierr)
  implicit none
  integer :: iunit, ierr
  ierr = 2*iunit
end subroutine

subroutine spline_read(id, file, block, ierr)
  implicit none
  integer :: id, ierr, i
  character(len=*) :: file, block
  double precision :: x(4), y(4), z(1)
  logical :: failed
  x = [(dble(i), i=1, 4)]
  y = len(file)*x + len(block)
  z = 0
  call put_spline(id, 4, 1, x, y, z, failed)
  ierr = merge(1, 0, failed)
end subroutine

subroutine cbksub(time, event, data)
  implicit none
  integer :: event, data(3)
  double precision :: time
  data(3) = event + data(1)
end subroutine

subroutine consub(par, npar)
  implicit none
  integer :: npar, istat
  double precision :: par(*)
  call analys('DYNAMICS  ', 'first', 0d0, par(npar), 1, istat)
  call modify('SFORCE/1, DEACTIVATE', istat)
end subroutine

subroutine tirsub(id, time, t0, cprop, tprop, mprop, par, npar, str, nstr, dflag, iflag, fsae, &
                  tdse, fprop)
  implicit none
  integer :: id, npar, nstr, dflag, iflag
  character(len=*) :: str
  double precision :: time, t0, cprop(*), tprop(*), mprop(*), par(*), fsae(6), tdse(*), fprop(*)
  fsae = 0
  fsae(3) = par(1)*cprop(1) + nstr
  fprop(1) = len(str)
end subroutine
