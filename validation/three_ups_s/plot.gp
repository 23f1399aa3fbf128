do for [kind in 'H1P0 H1P1'] {
  do for [m in '1 2'] {
    file = 'curves_'.kind.'_m'.m.'.csv'
    set output 'legs_'.kind.'_m'.m.'.'.ext
    set title '3-UPS/S, '.kind.', motion '.m.': forces of the legs'
    set xlabel 'phi [deg]'; set ylabel 'force [N]'
    plot file using 2:3 with lines lw 2 title 'leg 1', '' using 2:4 with lines lw 2 title 'leg 2', '' using 2:5 with lines lw 2 title 'leg 3'
    set output 'column_'.kind.'_m'.m.'.'.ext
    set title '3-UPS/S, '.kind.', motion '.m.': force of the middle column'
    plot file using 2:6 with lines lw 2 title 'x', '' using 2:7 with lines lw 2 title 'y', '' using 2:8 with lines lw 2 title 'z'
  }
}
