set xlabel 'time [s]'
set output 'slider.'.ext
set multiplot layout 3,1 title 'Press, 240 r/min, c = 0.1 mm, damping 1e4 N s/m: the slider'
set ylabel 'position [m]'
plot 'curves_geom1_240_c0.1.csv' using 1:2 with lines title 'clearance', 'curves_geom1_ideal.csv' using 1:2 with lines title 'ideal'
set ylabel 'speed [m/s]'
plot 'curves_geom1_240_c0.1.csv' using 1:3 with lines title 'clearance', 'curves_geom1_ideal.csv' using 1:3 with lines title 'ideal'
set ylabel 'acceleration [m/s^2]'
plot 'curves_geom1_240_c0.1.csv' using 1:4 with lines title 'clearance', 'curves_geom1_ideal.csv' using 1:4 with lines title 'ideal'
unset multiplot
set output 'dampings.'.ext
set multiplot layout 3,1 title 'Press: acceleration [m/s^2] with the damping of the contact 0.01, 1e4, 2.5545e8 N s/m'
plot 'curves_geom1_240_c0.1_literal.csv' using 1:4 with lines title '0.01, as printed'
plot 'curves_geom1_240_c0.1.csv' using 1:4 with lines title '1e4, calibrated'
plot 'curves_geom1_240_c0.1_rule.csv' using 1:4 with lines title '2.5545e8, as printed'
unset multiplot
