set output 'speed.'.ext
set title 'A sphere between two fixed ones'
set xlabel 'time (s)'; set ylabel 'speed (m/s)'; set key outside bottom center horizontal; set bmargin 6
plot 'hc09.csv' using 1:2 with lines lw 2 title 'Hunt-Crossley, e = 0.9', 'hc05.csv' using 1:2 with lines lw 2 title 'Hunt-Crossley, e = 0.5', 'cm05.csv' using 1:2 with lines lw 2 title 'Carvalho-Martins, e = 0.5'
