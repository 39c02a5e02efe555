#!/usr/bin/env bash
# Builds the images and follows the README with a real Docker: start, first account, monitors, backup, restore, upgrade, stop; then the same compose
# file with podman, and the systemd units. As root, on Debian 12 with Debian's and npm's packages and nothing else.
#   npm run test:containers
[ "${1:-}" != --help ] || { sed -n '2,4s/^# *//p' "$0"; exit 0; }
packages=(podman podman-compose netavark aardvark-dns)
export COMPOSE_PROJECT_NAME=sitewatchtest
. "$(dirname "$0")/containers/docker.sh"
image=$COMPOSE_PROJECT_NAME-sitewatch container=$COMPOSE_PROJECT_NAME-sitewatch-1 url=http://localhost:18080

step 'README: docker compose build'
mkdir "$w/src"; (cd "$repo" && git ls-files -z | tar -c --null --files-from=- --ignore-failed-read) | tar -x -C "$w/src"
cd "$w/src/deploy"
printf '%s\n' "SITEWATCH_SECRET=$(openssl rand -hex 32)" "POSTGRES_PASSWORD=$(openssl rand -hex 16)" PORT=18080 \
  SITEWATCH_ANCHORS=none SITEWATCH_ALLOW_PRIVATE_TARGETS=127.0.0.0/8,172.16.0.0/12,10.0.0.0/8 >.env
quietly build docker compose build
wait "$postgres"
(docker save "$image" | gzip | wc -c >"$w/compressed") & compressed=$!

step 'README: docker compose up -d --wait'
quietly up docker compose up -d --wait; healthy=$(date +%s%3N)
running=$(docker compose logs --no-log-prefix sitewatch | grep '"Sitewatch is running"' | grep -oP '"time":"\K[^"]+')
waited=$((healthy - $(date -d "$running" +%s%3N)))
check "up --wait returned $waited ms after the program was ready (at most 3,000)" [ $waited -le 3000 ]

size() { docker image inspect -f '{{.Size}}' "$1"; }
label() { docker image inspect -f "{{index .Config.Labels \"org.opencontainers.image.$1\"}}" "$image"; }
in_image() { docker compose exec -T sitewatch "$@"; }
is_refused() { ! "$@" >/dev/null 2>&1; }
check "the image has $(size "$image" | numfmt --to=si)B (at most 830M)" [ "$(size "$image")" -le 830000000 ]
check 'its labels name it, its licence and its version' \
  [ "$(label title), $(label licenses), $(label version)" = "Sitewatch, MIT, $(jq -r .version "$repo/package.json")" ]
check 'it does not run as root' [ "$(in_image id -u)" = 10001 ]
check 'its root file system is read-only' is_refused in_image touch /app/x
check 'it has no capability and can gain none' \
  [ "$(in_image sh -c "grep -E '^(CapBnd|CapEff|NoNewPrivs)' /proc/1/status" | awk '{print $2}' | xargs)" = '0000000000000000 0000000000000000 1' ]
check 'its memory is limited' [ "$(docker inspect -f '{{.HostConfig.Memory}}' "$container")" = 1073741824 ]
in_image sh -c 'find . -name "*.test.*" -o -path ./server/test -o -name typescript -o -name vite -o -name vitest; ls -d bench scripts */src' >"$w/development" 2>/dev/null || true
check 'tests, development tools and sources of the dashboard are not in it' [ "$(xargs <"$w/development")" = 'contract/src server/src' ]

