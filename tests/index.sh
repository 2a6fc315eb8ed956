#!/usr/bin/env bash
# Installs tablectl by its name, with pip and with pipx, from a folder that stands for a package index, in a bare Debian without a
# checkout and without a compiler; each plays a hand and says its version. As root, with mmdebstrap, after make wheels:
# tests/index.sh bookworm
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != --inside ]; then
    exec deploy/debian/in_root.sh "$1" python3-venv,pipx tests/index.sh --inside
fi

fail() { echo "FAILED: $*" >&2; exit 1; }
command -v gcc && fail "the root is not bare"

# The index: our wheels, what they need, and what pipx itself installs. All the rest of this script asks no other one.
index=/tmp/index
mkdir "$index"
cp build/wheels/*.whl build/wheels/*.tar.gz "$index/"
python3 -m venv /tmp/fetch
/tmp/fetch/bin/pip --quiet --disable-pip-version-check download --only-binary :all: --dest "$index" pip setuptools wheel \
    "$(ls "$index"/*-cp"$(python3 -c 'import sys; print("%d%d" % sys.version_info[:2])')"-*.whl)"
unset PIP_INDEX_URL http_proxy https_proxy
export PIP_NO_INDEX=1 PIP_FIND_LINKS=$index PIP_DISABLE_PIP_VERSION_CHECK=1
cd /                            # nothing of the checkout may be found

plays() {               # plays COMMAND
    "$1" --version
    "$1" demo --preset tournament --players 3 --hands 1 --seed 1 --fast --headless --json | tail -1 | grep '"hands":1' ||
        fail "$1 plays no hand"
    "$1" config example >/tmp/table.toml
    "$1" config check /tmp/table.toml
}

python3 -m venv /opt/table
/opt/table/bin/pip --quiet install tablectl
plays /opt/table/bin/tablectl

PIPX_HOME=/opt/pipx PIPX_BIN_DIR=/opt/bin pipx install tablectl
plays /opt/bin/tablectl
test "$(readlink -f /opt/bin/tablectl)" != "$(readlink -f /opt/table/bin/tablectl)" || fail "pipx installed nothing of its own"
echo "All good."
