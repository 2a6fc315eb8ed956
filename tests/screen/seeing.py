"""How different two colours look, to every kind of eye: CIEDE2000, after what colour-blindness
takes away (Machado 2009).
"""

import math
from itertools import combinations

from tablectl.screen.drawing.palette import Colour

Lab = tuple[float, float, float]

EYES = {  # linear RGB to linear RGB, at full severity
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE_POINT = (0.95047, 1.0, 1.08883)


def least_difference(colours: list[Colour]) -> float:
    """Between any two of them, for the eye that tells them apart worst. From 10 on nobody takes
    one for another.
    """
    return min(
        difference(as_seen(one, eye), as_seen(other, eye))
        for eye in EYES
        for one, other in combinations(colours, 2)
    )


def as_seen(colour: Colour, eye: str) -> Lab:
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (channel / 255 for channel in colour)
    ]
    seen = [min(1.0, max(0.0, _dot(row, linear))) for row in EYES[eye]]
    x, y, z = (_root(_dot(row, seen) / white) for row, white in zip(XYZ, WHITE_POINT, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _dot(row: tuple[float, float, float], values: list[float]) -> float:
    return sum(a * b for a, b in zip(row, values, strict=True))


def _root(share: float) -> float:
    return share ** (1 / 3) if share > 216 / 24389 else 841 / 108 * share + 4 / 29


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000, with the names of Sharma, Wu and Dalal (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c_mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(c_mean**7 / (c_mean**7 + 25**7)))
    c1, c2 = math.hypot(a1 * (1 + g), b1), math.hypot(a2 * (1 + g), b2)
    h1, h2 = (math.degrees(math.atan2(b, a * (1 + g))) % 360 for a, b in ((a1, b1), (a2, b2)))
    dh = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    big_dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    h_mean = h1 + h2 if c1 * c2 == 0 else (h1 + dh / 2) % 360
    t = (
        1
        - 0.17 * _cos(h_mean - 30)
        + 0.24 * _cos(2 * h_mean)
        + 0.32 * _cos(3 * h_mean + 6)
        - 0.20 * _cos(4 * h_mean - 63)
    )
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    r = (
        -2
        * math.sqrt(c_mean**7 / (c_mean**7 + 25**7))
        * math.sin(math.radians(60 * math.exp(-(((h_mean - 275) / 25) ** 2))))
    )
    l_, c_, h_ = (l2 - l1) / s_l, (c2 - c1) / s_c, big_dh / s_h
    return math.sqrt(l_**2 + c_**2 + h_**2 + r * c_ * h_)


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
