set output 'top.'.ext
set title 'Tippe top'
set xlabel 'time (s)'; set ylabel 'cosine of the tilt'; set key outside bottom center horizontal; set bmargin 6
plot 'top.csv' using 1:2 with lines lw 2 title 'axis', 0 with lines dt 2 lc rgb 'black' title 'horizontal'
