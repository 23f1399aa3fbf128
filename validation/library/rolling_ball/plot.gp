set output 'speed.'.ext
set title 'Ball on a floor that resists rolling'
set xlabel 'time (s)'; set ylabel 'speed, slip (m/s)'; set key outside bottom center horizontal; set bmargin 6
plot 'roll.csv' using 1:3 with lines lw 2 title 'speed', 'roll.csv' using 1:5 with lines lw 2 title 'slip'
