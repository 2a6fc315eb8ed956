"""config: what `table.toml` says: its values, the checks of them, and what hangs where by them.

loading.py reads the file; drivers.py has a row for each driver that it can name, nodes.py the
devices that are nodes.
"""
