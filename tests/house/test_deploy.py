"""What lies in deploy/: the sample configuration loads, systemd and udev understand their files."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tablectl.games.catalog import preset
from tablectl.games.game import as_played
from tablectl.service import process
from tablectl.service.config import loading as config
from tablectl.service.config.values import Config, ControlConfig, SeatConfig, WebConfig
from tablectl.setup import delivered

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = sorted(path.name for path in DEPLOY.glob("*.service"))
EXPOSURE_MAX = 20  # 2.0 as systemd prints it; a unit without any sandbox has 9.6
BARE_UNIT = "[Service]\nExecStart=/bin/true\n"

# A line of udev rules, as in udev(7): keys with an operator and a value in quotes, separated by
# commas.
MATCHES = (
    r"(?:ACTION|KERNEL|SUBSYSTEM|SUBSYSTEMS|KERNELS|DRIVERS|ATTRS?\{\w+\}|ENV\{\w+\})(?:==|!=)"
)
ASSIGNS = r"(?:SYMLINK\+=|GROUP=|MODE=|ENV\{\w+\}=|GOTO=|LABEL=|TAG\+=)"
PAIR = rf'(?:{MATCHES}|{ASSIGNS})"[^"]*"'
RULE = re.compile(rf"{PAIR}(?:, {PAIR})*")

# In a /run/udev of its own: the machine's rules are not touched.
READ_FOR_A_DEVICE = """
mkdir -p /run/udev && mount -t tmpfs none /run/udev && mkdir /run/udev/rules.d && cp "$1" /run/udev/rules.d
udevadm test --action=add /sys/class/mem/null
"""

systemd = [
    pytest.mark.system,
    pytest.mark.skipif(
        not shutil.which("systemd-analyze"), reason="package systemd is not installed"
    ),
]


def unit_here(unit, folder, text=None):
    """The unit as on a table, but with a program that exists here."""
    text = text or (DEPLOY / unit).read_text()
    path = folder / unit
    path.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE))
    return path


def complaints(path):
    """What systemd-analyze says; an unknown key is no failure to it, only a line on stderr."""
    verify = ["systemd-analyze", "verify", "--man=no", path]
    return subprocess.run(verify, capture_output=True, text=True, check=False).stderr


def is_exposed(path):
    ask = [
        "systemd-analyze",
        "security",
        "--offline=true",
        f"--threshold={EXPOSURE_MAX}",
        "--no-pager",
        path,
    ]
    return subprocess.run(ask, capture_output=True, check=False).returncode != 0


def bad_lines(rules):
    lines = [line for line in rules.splitlines() if line and not line.startswith("#")]
    gotos, labels = (set(re.findall(rf'{key}="(\w+)"', rules)) for key in ("GOTO", "LABEL"))
    return [line for line in lines if not RULE.fullmatch(line)] + sorted(gotos ^ labels)


def test_the_sample_configuration_loads():
    table = config.load_config(DEPLOY / "table.toml")
    assert [seat.number for seat in table.seat] == [1, 2, 3, 4, 5, 6]
    assert sum(table.table.seats.values()) == 60_000


def test_every_port_of_the_sample_has_a_udev_rule():
    table = config.load_config(DEPLOY / "table.toml")
    names = re.findall(r'SYMLINK\+="([\w/-]+)"', (DEPLOY / "60-tablectl.rules").read_text())
    assert {table.shoe.port, *(seat.port for seat in table.seat)} <= {
        f"/dev/{name}" for name in names
    }
    assert names == ["tablectl/shoe", *(f"tablectl/seat-{number}" for number in range(1, 11))]


def test_the_sample_shows_every_key():
    shown = (DEPLOY / "table.toml").read_text()
    for table in Config.__struct_fields__:
        fields = getattr(Config(web=WebConfig()), table)
        assert re.search(rf"^(# )?\[+{table}\]", shown, re.MULTILINE), table
        for key in getattr(fields, "__struct_fields__", SeatConfig.__struct_fields__):
            assert re.search(rf"^(# )?({key} = |\[{table}\.{key}\])", shown, re.MULTILINE), (
                f"{table}.{key}"
            )


def test_every_option_that_the_sample_suggests_is_one():
    options = (
        (DEPLOY / "table.toml").read_text().partition("\n[table.options]\n")[2].partition("\n\n")[0]
    )
    suggested = re.findall(r"^# (\w+ = .*)$", options, re.MULTILINE)
    assert len(suggested) > 5
    for line in suggested:
        as_played(preset("tournament"), tomllib.loads(line))


# what each unit may open, besides /dev/null and its like, and the group that it needs for it
DEVICES = {
    "tablectl.service": {
        "char-ttyACM": "dialout",
        "char-ttyUSB": "dialout",
        "char-ttyAMA": "dialout",
        "/dev/ttyS0": "dialout",
        "char-gpiochip": "gpio",
        "char-spi": "spi",
        "char-input": "input",
    },
    "tablectl-screen.service": {"char-drm": "video", "char-alsa": "audio"},
    "tablectl-screen@.service": {"char-drm": "video"},
    "tablectl-web.service": {},
    "tablectl-console.service": {},
    "tablectl-story.service": {},
}
GROUPS_BESIDES = {"render"}  # of the same device as video
SOCKETS_OF = {  # what each unit may reach of others' sockets, by the group
    "tablectl-screen.service": {"tablectl-views"},
    "tablectl-screen@.service": {"tablectl-views"},
    "tablectl-web.service": {"tablectl-views", "tablectl-story"},
    "tablectl-console.service": {"tablectl-views", "tablectl-story", "tablectl-floor"},
}


def values(unit, key):
    return re.findall(rf"^{key}=(.*)$", (DEPLOY / unit).read_text(), re.MULTILINE)


MODULES = {  # that bring a kind of device which a kernel has not from its start
    "char-ttyACM": "cdc_acm",
    "char-ttyUSB": "usbserial",
    "char-spi": "spidev",
    "char-drm": "drm",
    "char-alsa": "snd",
}


@pytest.mark.parametrize("unit", UNITS)
def test_the_modules_of_its_devices_are_loaded_before_a_unit_is_started(unit):
    """A kind of device that there is not yet when a unit starts stays shut to it."""
    needed = {f"modprobe@{MODULES[kind]}.service" for kind in DEVICES[unit] if kind in MODULES}
    for key in ("Wants", "After"):
        named = " ".join(values(unit, key)).split()
        assert needed == {name for name in named if name.startswith("modprobe@")}


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_may_open_what_it_needs_and_no_more(unit):
    assert {*values(unit, "DeviceAllow")} == {f"{device} rw" for device in DEVICES[unit]}
    assert values(unit, "DevicePolicy") == ["closed"]
    groups = {*" ".join(values(unit, "SupplementaryGroups")).split()}
    assert groups - GROUPS_BESIDES == {*DEVICES[unit].values(), *SOCKETS_OF.get(unit, ())}


def test_every_group_of_a_unit_is_made_with_its_user():
    """A group that there is not keeps a unit from starting."""
    made = re.findall(r"^m (\S+) (\S+)$", (DEPLOY / "tablectl.sysusers").read_text(), re.MULTILINE)
    assert {*made} == {
        (*values(unit, "User"), group)
        for unit in UNITS
        for group in " ".join(values(unit, "SupplementaryGroups")).split()
    }


def test_each_unit_has_a_user_of_its_own_that_is_made():
    """But for the story, which nobody tells who cannot read the journal."""
    made = re.findall(r"^u (\S+) ", (DEPLOY / "tablectl.sysusers").read_text(), re.MULTILINE)
    users = {unit: values(unit, "User")[0] for unit in UNITS if "@" not in unit}
    assert users.pop("tablectl-story.service") == users["tablectl.service"]
    assert len({*users.values()}) == len(users) == len(UNITS) - 2
    assert {*users.values()} < {*made}


def test_the_story_writes_nothing_but_its_socket():
    assert values("tablectl-story.service", "ReadWritePaths") == ["/run/tablectl/story"]
    assert values("tablectl-story.service", "StateDirectory") == []
    assert values("tablectl-story.service", "ProtectSystem") == ["strict"]


PAGES = ("tablectl-web.service", "tablectl-console.service")


def test_the_pages_alone_have_a_network_and_that_of_the_house():
    lan = "localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
    for unit in UNITS:
        has_pages = unit in PAGES
        assert values(unit, "IPAddressDeny") == ["any"], unit
        assert values(unit, "IPAddressAllow") == ([lan] if has_pages else []), unit
        assert values(unit, "PrivateNetwork") == ([] if has_pages else ["yes"]), unit


def test_the_floor_s_page_is_shut_in_as_the_pages_for_phones_are():
    """Of its unit only what it is for differs: what it starts, its user, and what that reaches."""
    one, other = (
        {line for line in (DEPLOY / unit).read_text().splitlines() if line[:1] not in ("", "#")}
        for unit in PAGES
    )
    differing = ("Description", "ExecStart", "User", "SupplementaryGroups", "InaccessiblePaths")
    assert {line.partition("=")[0] for line in one ^ other} == {*differing}
    assert "tablectl web --floor --config /etc/tablectl/table.toml" in "".join(other)
    assert values(PAGES[1], "User") == [ControlConfig().page_user]


def test_the_second_screen_of_a_table_is_shut_in_as_the_first_is():
    """Of its unit only what it starts differs, that it leaves the login prompt of the first
    display alone, and has no sound.
    """
    one, other = (
        [
            line
            for line in (DEPLOY / unit).read_text().splitlines()
            if line and not line.startswith("#")
        ]
        for unit in ("tablectl-screen.service", "tablectl-screen@.service")
    )
    assert [line for line in other if line not in one] == [
        "Description=Board screen %i of the poker table",
        "ExecStart=/opt/tablectl/.venv/bin/tablectl screen --config /etc/tablectl/table.toml "
        "--number %i",
    ]
    assert [line for line in one if line not in other] == [
        "Description=Board screen of the poker table",
        "Conflicts=getty@tty1.service",
        "After=getty@tty1.service",
        "Wants=modprobe@snd.service",
        "After=modprobe@snd.service",
        "ExecStart=/opt/tablectl/.venv/bin/tablectl screen --config /etc/tablectl/table.toml",
        "SupplementaryGroups=audio",
        "DeviceAllow=char-alsa rw",
    ]


def test_wrong_use_is_not_tried_again_and_every_other_end_is():
    for unit in UNITS:
        assert values(unit, "Restart") == ["always"], unit
        assert values(unit, "RestartPreventExitStatus") == [str(process.WRONG_USE)], unit


def test_the_table_is_waited_for_however_long_its_journal_is_and_then_watched():
    said = {
        key: values("tablectl.service", key) for key in ("Type", "TimeoutStartSec", "WatchdogSec")
    }
    assert said == {"Type": ["notify"], "TimeoutStartSec": ["infinity"], "WatchdogSec": ["30"]}


def shared():
    """The directories that tmpfiles makes: mode, user, group."""
    made = re.findall(
        r"^d (\S+)\s+(\d+)\s+(\S+)\s+(\S+)$",
        (DEPLOY / "tablectl.tmpfiles").read_text(),
        re.MULTILINE,
    )
    return {path: (mode, user, group) for path, mode, user, group in made}


REACHES = {  # each socket's folder -> whose group it is
    "screen": "tablectl-views",
    "floor": "tablectl-floor",
    "codes": "tablectl-screen",
    "seats": "tablectl-web",
    "story": "tablectl-story",
}
KEPT = "/var/lib/tablectl"


def test_each_socket_lies_in_a_folder_of_its_own_group():
    """By the setgid bit what the table makes there is that group's."""
    assert shared() == {
        "/run/tablectl": ("0755", "root", "root"),
        **{f"/run/tablectl/{name}": ("2750", "tablectl", group) for name, group in REACHES.items()},
    }


