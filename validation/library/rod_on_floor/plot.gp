set output 'end.'.ext
set title 'Rod end on a rough floor'
set xlabel 'time (us)'; set ylabel 'velocity of the end (m/s)'; set key outside bottom center horizontal; set bmargin 6
plot 'slides.csv' using ($1*1e6):6 every 50 with lines lw 2 title '60 deg, along', 'slides.csv' using ($1*1e6):7 every 50 with lines lw 2 title '60 deg, normal', 'sticks.csv' using ($1*1e6):6 every 50 with lines lw 2 title '45 deg, along', 'sticks.csv' using ($1*1e6):7 every 50 with lines lw 2 title '45 deg, normal'
