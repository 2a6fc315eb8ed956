#!/bin/sh
# Sees that this machine has what `make` needs, and installs what is missing with apt where it may.
#
#   deploy/prerequisites.sh build    python3 (>= 3.11), venv, Python.h and a C compiler: make demo, make test
#   deploy/prerequisites.sh all      what make test-all needs besides
#   deploy/prerequisites.sh make     make itself, for .ci/run
#   deploy/prerequisites.sh deb      what make deb needs
#   deploy/prerequisites.sh arm64    what compiles for a Pi, for make wheels and make deb with ARCH=arm64
#   deploy/prerequisites.sh machine  what make test-arm64 emulates whole machines with
#   deploy/prerequisites.sh firmware what make firmware needs, and the emulated Picos of the tests: 1.4 GB
#
# It looks for what is used, not for package names: a Python or a compiler from elsewhere is as good. It may install
# as root, or where sudo asks for no password. Where it may not, it names all that is missing in one line, with
# the command to type, and fails.
set -eu

python=${PYTHON:-python3}
missing=""

need() {            # need PACKAGE COMMAND...: the package is missing unless the command succeeds
    package=$1
    shift
    if ! "$@" >/dev/null 2>&1 </dev/null; then
        missing="$missing $package"
    fi
}

has_venv() { "$python" -c 'import ensurepip, venv'; }

has_python_h() {
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))'
}

has_libc() { echo '#include <stdlib.h>' | ${CC:-gcc} -E -; }    # gcc alone brings no C headers: Debian only recommends them

has_sqlite_h() { echo '#include <sqlite3.h>' | ${CC:-gcc} -E -; }

has_arm_libc() { echo '#include <stdlib.h>' | aarch64-linux-gnu-gcc -E -; }

look_for_build() {
    need python3 "$python" --version
    need python3-venv has_venv
    need python3-dev has_python_h
    need gcc command -v "${CC:-gcc}"
    need libc6-dev has_libc
}

look_for_make() {
    look_for_build
    need make command -v make
}

look_for_all() {
    look_for_build
    need libsqlite3-dev has_sqlite_h
    need valgrind command -v valgrind
    look_for_arm64
    need qemu-user-static command -v qemu-aarch64-static
    need strace command -v strace
    need systemd command -v systemd-analyze
    need espeak-ng command -v espeak-ng
    need udev command -v udevadm
    need chromium command -v chromium
}

look_for_deb() {
    look_for_build
    need debhelper command -v dh
}

look_for_arm64() {
    need gcc-aarch64-linux-gnu command -v aarch64-linux-gnu-gcc
    need libc6-dev-arm64-cross has_arm_libc
}

look_for_machine() {
    look_for_deb
    need mmdebstrap command -v mmdebstrap
    need qemu-user-static command -v qemu-aarch64-static
    need qemu-system-arm command -v qemu-system-aarch64
    need qemu-system-x86 command -v qemu-system-x86_64
    need e2fsprogs command -v mke2fs
}

has_arm_cxx() { echo '#include <cstdlib>' | arm-none-eabi-g++ -E -x c++ -; }

look_for_firmware() {
    look_for_build
    need gcc-arm-none-eabi command -v arm-none-eabi-gcc
    need libstdc++-arm-none-eabi-newlib has_arm_cxx
    need cmake command -v cmake
    need ninja-build command -v ninja
    need nodejs command -v node
    need npm command -v npm
}

apt() {
    LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes $become apt-get "$@" </dev/null
}

install_missing() {
    if ! command -v apt-get >/dev/null; then
        echo "tablectl needs what Debian calls$missing: please install it (there is no apt-get here)." >&2
        exit 1
    fi
    if [ "$(id -u)" = 0 ]; then
        become=""
    elif sudo -n true 2>/dev/null; then
        become="sudo -n LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes"    # sudo does not pass the environment on
    else
        echo "tablectl needs$missing. Type as root: apt-get update && apt-get install -y$missing" >&2
        exit 1
    fi
    echo "Installing$missing with apt."
    apt -qq update >/dev/null          # a fresh machine has no package lists yet; errors still show
    # shellcheck disable=SC2086  # the names are words on purpose
    apt --assume-no install --no-install-recommends $missing 2>/dev/null | grep -E '^(Need to get|After this)' || true
    # shellcheck disable=SC2086
    { apt -qq -o APT::Status-Fd=1 install -y --no-install-recommends $missing || echo failed; } | say_progress || {
        echo "apt could not install$missing; why stands above. It needs the network, and some room: then type the same again." >&2
        exit 1
    }
}

say_progress() {    # of apt's lines "dlstatus:NUMBER:PERCENT:TEXT", then "pmstatus:PACKAGE:PERCENT:TEXT": every fifth part
    LC_ALL=C awk -F: '
        /^(dl|pm)status:/ && int($3 / 20) != part[$1] {
            part[$1] = int($3 / 20)
            printf "  %s: %d %%\n", $1 == "dlstatus" ? "downloaded" : "installed", part[$1] * 20
            fflush()
        }
        /^failed$/ { exit 1 }'
}

case "${1:-}" in
    build) look=look_for_build ;;
    all) look=look_for_all ;;
    make) look=look_for_make ;;
    deb) look=look_for_deb ;;
    arm64) look=look_for_arm64 ;;
    machine) look=look_for_machine ;;
    firmware) look=look_for_firmware ;;
    *) echo "usage: deploy/prerequisites.sh build|all|make|deb|arm64|machine|firmware" >&2; exit 2 ;;
esac

$look
if [ -n "$missing" ]; then
    install_missing
    missing=""
    $look
fi
if [ -n "$missing" ]; then
    echo "apt installed everything, and yet this is missing:$missing. Is another python3 or gcc first in PATH?" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "tablectl needs Python 3.11 or newer; this is $("$python" --version). Debian 12 and Raspberry Pi OS 12 have it." >&2
    exit 1
fi
