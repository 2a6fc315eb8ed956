#!/usr/bin/env bash
# Runs a command in a bare Debian that is thrown away afterwards: deploy/debian/in_root.sh SUITE PACKAGES COMMAND...
#
# PACKAGES, with commas, are installed in it besides apt; this project lies at /srv/tablectl, and is this very folder. As root, with
# mmdebstrap, which takes the mirror that this machine has.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
suite=$1 packages=$2
shift 2

if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
    echo "A root of Debian needs root and mmdebstrap: apt-get install mmdebstrap" >&2
    exit 1
fi
root=$(mktemp -d)
chmod 755 "$root"
trap 'rm -rf "$root"' EXIT

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" |
    mmdebstrap --quiet --variant=apt --include="ca-certificates${packages:+,$packages}" "$suite" "$root" -
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"         # a company's own authority among them
mkdir -p "$root/srv/tablectl"

# shellcheck disable=SC2016  # the words are the inner shell's
unshare --mount --pid --fork --kill-child sh -euc '
    root=$1 project=$2
    shift 2
    mount --make-rprivate /
    mount -t proc proc "$root/proc"
    mount -t sysfs sysfs "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp"
    mount -t tmpfs tmpfs "$root/run"
    mount --bind "$project" "$root/srv/tablectl"
    exec chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive PIP_CERT=/etc/ssl/certs/ca-certificates.crt ${SOURCE_DATE_EPOCH:+SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH"} \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} sh -c '\''cd /srv/tablectl && exec "$@"'\'' sh "$@"
' sh "$root" "$project" "$@"
