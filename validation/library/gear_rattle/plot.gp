set output 'rattle.'.ext
set title 'Gear rattle'
set xlabel 'time (s)'; set ylabel 'speed (rad/s)'; set key outside bottom center horizontal; set bmargin 6
plot 'rattle.csv' using 1:6 with lines lw 2 title 'driven gear', 'rattle.csv' using 1:7 with lines lw 2 title 'free gear'
