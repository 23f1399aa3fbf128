# Figures 5, 6 and 8 of the paper: errors of the platform, two clearances, accelerations beside the printed extremes.
set key font ',9'
have(file) = system('test -r '.file.' && echo 1 || echo 0') + 0
I05 = 'curves_rigid_I_c0.5.csv'
I01 = 'curves_rigid_I_c0.1.csv'
F05 = have('curves_flexible_I_c0.5.csv') ? 'curves_flexible_I_c0.5.csv' : I05
F01 = have('curves_flexible_I_c0.1.csv') ? 'curves_flexible_I_c0.1.csv' : I01
G01 = have('curves_flexible_II_c0.1.csv') ? 'curves_flexible_II_c0.1.csv' : 'curves_rigid_II_c0.1.csv'
K05 = have('curves_coupled_I_c0.5.csv') ? 'curves_coupled_I_c0.5.csv' : F05
K01 = have('curves_coupled_I_c0.1.csv') ? 'curves_coupled_I_c0.1.csv' : F01
H01 = have('curves_coupled_II_c0.1.csv') ? 'curves_coupled_II_c0.1.csv' : G01
name(file) = strstrt(file, 'flexible') ? 'two programs' : 'rigid'

# the mechanism, where both trajectories start
$arms << EOD
0.1000 0.0000 0.0000
0.3434 0.0000 -0.0760


0.0000 0.7200 -0.6000
0.2474 0.6581 -0.6000


-0.1000 0.0000 0.0000
-0.3417 0.0000 0.0812
EOD
$rods << EOD
0.3434 0.0525 -0.0760
-0.0900 0.1325 -0.5400


0.3434 -0.0525 -0.0760
-0.0900 0.0275 -0.5400


0.2474 0.6581 -0.5475
-0.1500 0.1600 -0.4875


0.2474 0.6581 -0.6525
-0.1500 0.1600 -0.5925


-0.3417 0.0525 0.0812
-0.2100 0.1325 -0.5400


-0.3417 -0.0525 0.0812
-0.2100 0.0275 -0.5400
EOD
$short_links << EOD
0.3434 0.0525 -0.0760
0.3434 -0.0525 -0.0760


-0.0900 0.1325 -0.5400
-0.0900 0.0275 -0.5400


0.2474 0.6581 -0.5475
0.2474 0.6581 -0.6525


-0.1500 0.1600 -0.4875
-0.1500 0.1600 -0.5925


-0.3417 0.0525 0.0812
-0.3417 -0.0525 0.0812


-0.2100 0.1325 -0.5400
-0.2100 0.0275 -0.5400
EOD
$platform << EOD
-0.0900 0.0800 -0.5400
-0.1500 0.1600 -0.5400
-0.2100 0.0800 -0.5400
-0.0900 0.0800 -0.5400
EOD
$clearance << EOD
-0.0900 0.0800 -0.5400


-0.2100 0.0800 -0.5400
EOD
$path << EOD
-0.1500 0.0800 -0.54
-0.1504 0.0735 -0.54
-0.1517 0.0671 -0.54
-0.1538 0.0609 -0.54
-0.1567 0.0550 -0.54
-0.1603 0.0496 -0.54
-0.1646 0.0446 -0.54
-0.1696 0.0403 -0.54
-0.1750 0.0367 -0.54
-0.1809 0.0338 -0.54
-0.1871 0.0317 -0.54
-0.1935 0.0304 -0.54
-0.2000 0.0300 -0.54
-0.2065 0.0304 -0.54
-0.2129 0.0317 -0.54
-0.2191 0.0338 -0.54
-0.2250 0.0367 -0.54
-0.2304 0.0403 -0.54
-0.2354 0.0446 -0.54
-0.2397 0.0496 -0.54
-0.2433 0.0550 -0.54
-0.2462 0.0609 -0.54
-0.2483 0.0671 -0.54
-0.2496 0.0735 -0.54
-0.2500 0.0800 -0.54
-0.2496 0.0865 -0.54
-0.2483 0.0929 -0.54
-0.2462 0.0991 -0.54
-0.2433 0.1050 -0.54
-0.2397 0.1104 -0.54
-0.2354 0.1154 -0.54
-0.2304 0.1197 -0.54
-0.2250 0.1233 -0.54
-0.2191 0.1262 -0.54
-0.2129 0.1283 -0.54
-0.2065 0.1296 -0.54
-0.2000 0.1300 -0.54
-0.1935 0.1296 -0.54
-0.1871 0.1283 -0.54
-0.1809 0.1262 -0.54
-0.1750 0.1233 -0.54
-0.1696 0.1197 -0.54
-0.1646 0.1154 -0.54
-0.1603 0.1104 -0.54
-0.1567 0.1050 -0.54
-0.1538 0.0991 -0.54
-0.1517 0.0929 -0.54
-0.1504 0.0865 -0.54
-0.1500 0.0800 -0.54


