#!/usr/bin/env bash
# The packages tablectl and tablectl-web for this machine's Debian, or for another suite in a bare root of it:
#
#   deploy/debian/build.sh             build/debian/bookworm/*.deb on Debian 12, as anybody once debhelper is installed
#   deploy/debian/build.sh trixie      build/debian/trixie/*.deb, in a root of Debian 13 (as root, with mmdebstrap)
#   deploy/debian/build.sh trixie arm64    build/debian/trixie-arm64/*.deb, for a Pi, in the same kind of root with a cross compiler
#
# What pip fetches is held against deploy/requirements.lock. evdev and spidev, and lgpio where there is no wheel of it, are compiled
# here and now; whoever installs the packages compiles and downloads nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
release=$(. /etc/os-release && echo "${VERSION_ID:-}")
suite=${1:-$own}
this=$(dpkg --print-architecture)
arch=${2:-$this}
out=$PWD/build/debian/$suite${2:+-$2}
case $arch in
    "$this") machine=$(uname -m) ;;
    arm64) machine=aarch64 ;;
    *) echo "Packages are made here for $this and arm64, not for $arch." >&2; exit 2 ;;
esac

# Of two packages the later commit's is the newer one, and on Debian 13 it is newer than on 12.
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
roots=$this tools=debhelper,gcc,libc6-dev,python3-dev,python3-venv
if [ "$arch" != "$this" ]; then         # with the other processor's libc, of which dpkg-shlibdeps says what version is needed
    roots+=,$arch tools+=,gcc-$machine-linux-gnu,libc6-dev-$arch-cross,libc6:$arch,libgcc-s1:$arch
fi
if [ -z "${IN_ROOT:-}" ] && [ "$suite,$arch" != "$own,$this" ]; then
    SOURCE_DATE_EPOCH=$epoch exec deploy/debian/in_root.sh "$suite/$roots" "$tools" env IN_ROOT=yes deploy/debian/build.sh "$suite" ${2:+"$2"}
fi
number=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
version=$number~$(date -u -d "@$epoch" +%Y%m%d%H%M%S)+deb$release
export SOURCE_DATE_EPOCH=$epoch

work=$out/tablectl-$number
rm -rf "$out"
mkdir -p "$work/wheels"

echo "Wheels of tablectl and of what it needs."
/usr/bin/python3 -m venv "$out/env"      # Debian's own Python, whichever is first in PATH
pip() { "$out/env/bin/pip" --quiet --disable-pip-version-check "$@"; }
make_wheels() {         # what is compiled has no debug symbols, in which this machine's folders would stand
    CFLAGS="${CFLAGS:-} -g0" pip wheel --require-hashes --wheel-dir "$work/wheels" -r deploy/requirements.lock
    pip wheel --no-deps --wheel-dir "$work/wheels" .
}
if [ "$arch" = "$this" ]; then
    make_wheels
else                            # pip believes that it runs there: what builds import is installed before
    pip install --upgrade hatchling cffi setuptools wheel
    (
        set -a
        eval "$(/usr/bin/python3 deploy/cross.py $machine "$out/cross")"
        PIP_NO_BUILD_ISOLATION=0                # pip's way to say that there is none
        make_wheels
    )
    export _PYTHON_HOST_PLATFORM=linux-$machine DEB_BUILD_OPTIONS=nocheck
fi

cp -r deploy/debian "$work/debian"
cp LICENSE "$work/debian/copyright"
cp deploy/table.toml "$work/"
cp -r deploy/man "$work/man"
cp deploy/tablectl.sysusers deploy/tablectl.tmpfiles "$work/debian/"
cp deploy/60-tablectl.rules "$work/debian/tablectl.udev"
mkdir "$work/units"
cp deploy/*.service "$work/units/"
if grep -q usr/lib/systemd/system "$(command -v dh_installsystemd)"; then        # where a newer debhelper looks for units
    sed -i 's# lib/systemd/# usr/lib/systemd/#' "$work"/debian/*.install
fi
cat >"$work/debian/changelog" <<CHANGELOG
tablectl ($version) $suite; urgency=medium

  * CHANGELOG.md of the source says what has changed.

 -- $(sed -n 's/^Maintainer: //p' deploy/debian/control)  $(date -u -R -d "@$epoch")
CHANGELOG

echo "Packages $version."
(cd "$work" && dpkg-buildpackage --host-arch "$arch" --build=binary --no-sign --no-check-builddeps >"$out/build.log" 2>&1) || {
    tail -40 "$out/build.log" >&2
    exit 1
}
rm -rf "$out/env" "$out/cross" "$work"
ls -l "$out"/*.deb
