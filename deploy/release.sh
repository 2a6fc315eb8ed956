#!/usr/bin/env bash
# All files of a release into build/release/, with SHA256SUMS: make release
#
# sdist, a wheel for each Python here, and the packages for this machine's Debian; SUITES="trixie" adds those for others, each in a bare
# root of it (as root, with mmdebstrap), ARCHES=arm64 the same for a Pi (never tried by this script). What is not committed is not in them. All is made twice, in two folders, with the commit's time
# as the only one, and compared: what differs is named, file by file, and the end is 1.
set -euo pipefail
cd "$(dirname "$0")/.."
project=$PWD
out=$PWD/build/release
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH
own=$(. /etc/os-release && echo "$VERSION_CODENAME")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out"

make_all() {            # make_all NAME: into $work/NAME/made
    local tree=$work/$1/tablectl suite arch
    mkdir -p "$tree" "$work/$1/made"
    git -C "$project" archive "$commit" | tar --extract --directory "$tree"
    ln -s "$project/.venv" "$tree/.venv"
    for arch in "" ${ARCHES:-}; do
        "$tree/deploy/wheels.sh" $arch
        cp "$tree/build/wheels${arch:+-$arch}"/*.tar.gz "$tree/build/wheels${arch:+-$arch}"/*.whl "$work/$1/made/"
        for suite in "$own" ${SUITES:-}; do
            "$tree/deploy/debian/build.sh" "$suite" $arch
            cp "$tree/build/debian/$suite${arch:+-$arch}"/*.deb "$work/$1/made/"
        done
    done
    rm -rf "$tree"
}

unpack() {              # unpack FILE FOLDER
    mkdir -p "$2"
    case $1 in
        *.whl) python3 -m zipfile --extract "$1" "$2" ;;
        *.deb) dpkg-deb --raw-extract "$1" "$2/deb" ;;
        *) tar --extract --gzip --file "$1" --directory "$2" ;;
    esac
}

make_all first
make_all second-time
differ=""
for file in "$work"/first/made/*; do
    name=${file##*/}
    cmp --quiet "$file" "$work/second-time/made/$name" && continue
    differ+=" $name"
    unpack "$file" "$work/$name/first"
    unpack "$work/second-time/made/$name" "$work/$name/second"
    echo "$name is another file each time:"
    (cd "$work/$name" && diff --recursive --brief --no-dereference first second | sed 's/^/    /') || true
done

mv "$work"/first/made/* "$out/"
(cd "$out" && sha256sum -- * >SHA256SUMS)
ls -l "$out"
if [ -n "$differ" ]; then
    echo "Not the same twice:$differ" >&2
    exit 1
fi
echo "All of it is the same, byte by byte, when it is made again."
