set xlabel 'time [s]'
set output 'rates.'.ext
set title 'Mobile five-bar: rate of link 3 with clearance and the joint reaction added'
set ylabel 'rate [rad/s]'
plot 'curves_I3.csv' using 1:7 with lines title 'I3, 0.3 mm', 'curves_I4.csv' using 1:7 with lines title 'I4, 0.2 mm', 'curves_I5.csv' using 1:7 with lines title 'I5, 0.1 mm'
set output 'forces.'.ext
set title 'Mobile five-bar: contact force with (I5) and without (I61) the joint reaction added'
set ylabel 'force [N]'
plot [0:0.2] 'curves_I5.csv' using 1:12 with lines title 'I5', 'curves_I61.csv' using 1:12 with lines title 'I61'
set output 'period.'.ext
set title 'Mobile five-bar: contact force for two periods of the path'
plot [0.1:0.5] 'curves_I6.csv' using 1:12 with lines lw 2 title 'I6, 0.4 s', 'curves_I7.csv' using 1:12 with lines lw 2 title 'I7, 1 s'
