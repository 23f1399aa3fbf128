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
set size ratio -1; set xlabel 'x (m)'; set ylabel 'y (m)'; set key at graph 0.98, 0.98
set label 1 'O' at -0.06, 0; set label 2 'B' at -0.06, -0.413; set label 3 'G' at -0.06, -0.673; set label 4 'E' at 0.11, -0.5; set label 5 'S' at 0.40, -0.62; set label 6 'Q' at 0.58, -0.85; set label 7 'P: slider 1347 kg' at 0.53, -1.07
set object 1 rectangle center 0.448, -1.066 size 0.12, 0.06 fillcolor rgb '#dcebf7'
set object 2 circle center 0, -0.03 size 0.018 front fillstyle empty border lc rgb 'red' lw 2
set object 3 circle center 0, -0.413 size 0.018 front fillstyle empty border lc rgb 'red' lw 2
plot [-0.3:1.3][-1.2:0.1] $crank with linespoints lw 6 pt 7 lc rgb 'black' title 'crank 30 mm', $link with linespoints lw 4 pt 7 lc rgb '#1f77b4' title 'main link 383 mm', $knee with linespoints lw 4 pt 7 lc rgb '#2ca02c' title 'links 164 mm', \
  $elbow with linespoints lw 4 pt 7 lc rgb '#ff7f0e' title 'elbow 550 mm', $toggle with linespoints lw 4 pt 7 lc rgb '#9467bd' title 'swing 230 and strut 240 mm', NaN with points pt 6 lc rgb 'red' title 'clearances'
unset label; unset object; set size noratio; set key default; set key opaque

# what a case in a hurry leaves out is left out of the plots, too
flexible = system('test -f curves_flexible_240_c0.1.csv && echo 1 || echo 0') + 0
grey = '#555555'; blue = '#1f77b4'; orange = '#ff7f0e'; green = '#2ca02c'; purple = '#9467bd'
rigid_curve = 'curves_geom1_240_c0.1.csv'; ideal_curve = 'curves_geom1_ideal.csv'
flexible_curve = flexible ? 'curves_flexible_240_c0.1.csv' : ideal_curve
flexible_title = flexible ? 'flexible' : ''

set lmargin 12; set rmargin 30
set output 'slider.'.ext
unset title; set key outside right; set multiplot layout 3,1 title 'Press (geom1), 240 r/min, c = 0.1 mm, damping 0.01 N s/m as printed: turns 2 and 3 (paper: figs. 13 to 15)'
set xlabel ''; set ylabel 'position (m)'; set ytics 0.02; set xrange [0.25:0.75]
plot [][0.41:0.48] rigid_curve using 1:2 with lines lw 2 lc rgb blue title 'rigid, clearance', flexible_curve using 1:2 with lines lc rgb orange title flexible_title, ideal_curve using 1:2 with lines lc rgb green title 'ideal', \
  0.470 with lines dt 2 lc rgb 'black' title 'printed: ideal 0.470', 0.4564 with lines dt 3 lw 2 lc rgb 'red' title 'printed: rigid 0.4564', 0.466 with lines dt 4 lw 2 lc rgb 'red' title 'printed: flexible 0.466'
set ylabel 'speed (m/s)'; set ytics 0.5
plot [][-1.2:1.2] rigid_curve using 1:3 with lines lw 2 lc rgb blue title 'rigid, clearance', flexible_curve using 1:3 with lines lc rgb orange title flexible_title, ideal_curve using 1:3 with lines lc rgb green title 'ideal', \
  0.82 with lines dt 2 lc rgb 'black' title 'printed peak 0.82'
set ylabel 'acceleration (m/s²)'; set xlabel 'time (s)'; set ytics 50
plot [][-100:100] rigid_curve using 1:4 with lines lw 1 lc rgb blue title 'rigid, clearance', flexible_curve using 1:4 with lines lc rgb orange title flexible_title, ideal_curve using 1:4 with lines lw 2 lc rgb green title 'ideal', \
  62.06 with lines dt 2 lc rgb 'black' title 'printed: rigid 62.06', 59.47 with lines dt 4 lc rgb 'red' title 'printed: flexible 59.47'
