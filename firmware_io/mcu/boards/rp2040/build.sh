#!/bin/sh
# build.sh [DIRECTORY]: leaves tablectl-node.bin and .uf2, a Pico's firmware, in DIRECTORY (build/firmware); `make firmware` calls it.
#
# The Pico SDK comes from Debian as sources (pico-sdk-source and tinyusb-source of trixie, 4 MB), unpacked into a cache and not
# installed, on bookworm too. An image whose sources have not changed is taken from there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:-build/firmware}"
out=$(cd "${1:-build/firmware}" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tablectl-firmware
python=${PYTHON:-python3}

digest=$(cat "$here"/../../*.[ch] "$here"/*.[ch] "$here/CMakeLists.txt" "$here/build.sh" | sha256sum | cut -c 1-16)
image=$cache/images/$digest.bin

bring_sdk() {
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/cache/archives/partial"
    cd "$cache"
    set -- -o APT::Sandbox::User=root
    if ! apt-cache show pico-sdk-source >/dev/null 2>&1; then       # a Debian before it: trixie's, from the same mirror, by the same keys
        mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >apt/sources.list
        set -- "$@" -o Dir::Etc::sourcelist="$cache/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
            -o Dir::State::lists="$cache/apt/lists" -o Dir::Cache="$cache/apt/cache"
        apt-get -qq "$@" update
    fi
    apt-get -qq "$@" download pico-sdk-source tinyusb-source
    for package in ./*.deb; do
        dpkg -x "$package" sdk.new
    done
    mv sdk.new sdk
    cd - >/dev/null
}

build() {
    missing=""
    for tool in arm-none-eabi-gcc arm-none-eabi-g++ cmake ninja; do
        command -v "$tool" >/dev/null || missing="$missing $tool"
    done
    if [ -n "$missing" ]; then
        echo "The firmware cannot be built:$missing missing. deploy/prerequisites.sh firmware installs them (1.4 GB)." >&2
        exit 1
    fi
    [ -d "$cache/sdk" ] || bring_sdk
    made=$cache/build
    rm -rf "$made"
    cmake -S "$here" -B "$made" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel -DPICO_SDK_PATH="$cache/sdk/usr/src/pico-sdk" \
        -DPICO_TINYUSB_PATH="$cache/sdk/usr/src/tinyusb" >"$cache/cmake.log" 2>&1 || { tail -n 20 "$cache/cmake.log" >&2; exit 1; }
    ninja -C "$made" >"$cache/ninja.log" || { grep -v "arm-none-eabi-g.. -D" "$cache/ninja.log" | tail -n 40 >&2; exit 1; }
    arm-none-eabi-size "$made/tablectl-node.elf"
    mkdir -p "$cache/images"
    cp "$made/tablectl-node.bin" "$image.new"
    mv "$image.new" "$image"
}

mkdir -p "$cache"
exec 9>"$cache/lock"                    # two at once would build in one folder
flock 9
[ -e "$image" ] || build
cmp -s "$image" "$out/tablectl-node.bin" || cp "$image" "$out/tablectl-node.bin"
cd "$here/../../../.."
"$python" -m firmware_io.mcu.uf2 "$out/tablectl-node.bin" "$out/tablectl-node.uf2"
echo "$out/tablectl-node.uf2"
