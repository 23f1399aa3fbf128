# the mechanism at crank angle 0
set output 'mechanism.'.ext
set title 'RSSR four-bar at crank angle 0'
$crank << EOD
x,y,z
0,0,85
20,0,85
EOD
$coupler << EOD
x,y,z
20,0,85
71.7856,-40,-17.9672
EOD
$rocker << EOD
x,y,z
71.7856,-40,-17.9672
0,-40,0
EOD
$axes << EOD
x,y,z
0,0,60
0,0,110


0,-65,0
0,-15,0
EOD
set view 70, 30; set view equal xyz; set xyplane at -30; set xrange [-20:100]; set yrange [-80:20]; set zrange [-30:110]; set xlabel 'x (mm)'; set ylabel 'y (mm)'; set zlabel 'z (mm)'
set key at screen 0.98, 0.92
set label 1 'A' at -4, 0, 92; set label 2 'B' at 22, 0, 92; set label 3 'C: ball in socket, clearance c' at 76, -40, -18; set label 4 'D' at -6, -40, 5
splot $crank using 1:2:3 with linespoints lw 5 pt 7 lc rgb '#1f77b4' title 'crank, 20 mm, 19 g', $coupler using 1:2:3 with linespoints lw 5 pt 7 lc rgb '#d62728' title 'coupler, 122 mm, 141 g', \
  $rocker using 1:2:3 with linespoints lw 5 pt 7 lc rgb '#2ca02c' title 'rocker, 74 mm, 31 g', $axes using 1:2:3 with lines dt 2 lc rgb 'black' title 'axes of crank and rocker'
unset label; unset zlabel; set autoscale; set key default; set key opaque

set lmargin 12; set rmargin 20
unset title; set key outside right
ms(t) = t*1e3
printed(speed, c, law) = 'curves_printed_'.speed.'_c'.c.'_'.law.'.csv'

set output 'rocker_1200.'.ext
ideal = 'curves_ideal_1200.csv'; hertz = printed('1200', '0.5', 'hertz')
set multiplot layout 3,1 title 'RSSR, 1200 r/min, c = 0.5 mm, Hertz: the rocker (paper: figs. 4, 5)'
set xrange [0:250]; set xlabel ''
set ylabel 'angle (rad)'
plot hertz using (ms($1)):3 with lines lw 2 title 'clearance', ideal using (ms($1)):3 with lines lw 2 lc rgb '#d62728' title 'ideal'
set ylabel 'rate (rad/s)'
plot hertz using (ms($1)):4 with lines title 'clearance', ideal using (ms($1)):4 with lines lw 2 lc rgb '#d62728' title 'ideal'
set ylabel 'acceleration (krad/s²)'; set xlabel 'time (ms)'
plot hertz using (ms($1)):($5/1e3) with lines title 'clearance', ideal using (ms($1)):($5/1e3) with lines lw 2 lc rgb '#d62728' title 'ideal'
unset multiplot

set output 'motion_12000.'.ext
ideal = 'curves_ideal_12000.csv'; hertz = printed('12000', '0.5', 'hertz'); ln = printed('12000', '0.5', 'ln')
set multiplot layout 2,1 title 'RSSR, 12 000 r/min, c = 0.5 mm: the rocker with two laws (paper: fig. 6)'
set xrange [0:25]; set xlabel ''
set ylabel 'rate (rad/s)'
plot hertz using (ms($1)):4 with lines title 'Hertz', ln using (ms($1)):4 with lines title 'L-N', ideal using (ms($1)):4 with lines lw 2 lc rgb '#d62728' title 'ideal'
set ylabel 'acceleration (krad/s²)'; set xlabel 'time (ms)'
plot hertz using (ms($1)):($5/1e3) with lines title 'Hertz', ln using (ms($1)):($5/1e3) with lines title 'L-N', ideal using (ms($1)):($5/1e3) with lines lw 2 lc rgb '#d62728' title 'ideal'
unset multiplot

