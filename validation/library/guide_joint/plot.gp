set output 'guide.'.ext
set title 'Slider in its guide'
set xlabel 'time (s)'; set ylabel 'place across the guide (m)'; set key outside bottom center horizontal; set bmargin 6
plot 'guide.csv' using 1:5 with lines lw 2 title 'slider', 0.001 with lines dt 2 lc rgb 'black' title 'play'
