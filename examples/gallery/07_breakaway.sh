# Break-away
# The faster the pull grows, the less friction holds: LuGre at 20 N/s.
build/lash rig breakaway --law lugre --set rate=20 --plot out/gallery/07_breakaway.svg
