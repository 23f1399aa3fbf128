set output 'jump.'.ext
set title 'A follower jumps off its cam'
set xlabel 'time (s)'; set ylabel 'follower (m)'; set key outside bottom center horizontal; set bmargin 6
plot 'above.csv' using 1:5 with lines lw 2 title 'follower', 'above.csv' using 1:8 with lines dt 2 lc rgb 'black' title 'cam'
