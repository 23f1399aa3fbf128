set output 'speeds.'.ext
set title 'Ball on a slope, block on a floor'
set xlabel 'time (s)'; set ylabel 'speed (m/s)'; set key outside bottom center horizontal; set bmargin 6
plot 'rolls.csv' using 1:2 with lines lw 2 title 'ball, friction 0.3', 'slides.csv' using 1:2 with lines lw 2 title 'ball, friction 0.1', 'block.csv' using 1:3 with lines lw 2 title 'block thrown'
