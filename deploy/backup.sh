#!/bin/sh
# backup.sh DATA COPIES DAYS: copies the games in DATA while the server runs, tries the copy out, and keeps those of the
# last DAYS. A copy that cannot be read whole is not kept, and the exit code says so.
set -eu
umask 077
data=$1 copies=$2 days=$3
program=${SANDTABLE:-sandtable}
mkdir -p "$copies"
name=$copies/games-$(date -u +%Y-%m-%dT%H%M%SZ)
"$program" backup "$name.db.new" --store "sqlite:$data/sandtable.db"
# A copy that nobody has tried is a hope: every game of it is brought to life, and written out as logs into a folder that
# is thrown away.
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
if ! "$program" export "$trial/logs" --running --store "sqlite:$name.db.new"; then
  mv "$name.db.new" "$name.db.broken"
  echo "the copy $name.db.broken cannot be read whole" >&2
  exit 1
fi
mv "$name.db.new" "$name.db"
find "$copies" -name 'games-*.db' -mtime "+$days" -delete
echo "kept $name.db"
