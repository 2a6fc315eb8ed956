#!/bin/sh
# Installs the table from this clone as a service, on a Pi or another Debian; done again, it installs what the clone has become.
#
#   sudo deploy/install.sh              into /opt/tablectl, with units, users and a configuration to begin with; starts nothing
#   deploy/install.sh --dry-run         prints what it would do, and does nothing
#   sudo deploy/install.sh --uninstall  takes all of it away but /etc/tablectl and /var/lib/tablectl: configuration, journals, decks
#
# All that is Python lies in an environment of its own; the system's Python stays as it is.
set -eu
cd "$(dirname "$0")/.."

env=/opt/tablectl/.venv
units="tablectl.service tablectl-screen.service tablectl-screen@.service tablectl-web.service tablectl-console.service tablectl-story.service"
dry="" uninstall=""
for word; do
    case $word in
        --dry-run) dry=yes ;;
        --uninstall) uninstall=yes ;;
        *) echo "usage: deploy/install.sh [--dry-run] [--uninstall]" >&2; exit 2 ;;
    esac
done

run() {                 # a step: done, or only printed
    if [ -n "$dry" ]; then
        echo "$*"
    else
        "$@"
    fi
}

with_systemd() {        # a step where systemd runs; in an image that is being made it does not
    if [ -n "$dry" ] || [ -d /run/systemd/system ]; then run "$@"; fi
}

if [ -z "$dry" ] && [ "$(id -u)" != 0 ]; then
    echo "Only root may install: sudo deploy/install.sh (or --dry-run, to see what it does)" >&2
    exit 1
fi
if dpkg-query --show --showformat '${db:Status-Status}' tablectl 2>/dev/null | grep -qx installed; then
    echo "The Debian package tablectl is installed: upgrade it instead, or remove it first." >&2
    exit 1
fi

if [ -n "$uninstall" ]; then
    for unit in $units; do
        case $unit in
            *@*) with_systemd systemctl stop "${unit%.service}*.service" || true ;;
            *) with_systemd systemctl --quiet disable --now "$unit" || true ;;      # it may never have been enabled
        esac
        run rm -f "/etc/systemd/system/$unit"
    done
    run rm -f /usr/lib/sysusers.d/tablectl.conf /usr/lib/tmpfiles.d/tablectl.conf /etc/udev/rules.d/60-tablectl.rules
    run rm -rf "$env"
    [ ! -d /opt/tablectl ] || run rmdir --ignore-fail-on-non-empty /opt/tablectl
    with_systemd systemctl daemon-reload
    echo "Configuration, journals and decks stay in /etc/tablectl and /var/lib/tablectl, and the users that own them."
    exit
fi

run deploy/prerequisites.sh build
running=""              # what runs is stopped first: no program is half the old one
if [ -d /run/systemd/system ]; then
    for unit in $units; do
        case $unit in *@*) continue ;; esac
        if systemctl --quiet is-active "$unit"; then running="$running $unit"; fi
    done
fi
# shellcheck disable=SC2086  # names of units
[ -z "$running" ] || run systemctl stop $running

[ -x "$env/bin/pip" ] || run python3 -m venv "$env"
[ -n "$dry" ] || echo "Installing what tablectl needs into $env: some 30 MB are downloaded; pip says what it does."
run "$env/bin/pip" --disable-pip-version-check install --require-hashes -r deploy/requirements.lock
run "$env/bin/pip" --quiet --disable-pip-version-check install --no-deps --force-reinstall .

for unit in $units; do
    run install -D -m 644 "deploy/$unit" "/etc/systemd/system/$unit"
done
run install -D -m 644 deploy/tablectl.sysusers /usr/lib/sysusers.d/tablectl.conf
run install -D -m 644 deploy/tablectl.tmpfiles /usr/lib/tmpfiles.d/tablectl.conf
run install -D -m 644 deploy/60-tablectl.rules /etc/udev/rules.d/60-tablectl.rules
run systemd-sysusers tablectl.conf
run systemd-tmpfiles --create tablectl.conf
with_systemd udevadm control --reload
with_systemd udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=spidev
run install -d -o tablectl -g tablectl -m 700 /var/lib/tablectl
[ -e /etc/tablectl/table.toml ] || run install -D -m 644 deploy/table.toml /etc/tablectl/table.toml
with_systemd systemctl daemon-reload

if [ -n "$running" ]; then
    # shellcheck disable=SC2086
    run systemctl start $running
    echo "The table runs again. It is locked if its program has changed: tablectl operator clear program"
else
    echo "Then type, in a folder for the table: $env/bin/tablectl setup"
fi
