#!/usr/bin/env bash
# Builds a kernel of User-Mode Linux with simulated pins, keys and USB, once, and runs tests/kernel in it. Debian, amd64; some
# 15 minutes the first time, 20 seconds from then on. `tests/kernel/run.sh [words for pytest]`. The `pi` extra must be installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tablectl-kernel
mkdir -p "$cache"

build() {
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get install --yes --quiet bc bison busybox-static flex gcc libc6-dev make xz-utils
    work=$(mktemp -d "$cache/build.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    (cd "$work" && apt-get download 'linux-source-6.*' && dpkg-deb -x linux-source-6.*.deb . && tar xf usr/src/linux-source-6.*.tar.xz)
    cat >"$work/wanted" <<'CONFIG'
CONFIG_HOSTFS=y
CONFIG_TMPFS=y
CONFIG_DEVTMPFS=y
CONFIG_CONFIGFS_FS=y
CONFIG_GPIOLIB=y
CONFIG_GPIO_CDEV=y
CONFIG_GPIO_SIM=y
CONFIG_VIRTIO_UML=y
CONFIG_UML_PCI_OVER_VIRTIO=y
CONFIG_UML_PCI_OVER_VIRTIO_DEVICE_ID=1234
CONFIG_INPUT_MISC=y
CONFIG_INPUT_EVDEV=y
CONFIG_INPUT_UINPUT=y
CONFIG_USB_SUPPORT=y
CONFIG_USB=y
CONFIG_USB_ACM=y
CONFIG_USB_GADGET=y
CONFIG_USB_DUMMY_HCD=y
CONFIG_USB_CONFIGFS=y
CONFIG_USB_CONFIGFS_ACM=y
CONFIG
    (   # CONFIG_UML_PCI_OVER_VIRTIO gives interrupts that can be simulated: without it every request for an edge fails
        cd "$work"/linux-source-6.*/
        make ARCH=um defconfig >/dev/null
        scripts/kconfig/merge_config.sh -m .config "$work/wanted" >/dev/null
        make ARCH=um olddefconfig >/dev/null
        make ARCH=um -j"$(nproc)" linux >"$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }
        mv linux "$cache/linux"
    )
}

test -x "$cache/linux" || build
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
printf '%q ' "$PWD/.venv/bin/pytest" -n 0 -p no:cacheprovider tests/kernel "$@" >"$scratch/command"
"$cache/linux" mem=512M root=/dev/root rootfstype=hostfs rootflags=/ ro init="$PWD/tests/kernel/init.sh" con=null con0=fd:0,fd:1 quiet \
    TABLE_HERE="$PWD" TABLE_SCRATCH="$scratch" </dev/null || true        # it leaves as a machine that was switched off
exit "$(cat "$scratch/status" 2>/dev/null || echo 1)"
