set output 'guide.'.ext
set title 'Slider in its guide'
set xlabel 'time (ms)'; set ylabel 'place across the guide (mm)'; set key outside bottom center horizontal; set bmargin 6
plot 'guide.csv' using ($1*1e3):($5*1e3) with lines lw 2 title 'slider', 1 with lines dt 2 lc rgb 'black' title 'play'
