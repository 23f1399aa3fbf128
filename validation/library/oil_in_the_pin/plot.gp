set output 'orbit.'.ext
set title 'Journal in its bearing: dry and in oil'
set xlabel 'x (mm)'; set ylabel 'y (mm)'; set key outside bottom center horizontal; set bmargin 6; set size ratio -1
set parametric; set trange [0:2*pi]
plot 'dry.csv' using ($5*1e3):($6*1e3) with lines lw 1 title 'dry', \
  'oil.csv' using ($5*1e3):($6*1e3) with lines lw 2 title 'in oil of 0.4 Pa s', \
  0.5*cos(t), 0.5*sin(t) with lines lw 2 dt 2 lc rgb 'black' title 'clearance'