unset multiplot; set key default; set key opaque; set ytics auto; set xrange [*:*]

# the acceleration by damping
set output 'dampings.'.ext
unset title; set key outside right; set multiplot layout 3,1 title 'Press (geom1): acceleration of the slider by contact damping (0.01 and 2.5545e8 are printed)'
set xlabel ''; set ylabel 'acceleration (m/s²)'
plot 'curves_geom1_240_c0.1.csv' using 1:4 with lines lc rgb blue title '0.01 N s/m', 62.06 with lines dt 2 lw 2 lc rgb 'black' title 'printed peak'
plot 'curves_geom1_240_c0.1_calibrated.csv' using 1:4 with lines lc rgb blue title '1e4 N s/m', 62.06 with lines dt 2 lw 2 lc rgb 'black' title 'printed peak'
set xlabel 'time (s)'
plot 'curves_geom1_240_c0.1_rule.csv' using 1:4 with lines lc rgb blue title '2.5545e8 N s/m', 62.06 with lines dt 2 lw 2 lc rgb 'black' title 'printed peak'
unset multiplot; set key default; set key opaque

# by clearance
mm = '0.05 0.1 0.15 0.20'
colours = blue.' '.orange.' '.green.' '.purple
clearance(k) = sprintf('curves_geom1_240_c%s.csv', word(mm, k))
set output 'clearances.'.ext
unset title; set key outside right; set multiplot layout 3,1 title 'Press (geom1, rigid), 240 r/min, by clearance (paper: figs. 18 to 20)'
set xlabel ''; set ylabel 'position - 470 (mm)'
set label 1 'around the lower dead centre of turn 3' at graph 0.02, 0.1
plot [0.6:0.65][-0.8:0.1] for [k=1:4] clearance(k) using 1:(1e3*($2 - 0.470)) with lines lc rgb word(colours, k) title 'c = '.word(mm, k).' mm', ideal_curve using 1:(1e3*($2 - 0.470)) with lines dt 2 lc rgb 'black' title 'ideal'
unset label 1
set ylabel 'speed (m/s)'
plot [0.5:0.75][-1.2:1.2] for [k=1:4] clearance(k) using 1:3 with lines lc rgb word(colours, k) title 'c = '.word(mm, k).' mm', 0.82 with lines dt 2 lc rgb 'black' title 'printed, 0.05 mm', 1.15 with lines dt 3 lw 2 lc rgb 'red' title 'printed, 0.20 mm'
set ylabel 'acceleration (m/s²)'; set xlabel 'time (s)'
plot [0.5:0.75][-120:120] for [k=1:4] clearance(k) using 1:4 with lines lc rgb word(colours, k) title 'c = '.word(mm, k).' mm', 56.3 with lines dt 2 lc rgb 'black' title 'printed, 0.05 mm', 104 with lines dt 3 lw 2 lc rgb 'red' title 'printed, 0.20 mm'
unset multiplot; set key default; set key opaque

