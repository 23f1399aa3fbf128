set output 'pin.'.ext
set title 'Slider-crank with clearance in its pin'
set xlabel 'time (ms)'; set ylabel 'force (kN)'; set key outside bottom center horizontal; set bmargin 6
plot 'pin.csv' using ($1*1e3):($4*1e-3) every 20 with lines lw 2 title 'first two impacts'
