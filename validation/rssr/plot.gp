set xlabel 'time [s]'
set output 'rocker_1200.'.ext
set multiplot layout 3,1 title 'RSSR, 1200 r/min, c = 0.5 mm, Hertz: the rocker'
set ylabel 'angle [rad]'
plot 'curves_printed_1200_c0.5_hertz.csv' using 1:3 with lines title 'clearance', 'curves_ideal_1200.csv' using 1:3 with lines title 'ideal'
set ylabel 'rate [rad/s]'
plot 'curves_printed_1200_c0.5_hertz.csv' using 1:4 with lines title 'clearance', 'curves_ideal_1200.csv' using 1:4 with lines title 'ideal'
set ylabel 'acceleration [rad/s^2]'
plot 'curves_printed_1200_c0.5_hertz.csv' using 1:5 with lines title 'clearance', 'curves_ideal_1200.csv' using 1:5 with lines title 'ideal'
unset multiplot
set output 'laws_12000.'.ext
set multiplot layout 2,1 title 'RSSR, 12 000 r/min, c = 0.5 mm: Hertz and Lankarani-Nikravesh'
set ylabel 'depth [m]'
plot [][0:] 'curves_printed_12000_c0.5_hertz.csv' using 1:6 with lines title 'Hertz', 'curves_printed_12000_c0.5_ln.csv' using 1:6 with lines title 'L-N'
set ylabel 'force [N]'
plot 'curves_printed_12000_c0.5_hertz.csv' using 1:7 with lines title 'Hertz', 'curves_printed_12000_c0.5_ln.csv' using 1:7 with lines title 'L-N'
unset multiplot
set output 'clearances_12000.'.ext
set title 'RSSR, 12 000 r/min, L-N: contact force for three clearances'
set ylabel 'force [N]'
plot 'curves_printed_12000_c0.5_ln.csv' using 1:7 with lines title '0.5 mm', 'curves_printed_12000_c0.1_ln.csv' using 1:7 with lines title '0.1 mm', 'curves_printed_12000_c0.02_ln.csv' using 1:7 with lines title '0.02 mm'