def test_the_sample_s_sockets_and_files_lie_where_the_units_have_room_for_them():
    table = config.load_config(DEPLOY / "table.toml")
    told = (DEPLOY / "table.toml").read_text()
    sockets = {Path(path) for path in re.findall(r'"(/run/\S+\.sock)"', told)}
    assert {Path(table.views), Path(table.control.socket)} <= sockets
    assert {str(path.parent) for path in sockets} == {f"/run/tablectl/{name}" for name in REACHES}
    kept = {str(Path(path).parent) for path in (table.journal.path, table.shoe.deck_book)}
    assert {KEPT} == kept == {f"/var/lib/{name}" for name in values(TABLE, "StateDirectory")}


TABLE = "tablectl.service"


def test_a_unit_may_write_the_sockets_that_it_makes_and_no_others():
    for unit in UNITS:
        made = {TABLE: ("screen", "floor", "codes", "seats"), "tablectl-story.service": ("story",)}
        paths = {path for line in values(unit, "ReadWritePaths") for path in line.split()}
        assert paths == {f"/run/tablectl/{name}" for name in made.get(unit, ())}, unit


@pytest.mark.parametrize(
    ("unit", "reached"),
    [
        ("tablectl-screen.service", {"screen", "codes"}),
        ("tablectl-screen@.service", {"screen", "codes"}),
        ("tablectl-web.service", {"screen", "seats", "story"}),
        ("tablectl-console.service", {"screen", "floor", "story"}),
    ],
)
def test_what_a_process_beside_the_table_needs_not_is_not_even_there_for_it(unit, reached):
    shut = {path.removeprefix("-") for path in values(unit, "InaccessiblePaths")[0].split()}
    assert shut == {KEPT, *(f"/run/tablectl/{name}" for name in REACHES if name not in reached)}