-0.1500 0.0800 -0.54
-0.1503 0.0761 -0.54
-0.1510 0.0722 -0.54
-0.1523 0.0685 -0.54
-0.1540 0.0650 -0.54
-0.1562 0.0617 -0.54
-0.1588 0.0588 -0.54
-0.1617 0.0562 -0.54
-0.1650 0.0540 -0.54
-0.1685 0.0523 -0.54
-0.1722 0.0510 -0.54
-0.1761 0.0503 -0.54
-0.1800 0.0500 -0.54
-0.1839 0.0503 -0.54
-0.1878 0.0510 -0.54
-0.1915 0.0523 -0.54
-0.1950 0.0540 -0.54
-0.1983 0.0562 -0.54
-0.2012 0.0588 -0.54
-0.2038 0.0617 -0.54
-0.2060 0.0650 -0.54
-0.2077 0.0685 -0.54
-0.2090 0.0722 -0.54
-0.2097 0.0761 -0.54
-0.2100 0.0800 -0.54
-0.2097 0.0839 -0.54
-0.2090 0.0878 -0.54
-0.2077 0.0915 -0.54
-0.2060 0.0950 -0.54
-0.2038 0.0983 -0.54
-0.2012 0.1012 -0.54
-0.1983 0.1038 -0.54
-0.1950 0.1060 -0.54
-0.1915 0.1077 -0.54
-0.1878 0.1090 -0.54
-0.1839 0.1097 -0.54
-0.1800 0.1100 -0.54
-0.1761 0.1097 -0.54
-0.1722 0.1090 -0.54
-0.1685 0.1077 -0.54
-0.1650 0.1060 -0.54
-0.1617 0.1038 -0.54
-0.1588 0.1012 -0.54
-0.1562 0.0983 -0.54
-0.1540 0.0950 -0.54
-0.1523 0.0915 -0.54
-0.1510 0.0878 -0.54
-0.1503 0.0839 -0.54
-0.1500 0.0800 -0.54
EOD
set output 'robot.'.ext
set key noautotitle
set datafile separator whitespace
set title '3-RRPaR robot at the start of both trajectories'
set view 68, 25, 1.3
set xyplane at -0.7
set view equal xyz
set xlabel 'X (m)'
set ylabel 'Y (m)'
set zlabel 'Z (m)'
set xtics 0.2
set ytics 0.2
set ztics 0.2
set zrange [-0.7:0.2]
set xrange [-0.4:0.4]
set yrange [-0.1:0.8]
splot $arms with lines lw 4 lc rgb '#c03020' title 'arms', $rods with lines lw 2 lc rgb '#2060b0' title 'long rods', \
  $short_links with lines lw 4 lc rgb 'black' title 'short links', $platform with lines lw 4 lc rgb '#208040' title 'platform', \
  $clearance with points pt 6 ps 2 lw 2 lc rgb '#d08000' title 'clearance', $path with lines lc rgb '#808080' title 'trajectories I and II'
unset zlabel
unset title
set autoscale
set key autotitle columnhead
set xtics auto
set ytics auto
set datafile separator ','

