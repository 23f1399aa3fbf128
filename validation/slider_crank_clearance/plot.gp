set output 'acceleration.'.ext
set title 'Slider-crank with clearance, 5000 r/min: slider acceleration'
set xlabel 'time [s]'; set ylabel 'acceleration [m/s^2]'
plot 'curves_c0.5.csv' using 1:4 with lines title '0.5 mm', 'curves_c0.1.csv' using 1:4 with lines title '0.1 mm', 'curves_ideal.csv' using 1:4 with lines lw 2 title 'ideal'
set output 'orbit.'.ext
set title 'Journal centre in its bearing, c = 0.5 mm'
set xlabel 'x [m]'; set ylabel 'y [m]'; set size ratio -1
plot 'curves_c0.5.csv' using 8:9 with lines title ''
