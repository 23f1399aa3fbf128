# the mechanism at its start: crank down
set output 'mechanism.'.ext
set title 'Press (geom1) at its start: crank down, slider at its upper dead centre'
$crank << EOD
x,y
0,0
0,-0.03
EOD
$link << EOD
x,y
0,-0.03
0,-0.413
EOD
$knee << EOD
x,y
0,-0.413
0.09998,-0.543
0,-0.673
EOD
$elbow << EOD
x,y
0.09998,-0.543
0.55539,-0.85139
EOD
$toggle << EOD
x,y
0.448,-0.648
0.55539,-0.85139
0.448,-1.06603
EOD
set size ratio -1; set xlabel 'x [m]'; set ylabel 'y [m]'; set key at graph 0.98, 0.98
set label 1 'O' at -0.06, 0; set label 2 'B' at -0.06, -0.413; set label 3 'G' at -0.06, -0.673; set label 4 'E' at 0.11, -0.5; set label 5 'S' at 0.40, -0.62; set label 6 'Q' at 0.58, -0.85; set label 7 'P: slider 1347 kg' at 0.53, -1.07
set object 1 rectangle center 0.448, -1.066 size 0.12, 0.06 fillcolor rgb '#dcebf7'
set object 2 circle center 0, -0.03 size 0.018 front fillstyle empty border lc rgb 'red' lw 2
set object 3 circle center 0, -0.413 size 0.018 front fillstyle empty border lc rgb 'red' lw 2
plot [-0.3:1.3][-1.2:0.1] $crank with linespoints lw 6 pt 7 lc rgb 'black' title 'crank 30 mm', $link with linespoints lw 4 pt 7 lc rgb '#1f77b4' title 'main link 383 mm', $knee with linespoints lw 4 pt 7 lc rgb '#2ca02c' title 'links 164 mm', \
  $elbow with linespoints lw 4 pt 7 lc rgb '#ff7f0e' title 'elbow 550 mm', $toggle with linespoints lw 4 pt 7 lc rgb '#9467bd' title 'swing 230 and strut 240 mm', NaN with points pt 6 lc rgb 'red' title 'clearances'
unset label; unset object; set size noratio; set key default; set key opaque

set lmargin 12; set rmargin 30
set output 'slider.'.ext
unset title; set key outside right; set multiplot layout 3,1 title 'Press, 240 r/min, c = 0.1 mm, damping 1e4 N s/m (calibrated): the slider (paper: figs. 13 to 15)'
set xlabel ''; set ylabel 'position [m]'
set ytics 0.02
plot [][0.41:0.48] 'curves_geom1_240_c0.1.csv' using 1:2 with lines lw 2 title 'clearance', 'curves_geom1_ideal.csv' using 1:2 with lines title 'ideal', \
  0.470 with lines dt 2 lc rgb 'black' title 'published: ideal', 0.4564 with lines dt 3 lc rgb 'red' title 'published: clearance'
set ylabel 'speed [m/s]'; set ytics 0.5
plot [][-1.2:1.2] 'curves_geom1_240_c0.1.csv' using 1:3 with lines lw 2 title 'clearance', 'curves_geom1_ideal.csv' using 1:3 with lines title 'ideal', 0.82 with lines dt 2 lc rgb 'black' title 'published peak'
set ylabel 'acceleration [m/s^2]'; set xlabel 'time [s]'; set ytics 50
plot [][-90:100] 'curves_geom1_240_c0.1.csv' using 1:4 with lines title 'clearance', 'curves_geom1_ideal.csv' using 1:4 with lines lw 2 title 'ideal', 62.06 with lines dt 2 lc rgb 'black' title 'published peak'
unset multiplot; set key default; set key opaque
set ytics auto
set output 'dampings.'.ext
unset title; set key outside right; set multiplot layout 3,1 title 'Press: acceleration of the slider by contact damping (0.01 and 2.5545e8 are printed)'
set xlabel ''
plot 'curves_geom1_240_c0.1_literal.csv' using 1:4 with lines title '0.01 N s/m', 62.06 with lines dt 2 lc rgb 'black' title 'published peak'
plot 'curves_geom1_240_c0.1.csv' using 1:4 with lines title '1e4 N s/m', 62.06 with lines dt 2 lc rgb 'black' title 'published peak'
set xlabel 'time [s]'
plot 'curves_geom1_240_c0.1_rule.csv' using 1:4 with lines title '2.5545e8 N s/m', 62.06 with lines dt 2 lc rgb 'black' title 'published peak'
unset multiplot; set key default; set key opaque
set rmargin -1
set output 'speeds.'.ext
set title 'Press, c = 0.1 mm: greatest acceleration of the slider after the first turn (paper: sec. 4.2)'
set xlabel 'speed [r/min]'; set ylabel 'acceleration [m/s^2]'; set key left
set print $top
print 'speed,peak'
do for [k = 1:4] {
  n = 100 + 100*k
  stats sprintf('curves_geom1_%d_c0.1.csv', n) using ($1 > 60./n ? abs($4) : 0) nooutput
  print sprintf('%d,%g', n, STATS_max)
}
unset print
plot [150:550][0:500] $top using 1:2 with linespoints lw 2 pt 7 title 'computed, first member', '-' using 1:2 with points pt 6 ps 1.5 lc rgb 'black' title 'published, two series'
speed,peak
200,27.3
500,445
200,50
500,285
e
