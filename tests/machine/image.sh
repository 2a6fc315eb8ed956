#!/usr/bin/env bash
# A Debian that boots in an emulator, without tablectl: tests/machine/image.sh SUITE ARCH FOLDER makes root.img, vmlinuz and initrd.img.
#
# As root, with mmdebstrap; of another processor with qemu-user-static. It is kept for 30 days in a cache, since it takes minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
suite=$1 arch=$2 folder=$3
made=${XDG_CACHE_HOME:-$HOME/.cache}/tablectl-roots/machine-$suite-$arch

if [ -z "$(find "$made/root.img" -mtime -30 2>/dev/null)" ]; then
    root=$(mktemp -d)
    chmod 755 "$root"
    trap 'rm -rf "$root"' EXIT
    # shellcheck disable=SC2016  # $1 is the hook's
    deploy/debian/make_root.sh "$suite" "$arch" "$root" \
        systemd-sysv,udev,dbus,kmod,zstd,e2fsprogs,initramfs-tools,python3,libgcc-s1,"linux-image-$arch" \
        --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"' \
        --essential-hook='echo MODULES=list >"$1/etc/initramfs-tools/conf.d/machine"' \
        --essential-hook='printf "virtio_pci\nvirtio_blk\next4\n" >"$1/usr/share/initramfs-tools/modules.d/machine"'
    echo table >"$root/etc/hostname"
    echo "LABEL=tablectl /var/lib/tablectl ext4 nofail 0 2" >"$root/etc/fstab"
    mkdir -p "$root/var/lib/tablectl"
    cp tests/machine/agent.py "$root/root/"
    cat >"$root/etc/systemd/system/agent.service" <<UNIT
[Unit]
Description=Does what the test says
[Service]
ExecStartPre=/bin/sh -c 'until [ -e /dev/virtio-ports/agent ]; do sleep 0.2; done'
ExecStart=/usr/bin/python3 /root/agent.py
[Install]
WantedBy=multi-user.target
UNIT
    ln -s ../agent.service "$root/etc/systemd/system/multi-user.target.wants/"
    rm -rf "$made"
    mkdir -p "$made"
    cp "$root"/boot/vmlinuz-* "$made/vmlinuz"
    cp "$root"/boot/initrd.img-* "$made/initrd.img"
    truncate -s 3G "$made/new.img"
    mke2fs -q -t ext4 -d "$root" "$made/new.img"
    mv "$made/new.img" "$made/root.img"
fi
mkdir -p "$folder"
cp --sparse=always "$made"/* "$folder/"
