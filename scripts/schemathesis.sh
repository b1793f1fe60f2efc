#!/bin/bash
# Throws requests at a server that its own OpenAPI description calls possible, and then some that it does not: no answer
# may be a fault of the server's, and every answer must be of a kind the description names. schemathesis is installed
# into target/venv. `MAX_EXAMPLES` says how many requests each operation gets.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
server=${1:-$target/debug/examples/drill_server}
venv=$target/venv
if [ ! -x "$venv/bin/schemathesis" ]; then
    python3 -m venv "$venv"
    if ! "$venv/bin/pip" install --quiet 'schemathesis>=4,<5'; then
        echo "schemathesis cannot be installed: the description is not fuzzed" >&2
        exit 0
    fi
fi
work=$(mktemp -d)
"$server" 127.0.0.1:0 "sqlite:$work/games.db" >"$work/said" 2>"$work/told" &
pid=$!
trap 'kill $pid 2>/dev/null; wait $pid 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do
    grep -q "^listening on " "$work/said" && break
    sleep 0.05
done
url=http://$(sed -n 's/^listening on //p' "$work/said")
cd "$work"
# The stream of events never ends, so it is left to the tests.
fuzz() {
    "$venv/bin/schemathesis" "$@" run "$url/api/v1/openapi.json" \
        --exclude-path /api/v1/events \
        --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
        --max-examples "${MAX_EXAMPLES:-30}" --seed 7 --phases coverage,fuzzing --workers 1 --no-color --warnings off
}

# First with names out of the air, then with those of a game whose seats are the caller's.
fuzz
post() {
    curl --silent --fail --cookie cookies --cookie-jar cookies --header 'Content-Type: application/json' --data "$2" "$url/api/v1$1"
}
game=$(post /games '{"book":"drill","scenario":"skirmish","seats":{"red":{"kind":"me"},"blue":{"kind":"me"}}}' |
    sed 's/.*"id":"\([a-z0-9]*\)".*/\1/')
post "/games/$game/dice/leave" '{"seat":"red"}' >/dev/null
post "/games/$game/dice/leave" '{"seat":"blue"}' >/dev/null
cat >schemathesis.toml <<EOF
headers = { Cookie = "sandtable=$(sed -n 's/.*\tsandtable\t//p' cookies)" }
[parameters]
"path.game" = "$game"
"path.book" = "squares"
"path.seat" = "red"
"query.seat" = "red"
"body.seat" = "red"
EOF
fuzz --config-file schemathesis.toml
