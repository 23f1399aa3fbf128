# A benchmark with numbers
# The tippe top, which turns over by friction: one of the library of problems whose answers are known.
build/lash validate tippe_top --quick --no-plots --out out/gallery/tippe
build/lash plot out/gallery/tippe/tippe_top/top.csv --column cosine --out out/gallery/29_benchmark.svg
