set output 'speed.'.ext
set title 'Bowling ball'
set xlabel 'time (s)'; set ylabel 'speed, slip (m/s)'; set key outside bottom center horizontal; set bmargin 6
plot 'bowl.csv' using 1:3 with lines lw 2 title 'speed', 'bowl.csv' using 1:5 with lines lw 2 title 'slip', 40./7 with lines dt 2 lc rgb 'black' title '5/7 of the first speed'
