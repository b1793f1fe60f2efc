#!/bin/bash
# A PostgreSQL of the tests' own, on a private port, with its data under target/. Prints the address of the server.
#   scripts/postgres.sh start    starts it unless it is running (Debian's package is installed where it is missing)
#   scripts/postgres.sh stop     stops it
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
base=${CARGO_TARGET_DIR:-$root/target}/postgres
port=${SANDTABLE_TEST_POSTGRES_PORT:-54879}

binaries() {
    ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1
}

bin=$(binaries)
if [ -z "$bin" ] && command -v initdb >/dev/null; then
    bin=$(dirname "$(command -v initdb)")
fi
if [ -z "$bin" ]; then
    echo "installing Debian's postgresql" >&2
    apt-get install -y -qq postgresql >&2 || { apt-get update -qq >&2 && apt-get install -y -qq postgresql >&2; }
    bin=$(binaries)
fi

command -v openssl >/dev/null || apt-get install -y -qq openssl >&2

# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
    id postgres >/dev/null 2>&1 || useradd --system postgres
    as=(setpriv --reuid postgres --regid "$(id -g postgres)" --clear-groups env HOME=/tmp)
fi

mkdir -p "$base"
exec 8>"$base/lock"
flock 8
case "${1:-start}" in
start)
    if [ "$(id -u)" = 0 ]; then
        # The server's user must be able to reach its data, wherever the build directory is.
        data=/var/tmp/sandtable-postgres-$port
        mkdir -p "$data"
        chown postgres "$data"
    else
        data=$base/data
        mkdir -p "$data"
    fi
    chmod 700 "$data"
    # A certificate that nobody has vouched for: the tests try an encrypted connection.
    if [ ! -f "$data/server.crt" ]; then
        "${as[@]}" "$bin/pg_ctl" -D "$data/db" -m fast stop >/dev/null 2>&1 || true
        "${as[@]}" openssl req -new -x509 -days 3650 -nodes -subj /CN=sandtable.test \
            -keyout "$data/server.key" -out "$data/server.crt" 2>/dev/null
        chmod 600 "$data/server.key"
    fi
    if ! "${as[@]}" "$bin/pg_ctl" -D "$data/db" status >/dev/null 2>&1; then
        if [ ! -f "$data/db/PG_VERSION" ]; then
            "${as[@]}" "$bin/initdb" -D "$data/db" -U sandtable --auth=trust -E UTF8 >/dev/null
        fi
        "${as[@]}" "$bin/pg_ctl" -D "$data/db" -l "$data/log" -w \
            -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$data -c max_connections=300 \
                -c ssl=on -c ssl_cert_file=$data/server.crt -c ssl_key_file=$data/server.key" \
            start 8>&- >/dev/null
    fi
    echo "postgres://sandtable@127.0.0.1:$port"
    ;;
stop)
    data=$base/data
    [ "$(id -u)" = 0 ] && data=/var/tmp/sandtable-postgres-$port
    "${as[@]}" "$bin/pg_ctl" -D "$data/db" -m fast stop >/dev/null 2>&1 || true
    ;;
*)
    echo "scripts/postgres.sh start|stop" >&2
    exit 2
    ;;
esac
