"""The questions: what the table asks now, and of whom.

now.py chooses the first question that applies; the other files each have the questions of one
situation, beside their sentences.
"""
