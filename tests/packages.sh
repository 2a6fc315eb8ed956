#!/usr/bin/env bash
# Installs the packages of build/debian/SUITE in a bare Debian, without a compiler and without pip, and uses them: a hand, an upgrade in
# the middle of another one, a program that somebody alters, the pages, remove, purge. As root, with mmdebstrap: tests/packages.sh bookworm,
# or tests/packages.sh bookworm arm64, in a Debian whose processor is emulated (qemu-user-static).
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != --inside ]; then
    exec deploy/debian/in_root.sh "$1${2:+/$2}" "" tests/packages.sh --inside "$1${2:+-$2}"
fi

debs=$PWD/build/debian/$2
env=/opt/tablectl/.venv
work=$(mktemp -d)
chmod 755 "$work"
say() { printf '\n== %s\n' "$*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
install_deb() { apt-get -qq install -y --no-install-recommends -o Dpkg::Use-Pty=0 "$@" >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; exit 1; }; }
ask() { "$env/bin/python3" -c "import json, sys; said = json.load(sys.stdin); print($1)"; }
status() { tablectl rule status --socket "$work/bench/control.sock" --json | ask "$1"; }

wait_for() {            # wait_for WORDS COMMAND...: until it succeeds
    local words=$1
    shift
    for _ in $(seq 600); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    fail "$words"
}

say "tablectl is installed"
apt-get -qq update
install_deb "$debs"/tablectl_*.deb
cat "$work/apt.log" | tail -4
command -v gcc pip && fail "the root is not bare"
test "$(stat -c %U:%a /var/lib/tablectl)" = tablectl:700
test "$(stat -c %U:%a /opt/tablectl/files/tablectl.sha256)" = root:644
test -z "$(find /opt/tablectl -not -user root)" || fail "somebody else than root may write the program"
for user in tablectl tablectl-screen tablectl-web; do getent passwd "$user" >/dev/null || fail "no user $user"; done
dpkg-query --showformat='${Conffiles}' --show tablectl | grep -q /etc/tablectl/table.toml || fail "table.toml is no conffile"
test -d /run/tablectl/screen || systemd-tmpfiles --create >/dev/null 2>&1 || true
tablectl --version
test -e /usr/share/man/man1/tablectl-run.1.gz -a ! -e /opt/tablectl/.venv/share || fail "no manual pages, or two of each"
tablectl config check /etc/tablectl/table.toml
(cd "$env"/lib/python3*/site-packages && sha256sum --check --quiet /opt/tablectl/files/*.sha256)
"$env/bin/python3" -c "import evdev, spidev, gpiod, msgspec, pygame" | tail -1

say "it has no pages"
"$env/bin/python3" -c "import starlette" 2>/dev/null && fail "it has a server"
! tablectl web --config /etc/tablectl/table.toml --listen 127.0.0.1:8080 || fail "it serves pages"

say "it plays a hand, as its user"
as_user() { setpriv --reuid=tablectl --regid=tablectl --init-groups env HOME=/var/lib/tablectl "$@"; }
(cd /var/lib/tablectl && as_user tablectl demo --preset tournament --players 3 --hands 1 --seed 1 --fast --headless --json) | tail -1

say "an upgrade in the middle of a hand"
tablectl sim table --dir "$work/bench" --seats 1,2 >"$work/sim.log" 2>&1 &
wait_for "the simulated table begins" test -e "$work/bench/table.toml"
sed -i 's/^program = false/program = true/' "$work/bench/table.toml"        # a simulated one is for whoever works on the code
run() { tablectl run --config "$work/bench/table.toml" >>"$work/run.log" 2>&1 & table=$!; wait_for "the table starts" status 'said["hand"]'; }
run
is_asked() { tablectl rule status --socket "$work/bench/control.sock" | grep -q "$1"; }
wait_for "the first hand begins" is_asked "small blind"
tablectl sim do "$work/bench" seat 2 put 5
wait_for "the big blind is asked for" is_asked "big blind"
tablectl sim do "$work/bench" seat 1 put 10
wait_for "seat 2 is asked" is_asked "raise to at least 20"
asked=$(status 'said["hand"], said["prompt"]')
kill -TERM $table && wait $table || true           # as the package's prerm does by systemd

dpkg-deb --raw-extract "$debs"/tablectl_*.deb "$work/next"
program=$(cd "$work/next" && ls -d opt/tablectl/.venv/lib/python3*/site-packages/tablectl)/__init__.py
echo "# the next version" >>"$work/next/$program"
digest=$(sha256sum <"$work/next/$program" | cut -d' ' -f1)
sed -i "s#^.*  tablectl/__init__.py\$#$digest  tablectl/__init__.py#" "$work/next/opt/tablectl/files/tablectl.sha256"
sed -i 's/^Version: .*/&.1/' "$work/next/DEBIAN/control"
dpkg-deb -Zgzip -z1 --root-owner-group --build "$work/next" "$work/next.deb" >/dev/null
install_deb "$work/next.deb"
run
test "$(status 'said["lock"]')" = None || fail "the upgrade locks the table"
test "$(status 'said["hand"], said["prompt"]')" = "$asked" || fail "the hand did not go on"
tablectl journal events "$work/bench/table.db" | grep "The program was upgraded" || fail "no row of the upgrade"
echo "$asked"
tablectl sim do "$work/bench" seat 2 press fold
kill -TERM $table && wait $table || true

say "a program that somebody has altered"
echo "# altered" >>"/$program"
run
test "$(status 'said["lock"]["kind"]')" = program || fail "an altered program is no lock"
kill -TERM $table && wait $table || true
kill $(jobs -p) 2>/dev/null || true

say "the pages are a package of their own"
install_deb --allow-downgrades "$debs"/tablectl_*.deb "$debs"/tablectl-web_*.deb
as_web() { setpriv --reuid=tablectl-web --regid=tablectl-web --init-groups env HOME=/ "$@"; }
as_web tablectl web --config /etc/tablectl/table.toml --listen 127.0.0.1:8080 &
pages=$!
answers() { "$env/bin/python3" -c "import urllib.request as ask; assert b'<html' in ask.urlopen('http://127.0.0.1:8080/').read()"; }
wait_for "a page is served" answers
kill $pages && wait $pages || true

say "remove keeps what was played, purge says what it deletes"
echo played >/var/lib/tablectl/table.db
dpkg --remove tablectl-web tablectl
test -e /var/lib/tablectl/table.db -a -e /etc/tablectl/table.toml || fail "remove has deleted something"
test ! -e /opt/tablectl || fail "remove leaves $(find /opt/tablectl | head)"
dpkg --purge tablectl-web tablectl | tee "$work/purged"
grep -q "table.db, 7 bytes" "$work/purged" || fail "purge does not say what it deletes"
test ! -e /var/lib/tablectl -a ! -e /etc/tablectl || fail "purge leaves something"

say "all good"
