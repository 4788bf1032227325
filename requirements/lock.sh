#!/bin/sh
# Writes the lock files: exact versions with hashes, without the host of an index.
set -eu
uv=$(mktemp -d)
trap 'rm -rf "$uv"' EXIT
.venv/bin/python -m venv "$uv"
"$uv/bin/pip" install --quiet --disable-pip-version-check uv
compile() {
    "$uv/bin/uv" pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --no-strip-extras \
        --no-header --no-emit-index-url --no-emit-find-links "$@"
}
compile pyproject.toml --extra all --output-file requirements/run.txt
compile pyproject.toml --extra all --group dev --output-file requirements/dev.txt
