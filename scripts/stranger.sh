#!/usr/bin/env bash
# A stranger's path with the README alone: clone, run its first block of commands with a real Docker, then go by the words on the screen to the first visit
# and the first delivered alert. Prints the seconds since the clone. As root, on Debian 12 with Debian's and npm's packages and nothing else.
#   npm run stranger
[ "${1:-}" != --help ] || { sed -n '2,4s/^# *//p' "$0"; exit 0; }
packages=(chromium)
export COMPOSE_PROJECT_NAME=sitewatchtest
. "$(dirname "$0")/containers/docker.sh"
wait "$postgres"
host=$(ip -4 -o addr show docker0 | grep -oP 'inet \K[0-9.]+') smtp_port=2525

step 'clone'
since=$(date +%s%3N); git clone --quiet "$repo" "$w/clone"; cd "$w/clone"

step "the README's commands"
awk '/^```$/ && inside {exit} inside {print} /^```sh$/ {inside = 1}' README.md >"$w/readme.sh"
check 'the README has commands for Docker' grep -q 'docker compose up' "$w/readme.sh"
# What only this machine needs: its website and its mail server have private addresses.
settings="SMTP_URL=smtp://$host:$smtp_port\nSITEWATCH_ALLOW_PRIVATE_TARGETS=$host/32\nSITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS=1\nSITEWATCH_ANCHORS=none\n"
sed -i "/> .env$/a printf '$settings' >>.env" "$w/readme.sh"
bash -euo pipefail "$w/readme.sh" >"$w/readme.out" 2>"$w/readme.log"
code=$(grep -oP 'set-up code: \K\w+' "$w/readme.out")
check "they end with the set-up code" [ -n "$code" ]

step 'by the words on the screen'
check 'the first alert is delivered' npm --prefix "$repo" run --silent first-alert -- --url http://localhost:8080 --setup-code "$code" --reached-at "$host" \
  --smtp-port "$smtp_port" --since "$since"
