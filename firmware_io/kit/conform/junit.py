"""The results as JUnit XML, which every build server reads."""

from collections.abc import Sequence
from xml.etree import ElementTree

from firmware_io.kit.conform.rule import Result


def junit_xml(kind: str, results: Sequence[Result]) -> bytes:
    """One suite, one case a rule; a rule that was left out is skipped."""
    suite = ElementTree.Element(
        "testsuite",
        {
            "name": f"conform {kind}",
            "tests": str(len(results)),
            "errors": "0",
            "failures": str(sum(one.outcome == "broken" for one in results)),
            "skipped": str(sum(one.outcome == "left out" for one in results)),
            "time": _format_seconds(sum(one.took_ms for one in results)),
        },
    )
    for one in results:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            {
                "classname": f"PROTOCOL.md: {one.section}",
                "name": one.id,
                "time": _format_seconds(one.took_ms),
            },
        )
        if one.outcome == "broken":
            ElementTree.SubElement(case, "failure", {"message": one.why}).text = one.says
        elif one.outcome == "left out":
            ElementTree.SubElement(case, "skipped", {"message": one.why})
    ElementTree.indent(suite)
    written: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _format_seconds(ms: int) -> str:
    return f"{ms / 1_000:.3f}"
