"""What runs by itself: the RQ entry points, the worker that runs them, and the clock.

sweep, think    the jobs; their arguments are ids and nothing else
table           the table that the jobs of a process work at
worker, clock   the processes
"""
