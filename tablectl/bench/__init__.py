"""bench: the performance table, our figures beside the peers' in the same run, as ratios.

A contest (contest.py) has entrants that do the same work; they take turns round by round, and the median round counts. What
each has found is compared before anything is measured. hands.py, showdowns.py and engines.py set the contests up, peers.py
feeds what others have published and is installed here, instructions.py counts by callgrind, rows.py has them all in order. May
import everything below; no test judges a time.
"""
