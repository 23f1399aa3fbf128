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
set size ratio -1; set xlabel 'x (m)'; set ylabel 'y (m)'; set key at graph 0.98, 0.98
set label 1 '2' at 0.12, 0.72; set label 2 '3' at 0.42, 1.17; set label 3 '5' at 0.95, 0.52; set label 4 '4' at 1.02, 0.98; set label 5 'P' at 0.80, 1.36
set arrow 1 from 0.85, 0.3 to 1.05, 0.3 lw 2; set label 6 '0.3 m/s' at 1.07, 0.3
set object 2 circle center 0.795, 1.3 size 0.025 front fillstyle empty border lc rgb 'red' lw 2
plot [-0.4:1.9][0.1:1.6] $vehicle with lines lw 3 lc rgb 'black' title 'vehicle', $left with linespoints lw 5 pt 7 lc rgb '#1f77b4' title 'links 2 and 3, bearing and payload', \
  $right with linespoints lw 5 pt 7 lc rgb '#d62728' title 'links 5 and 4, journal', NaN with points pt 6 lc rgb 'red' title 'clearance'
unset label; unset arrow; unset object; set size noratio; set key default; set key opaque

set xlabel 'time (s)'
cases = "I2 I3 I4 I5 I6"; names = "'I2, 1.5 kg, 0.5 mm' 'I3, 0.3 mm' 'I4, 0.2 mm' 'I5, 0.1 mm' 'I6, 0.2 mm, no reaction'"
beside(case) = '< paste -d, curves_'.case.'.csv curves_I1.csv'

# differences from the ideal motion: the curves themselves lie on each other
set output 'angles.'.ext
unset title
set multiplot layout 2,1 title 'Mobile five-bar: angles of links 2 and 5 less those of the ideal joint, I1 (paper: figs. 6 and 7)'
set ylabel 'link 2 (mrad)'; set key top left
plot for [k=1:5] beside(word(cases, k)) using 1:(1e3*($2 - $18)) with lines lw 1.5 title word(names, k)
set ylabel 'link 5 (mrad)'; set key off
plot for [k=1:5] beside(word(cases, k)) using 1:(1e3*($4 - $20)) with lines lw 1.5
unset multiplot; set key default; set key opaque

set output 'rates.'.ext
set multiplot layout 2,1 title 'Mobile five-bar: rates of links 2 and 5 less those of the ideal joint, I1 (paper: figs. 8 and 9)'
set ylabel 'link 2 (rad/s)'; set yrange [-0.04:0.07]; set key horizontal
plot [0:0.1] for [k=1:4] beside(word(cases, k)) using 1:($6 - $22) with lines title word(names, k)
set ylabel 'link 5 (rad/s)'; set autoscale y; set key off
plot [0:0.1] for [k=1:4] beside(word(cases, k)) using 1:($8 - $24) with lines
unset multiplot; set key default; set key opaque

set output 'accelerations.'.ext
set title 'Mobile five-bar: angular acceleration of link 3 (paper: fig. 10)'
set ylabel 'acceleration (rad/s²)'
plot [0:0.1] for [k=2:4] 'curves_'.word(cases, k).'.csv' using 1:15 with lines title word(names, k), 'curves_I1.csv' using 1:15 with lines lw 2 lc rgb 'black' title 'I1, ideal'

set output 'forces.'.ext
set title 'Mobile five-bar: contact force with (I2 to I5) and without (I61) the joint reaction added (paper: fig. 11)'
set ylabel 'force (N)'
plot [0:0.1] for [k=1:4] 'curves_'.word(cases, k).'.csv' using 1:12 with lines title word(names, k), 'curves_I61.csv' using 1:12 with lines lc rgb 'black' title 'I61, 0.1 mm, no reaction', '-' using 1:2 with points pt 6 ps 1.5 lc rgb 'black' title 'reference peak of the first impact'
time,force
0.00321,313.5288
e

set output 'friction.'.ext
unset title
set multiplot layout 2,1 title 'Mobile five-bar: friction (paper: fig. 12) and reaction of the ideal joint (paper: fig. 13)'
set ylabel 'friction (N)'
plot [0:0.1] 'curves_I5.csv' using 1:13 with lines title 'I5', '' using 1:(0.2*$12) with lines dt 2 title 'its bound, 0.2 of the contact force'
set ylabel 'reaction (N)'; set key horizontal bottom right; set yrange [-20:30]
plot 'curves_ideal_1.5kg.csv' using 1:12 with lines lw 2 title 'x', '' using 1:13 with lines lw 2 title 'y', '' using 1:(sqrt($12**2 + $13**2)) with lines lw 2 title 'magnitude, 1.5 kg'
unset multiplot; set autoscale y; set key default; set key opaque

set output 'path.'.ext
set multiplot layout 2,1 title 'Mobile five-bar: height of the payload (paper: fig. 14), and what the clearance changes'
set ylabel 'y (m)'; set key top left
plot 'curves_I1.csv' using 1:16 with lines lw 2 title 'I1, ideal', 'curves_I2.csv' using 1:16 with lines dt 2 lw 2 title 'I2, 1.5 kg, 0.5 mm'
set ylabel 'difference from I1 (mm)'; set key bottom left
plot for [k=1:4] beside(word(cases, k)) using 1:(1e3*($16 - $32)) with lines title word(names, k)
unset multiplot; set key default; set key opaque

set output 'period.'.ext
set title 'Mobile five-bar: contact force for two periods of the path (paper: fig. 15)'
set ylabel 'force (N)'
plot [0.1:0.5] 'curves_I6.csv' using 1:12 with lines lw 2 title 'I6, 0.4 s', 'curves_I7.csv' using 1:12 with lines lw 2 title 'I7, 1 s'
