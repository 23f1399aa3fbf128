set output 'rebound.'.ext
set title 'Pendulum against a wall: laws asked for a restitution of 0.5'
set xlabel 'time [s]'; set ylabel 'rate [rad/s]'
plot 'curves_exact.csv' using 1:3 with lines lw 2 title 'exact', 'curves_lankarani_nikravesh.csv' using 1:3 with lines title 'Lankarani-Nikravesh', 'curves_flores.csv' using 1:3 with lines title 'Flores', 'curves_hunt_crossley.csv' using 1:3 with lines title 'Hunt-Crossley'