# by speed, over the turns of the crank
rpm = '200 300 400 500'
speed(k) = sprintf('curves_geom1_%s_c0.1.csv', word(rpm, k))
set output 'speeds.'.ext
unset title; set key outside right; set multiplot layout 3,1 title 'Press (geom1, rigid), c = 0.1 mm, by speed, third turn (paper: figs. 21 to 23)'
set xlabel ''; set ylabel 'position (m)'; set ytics 0.02; set xrange [2:3]
plot [][0.41:0.48] for [k=1:4] speed(k) using ($1*word(rpm, k)/60):2 with lines lc rgb word(colours, k) title word(rpm, k).' r/min', 0.470 with lines dt 2 lc rgb 'black' title 'printed: ideal 0.470'
set ylabel 'speed (m/s)'; set ytics 1
plot [][-2.5:2.5] for [k=1:4] speed(k) using ($1*word(rpm, k)/60):3 with lines lc rgb word(colours, k) title word(rpm, k).' r/min', 0.39 with lines dt 2 lc rgb 'black' title 'printed, 200 r/min', 1.03 with lines dt 3 lw 2 lc rgb 'red' title 'printed, 500 r/min'
set ylabel 'acceleration (m/s²)'; set xlabel 'turns of the crank'; set ytics 200
plot [][-460:460] for [k=4:1:-1] speed(k) using ($1*word(rpm, k)/60):4 with lines lc rgb word(colours, k) title word(rpm, k).' r/min', 445 with lines dt 3 lw 2 lc rgb 'red' title 'printed, 500 r/min'
unset multiplot; set key default; set key opaque; set ytics auto; set xrange [*:*]; set rmargin -1

# peaks against clearance and speed
set print $by_clearance
print 'c,peak'
do for [k = 1:4] {
  stats clearance(k) using ($1 > 0.25 ? abs($4) : 0) nooutput
  print sprintf('%s,%g', word(mm, k), STATS_max)
}
set print $by_speed
print 'speed,peak'
do for [k = 1:4] {
  stats speed(k) using ($1 > 60./word(rpm, k) ? abs($4) : 0) nooutput
  print sprintf('%s,%g', word(rpm, k), STATS_max)
}
unset print
$printed_clearance << EOD
c,peak
0.05,56.3
0.20,104
EOD
$printed_speed << EOD
speed,peak
200,27.3
500,445
200,50
500,285
EOD
set output 'peaks.'.ext
unset title; set multiplot layout 1,2 title 'Press (geom1, rigid, damping as printed): greatest acceleration of the slider after the first turn (paper: sec. 4.1, 4.2)'
set key left top; set ylabel 'acceleration (m/s²)'
set xlabel 'clearance (mm)'; set xtics 0.05
plot [0.03:0.22][0:140] $by_clearance using 1:2 with linespoints lw 2 pt 7 lc rgb blue title 'computed, first member', $printed_clearance using 1:2 with points pt 6 ps 1.5 lw 2 lc rgb 'red' title 'printed'
set xlabel 'speed (r/min)'; set xtics 100
plot [150:550][0:*] $by_speed using 1:2 with linespoints lw 2 pt 7 lc rgb blue title 'computed, first member', $printed_speed using 1:2 with points pt 6 ps 1.5 lw 2 lc rgb 'red' title 'printed, two series'
unset multiplot; set key default; set key opaque

# paths of the centres
set output 'paths.'.ext
set lmargin -1; set key outside bottom center; set size ratio -1
set multiplot layout 1,2 title 'Press (geom1), 240 r/min, c = 0.1 mm: paths of the centres in turns 2 to 4 (paper: figs. 16 and 17)'
set parametric; set trange [0:2*pi]; set xlabel 'x (mm)'; set ylabel 'y (mm)'; set xrange [-0.6:0.6]; set yrange [-0.6:0.6]; set xtics 0.2; set ytics 0.2
plot 'curves_geom1_240_c0.1_paths.csv' using ($1 > 0.25 ? 1e3*$5 : NaN):(1e3*$6) with lines lw 0.7 lc rgb blue title 'crank pin', 0.1*cos(t), 0.1*sin(t) with lines dt 2 lw 2 lc rgb 'black' title 'clearance circle'
plot 'curves_geom1_240_c0.1_paths.csv' using ($1 > 0.25 ? 1e3*$7 : NaN):(1e3*$8) with lines lw 0.7 lc rgb blue title 'ball joint at B', 0.1*cos(t), 0.1*sin(t) with lines dt 2 lw 2 lc rgb 'black' title 'clearance circle'
unset multiplot