step 'README: set-up code, account, key; an http and a ping monitor; a page view'
call() { curl -sSf -m 10 -H 'content-type: application/json' -H "origin: $url" ${key:+-H "authorization: Bearer $key"} "$@"; }
sitewatch() { in_image node server/launch/sitewatch.cjs "$@"; }
code=$(docker compose logs --no-log-prefix sitewatch | grep -oP 'set-up code: \K\w+')
call -o /dev/null -d '{"email":"a@example.com","password":"correct horse battery","setup_code":"'"$code"'"}' $url/api/account
sitewatch doctor >"$w/doctor.log" || true; check 'doctor finds that ping works' grep -q '^ok *ping' "$w/doctor.log"
key=$(sitewatch key create --email a@example.com --name ci --scopes all --json | jq -r .key)
call -o /dev/null -d '{"friendly_name":"h","interval":30,"type":"http","url":"http://127.0.0.1:8080/healthz"}' $url/api/monitors
call -o /dev/null -d '{"friendly_name":"p","interval":30,"type":"ping","url":"postgres"}' $url/api/monitors
id=$(call -d '{"domain":"shop.example"}' $url/api/v1/websites | jq -r .data.tracking_id)
view='[{"n":"pageview","u":"https://shop.example/","w":1200,"i":"12345678","k":0}]'
call -A 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' -d "$view" "$url/t/$id"
look() { call $url/api/monitors | jq -c '[.data[].status]'; call $url/api/v1/websites/1/stats/summary | jq .data.pageviews; }
is_complete() { for _ in {1..90}; do [ "$(look 2>/dev/null | xargs)" != '[up,up] 1' ] || return 0; sleep 0.7; done; look; call $url/api/monitors; return 1; }
check 'the http and the ping monitor are up, and the page view is counted' is_complete

step 'documented backup'
# The commands of a block in the docs, found by the comment before it.
block() { awk -v mark="<!-- $1 -->" '$0 == mark {found = 1} found && /^```$/ {exit} inside {print} found && /^```sh$/ {inside = 1}' "$repo/docs/backups.md"; }
block docker-backup >"$w/backup.sh"; check 'the page on backups has commands for Docker' [ -s "$w/backup.sh" ]
quietly backup bash -euo pipefail "$w/backup.sh"
check 'the service is up after the backup' is_complete

step 'kill, stop, down and up'
started=$(docker inspect -f '{{.State.StartedAt}}' "$container"); kill -KILL "$(docker inspect -f '{{.State.Pid}}' "$container")"
is_restarted() { for _ in {1..50}; do [ "$(docker inspect -f '{{.State.StartedAt}}' "$container")" = "$started" ] || return 0; sleep 0.2; done; return 1; }
check 'Docker restarts it after a kill' is_restarted
check 'everything is there after a kill' is_complete
stopping=$SECONDS; quietly stop docker compose stop sitewatch; stopped=$((SECONDS - stopping))
check "SIGTERM ends it with exit code 0 in $stopped s (at most 40)" \
  [ "$stopped,$(docker inspect -f '{{.State.ExitCode}}' "$container")" = "$((stopped <= 40 ? stopped : 40)),0" ]
quietly down docker compose down; quietly up docker compose up -d --wait
check 'everything is there after down and up' is_complete

step 'upgrade: a newer version with a migration over the same data'
echo "comment on schema sitewatch is 'upgraded';" >../server/db/postgres/9999_upgrade.sql
quietly upgrade docker compose up -d --build --wait
query() { docker compose exec -T postgres psql -U postgres -At -c "$1" sitewatch; }
check 'the newer version has migrated' [ "$(query "select obj_description('sitewatch'::regnamespace)")" = upgraded ]
check 'everything is there after the upgrade' is_complete

step 'documented restore, where nothing is left'
quietly down docker compose down --volumes
block docker-restore >"$w/restore.sh"; check 'the page on backups has commands to restore with Docker' [ -s "$w/restore.sh" ]
quietly restore bash -euo pipefail "$w/restore.sh"
check 'everything is there after the restore' is_complete

step 'the image without the embedded engine'
quietly small env IMAGE=sitewatch ../scripts/build-image.sh; version=$(label version)
check "it has $(size "sitewatch:$version-no-engine" | numfmt --to=si)B (at most 300M)" [ "$(size "sitewatch:$version-no-engine")" -le 300000000 ]
database_url=postgres://postgres:$(sed -n 's/^POSTGRES_PASSWORD=//p' .env)@postgres:5432
docker run -d --name small --network "${COMPOSE_PROJECT_NAME}_default" --env-file .env -e PORT=8080 -e "DATABASE_URL=$database_url/sitewatch" \
  "sitewatch:$version-no-engine" node server/launch/sitewatch.cjs start collector prober >/dev/null
is_healthy() { for _ in {1..60}; do [ "$(docker inspect -f '{{.State.Health.Status}}' "$1")" != healthy ] || return 0; sleep 0.5; done; docker logs "$1" | tail; return 1; }
check 'it runs the roles that need no ClickHouse' is_healthy small

