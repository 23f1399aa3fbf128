# the mechanism at its start
set output 'mechanism.'.ext
set title 'Mobile five-bar at its start'
$left << EOD
x,y
0.3,0.5
0.076871,0.947452
0.795,1.3
EOD
$right << EOD
x,y
0.7,0.5
1.189105,0.603809
0.795,1.3
EOD
$vehicle << EOD
x,y
0.2,0.2
0.8,0.2
0.8,0.5
0.2,0.5
0.2,0.2
EOD
set size ratio -1; set xlabel 'x [m]'; set ylabel 'y [m]'; set key at graph 0.98, 0.98
set label 1 '2' at 0.12, 0.72; set label 2 '3' at 0.42, 1.17; set label 3 '5' at 0.95, 0.52; set label 4 '4' at 1.02, 0.98; set label 5 'P' at 0.80, 1.36
set arrow 1 from 0.85, 0.3 to 1.05, 0.3 lw 2; set label 6 '0.3 m/s' at 1.07, 0.3
set object 2 circle center 0.795, 1.3 size 0.025 front fillstyle empty border lc rgb 'red' lw 2
plot [-0.4:1.9][0.1:1.6] $vehicle with lines lw 3 lc rgb 'black' title 'vehicle', $left with linespoints lw 5 pt 7 lc rgb '#1f77b4' title 'links 2 and 3, bearing and payload', \
  $right with linespoints lw 5 pt 7 lc rgb '#d62728' title 'links 5 and 4, journal', NaN with points pt 6 lc rgb 'red' title 'clearance'
unset label; unset arrow; unset object; set size noratio; set key default; set key opaque

set xlabel 'time [s]'
set output 'rates.'.ext
set title 'Mobile five-bar: rate of link 3 with clearance and the joint reaction added (paper: figs. 8 to 10)'
set ylabel 'rate [rad/s]'
plot 'curves_I3.csv' using 1:7 with lines title 'I3, 0.3 mm', 'curves_I4.csv' using 1:7 with lines title 'I4, 0.2 mm', 'curves_I5.csv' using 1:7 with lines title 'I5, 0.1 mm'
set output 'forces.'.ext
set title 'Mobile five-bar: contact force with (I5) and without (I61) the joint reaction added (paper: fig. 11)'
set ylabel 'force [N]'
plot [0:0.2] 'curves_I5.csv' using 1:12 with lines title 'I5', 'curves_I61.csv' using 1:12 with lines title 'I61', '-' using 1:2 with points pt 6 ps 1.5 lc rgb 'black' title 'reference peak of the first impact'
time,force
0.00321,313.5288
e
set output 'period.'.ext
set title 'Mobile five-bar: contact force for two periods of the path (paper: fig. 15)'
plot [0.1:0.5] 'curves_I6.csv' using 1:12 with lines lw 2 title 'I6, 0.4 s', 'curves_I7.csv' using 1:12 with lines lw 2 title 'I7, 1 s'
