set output 'oscillators.'.ext
set title 'Coulomb oscillators'
set xlabel 'time (s)'; set ylabel 'place (m)'; set key outside bottom center horizontal; set bmargin 6
plot [0:60] 'forced_15.csv' using 1:2 with lines lw 1 title 'forced, frequency 1.5', 'forced_09.csv' using 1:2 with lines lw 1 title 'forced, frequency 0.9', 'free.csv' using 1:($2*10) with lines lw 2 title 'free (times 10)'
