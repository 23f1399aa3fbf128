set output 'gears.'.ext
set title 'Gear pair with backlash'
set xlabel 'time'; set ylabel 'transmission error'; set key outside bottom center horizontal; set bmargin 6
plot [1000:1047] 'above.csv' using 1:2 with lines lw 2 title 'frequency 0.9: contact is lost below 1', 'below.csv' using 1:2 with lines lw 2 title 'frequency 0.5', 1 with lines dt 2 lc rgb 'black' title 'flank'
