# the mechanism 60 degrees after its start
set output 'mechanism.'.ext
set title 'Slider-crank with clearance between rod and slider'
bx = 0.05*cos(pi/3); by = 0.05*sin(pi/3); cx = bx + sqrt(0.12**2 - by**2)
set size ratio -1; set xlabel 'x (m)'; set ylabel 'y (m)'; set key at graph 0.98, 0.98
set object 1 rectangle center cx, 0 size 0.03, 0.022 fillcolor rgb '#dcebf7'
set object 2 circle center cx, 0 size 0.006 front fillstyle empty border lc rgb 'red' lw 2
plot [-0.03:0.2][-0.04:0.09] '+' using (($1 + 0.03)/0.23*bx):(($1 + 0.03)/0.23*by) with lines lw 5 lc rgb '#1f77b4' title 'crank 50 mm, 5000 r/min', \
  '+' using (bx + ($1 + 0.03)/0.23*(cx - bx)):(by*(1 - ($1 + 0.03)/0.23)) with lines lw 5 lc rgb '#d62728' title 'rod 120 mm', 0 with lines dt 2 lc rgb 'gray' title 'guide', NaN with points pt 6 lc rgb 'red' title 'clearance'
unset object; set size noratio; set key default; set key opaque

set key outside bottom center horizontal; set bmargin 6
set output 'acceleration.'.ext
set title 'Slider-crank with clearance, 5000 r/min: slider acceleration'
set xrange [0:48]; set xtics 6; set xlabel 'time (ms)'; set ylabel 'acceleration (km/s²)'
plot 'curves_c0.5.csv' using ($1*1e3):($4/1e3) with lines title '0.5 mm', 'curves_c0.1.csv' using ($1*1e3):($4/1e3) with lines title '0.1 mm', 'curves_ideal.csv' using ($1*1e3):($4/1e3) with lines lw 2 title 'ideal', \
  -19.41936 with lines dt 2 lc rgb 'black' title 'greatest ideal, closed form'
set output 'moment.'.ext
set title 'Slider-crank with clearance, 5000 r/min: moment that drives the crank'
set ylabel 'moment (N m)'
plot 'curves_c0.5.csv' using ($1*1e3):5 with lines title '0.5 mm', 'curves_c0.1.csv' using ($1*1e3):5 with lines title '0.1 mm', 'curves_ideal.csv' using ($1*1e3):5 with lines lw 2 title 'ideal'
set output 'orbit.'.ext
set title 'Journal centre in its bearing, c = 0.5 mm'
set xlabel 'x (mm)'; set ylabel 'y (mm)'; set size ratio -1; set key default; set key opaque; set bmargin -1; set xtics auto; set parametric; set trange [0:2*pi]
plot [][-0.8:0.8][-0.8:0.8] 'curves_c0.5.csv' using ($8*1e3):($9*1e3) with lines title 'orbit', 0.5*cos(t), 0.5*sin(t) with lines lw 2 lc rgb 'black' title 'clearance circle'
