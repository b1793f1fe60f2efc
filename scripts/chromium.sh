#!/bin/sh
# Prints where Chromium is, and installs Debian's where there is none.
set -eu
found() {
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    [ -n "$name" ] && command -v "$name" && return 0
  done
  return 1
}
if found; then exit 0; fi
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
for wait in 2 5 15 40 0; do
  if $as_root apt-get update -qq >&2 && $as_root apt-get install -y -qq --no-install-recommends chromium >&2; then break; fi
  sleep "$wait"
done
found || { echo "Chromium could not be installed; set CHROMIUM to one" >&2; exit 1; }
