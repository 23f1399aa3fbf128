set output 'governor.'.ext
set title 'Flyball governor'
set xlabel 'time (s)'; set ylabel 'slider (m)'; set key outside bottom center horizontal; set bmargin 6
set y2tics; set ytics nomirror; set y2label 'shaft (rad/s)'; plot 'governor.csv' using 1:2 with lines lw 2 title 'slider', 'governor.csv' using 1:3 axes x1y2 with lines lw 2 title 'shaft'
