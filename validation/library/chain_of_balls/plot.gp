set output 'speeds.'.ext
set title 'Chain of ten balls'
set xlabel 'time (ms)'; set ylabel 'speed (m/s)'; set key outside bottom center horizontal; set bmargin 6
plot for [i=2:11] 'ten.csv' using ($1*1e3):i with lines lw 2 title sprintf('ball %d', i-1)
