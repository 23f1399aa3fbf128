set output 'torque.'.ext
set title 'Slider-crank: driving torque over one turn'
set xlabel 'crank angle [deg]'; set ylabel 'torque [N m]'
plot 'curves.csv' using 2:3 with lines lw 2 title 'with gravity', 'curves_weightless.csv' using 2:3 with lines lw 2 title 'without'
set output 'forces.'.ext
set title 'Slider-crank: forces at A, B, C'
set ylabel 'force [N]'
plot 'curves.csv' using 2:4 with lines title 'A_x', '' using 2:5 with lines title 'A_y', '' using 2:6 with lines title 'B_x', '' using 2:7 with lines title 'B_y', '' using 2:8 with lines title 'C_x', '' using 2:9 with lines title 'C_y', '' using 2:10 with lines title 'guide'
