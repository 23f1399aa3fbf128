set output 'creep.'.ext
set title 'Block on a slope of 10 degrees'
set xlabel 'time (s)'; set ylabel 'speed (mm/s)'; set key outside bottom center horizontal; set bmargin 6
plot [0:0.1] 'tanh.csv' using 1:($3*1e3) with lines lw 2 title 'smooth tanh', 'ramp.csv' using 1:($3*1e3) with lines lw 2 title 'linear ramp', 'bristles.csv' using 1:($3*1e3) with lines lw 2 title 'bristles'
