#!/usr/bin/env bash
# Builds the container images IMAGE:VERSION and, without the embedded ClickHouse, IMAGE:VERSION-no-engine. IMAGE is "sitewatch" unless it is set.
#   [IMAGE=name] npm run image -- [--push]
set -euo pipefail
[ "${1:-}" != --help ] || { sed -n '2,3s/^# *//p' "$0"; exit 0; }
cd "$(dirname "$0")/.."
image=${IMAGE:-sitewatch}
version=$(sed -n 's/^ARG VERSION=//p' deploy/Dockerfile)
revision=$(git rev-parse HEAD 2>/dev/null || true)
build() { docker build --file deploy/Dockerfile --build-arg "REVISION=$revision" "$@" .; }
build --tag "$image:$version"
build --tag "$image:$version-no-engine" --build-arg ENGINE=none
[ "${1:-}" != --push ] || for tag in "$version" "$version-no-engine"; do docker push "$image:$tag"; done
