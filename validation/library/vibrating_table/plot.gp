set output 'bounce.'.ext
set title 'Ball on a vibrating table'
set xlabel 'time (s)'; set ylabel 'height (mm)'; set key outside bottom center horizontal; set bmargin 6
plot [0:0.4] 'bounce.csv' using 1:(($4-0.1)*1e3) every 20 with lines lw 2 title 'ball', 'bounce.csv' using 1:($5*1e3) every 20 with lines lw 2 title 'table'
