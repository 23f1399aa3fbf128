set output 'angles.'.ext
set title 'Rocking block'
set xlabel 'time (s)'; set ylabel 'angle (rad)'; set key outside bottom center horizontal; set bmargin 6
plot 'falls.csv' using 1:2 with lines lw 2 title 'over its corner on a frictionless floor', 'rocks.csv' using 1:2 with lines lw 2 title 'from corner to corner without slip, plastic landing'