step 'the systemd units, in a container with systemd'
quietly units docker build -t units -f - systemd <<IMAGE
FROM $image
USER root
RUN apt-get update && apt-get install -y --no-install-recommends systemd && ln -s /app /opt/sitewatch && mkdir /etc/sitewatch
COPY . /etc/systemd/system/
HEALTHCHECK NONE
CMD ["/lib/systemd/systemd"]
IMAGE
docker compose exec -T postgres createdb -U postgres units
docker run -d --name units --privileged --network "${COMPOSE_PROJECT_NAME}_default" --tmpfs /run --tmpfs /tmp units >/dev/null
in_units() { docker exec -i units "$@"; }
in_units sh -c 'cat >/etc/sitewatch/env; echo PORT=8081 >/etc/sitewatch/env.collector' <<ENV
DATABASE_URL=$database_url/units
$(grep -E '^SITEWATCH_(SECRET|ANCHORS)' .env)
ENV
is_serving() { for _ in {1..80}; do ! in_units node -e "fetch('http://127.0.0.1:$1/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))" || return 0; sleep 0.5; done; in_units journalctl --no-pager -n 30; return 1; }
has_systemd() { for _ in {1..50}; do ! in_units systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded' || return 0; sleep 0.2; done; docker logs units | tail; return 1; }
check 'systemd runs' has_systemd
in_units systemctl start sitewatch; check 'sitewatch.service starts and serves' is_serving 8080
in_units systemctl start sitewatch@collector; check 'sitewatch@collector.service starts and serves' is_serving 8081
in_units systemctl stop sitewatch sitewatch@collector
check 'both stop in order' [ "$(in_units systemctl show -p Result --value sitewatch sitewatch@collector | xargs)" = 'success success' ]

step 'the same compose file with podman-compose'
wait "$compressed"; check "the image has $(numfmt --to=si <"$w/compressed")B compressed (at most 270M)" [ "$(cat "$w/compressed")" -le 270000000 ]
docker rm -fv small units >/dev/null; quietly down docker compose down --volumes
mkdir "$w/podman"
printf '[storage]\ndriver="overlay"\ngraphroot="%s"\nrunroot="%s"\n' "$w/podman/data" "$w/podman/run" >"$w/podman/storage.conf"
# runc, since crun refuses a machine with both kinds of cgroups.
printf '[containers]\ndefault_ulimits=["nofile=4096:4096","nproc=4096:4096"]\n[engine]\nruntime="runc"\ncgroup_manager="cgroupfs"\nevents_logger="file"\n[network]\nnetwork_backend="netavark"\nnetwork_config_dir="%s"\n' \
  "$w/podman/networks" >"$w/podman/containers.conf"
docker tag "$image" "localhost/${COMPOSE_PROJECT_NAME}_sitewatch"
docker save --output "$w/podman/images.tar" "localhost/${COMPOSE_PROJECT_NAME}_sitewatch" postgres:17-bookworm
export CONTAINERS_STORAGE_CONF=$w/podman/storage.conf CONTAINERS_CONF=$w/podman/containers.conf
clean_more() { podman rm -fa -t 0; podman network prune -f; }
podman() { env -u DOCKER_CONFIG -u DOCKER_HOST podman "$@"; }
quietly podman podman load --input "$w/podman/images.tar"
quietly podman env -u DOCKER_CONFIG -u DOCKER_HOST podman-compose -p "$COMPOSE_PROJECT_NAME" up -d --no-build
is_ready() { for _ in {1..120}; do ! curl -sf -m 2 -o /dev/null $url/readyz || return 0; sleep 0.5; done; podman ps -a; podman logs "${COMPOSE_PROJECT_NAME}_sitewatch_1" | tail; return 1; }
check 'podman-compose starts it' is_ready
podman exec "${COMPOSE_PROJECT_NAME}_sitewatch_1" node server/launch/sitewatch.cjs doctor >"$w/doctor.log" 2>&1 || true
check 'ping works in it' grep -q '^ok *ping' "$w/doctor.log"
quietly podman env -u DOCKER_CONFIG -u DOCKER_HOST podman-compose -p "$COMPOSE_PROJECT_NAME" down
