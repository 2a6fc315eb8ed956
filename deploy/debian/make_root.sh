#!/usr/bin/env bash
# A bare Debian in a folder: deploy/debian/make_root.sh SUITE ARCHITECTURES FOLDER PACKAGES [OPTION OF MMDEBSTRAP..]
#
# ARCHITECTURES is amd64, or arm64 for a Pi, which is emulated here (qemu-user-static), or amd64,arm64: this processor, with packages of
# the other one beside. PACKAGES, with commas, are installed besides apt. As root, with mmdebstrap, which takes the mirror that this
# machine has.
set -euo pipefail
suite=$1 architectures=$2 root=$3 packages=$4
shift 4

if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
    echo "A root of Debian needs root and mmdebstrap: apt-get install mmdebstrap" >&2
    exit 1
fi
case $architectures in
    "$(dpkg --print-architecture)" | "$(dpkg --print-architecture)",*) ;;
    arm64)
        binfmt=/proc/sys/fs/binfmt_misc format=/usr/lib/binfmt.d/qemu-aarch64.conf
        if [ ! -e $format ]; then
            echo "A root of Debian for arm64 needs an emulator of that processor: apt-get install qemu-user-static" >&2
            exit 1
        fi
        mountpoint -q $binfmt || mount -t binfmt_misc binfmt_misc $binfmt
        [ -e $binfmt/qemu-aarch64 ] || cat $format >$binfmt/register
        ;;
    *)
        echo "There is no root of Debian for $architectures here, but for $(dpkg --print-architecture) and arm64." >&2
        exit 1
        ;;
esac
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" |
    mmdebstrap --quiet --variant=apt --architectures="$architectures" --include="ca-certificates${packages:+,$packages}" "$@" "$suite" "$root" -