# figure 5: rigid and flexible, c = 0.5 mm; printed maxima as crosses
$printed_v << EOD
time,x,y
0.05,0.06,0.07
EOD
$printed_a << EOD
time,x,y
0.62,0.9,1.25
EOD
$printed_fv << EOD
time,x,y
0,0.2,0.75
EOD
$printed_fa << EOD
time,x,y
0.42,1.8,2
EOD
if (ext eq 'svg') { set terminal svg size 1000,1000 background 'white' } else { set terminal pngcairo size 1000,1000 }
set xlabel 'time (s)' offset 0,0.5
set output 'figure_5.'.ext
set multiplot layout 3,2 title 'Errors of the platform, trajectory I, c = 0.5 mm; crosses: printed maxima'
do for [k=1:3] { do for [axis in 'X Y'] {
  col = axis eq 'X' ? 2 : 3
  if (k == 1) {
    set ylabel 'e'.axis.' [mm]'
    plot [][-1:1.5] F05 using 1:(1e3*column('e'.axis.'_m')) with lines lc 2 title name(F05), I05 using 1:(1e3*column('e'.axis.'_m')) with lines lc 1 title 'rigid'
  }
  if (k == 2) {
    set ylabel 'velocity error (m/s)'
    plot [0:0.3] F05 using 1:(column('ev'.axis.'_m_s')) with lines lc 2 title name(F05), I05 using 1:(column('ev'.axis.'_m_s')) with lines lc 1 title 'rigid', \
      $printed_v using 1:col with points pt 2 ps 2 lw 2 lc 1 title 'rigid, printed', $printed_fv using 1:col with points pt 2 ps 2 lw 2 lc 2 title 'flexible, printed'
  }
  if (k == 3) {
    set ylabel 'acceleration error (m/s²)'
    plot [0.15:1.2][-20:28] F05 using 1:(column('ea'.axis.'_m_s2')) with lines lc 2 title name(F05), \
      K05 using 1:(column('ea'.axis.'_m_s2')) with lines lc 3 title (strstrt(K05, 'coupled') ? 'fully coupled' : name(K05)), I05 using 1:(column('ea'.axis.'_m_s2')) with lines lc 1 title 'rigid', \
      $printed_a using 1:col with points pt 2 ps 2 lw 2 lc 1 title 'rigid, printed', $printed_fa using 1:col with points pt 2 ps 2 lw 2 lc 2 title 'flexible, printed'
  }
} }
unset multiplot

# figure 6: two clearances
$printed_d6 << EOD
time,x,y
0.2,0.2,
0.3,,0.28
EOD
$printed_v6 << EOD
time,x,y
0,0.25,0.75
EOD
$printed_a6 << EOD
time,x,y
1.07,0.11,0.26
EOD
set output 'figure_6.'.ext
set multiplot layout 3,2 title 'Errors of the platform, trajectory I, '.name(F01).'; crosses: printed maxima for 0.1 mm'
do for [k=1:3] { do for [axis in 'X Y'] {
  col = axis eq 'X' ? 2 : 3
  if (k == 1) {
    set ylabel 'e'.axis.' [mm]'
    plot [][-1:1.5] F05 using 1:(1e3*column('e'.axis.'_m')) with lines lc 2 title '0.5 mm', F01 using 1:(1e3*column('e'.axis.'_m')) with lines lc 1 title '0.1 mm', \
      $printed_d6 using 1:col with points pt 2 ps 2 lw 2 lc 1 title 'printed'
  }
  if (k == 2) {
    set ylabel 'velocity error (m/s)'
    plot [0:0.3] F05 using 1:(column('ev'.axis.'_m_s')) with lines lc 2 title '0.5 mm', F01 using 1:(column('ev'.axis.'_m_s')) with lines lc 1 title '0.1 mm', \
      $printed_v6 using 1:col with points pt 2 ps 2 lw 2 lc 1 title 'printed'
  }
  if (k == 3) {
    set ylabel 'acceleration error (m/s²)'
    plot [0.15:1.2][-20:28] F05 using 1:(column('ea'.axis.'_m_s2')) with lines lc 2 title '0.5 mm', F01 using 1:(column('ea'.axis.'_m_s2')) with lines lc 1 title '0.1 mm', \
      $printed_a6 using 1:col with points pt 2 ps 2 lw 2 lc 1 title 'printed'
  }
} }
unset multiplot

