"""What deploy/debian makes packages of agrees with the program and its units. tests/packages.sh
installs the packages and uses them.
"""

import importlib.util
import os
import re
import shlex
import site
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest

from tablectl.service.journals import program

ROOT = Path(__file__).resolve().parents[2]
DEPLOY, DEBIAN = ROOT / "deploy", ROOT / "deploy" / "debian"
PACKAGES = re.findall(r"^Package: (\S+)$", (DEBIAN / "control").read_text(), re.MULTILINE)
SITE = next(Path(folder) for folder in site.getsitepackages() if Path(folder).is_dir())

about = importlib.util.spec_from_file_location("fill", DEBIAN / "fill.py")
fill = importlib.util.module_from_spec(about)
about.loader.exec_module(fill)


def installed(package):
    """What dh_install puts where, of a package: file -> folder."""
    lines = (DEBIAN / f"{package}.install").read_text().splitlines()
    return dict(line.split() for line in lines)


def units_of(package):
    return {Path(file).name for file, where in installed(package).items() if "systemd" in where}


def test_each_unit_is_in_one_package_and_a_network_in_that_of_the_pages_alone():
    units = {path.name: path.read_text() for path in DEPLOY.glob("*.service")}
    assert sorted(unit for package in PACKAGES for unit in units_of(package)) == sorted(units)
    has_network = {unit for unit, text in units.items() if "AF_INET" in text}
    assert has_network
    assert units_of("tablectl-web") == has_network


def test_the_units_start_what_the_package_brings():
    (link,) = (DEBIAN / "tablectl.links").read_text().splitlines()
    program_of = {
        start.split()[0]
        for path in DEPLOY.glob("*.service")
        for start in re.findall(r"^ExecStart=(.*)$", path.read_text(), re.MULTILINE)
    }
    assert program_of == {f"/{fill.ENVIRONMENT}/bin/tablectl"} == {f"/{link.split()[0]}"}
    assert link.split()[1] == "usr/bin/tablectl"


def test_the_configuration_that_units_read_is_a_file_that_an_upgrade_does_not_replace():
    """Whatever a package has in /etc is a conffile."""
    named = {
        config
        for path in DEPLOY.glob("*.service")
        for config in re.findall(r"--config (\S+)", path.read_text())
    }
    assert named == {f"/{installed('tablectl')['table.toml']}/table.toml"}


def test_the_folder_of_the_journal_is_as_the_table_s_unit_makes_it():
    unit = (DEPLOY / "tablectl.service").read_text()
    state, mode, user = (
        re.search(rf"^{key}=(.*)$", unit, re.MULTILINE)[1]
        for key in ("StateDirectory", "StateDirectoryMode", "User")
    )
    assert (
        f"install -d -o {user} -g {user} -m {mode[1:]} /var/lib/{state} "
        in (DEBIAN / "tablectl.postinst").read_text()
    )
    assert f"rm -rf /var/lib/{state}\n" in (DEBIAN / "tablectl.postrm").read_text()


@pytest.mark.parametrize("script", ["debian/tablectl.postinst", "install.sh"])
def test_what_is_plugged_in_at_an_installation_gets_its_name_and_group(script):
    """udev reads new rules for what comes from then on; the rest has to be asked for."""
    text = (DEPLOY / script).read_text()
    rules = (DEPLOY / "60-tablectl.rules").read_text()
    triggered = {*re.findall(r"--subsystem-match=(\w+)", text)}
    assert triggered == {*re.findall(r'SUBSYSTEM[!=]="(\w+)"', rules)}
    assert text.index("udevadm control --reload") < text.index("udevadm trigger")


def test_no_program_is_replaced_while_it_runs_and_none_is_started_before_it_was_enabled():
    asked = re.search(r"^\tdh_installsystemd (.*)$", (DEBIAN / "rules").read_text(), re.MULTILINE)
    assert asked[1].split() == ["--no-enable", "--no-restart-after-upgrade"]


