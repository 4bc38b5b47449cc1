#!/usr/bin/env bash
# A server behind PgBouncer: refused with the reason in transaction mode, ready in session mode.
# Usage: pgbouncer.sh RUKH. Needs pgbouncer and PostgreSQL's binaries.
set -euo pipefail

rukh=$(realpath "${1:?usage: pgbouncer.sh RUKH}")
bin=$(dirname "$(find /usr/lib/postgresql /usr/local -name initdb 2>/dev/null | head -n 1)")
directory=$(mktemp -d /tmp/rukh-pgbouncer-XXXXXX)
base=$((20000 + RANDOM % 20000))
postgres=$base pooler=$((base + 1)) site=$((base + 2))

# PostgreSQL and PgBouncer refuse to run as root.
unprivileged() {
  if [ "$(id -u)" = 0 ]; then (cd / && setpriv --reuid nobody --regid nogroup --clear-groups "$@"); else "$@"; fi
}

finish() {
  [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
  [ ! -e "$directory/pooler.pid" ] || kill "$(cat "$directory/pooler.pid")" 2>/dev/null || true
  unprivileged "$bin/pg_ctl" -D "$directory/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$directory"
}
trap finish EXIT

# start_pooler MODE
start_pooler() {
  cat >"$directory/pooler.ini" <<INI
[databases]
rukh = host=127.0.0.1 port=$postgres dbname=postgres user=rukh
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler
auth_type = any
pool_mode = $1
default_pool_size = 40
pidfile = $directory/pooler.pid
logfile = $directory/pooler.log
INI
  unprivileged pgbouncer -q -d "$directory/pooler.ini"
}

serve() { timeout 60 "$rukh" serve --bind "127.0.0.1:$site" --data-dir "$directory/site" --database "postgres://rukh@127.0.0.1:$pooler/rukh"; }

[ "$(id -u)" != 0 ] || chown nobody:nogroup "$directory"
unprivileged "$bin/initdb" -D "$directory/data" -U rukh --auth trust >/dev/null
unprivileged "$bin/pg_ctl" -D "$directory/data" -w -o "-p $postgres -k $directory" -l "$directory/log" start >/dev/null

start_pooler transaction
if answer=$(serve 2>&1); then
  echo "the server started behind a pooler in transaction mode" >&2
  exit 1
fi
grep -q 'a pooler in transaction mode' <<<"$answer" || { echo "another reason was given: $answer" >&2; exit 1; }
kill "$(cat "$directory/pooler.pid")"
while kill -0 "$(cat "$directory/pooler.pid" 2>/dev/null)" 2>/dev/null; do sleep 0.1; done

start_pooler session
serve >"$directory/out" 2>&1 &
server=$!
for _ in $(seq 100); do
  if [ "$(curl -s "http://127.0.0.1:$site/readyz")" = ready ]; then echo "refused in transaction mode, ready in session mode"; exit 0; fi
  sleep 0.3
done
echo "the server is not ready behind a pooler in session mode:" >&2
cat "$directory/out" >&2
exit 1
