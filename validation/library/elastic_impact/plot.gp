set output 'force.'.ext
set title 'Elastic impact of spheres: force'
set xlabel 'time (ms)'; set ylabel 'force (kN)'; set key outside bottom center horizontal; set bmargin 6
plot 'plane.csv' using ($1*1e3):($3*1e-3) with lines lw 2 title 'aluminium on a plane', 'pair.csv' using ($1*1e3):($3*1e-3) with lines lw 2 title 'glass pair'
