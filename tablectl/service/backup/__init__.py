"""A backup of a table: all files that its configuration names, in one file with their digests; and
the way back.
"""
