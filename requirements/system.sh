#!/bin/sh
# Installs missing commands that some tests need, if run as root on a machine with apt.
# Without them those tests are skipped with a reason.
set -eu
for name in "$@"; do
    command -v "$name" > /dev/null && continue
    if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
        echo "Installing $name for the tests …"
        apt-get update -qq > /dev/null && apt-get install -y -qq "$name" > /dev/null && continue
    fi
    echo "$name is missing: the tests that need it are skipped" >&2
done
