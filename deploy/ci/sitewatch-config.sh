#!/bin/sh
# Plans or applies a Sitewatch configuration file in CI. Used by the GitHub Action and the GitLab snippet beside it.
#
#   SITEWATCH_URL=… SITEWATCH_KEY=… sitewatch-config.sh plan|apply [FILE]
#
# PRUNE=true also deletes what the file does not have. SWCTL is how to start swctl, if it is not in the PATH. After an apply,
# DEPLOY_VERSION records a deploy of that version, with DEPLOY_ENVIRONMENT (production), DEPLOY_COMMIT and DEPLOY_LINK.
set -eu

mode=${1:-}
file=${2:-sitewatch.yaml}
swctl=${SWCTL:-swctl}
case "$mode" in
  plan | apply) ;;
  *)
    echo "usage: $0 plan|apply [FILE]" >&2
    exit 1
    ;;
esac
prune=
[ "${PRUNE:-false}" = true ] && prune=--prune

output=$(mktemp)
trap 'rm -f "$output"' EXIT

# What people read in the summary of the job, as far as the CI system has one.
summarize() {
  [ -n "${GITHUB_STEP_SUMMARY:-}" ] || return 0
  {
    echo "### Sitewatch: $mode of \`$file\`"
    echo '```diff'
    # "~" is no sign of a diff.
    sed 's/^~/!/' "$output"
    echo '```'
  } >> "$GITHUB_STEP_SUMMARY"
}

set_output() {
  [ -n "${GITHUB_OUTPUT:-}" ] && echo "$1=$2" >> "$GITHUB_OUTPUT"
  return 0
}

code=0
if [ "$mode" = plan ]; then
  # shellcheck disable=SC2086 -- SWCTL may be a command with arguments
  $swctl plan -f "$file" $prune --exit-code > "$output" || code=$?
else
  # shellcheck disable=SC2086
  $swctl apply -f "$file" $prune --yes > "$output" || code=$?
fi
cat "$output"

changes=true
if [ "$mode" = plan ] && [ "$code" = 2 ]; then
  code=0
elif [ "$code" = 0 ] && grep -q '^No changes\.' "$output"; then
  changes=false
fi
[ "$code" = 0 ] || exit "$code"
summarize
set_output has_changes "$changes"

# A pipeline that runs again records the same deploy once.
if [ "$mode" = apply ] && [ -n "${DEPLOY_VERSION:-}" ]; then
  set -- --version "$DEPLOY_VERSION" --environment "${DEPLOY_ENVIRONMENT:-production}"
  [ -n "${DEPLOY_COMMIT:-}" ] && set -- "$@" --commit "$DEPLOY_COMMIT"
  [ -n "${DEPLOY_LINK:-}" ] && set -- "$@" --link "$DEPLOY_LINK"
  # shellcheck disable=SC2086
  $swctl deploy create "$@" > /dev/null
  echo "Recorded the deploy of $DEPLOY_VERSION."
fi
