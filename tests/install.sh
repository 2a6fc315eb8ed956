#!/usr/bin/env bash
# Installs the table from the clone with deploy/install.sh in a bare Debian, twice, plays a hand as its user, and takes it away again.
# As root, with mmdebstrap: tests/install.sh bookworm
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != --inside ]; then
    exec deploy/debian/in_root.sh "$1" gcc,libc6-dev,python3-dev,python3-venv,systemd,udev tests/install.sh --inside
fi

fail() { echo "FAILED: $*" >&2; exit 1; }
what_is_there() { find /etc /usr /opt /var/lib/tablectl ! -path '*/__pycache__*' ! -path '*.dist-info*' | sort; }
what_is_there >/tmp/before || true

deploy/install.sh
what_is_there >/tmp/once
echo "# mine" >>/etc/tablectl/table.toml
deploy/install.sh
what_is_there >/tmp/twice
diff /tmp/once /tmp/twice || fail "the second time is not as the first"
grep -q "# mine" /etc/tablectl/table.toml || fail "the configuration was replaced"
test "$(stat -c %U:%a /var/lib/tablectl)" = tablectl:700
cd /var/lib/tablectl
setpriv --reuid=tablectl --regid=tablectl --init-groups env HOME=/var/lib/tablectl /opt/tablectl/.venv/bin/tablectl demo --players 3 \
    --hands 1 --fast --headless --json | tail -1
cd /srv/tablectl
deploy/install.sh --uninstall
test ! -e /opt/tablectl || fail "the program is still there"
test -z "$(find /etc/systemd /usr/lib/sysusers.d /usr/lib/tmpfiles.d /etc/udev -name '*tablectl*')" || fail "units are still there"
test -e /etc/tablectl/table.toml -a -d /var/lib/tablectl || fail "what should stay is gone"
deploy/install.sh --uninstall
echo "All good."