def test_remove_deletes_nothing_and_purge_says_first_what_it_deletes(tmp_path):
    """The script itself, with a folder of ours in the place of the table's."""
    text = (DEBIAN / "tablectl.postrm").read_text()
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "table.db").write_text("played")
    script = tmp_path / "postrm"
    script.write_text(text.replace("/var/lib/tablectl", str(kept)))

    def told(word):
        done = subprocess.run(["/bin/sh", script, word], capture_output=True, text=True, check=True)
        return done.stdout

    assert f"stay in {kept}" in told("remove")
    assert told("upgrade") == ""
    assert (kept / "table.db").exists()
    assert "    table.db, 6 bytes\n" in told("purge")
    assert not kept.exists()
    assert told("purge") == ""


def test_the_pages_package_has_all_that_they_alone_need():
    there = {fill._plain(one.metadata["Name"]): one for one in distributions(path=[str(SITE)])}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    names = {fill._plain(re.split(r"[^\w.-]", line)[0]) for line in wanted}
    assert {*fill.SERVED_BY} < names
    others = fill.closure(there, names - {*fill.SERVED_BY})
    theirs = fill.closure(there, fill.SERVED_BY) - others
    assert {"starlette", "uvicorn", "h11", "anyio"} <= theirs
    assert {"msgspec", "segno", "typer"} <= others
    moved = {path.relative_to(SITE).as_posix() for path in fill.files_of_pages(SITE)}
    assert {"starlette", "uvicorn", "h11", "anyio"} <= moved
    assert not moved & {"msgspec", "segno", "typer", "tablectl"}


def test_a_table_reads_the_list_of_files_that_a_package_has(tmp_path):
    for name in ("tablectl/rules/a.py", "tablectl/b.so", "firmware_io/c.toml", "tablectl/no.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    lists = tmp_path / "files"
    fill.list_files(tmp_path, lists / "tablectl.sha256")
    packages = tuple(tmp_path / package for package in fill.PACKAGES)
    owner = lists.stat().st_uid
    lists.chmod(0o755)
    (lists / "tablectl.sha256").chmod(0o644)
    assert program.is_as_packaged(lists, packages, owner)
    assert {path.name for path in program.PACKAGES} == {*fill.PACKAGES}
    assert program.ENDINGS == fill.ENDINGS
    assert Path("/", fill.LISTS) == program.LISTS
    (tmp_path / "tablectl/b.so").write_text("altered")
    assert not program.is_as_packaged(lists, packages, owner)


def test_the_packages_depend_on_the_python_that_they_were_made_for():
    """Its version stands in the path of every module."""
    done = subprocess.run(
        [sys.executable, DEBIAN / "fill.py", "--depends"],
        capture_output=True,
        text=True,
        check=True,
    )
    major, minor = sys.version_info[:2]
    assert done.stdout == f"python3 (>= {major}.{minor}), python3 (<< {major}.{minor + 1})\n"


@pytest.mark.parametrize("name", ["build.sh", "in_root.sh", "make_root.sh", "fill.py", "rules"])
def test_nothing_says_where_to_fetch_from(name):
    assert not re.search(r"https?://|--index-url|--find-links", (DEBIAN / name).read_text())


def test_a_python_that_compiles_for_a_pi_names_its_modules_for_one(tmp_path):
    """What setuptools and native/build.py ask it, while it runs here."""
    asked = "import sysconfig as s; print(s.get_platform(), s.get_config_var('EXT_SUFFIX'))"
    printed = subprocess.run(
        [sys.executable, DEPLOY / "cross.py", "aarch64", tmp_path],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    settings = {
        name: " ".join(shlex.split(value))
        for name, _, value in (line.partition("=") for line in printed.splitlines())
    }
    assert settings["CC"] == "aarch64-linux-gnu-gcc"
    found = subprocess.run(
        [sys.executable, "-c", asked],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    version = "".join(map(str, sys.version_info[:2]))
    assert found == f"linux-aarch64 .cpython-{version}-aarch64-linux-gnu.so\n"
