#!/usr/bin/env bash
# Installs the wheel of build/wheels in a bare Debian, without a checkout and without a compiler, and plays: a hand, and a page for a
# phone. As root, with mmdebstrap: tests/wheels.sh bookworm, or with arm64 behind it what make wheels ARCH=arm64 made.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != --inside ]; then
    exec deploy/debian/in_root.sh "$1${2:+/$2}" python3-venv tests/wheels.sh --inside ${2:+"$2"}
fi

wheels=$PWD/build/wheels${2:+-$2}
python3 -m venv /opt/table
command -v gcc && { echo "FAILED: the root is not bare" >&2; exit 1; }
# ours by its file, so that no index is asked for that name; what it needs comes from the package index
/opt/table/bin/pip --quiet --disable-pip-version-check install --only-binary :all: \
    "$(ls "$wheels"/*-cp"$(python3 -c 'import sys; print("%d%d" % sys.version_info[:2])')"-*.whl)"
cd /                            # nothing of the checkout may be found
export PATH=/opt/table/bin:$PATH
tablectl --version
tablectl eval AhAdKd7s7c
tablectl demo --preset tournament --players 3 --hands 1 --seed 1 --fast --headless --json | tail -1

tablectl demo --players 3 --phones 1 --headless --listen 127.0.0.1:8080 >/tmp/demo.log 2>&1 &
demo=$!
for _ in $(seq 600); do
    if python3 -c "import urllib.request as ask; assert b'<html' in ask.urlopen('http://127.0.0.1:8080/').read()" 2>/dev/null; then
        kill -INT $demo
        wait $demo || true
        echo "A page for phones is served. All good."
        exit
    fi
    sleep 0.1
done
cat /tmp/demo.log
echo "FAILED: no page for phones" >&2
exit 1
