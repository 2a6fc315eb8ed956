#!/usr/bin/env bash
# Runs a command in a bare Debian that is thrown away afterwards: deploy/debian/in_root.sh SUITE PACKAGES COMMAND...
#
# SUITE is a name, as trixie, or with processors, as trixie/arm64; make_root.sh says which, and what it needs. PACKAGES, with commas, are
# installed in it besides apt; this project lies at /srv/tablectl, and is this very folder.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
case $1 in
    */*) suite=${1%%/*} architectures=${1#*/} ;;
    *) suite=$1 architectures=$(dpkg --print-architecture) ;;
esac
packages=$2
shift 2

root=$(mktemp -d)
chmod 755 "$root"
trap 'rm -rf "$root"' EXIT
"$project/deploy/debian/make_root.sh" "$suite" "$architectures" "$root" "$packages"
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
