const JOURNEYS = 'server/test/journeys'
const SIMULATION = 'server/test/simulation'
const CONTAINERS = 'test:containers'

/**
 * What a change must run beside .ci/run: for each folder or file, the tests that guard it and that .ci/run does not run, or only in a small
 * size. Tests and folders of them run at full size; other names are scripts of package.json. `npm run test:full -- --changed` picks them by git.
 */
export const FULL_TESTS: Readonly<Record<string, readonly string[]>> = {
  '.dockerignore': ['server/test/deploy/image.full.test.ts', CONTAINERS],
  'contract/src': ['server/test/web/openapi-tools.full.test.ts'],
  'contract/src/analytics/website-settings.ts': ['server/test/foundation/adding-website-setting.full.test.ts'],
  'contract/src/monitoring/monitor-settings.ts': ['server/test/foundation/adding-monitor-setting.full.test.ts'],
  'contract/src/monitoring/monitor-types': ['server/test/foundation/adding-check-type.full.test.ts'],
  'contract/src/alerting/provider-types': ['server/test/foundation/adding-provider.full.test.ts'],
  dashboard: [JOURNEYS],
  deploy: ['server/test/deploy', CONTAINERS],
  'package-lock.json': ['server/test/deploy', 'test:packages', CONTAINERS],
  'scripts/containers': [CONTAINERS],
  'scripts/generate.ts': ['server/test/foundation'],
  'scripts/release': ['server/test/deploy/release.full.test.ts', 'test:packages'],
  sdk: ['server/test/sdk', 'server/test/cli/program.full.test.ts', 'test:packages'],
  'server/db/clickhouse': ['server/test/platform/clickhouse', 'server/test/restore'],
  'server/db/postgres': ['server/test/platform/postgres', 'server/test/foundation'],
  'server/src/alerting/assignment-rules': ['server/test/alerting/assignment-rules'],
  'server/src/alerting/escalation': ['server/test/alerting/escalation', SIMULATION],
  'server/src/alerting/notifications': ['server/test/alerting/notifications', 'server/test/foundation', SIMULATION],
  'server/src/alerting/suppression': ['server/test/alerting/suppression', SIMULATION],
  'server/src/analytics/collect': ['server/test/analytics/collect', 'server/test/platform/inbox'],
  'server/src/analytics/imports': ['server/test/analytics/imports'],
  'server/src/analytics/public-stats': ['server/test/analytics/public-stats'],
  'server/src/analytics/reports': ['server/test/analytics/reports'],
  'server/src/analytics/stats': ['server/test/analytics/stats', `${JOURNEYS}/website-busy.quiet.full.test.ts`],
  'server/src/backup': ['server/test/backup', 'server/test/restore'],
  'server/src/cli': ['server/test/cli', 'server/test/backup', 'server/test/restore'],
  'server/src/http': ['server/test/http', 'server/test/foundation'],
  'server/src/identity': ['server/test/identity', 'server/test/foundation'],
  'server/src/monitoring/checks': [
    'server/test/monitoring/checks',
    'server/test/foundation/adding-check-type.full.test.ts',
  ],
  'server/src/monitoring/heartbeats': ['server/test/monitoring/heartbeats'],
  'server/src/monitoring/monitor-imports': ['server/test/monitoring/monitor-imports'],
  'server/src/platform/clickhouse': ['server/test/platform/clickhouse', 'server/test/restore'],
  'server/src/platform/egress': ['server/test/platform/egress'],
  'server/src/platform/inbox': ['server/test/platform/inbox', 'server/test/analytics/collect'],
  'server/src/platform/jobs': [
    'server/test/platform/jobs',
    'server/test/alerting',
    'server/test/analytics/reports',
    SIMULATION,
  ],
  'server/src/platform/postgres': ['server/test/platform/postgres', 'server/test/foundation', 'server/test/restore'],
  'server/src/roles': ['server/test/deploy', 'server/test/cli', 'server/test/platform/jobs'],
  'server/src/team/config-as-code': ['server/test/team/config-as-code'],
}
