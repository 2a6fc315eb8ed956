#!/usr/bin/env bash
# The tests with other Pythons than the one that everything runs on. Prints which ones were used, and fails if one fails.
#
#   tests/pythons.sh all       `make demo test` with every Python >= 3.11 found here, and in bare roots of Debian 12 and 13
#   tests/pythons.sh others    lint, what a version of Python could break, and every 20th scenario, with every other Python found
#                              here, all at once
#   tests/pythons.sh list      "3.12 /path/python3.12" a line, each Python that was found
#
# TESTS="tests/engine .." names the tests of `all`; without it all are run.
# An interpreter is looked for as python3 and python3.N in PATH, and in pyenv's folder. Each has its environment in build/pythons.
# The roots need mmdebstrap and the rights of root: they are made with this machine's own mirror, and kept as archives in a cache.
set -euo pipefail
cd "$(dirname "$0")/.."

BREAKABLE="tests/engine/test_rules_version.py tests/engine/test_rulings.py tests/engine/test_kinds.py tests/engine/test_legal.py
    tests/engine/test_amounts.py tests/rules/test_cards.py tests/rules/test_pots.py
    tests/journal/test_snapshots.py tests/journal/test_replay.py tests/journal/test_store.py tests/journal/test_names.py
    tests/cli/test_streams.py"
EVERY=20                # of the scenarios
SUITES="bookworm trixie"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tablectl-roots
used=()
failed=0

version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

is_complete() {         # it can make an environment, and extensions for it
    "$1" -c 'import ensurepip, venv, os, sys, sysconfig
sys.exit(sys.version_info < (3, 11) or not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))' 2>/dev/null
}

list_interpreters() {   # "3.12 /path/python3.12" a line, one for each version; the one that make uses by default comes first
    local seen=" " python version
    while read -r python; do
        version=$(version_of "$python") || continue
        is_complete "$python" || continue
        [[ $seen == *" $version "* ]] && continue
        seen+="$version "
        echo "$version $python"
    done < <(
        command -v "${PYTHON:-python3}"
        compgen -c python3. | grep -E '^python3\.[0-9]+$' | sort -uV | xargs -r which 2>/dev/null
        ls -d "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3 2>/dev/null | sort -V
    )
}

run_with() {            # run_with VERSION PYTHON
    printf '\n== Python %s: %s\n' "$1" "$2"
    make PYTHON="$2" VENV="build/pythons/$1" TESTS="${TESTS:-}" demo test </dev/null
    used+=("Python $1 ($("$2" --version 2>&1))")
}

run_briefly() {         # run_briefly VERSION, which has its environment
    local venv=build/pythons/$1
    make VENV="$venv" lint
    "$venv/bin/pytest" -m "not slow and not system and not soak" $BREAKABLE
    ls tests/scenarios/*/*.jsonl | awk -v every=$EVERY 'NR % every == 0' | xargs "$venv/bin/tablectl" scenario
}

make_root() {           # make_root SUITE: an archive of a Debian that has make and nothing else of what tablectl needs
    local mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
    mkdir -p "$cache"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $1 main" |
        mmdebstrap --quiet --variant=apt --include=ca-certificates,make "$1" "$cache/$1.new.tar" -
    mv "$cache/$1.new.tar" "$cache/$1.tar"
}

run_in_root() {         # run_in_root SUITE: README's two commands in a root that is thrown away afterwards
    local root=$PWD/build/roots/$1
    printf '\n== Debian %s, bare\n' "$1"
    [ -n "$(find "$cache/$1.tar" -mtime -30 2>/dev/null)" ] || make_root "$1"
    rm -rf "$root"
    mkdir -p "$root"
    tar -xf "$cache/$1.tar" -C "$root"
    mkdir "$root/home/tablectl"
    git ls-files -z | tar --null --files-from=- -cf - | tar -xf - -C "$root/home/tablectl"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"         # a company's own authority among them
    unshare --mount --pid --fork --kill-child sh -euc '
        mount --make-rprivate /
        mount -t proc proc "$0/proc"
        mount -t sysfs sysfs "$0/sys"
        mount --rbind /dev "$0/dev"
        mount -t tmpfs tmpfs "$0/tmp"
        exec chroot "$0" env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            PIP_CERT=/etc/ssl/certs/ca-certificates.crt ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
            ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} make -C /home/tablectl demo test TESTS="$1"
    ' "$root" "${TESTS:-}"
    used+=("Debian $1 ($(chroot "$root" python3 --version))")
    rm -rf "$root"
}

test_all() {
    while read -r version python; do
        run_with "$version" "$python"
    done < <(list_interpreters)
    if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
        used+=("no bare Debian: that needs root and mmdebstrap (apt-get install mmdebstrap)")
        return
    fi
    for suite in $SUITES; do
        run_in_root "$suite"
    done
}

test_others() {
    local own version python
    local -A running=()
    own=$(version_of "${PYTHON:-python3}")
    while read -r version python; do
        [ "$version" != "$own" ] || continue
        make --silent PYTHON="$python" VENV="build/pythons/$version" build/pythons/"$version"/.{develop,native,node} </dev/null
        run_briefly "$version" >"build/pythons/$version.log" 2>&1 </dev/null &
        running[$version]=$!
        used+=("Python $version ($("$python" --version 2>&1))")
    done < <(list_interpreters)
    for version in "${!running[@]}"; do
        wait "${running[$version]}" || failed=1
        printf '\n== Python %s\n' "$version"
        cat "build/pythons/$version.log"
    done
}

case "${1:-}" in
    all) test_all ;;
    others) test_others ;;
    list) list_interpreters; exit ;;
    *) echo "usage: tests/pythons.sh all|others|list" >&2; exit 2 ;;
esac
printf '\nTested with:\n'
[ ${#used[@]} = 0 ] && echo "  no other Python: none was found."
printf '  %s\n' "${used[@]}"
exit $failed
