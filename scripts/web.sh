#!/bin/sh
# Installs what the browser client is built with, from its lock file, and tries again where a registry is busy.
set -eu
cd "$(dirname "$0")/../web"
stamp=node_modules/.installed
if [ -e "$stamp" ] && [ ! package-lock.json -nt "$stamp" ]; then exit 0; fi
command -v npm >/dev/null || { echo "npm (Node 20 or newer) is needed to build the browser client" >&2; exit 1; }
for wait in 2 5 15 40 0; do
  if npm ci --no-audit --no-fund --loglevel=error; then
    touch "$stamp"
    exit 0
  fi
  sleep "$wait"
done
echo "the packages of the browser client could not be installed" >&2
exit 1