@pytest.mark.system
@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="package systemd is not installed")
def test_systemd_makes_the_user_and_the_groups(tmp_path):
    there = tmp_path / "usr/lib/sysusers.d"
    there.mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    shutil.copy(DEPLOY / "tablectl.sysusers", there / "tablectl.conf")
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    groups = dict(
        line.split(":")[::3] for line in (tmp_path / "etc/group").read_text().splitlines()
    )
    assert {name: people for name, people in groups.items() if people} == {
        **dict.fromkeys(("dialout", "gpio", "spi", "input"), "tablectl"),
        **dict.fromkeys(("video", "render", "audio"), "tablectl-screen"),
        "tablectl-views": "tablectl-console,tablectl-screen,tablectl-web",
        "tablectl-story": "tablectl-console,tablectl-web",
        "tablectl-floor": "tablectl-console",
    }


def test_an_unknown_key_is_named(tmp_path):
    wrong = tmp_path / "table.toml"
    wrong.write_text((DEPLOY / "table.toml").read_text().replace("\nchips =", "\nchisp ="))
    with pytest.raises(config.BadConfig, match="chisp"):
        config.load_config(wrong)


def test_udev_rules_can_be_read():
    rules = (DEPLOY / "60-tablectl.rules").read_text()
    assert bad_lines(rules) == []
    assert bad_lines(rules.replace("SYMLINK+=", "SYMLNIK+=", 1)) != []
    assert bad_lines(rules.replace('LABEL="', 'LABEL="not_')) != []


