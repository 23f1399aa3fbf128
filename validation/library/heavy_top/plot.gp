set output 'top.'.ext
set title 'Heavy top'
set xlabel 'time (s)'; set ylabel 'mass centre (m)'; set key outside bottom center horizontal; set bmargin 6
plot 'top.csv' using 1:2 with lines lw 2 title 'x', 'top.csv' using 1:3 with lines lw 2 title 'y', 'top.csv' using 1:4 with lines lw 2 title 'z'
