set output 'row.'.ext
set title 'Row of two four-bars'
set xlabel 'time (s)'; set ylabel 'top of the first upright (m)'; set key outside bottom center horizontal; set bmargin 6
plot 'row.csv' using 1:2 with lines lw 2 title 'x', 'row.csv' using 1:3 with lines lw 2 title 'y'