@pytest.mark.system
@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("", "", ""),
        ("SYMLINK+=", "SYMLNIK+=", "SYMLNIK"),
        ('LABEL="', 'LABEL="not_', "GOTO"),
    ],
    ids=["as they are", "an unknown key", "a label that is not there"],
)
def test_udev_reads_them_itself(right, wrong, said, tmp_path):
    """`udevadm` comes with deploy/prerequisites.sh; `verify` with udev 254. An older one reads
    them for a device.
    """
    rules = tmp_path / "60-tablectl.rules"
    rules.write_text(
        (DEPLOY / rules.name).read_text().replace(right, wrong)
        if right
        else (DEPLOY / rules.name).read_text()
    )
    told = udev_says(rules)
    assert (said in told) if said else (told == "")


def udev_says(rules):
    """Its complaints, but for groups that this machine does not have: tablectl.sysusers makes
    them.
    """
    done = subprocess.run(["udevadm", "verify", rules], capture_output=True, text=True, check=False)
    if "Unknown command verb" not in done.stderr:
        return done.stderr or f"exit {done.returncode}" * (done.returncode != 0)
    read = ["unshare", "--mount", "sh", "-ec", READ_FOR_A_DEVICE, "sh", rules]
    done = subprocess.run(read, capture_output=True, text=True, check=False)
    assert f"Reading rules file: /run/udev/rules.d/{rules.name}" in done.stderr, done.stderr
    lines = [line for line in done.stderr.splitlines() if re.search(rf"{rules.name}:\d+", line)]
    return "\n".join(line for line in lines if "Unknown group" not in line)


class TestUnits:
    pytestmark = systemd

    @pytest.mark.parametrize("unit", UNITS)
    def test_systemd_has_nothing_to_say(self, unit, tmp_path):
        assert complaints(unit_here(unit, tmp_path)) == ""

    def test_control_systemd_would_say_it(self, tmp_path):
        wrong = BARE_UNIT + "ProtectSytsem=strict\n"
        assert "ProtectSytsem" in complaints(unit_here("wrong.service", tmp_path, wrong))

    @pytest.mark.parametrize("unit", UNITS)
    def test_little_is_exposed(self, unit, tmp_path):
        assert not is_exposed(unit_here(unit, tmp_path))

    def test_control_a_bare_unit_is_exposed(self, tmp_path):
        assert is_exposed(unit_here("bare.service", tmp_path, BARE_UNIT))


def test_the_wheel_carries_what_config_writes_out():
    """Whoever has installed tablectl has the units, the rules, the user and the sample."""
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    names = {*delivered.UNITS, delivered.SAMPLE, "SETTINGS.md"}
    assert carried == {f"deploy/{name}": f"tablectl/deploy/{name}" for name in names}
    assert {*UNITS} <= names
    assert delivered.WITHIN == delivered.PACKAGE / "deploy"
    assert all((DEPLOY / name).is_file() for name in names)
