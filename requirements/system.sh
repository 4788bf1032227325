#!/bin/sh
# Installs commands that some tests need and that this machine lacks, where that may be done: as root, with apt.
# Without them those tests are skipped, and say so.
set -eu
for name in "$@"; do
    command -v "$name" > /dev/null && continue
    if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
        echo "Installing $name for the tests …"
        apt-get update -qq > /dev/null && apt-get install -y -qq "$name" > /dev/null && continue
    fi
    echo "$name is missing: the tests that need it are skipped" >&2
done
