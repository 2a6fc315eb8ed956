"""Emulated Picos on a loop whose time is virtual; without the compiler or the emulator the tests
here say what is missing.

`pytest tests/hil --bench=real` tries the real devices that bench.toml names, or the file of
`--bench-file`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_io.kit.conform.host import Host

from ..firmware_io.conftest import JumpingLoop
from .building import missing
from .devices import BadBench, Device, devices_in, key_of
from .pico import SHOE_STRAPS, Pico
from .workbench import Workbench

NAMED = Path("bench.toml")
REAL = pytest.StashKey[tuple[tuple[Device, bytes | None], ...]]()
WHY_NONE = pytest.StashKey[str]()
Meets = Callable[[Pico], Host]


def pytest_addoption(parser: pytest.Parser):
    bench = parser.getgroup("bench", "devices that tests/hil tries")
    bench.addoption(
        "--bench",
        choices=("emulated", "real"),
        default="emulated",
        help="emulated Picos, or devices of a file",
    )
    bench.addoption(
        "--bench-file",
        type=Path,
        help=f"that names the real devices; {NAMED} here, if it is left out",
    )


def pytest_configure(config: pytest.Config):
    """A file that is wrong is refused before anything is tried."""
    file = config.getoption("--bench-file", None)
    is_real = config.getoption("--bench", "emulated") == "real"
    config.stash[REAL], config.stash[WHY_NONE] = (
        (),
        f"real devices are tried by --bench=real, and named in {NAMED}",
    )
    if is_real and file is None and not NAMED.exists():
        config.stash[WHY_NONE] = f"there is no {NAMED} here that names a real device"
    elif is_real:
        path = file or NAMED
        try:
            config.stash[REAL] = tuple(
                (device, key_of(device, path)) for device in devices_in(path)
            )
        except BadBench as wrong:
            raise pytest.UsageError(str(wrong)) from None


def pytest_generate_tests(metafunc: pytest.Metafunc):
    """`real`: a device that the file names, and the key of its link."""
    if "real" in metafunc.fixturenames:
        named = metafunc.config.stash[REAL]
        skips = pytest.param(
            None, marks=pytest.mark.skip(reason=metafunc.config.stash[WHY_NONE]), id="none"
        )
        metafunc.parametrize(
            "real", [pytest.param(one, id=one[0].name) for one in named] or [skips]
        )


@pytest.fixture(scope="session")
def emulated(pytestconfig: pytest.Config):
    """Asked for by whatever lays a Pico on a workbench."""
    if pytestconfig.getoption("--bench", "emulated") == "real":
        pytest.skip("this Pico is emulated, and --bench=real tries real devices alone")
    if why := missing():
        pytest.skip(why)


@pytest.fixture
def loop(emulated: None) -> Iterator[JumpingLoop]:
    loop = JumpingLoop()
    yield loop
    loop.close()


@pytest.fixture
def bench(loop: JumpingLoop) -> Iterator[Workbench]:
    bench = Workbench(loop)
    yield bench
    bench.close()


@pytest.fixture
def a_pico(loop: JumpingLoop, bench: Workbench, tmp_path) -> Iterator[Callable[..., Pico]]:
    """A Pico that has started; straps 3 is seat 3, all four the shoe."""
    made = []

    def make(straps=3, **options):
        made.append(Pico(bench, tmp_path / f"node-{len(made)}", straps, **options))
        loop.run_for(300)
        return made[-1]

    yield make
    for pico in made:
        pico.close()


@pytest.fixture
def meets(loop: JumpingLoop) -> Iterator[Meets]:
    """A host that has met this Pico, and stays."""
    hosts = []

    def meet(pico):
        host = Host(loop, str(pico.slave_path), epoch=0x9000)
        hosts.append(host)
        host.open()
        host.talks = True
        loop.run_until_complete(host.meet_anew())
        return host

    yield meet
    for host in hosts:
        host.close()


@pytest.fixture
def a_shoe(a_pico: Callable[..., Pico]) -> Callable[..., Pico]:
    from .handling import LID

    return lambda **options: a_pico(SHOE_STRAPS, closed=[LID], **options)
