set output 'slider.'.ext
set title 'Slider-crank with clearance in its guide: the slider between the planes'
set xlabel 'time (ms)'; set ylabel 'height of the slider (mm)'; set key outside bottom center horizontal; set bmargin 6
plot [0:10] 'stiff.csv' using ($1*1e3):($2*1e3) every 20 with lines lw 2 title 'K = 1e11 N/m a corner', 'soft.csv' using ($1*1e3):($2*1e3) every 20 with lines lw 2 title 'K = 1e9 N/m', 'follows.csv' using ($1*1e3):($2*1e3) every 20 with lines lw 1 title 'K = 1e9 N/m, on to the release', 1 with lines dt 2 lc rgb 'black' title 'upper guide'