set output 'laws_12000.'.ext
set multiplot layout 2,1 title 'RSSR, 12 000 r/min, c = 0.5 mm: depth and force with two laws (paper: fig. 7)'
set ylabel 'depth (µm)'; set xlabel ''; set yrange [0:]
plot hertz using (ms($1)):($6*1e6) with lines title 'Hertz', ln using (ms($1)):($6*1e6) with lines title 'L-N'
set ylabel 'force (kN)'; set xlabel 'time (ms)'
plot hertz using (ms($1)):($7/1e3) with lines title 'Hertz', ln using (ms($1)):($7/1e3) with lines title 'L-N'
unset multiplot

set rmargin 30
# depth and force with the two numbers the paper gives: 0.02 mm lies 10 to 20 % below 0.1 mm in depth, at half of it in steady force
set output 'clearances_12000.'.ext
set multiplot layout 3,1 title 'RSSR, 12 000 r/min, L-N: three clearances (paper: figs. 9, 10)'
set xlabel ''; set ylabel 'acceleration (krad/s²)'; set yrange [*:*]
plot ln using (ms($1)):($5/1e3) with lines title '0.5 mm', printed('12000', '0.1', 'ln') using (ms($1)):($5/1e3) with lines lw 2 title '0.1 mm', \
  printed('12000', '0.02', 'ln') using (ms($1)):($5/1e3) with lines lw 2 title '0.02 mm', ideal using (ms($1)):($5/1e3) with lines lw 2 lc rgb '#d62728' title 'ideal'
stats printed('12000', '0.1', 'ln') using 6 nooutput name 'depth'
stats printed('12000', '0.1', 'ln') using ($1 > 0.01 ? $7 : 0) nooutput name 'force'
set ylabel 'depth (µm)'; set yrange [0:]
set object 1 rectangle from 0, 0.8e6*depth_max to 25, 0.9e6*depth_max behind fillcolor rgb '#e0e0e0' fillstyle solid noborder
plot ln using (ms($1)):($6*1e6) with lines title '0.5 mm', printed('12000', '0.1', 'ln') using (ms($1)):($6*1e6) with lines lw 2 title '0.1 mm', \
  printed('12000', '0.02', 'ln') using (ms($1)):($6*1e6) with lines lw 2 title '0.02 mm', NaN with boxes fillcolor rgb '#e0e0e0' fillstyle solid title 'paper: 0.02 mm peaks'
unset object 1
set ylabel 'force (kN)'; set xlabel 'time (ms)'
plot ln using (ms($1)):($7/1e3) with lines title '0.5 mm', printed('12000', '0.1', 'ln') using (ms($1)):($7/1e3) with lines lw 2 title '0.1 mm', \
  printed('12000', '0.02', 'ln') using (ms($1)):($7/1e3) with lines lw 2 title '0.02 mm', (x >= 10 ? force_max/2e3 : NaN) with lines dt 2 lw 2 lc rgb 'black' title 'paper: 0.02 mm steady'
unset multiplot

# where the ball touches: directions of the contact as seen from the socket's centre, darker where the force is greater
set output 'contact_regions.'.ext
set multiplot layout 2,2 title 'RSSR, c = 0.5 mm, Hertz: ball in its socket, axes of the rocker (paper: fig. 8)'
set key off; set lmargin 10; set rmargin 10; set cblabel 'force (kN)' offset 1; set palette defined (0 '#c6dbef', 1 '#08306b')
degrees_of(r) = r*180/pi
do for [speed in '1200 12000'] {
  points = 'contact_points_'.speed.'.csv'
  set title speed.' r/min: path of the ball, clearance circle'
  set size ratio -1; set parametric; set trange [0:2*pi]; set xlabel 'x (mm)'; set ylabel 'z (mm)'; set xrange [-1:1]; set yrange [-1:1]; set xtics 0.5; set ytics 0.5
  plot points using ($8*1e3):($10*1e3) with lines lc rgb '#1f77b4', 0.5*cos(t), 0.5*sin(t) with lines lw 2 lc rgb 'black'
  unset parametric; set size noratio
  set title speed.' r/min: directions of contact'
  set xlabel 'azimuth about the axis (deg)'; set ylabel 'elevation (deg)'; set xrange [-180:180]; set yrange [-90:90]; set xtics 90; set ytics 45
  plot points using ($6 > 0 ? degrees_of(atan2($9, $8)) : NaN):(degrees_of(asin($10/sqrt($8**2 + $9**2 + $10**2)))):($7/1e3) with points pt 7 ps 0.3 lc palette
}
unset multiplot
