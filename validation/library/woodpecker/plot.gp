set output 'angles.'.ext
set title 'Woodpecker toy'
set xlabel 'time (s)'; set ylabel 'angle (rad)'; set key outside bottom center horizontal; set bmargin 6
plot 'toy.csv' using 1:4 every 20 with lines lw 2 title 'bird', 'toy.csv' using 1:3 every 20 with lines lw 2 title 'sleeve', 'final_slip.csv' using 1:4 every 20 with lines dt 2 lw 2 title "bird, Newton's law"
