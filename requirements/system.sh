#!/bin/sh
# Installs missing programs that some tests need, if run as root on a machine with apt.
# Without them those tests are skipped with a reason.
set -eu

is_there() {
    case "$1" in
        postgresql) ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null ;;
        nginx) command -v nginx > /dev/null || [ -x /usr/sbin/nginx ] ;;
        *) command -v "$1" > /dev/null ;;
    esac
}

# No package may start a service of its own on this machine.
install() {
    apt-get update -qq > /dev/null && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" > /dev/null
}

for name in "$@"; do
    is_there "$name" && continue
    if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
        echo "Installing $name for the tests …"
        install "$name" && continue
    fi
    echo "$name is missing: the tests that need it are skipped" >&2
done
