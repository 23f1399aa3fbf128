# the pendulum at its start
set output 'mechanism.'.ext
set title 'Pendulum against a wall, at its start'
$rod << EOD
x,y
0,0
-0.479426,-0.877583
EOD
$hit << EOD
x,y
0,0
0,-1
EOD
set size ratio -1; set xlabel 'x (m)'; set ylabel 'y (m)'; set key at graph 0.98, 0.98
set object 1 rectangle from 0.02, -1.2 to 0.08, -0.8 fillcolor rgb 'gray'
set label 1 'wall' at 0.1, -1
plot [-1.1:1.1][-1.3:0.2] $rod with linespoints lw 4 pt 7 ps 2 lc rgb '#1f77b4' title 'released at 0.5 rad: 1 kg, 1 m', $hit with linespoints lw 2 dt 2 pt 6 ps 2 lc rgb 'black' title 'at the impact'
unset label; unset object; set size noratio; set key default; set key opaque

set output 'rebound.'.ext
set title 'Pendulum against a wall: laws asked for a restitution of 0.5'
set xlabel 'time (s)'; set ylabel 'rate (rad/s)'; set key outside bottom center horizontal; set bmargin 7.5
plot 'curves_exact.csv' using 1:3 with lines lw 2 title 'exact: returns 0.500', 'curves_lankarani_nikravesh.csv' using 1:3 with lines lw 2 title 'Lankarani-Nikravesh: 0.725', \
  'curves_flores.csv' using 1:3 with lines lw 2 title 'Flores: 0.470', 'curves_hunt_crossley.csv' using 1:3 with lines lw 2 title 'Hunt-Crossley: 0.663', \
  1.549784 with lines dt 2 lc rgb 'black' title 'approach by energy', -0.774892 with lines dt 3 lc rgb 'black' title 'half of it'
