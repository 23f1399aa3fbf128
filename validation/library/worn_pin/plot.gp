set output 'wear.'.ext
set title 'What is worn off in a turn'
set xlabel 'time (s)'; set ylabel 'volume (m³)'; set key outside bottom center horizontal; set bmargin 6; set format y '%.1e'
plot 'worn.csv' using 1:8 with lines lw 2 title 'bearing', 'worn.csv' using 1:9 with lines lw 2 title 'journal'
