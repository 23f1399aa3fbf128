set output 'ratio.'.ext
set title 'Universal joint with clearance at 30 degrees'
set xlabel 'angle of the input (rad)'; set ylabel 'speed of output over input'; set key outside bottom center horizontal; set bmargin 6
plot 'turning.csv' every ::40 using 2:($4/$3) with lines lw 2 title 'with clearance', 'turning.csv' every ::40 using 2:(cos(pi/6)/(cos($2)**2 + 0.75*sin($2)**2)) with lines dt 2 lc rgb 'black' title 'ideal'
