# the mechanism at its start, 62 degrees
set output 'mechanism.'.ext
set title 'Slider-crank at its start'
r = 0.1; l = 0.16; a = 62*pi/180; bx = r*cos(a); by = r*sin(a); cx = bx + sqrt(l**2 - by**2)
set size ratio -1; set xlabel 'x (m)'; set ylabel 'y (m)'; set key off
set label 1 'A' at -0.012, -0.012; set label 2 'B' at bx, by + 0.012; set label 3 'C' at cx, 0.02
set label 4 'crank 0.1 m, 0.064 kg' at 0.03, 0.045; set label 5 'rod 0.16 m, 0.077 kg' at 0.115, 0.06; set label 6 'slider 0.014 kg' at 0.15, -0.025
set object 1 rectangle center cx, 0 size 0.03, 0.02 fillcolor rgb '#dcebf7'
plot [-0.05:0.25][-0.06:0.12] '+' using ($1 < 0 ? 0 : bx):($1 < 0 ? 0 : by) with points pt 7 ps 1.5 lc rgb 'black', \
  '+' using (($1 + 0.05)/0.3*bx):(($1 + 0.05)/0.3*by) with lines lw 5 lc rgb '#1f77b4', \
  '+' using (bx + ($1 + 0.05)/0.3*(cx - bx)):(by*(1 - ($1 + 0.05)/0.3)) with lines lw 5 lc rgb '#d62728', \
  0 with lines dt 2 lc rgb 'gray'
unset label; unset object; set key on; set size noratio

set lmargin 12; set rmargin 20; set key outside right; set xrange [50:430]; unset title
set output 'torque.'.ext
set multiplot layout 2,1 title 'Slider-crank: driving torque over one turn (paper: fig. 10)'
set xlabel ''; set ylabel 'torque (N m)'
plot 'curves.csv' using 2:3 with lines lw 2 title 'with gravity', \
  '-' using 1:2 with points pt 6 ps 1.5 lc rgb 'black' title 'reference'
angle,torque
62,3.258212300e-2
180,-6.911998409e-2
e
set xlabel 'crank angle (deg)'; set ylabel 'torque (mN m)'
plot 'curves_weightless.csv' using 2:($3*1e3) with lines lw 2 title 'without gravity', '-' using 1:2 with points pt 6 ps 1.5 lc rgb 'black' title 'reference'
angle,torque
62,0.1132349844
e
unset multiplot
set output 'forces.'.ext
set multiplot layout 2,1 title 'Slider-crank: forces at A, B, C and of the guide (paper: fig. 11), with and without gravity'
set xlabel ''; set ylabel 'force (N)'
do for [file in 'curves.csv curves_weightless.csv'] {
  if (file eq 'curves_weightless.csv') { set xlabel 'crank angle (deg)'; set ylabel 'without gravity (N)' }
  plot file using 2:4 with lines lw 2 title 'A_x', '' using 2:5 with lines lw 2 title 'A_y', '' using 2:6 with lines lw 2 title 'B_x', \
    '' using 2:7 with lines lw 2 title 'B_y', '' using 2:8 with lines lw 2 dt 2 title 'C_x', '' using 2:9 with lines lw 2 dt 2 title 'C_y', '' using 2:10 with lines lw 2 dt 3 lc rgb 'black' title 'guide'
}
unset multiplot
