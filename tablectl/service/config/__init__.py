"""config: what `table.toml` says: its values, what is wrong with them, and what hangs where by
them.

loading.py reads the file; drivers.py has a row for each driver that it can name.
"""
