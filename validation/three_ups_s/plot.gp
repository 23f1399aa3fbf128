# the mechanism at phi = 0, seen from the side: x to the right, y into the picture
set output 'mechanism.'.ext
set title '3-UPS/S at phi = 0'
$platform << EOD
x,y,z
0.208219,0.039071,-0.075785
-0.135905,0.172360,0.049465
-0.072314,-0.211431,0.026320
0.208219,0.039071,-0.075785
EOD
$legs << EOD
x,y,z
0.418,0,-0.395
0.208219,0.039071,-0.075785


-0.209,0.361999,-0.395
-0.135905,0.172360,0.049465


-0.209,-0.361999,-0.395
-0.072314,-0.211431,0.026320
EOD
$base << EOD
x,y,z
0.418,0,-0.395
-0.209,0.361999,-0.395
-0.209,-0.361999,-0.395
0.418,0,-0.395
EOD
$column << EOD
x,y,z
0,0,-0.395
0,0,0
EOD
set view 68, 35; set xyplane at -0.395; set xlabel 'x [m]'; set ylabel 'y [m]'; set zlabel 'z [m]'
set view equal xyz; set xtics 0.2; set ytics 0.2; set ztics 0.1; set key at screen 0.98, 0.92
splot $base using 1:2:3 with lines lw 2 lc rgb 'gray' title 'base, 0.418 m', $platform using 1:2:3 with lines lw 5 lc rgb '#1f77b4' title 'platform, 0.225 m, 19 kg', \
  $legs using 1:2:3 with linespoints lw 4 pt 7 lc rgb '#d62728' title 'legs U-P-S', $column using 1:2:3 with linespoints lw 4 pt 7 lc rgb 'black' title 'column with ball joint O'
set key default; set key opaque; unset zlabel; set xtics auto; set ytics auto

do for [kind in 'H1P0 H1P1'] {
  do for [m in '1 2'] {
    file = 'curves_'.kind.'_m'.m.'.csv'
    set output 'legs_'.kind.'_m'.m.'.'.ext
    set title '3-UPS/S, '.kind.', motion '.m.': forces of the legs, positive when they push (paper: figs. 16a, 17)'
    set xlabel 'phi [deg]'; set ylabel 'force [N]'
    plot file using 2:3 with lines lw 2 title 'leg 1', '' using 2:4 with lines lw 2 title 'leg 2', '' using 2:5 with lines lw 2 title 'leg 3'
    set output 'column_'.kind.'_m'.m.'.'.ext
    set title '3-UPS/S, '.kind.', motion '.m.': force of the middle column on the platform (paper: fig. 16b)'
    plot file using 2:6 with lines lw 2 title 'x', '' using 2:7 with lines lw 2 title 'y', '' using 2:8 with lines lw 2 title 'z'
  }
}
