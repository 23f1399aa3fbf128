set output 'spin.'.ext
set title 'Spinning ball dropped on a rough floor'
set xlabel 'time (s)'; set ylabel 'speed, slip (m/s)'; set key outside bottom center horizontal; set bmargin 6
plot 'slides.csv' using 1:4 with lines lw 2 title 'speed, 50 rad/s', 'slides.csv' using 1:6 with lines lw 2 title 'slip, 50 rad/s', 'sticks.csv' using 1:4 with lines lw 2 title 'speed, 10 rad/s'
