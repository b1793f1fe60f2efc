#!/bin/bash
# Prints where strace is; Debian's package is installed where it is missing. The tests look over the server's shoulder
# with it: no acknowledgement may precede the sync of the disk.
set -euo pipefail
if ! command -v strace >/dev/null; then
    echo "installing Debian's strace" >&2
    apt-get install -y -qq strace >&2 || { apt-get update -qq >&2 && apt-get install -y -qq strace >&2; }
fi
command -v strace
