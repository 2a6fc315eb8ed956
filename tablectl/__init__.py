"""tablectl: the controller of a physical poker table without a dealer.

Start with README.md (the path of one card), then engine/engine.py. Every package's own notice says what its room is for.
"""
