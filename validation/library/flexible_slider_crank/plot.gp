set output 'deflection.'.ext
set title 'Flexible slider-crank: deflection of the rod at its middle'
set xlabel 'time (ms)'; set ylabel 'deflection (mm)'; set key outside bottom center horizontal; set bmargin 6
$target << EOD
ms,mm
2.5,1.0425
5,1.4035
7.5,1.5678
10,0.698
EOD
plot [0:10.2] 'rod.csv' using ($1*1e3):($2*1e3) with lines lw 2 title 'two times four beam elements', $target using 1:2 with points pt 7 ps 1.2 title 'two sines with von Karman terms'
