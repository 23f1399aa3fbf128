set output 'height.'.ext
set title 'Ball bouncing to rest'
set xlabel 'time (s)'; set ylabel 'height of the centre (m)'; set key outside bottom center horizontal; set bmargin 6
plot 'stiff.csv' every 50 using 1:4 with lines lw 2 title 'K = 10^9 N/m^{1.5}', 'soft.csv' every 50 using 1:4 with lines lw 2 title 'K = 10^7 N/m^{1.5}'