# figure 8: accelerations after 0.5 s; printed extremes computed (full lines) and measured (dashed)
set output 'figure_8.'.ext
set multiplot layout 2,2 title 'Acceleration of the platform; printed extremes: computed (lines), measured (dashed)'
do for [n=1:4] {
  axis = n % 2 ? 'X' : 'Y'
  file = n < 3 ? F05 : G01
  high = word('4.5 4.4 2.6 2.6', n) + 0
  low = word('-5 -5 -2.6 -2.6', n) + 0
  test_high = word('7 5.8 3 3.6', n) + 0
  test_low = word('-6 -12 -3 -4.2', n) + 0
  set ylabel 'a'.axis.' [m/s^2]'
  K = n < 3 ? K05 : H01
  top = n < 3 ? 24 : 8
  plot [0.5:1.2][:top] file using 1:(column('a'.axis.'_m_s2')) with lines lc 1 title (n < 3 ? 'I, 0.5 mm, ' : 'II, 0.1 mm, ').name(file), \
    K using 1:(column('a'.axis.'_m_s2')) with lines lc 2 title (strstrt(K, 'coupled') ? 'fully coupled' : name(K)), \
    high with lines lc rgb '#808080' title 'printed', low with lines lc rgb '#808080' notitle, \
    test_high with lines dt 2 lc rgb '#808080' title 'measured', test_low with lines dt 2 lc rgb '#808080' notitle
}
unset multiplot

set output 'clearance.'.ext
set title 'First impacts: eccentricity less clearance in both joints, rigid, c = 0.5 mm'
set ylabel 'depth (mm)'
plot [0:0.15] I05 using 1:(1e3*column('delta1_m')) with lines title 'joint 1', I05 using 1:(1e3*column('delta3_m')) with lines title 'joint 3'
unset title

# two programs and the fully coupled model, when there was time for it
if (have('curves_coupled_I_c0.5.csv')) {
  set output 'coupled.'.ext
  set multiplot layout 2,2 title 'Two programs and the fully coupled model, trajectory I'
  do for [n=1:4] {
    two = n % 2 ? F05 : F01
    coupled = n % 2 ? K05 : K01
    clearance = n % 2 ? 'c = 0.5 mm: ' : 'c = 0.1 mm: '
    if (n < 3) {
      set ylabel 'eX (mm)'
      plot [0:0.3] two using 1:(1e3*column('eX_m')) with lines lc 1 title clearance.'two programs', \
        coupled using 1:(1e3*column('eX_m')) with lines lc 2 title 'fully coupled'
    } else {
      set ylabel 'acceleration error in X (m/s²)'
      plot [0.15:1.2][-30:30] two using 1:(column('eaX_m_s2')) with lines lc 1 title clearance.'two programs', \
        coupled using 1:(column('eaX_m_s2')) with lines lc 2 title 'fully coupled'
    }
  }
  unset multiplot
}

# what is left of the vibrations, with the integrator's step and damping varied
if (have('curves_damping_h4_r07.csv')) {
  set output 'damping.'.ext
  set multiplot layout 3,2 title 'Acceleration error in X, two programs, trajectory I, c = 0.5 mm; lines: printed maximum after 0.4 s'
  do for [n=1:4] {
    file = word('curves_damping_h3_r01.csv curves_flexible_I_c0.5.csv curves_damping_h4_r01.csv curves_damping_h4_r07.csv', n)
    radius = word('0.1 0.7 0.1 0.7', n)
    step = n < 3 ? '1e-3' : '1e-4'
    set ylabel '(m/s²)'
    plot [0.2:1.2] file using 1:(column('eaX_m_s2')) with lines lc 1 title 'step '.step.' s, spectral radius '.radius, \
      1.8 with lines lc rgb '#808080' title 'printed', -1.8 with lines lc rgb '#808080' notitle
  }
  unset multiplot
}

# the platform held, as the paper has it, and free to turn
do for [way in 'held free'] {
  file = way eq 'held' ? 'curves_flexible_I_c0.5.csv' : 'curves_free_I_c0.5.csv'
  if (have(file)) {
    set output way.'.'.ext
    set multiplot layout 2,1 title 'Acceleration error, platform '.way.', two programs, trajectory I, c = 0.5 mm; lines: printed maximum after 0.4 s'
    do for [axis in 'X Y'] {
      most = axis eq 'X' ? 1.8 : 2
      set ylabel axis.' [m/s^2]'; set xlabel 'time (s)'
      plot [0.2:1.2] [-20:20] file using 1:(column('ea'.axis.'_m_s2')) with lines lc 1 title way, \
        most with lines lc rgb '#808080' title 'printed', -most with lines lc rgb '#808080' notitle
    }
    unset multiplot
  }
}
