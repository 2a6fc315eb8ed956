"""What a bench prints of many times: the median, the hundredth that took longest, and the worst."""


def percentiles(taken):
    """p50, p99 and the worst."""
    ordered = sorted(taken)
    return ordered[len(ordered) // 2], ordered[-(-len(ordered) * 99 // 100) - 1], ordered[-1]
