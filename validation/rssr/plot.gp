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
set view 70, 30; set view equal xyz; set xyplane at -30; set xrange [-20:100]; set yrange [-80:20]; set zrange [-30:110]; set xlabel 'x [mm]'; set ylabel 'y [mm]'; set zlabel 'z [mm]'
set key at screen 0.98, 0.92
set label 1 'A' at -4, 0, 92; set label 2 'B' at 22, 0, 92; set label 3 'C: ball in socket, clearance c' at 76, -40, -18; set label 4 'D' at -6, -40, 5
splot $crank using 1:2:3 with linespoints lw 5 pt 7 lc rgb '#1f77b4' title 'crank, 20 mm, 19 g', $coupler using 1:2:3 with linespoints lw 5 pt 7 lc rgb '#d62728' title 'coupler, 122 mm, 141 g', \
  $rocker using 1:2:3 with linespoints lw 5 pt 7 lc rgb '#2ca02c' title 'rocker, 74 mm, 31 g', $axes using 1:2:3 with lines dt 2 lc rgb 'black' title 'axes of crank and rocker'
unset label; unset zlabel; set autoscale; set key default; set key opaque

set lmargin 12
set output 'rocker_1200.'.ext
unset title; set key outside right; set multiplot layout 3,1 title 'RSSR, 1200 r/min, c = 0.5 mm, Hertz: the rocker (paper: sec. 3.1)'
set xlabel ''
set ylabel 'angle [rad]'
plot 'curves_printed_1200_c0.5_hertz.csv' using ($1*1e3):3 with lines title 'clearance', 'curves_ideal_1200.csv' using ($1*1e3):3 with lines title 'ideal'
set ylabel 'rate [rad/s]'
plot 'curves_printed_1200_c0.5_hertz.csv' using ($1*1e3):4 with lines title 'clearance', 'curves_ideal_1200.csv' using ($1*1e3):4 with lines title 'ideal'
set ylabel 'acceleration [krad/s^2]'; set xlabel 'time [ms]'
plot 'curves_printed_1200_c0.5_hertz.csv' using ($1*1e3):($5/1e3) with lines title 'clearance', 'curves_ideal_1200.csv' using ($1*1e3):($5/1e3) with lines lw 2 title 'ideal'
unset multiplot; set key default; set key opaque
set output 'laws_12000.'.ext
unset title; set key outside right; set multiplot layout 2,1 title 'RSSR, 12 000 r/min, c = 0.5 mm: Hertz and Lankarani-Nikravesh (paper: sec. 3.2)'
set ylabel 'depth [um]'; set xlabel ''
plot [][0:] 'curves_printed_12000_c0.5_hertz.csv' using ($1*1e3):($6*1e6) with lines title 'Hertz', 'curves_printed_12000_c0.5_ln.csv' using ($1*1e3):($6*1e6) with lines title 'L-N'
set ylabel 'force [kN]'; set xlabel 'time [ms]'
plot 'curves_printed_12000_c0.5_hertz.csv' using ($1*1e3):($7/1e3) with lines title 'Hertz', 'curves_printed_12000_c0.5_ln.csv' using ($1*1e3):($7/1e3) with lines title 'L-N'
unset multiplot; set key default; set key opaque
set output 'clearances_12000.'.ext
set title 'RSSR, 12 000 r/min, L-N: contact force for three clearances (paper: sec. 3.4)'
plot 'curves_printed_12000_c0.5_ln.csv' using ($1*1e3):($7/1e3) with lines title '0.5 mm', 'curves_printed_12000_c0.1_ln.csv' using ($1*1e3):($7/1e3) with lines lw 2 title '0.1 mm', \
  'curves_printed_12000_c0.02_ln.csv' using ($1*1e3):($7/1e3) with lines lw 2 title '0.02 mm', 38.7738 with lines dt 2 lc rgb 'black' title 'reference peak at 0.1 mm'
