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
set view 68, 35; set xyplane at -0.395; set xlabel 'x (m)'; set ylabel 'y (m)'; set zlabel 'z (m)'
set view equal xyz; set xrange [-0.4:0.5]; set yrange [-0.5:0.5]; set xtics 0.2; set ytics 0.2; set ztics 0.2; set key at screen 0.98, 0.92
splot $base using 1:2:3 with lines lw 2 lc rgb 'gray' title 'base, 0.418 m', $platform using 1:2:3 with lines lw 5 lc rgb '#1f77b4' title 'platform, 0.225 m, 19 kg', \
  $legs using 1:2:3 with linespoints lw 4 pt 7 lc rgb '#d62728' title 'legs U-P-S', $column using 1:2:3 with linespoints lw 4 pt 7 lc rgb 'black' title 'column with ball joint O'
set key default; set key opaque; unset zlabel; set xtics auto; set ytics auto; set autoscale

# black circles: reference numbers at phi = 0
$reference << EOD
phi,f1,f2,f3,x,y,z
0,-1.018971605,-1.292359034,-1.263397267,0.205702515,-0.060014298,331.667693929
EOD
set key outside right; set xlabel 'phi (deg)'; set ylabel 'force (N)'
do for [kind in 'H1P0 H1P1'] {
  do for [m in '1 2'] {
    file = 'curves_'.kind.'_m'.m.'.csv'
    turn = m eq '1' ? 360 : 1440; spacing = m eq '1' ? 60 : 180
    set xrange [0:turn]; set xtics spacing
    known = kind eq 'H1P0' && m eq '1' ? 1 : NaN
    set output 'legs_'.kind.'_m'.m.'.'.ext
    set title '3-UPS/S, '.kind.', motion '.m.': forces of the legs, positive when they push (paper: fig. '.(m eq '1' ? '16a' : '17').')'
    plot file using 2:3 with lines lw 2 title 'leg 1', '' using 2:4 with lines lw 2 title 'leg 2', '' using 2:5 with lines lw 2 title 'leg 3', \
      for [k = 2:4] $reference using 1:(known*column(k)) with points pt 6 ps 1.5 lc rgb 'black' notitle
    set output 'column_'.kind.'_m'.m.'.'.ext
    set title '3-UPS/S, '.kind.', motion '.m.': force of the middle column on the platform (paper: fig. '.(m eq '1' ? '16b' : '17').')'
    plot file using 2:6 with lines lw 2 title 'x', '' using 2:7 with lines lw 2 title 'y', '' using 2:8 with lines lw 2 title 'z', \
      for [k = 5:7] $reference using 1:(known*column(k)) with points pt 6 ps 1.5 lc rgb 'black' notitle
  }
}
