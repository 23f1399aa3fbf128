set output 'force.'.ext
set title "Painleve's rod, 60 deg: normal force at the sliding end"
set xlabel 'time (ms)'; set ylabel 'normal force (N)'; set logscale y; set key outside bottom center horizontal; set bmargin 6
plot [0:2][1:1e5] 'jams.csv' using ($1*1e3):3 with lines lw 2 title 'friction 1.5, K = 1e8 N/m', 'jams_stiff.csv' using ($1*1e3):3 with lines lw 2 title 'friction 1.5, K = 1e10 N/m', 'slides.csv' using ($1*1e3):3 with lines lw 2 title 'friction 1.3, K = 1e8 N/m'
unset logscale y
