/**
 * Directions of the tree, as errors: identity ← analytics, monitoring ← alerting ← insights ← team. No domain imports
 * `live`, `web`, `mcp` or `demo`; `platform` and `http` are below all of them.
 */
const DOMAINS = 'identity|analytics|monitoring|alerting|insights|team'

/** From the lowest layer up: each imports itself and those before it, for types too. */
const DASHBOARD = ['platform', 'ui', 'charts', 'data', 'parts', 'shell', 'screens']
const CHECKS = ['run', 'types', 'judge', 'record', 'schedule', 'remote']

const layers = (name, folder, names) =>
  names.map((layer, index) => ({
    name: `${name}-${layer}-knows-nothing-above-it`,
    severity: 'error',
    from: { path: `^${folder}/${layer}/` },
    to: { path: `^${folder}/(?!(${names.slice(0, index + 1).join('|')})/)` },
  }))

const features = `(?:${DOMAINS})/[^/]+|live|web|mcp|demo|backup`

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'not even for the sake of a type',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src', '^node_modules/zod/'] },
    },
    {
      name: 'contract-core-knows-no-domain',
      severity: 'error',
      from: { path: '^contract/src/core/' },
      to: { path: '^contract/src/(?!core/)' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/platform' },
      to: { path: `^server/src/(${features}|http|roles|cli)/` },
    },
    {
      name: 'http-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/http' },
      to: { path: `^server/src/(${features}|roles|cli)/` },
    },
    {
      name: 'features-meet-at-their-index',
      severity: 'error',
      from: { path: `^server/src/(${features})/` },
      to: { path: `^server/src/(${features})/`, pathNot: ['^server/src/$1/', '/index\\.ts$'] },
    },
    ...Object.entries({
      identity: 'analytics|monitoring|alerting|insights|team',
      analytics: 'monitoring|alerting|insights|team',
      monitoring: 'analytics|alerting|insights|team',
      alerting: 'insights|team',
      insights: 'team',
    }).map(([domain, above]) => ({
      name: `${domain}-does-not-know-what-builds-on-it`,
      severity: 'error',
      from: { path: `^(contract|server)/src/${domain}/` },
      to: { path: `^(contract|server)/src/(${above}|live|web|mcp|demo)/` },
    })),
    {
      name: 'web-renders-no-feature',
      severity: 'error',
      comment: 'the dashboard, the API reference and the problem pages; a page of a feature lives in that feature',
      from: { path: '^server/src/web/' },
      to: { path: '^server/src/(analytics|monitoring|alerting|insights|team|live|demo)/' },
    },
    {
      name: 'nobody-imports-roles',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/roles', '^server/src/program\\.ts$'] },
      to: { path: '^server/src/roles' },
    },
    {
      name: 'drivers-live-in-platform',
      severity: 'error',
      comment: 'the stores and the network are reached through platform/ alone',
      from: { path: '^server/src', pathNot: ['^server/src/(platform|cli/doctor)', '\\.test\\.ts$'] },
      to: { path: '^node_modules/(pg|graphile-worker|@clickhouse|chdb|nodemailer)/' },
    },
    {
      name: 'only-egress-opens-sockets',
      severity: 'error',
      comment: 'a socket to a host that a user named is opened by platform/egress and nowhere else',
      from: {
        path: '^server/src',
        pathNot: ['^server/src/platform/egress', '^server/src/http/drain\\.ts$', '\\.test\\.ts$'],
      },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(http|https|http2|net|tls|dgram|dns|dns/promises|undici)$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'check-types-need-no-database',
      severity: 'error',
      from: { path: '^server/src/monitoring/checks/types/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/src',
        pathNot: [
          '^server/src/monitoring/checks/(types|run/(assertions|bounded-run|check-type|conversation|evidence|failure|heartbeat-judge|heartbeat-schedule|http-auth|ping-tool|result|starttls|cause))',
          '^server/src/platform/egress',
        ],
      },
    },
    {
      name: 'sdk-stands-alone',
      severity: 'error',
      from: { path: '^sdk/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|contract)/' },
    },
    {
      name: 'tracker-imports-nothing',
      severity: 'error',
      from: { path: '^tracker/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^tracker/src' },
    },
    {
      name: 'dashboard-speaks-through-the-sdk',
      severity: 'error',
      comment:
        'a hole in the API is a hole that we feel; how figures are written, what time it is in a zone, how a generated form is described and when a form asks for a secret again are no part of the API',
      from: { path: '^dashboard/src' },
      to: {
        path: '^(server|contract|tracker)/|^sdk/src/(?!index\\.ts$)',
        pathNot: '^contract/src/core/(destination|durations|format|format-money|form-field|language|zone)\\.ts$',
      },
    },
    ...layers('dashboard', 'dashboard/src', DASHBOARD),
    ...layers('checks', 'server/src/monitoring/checks', CHECKS),
    {
      name: 'charts-and-ui-are-neighbours',
      severity: 'error',
      from: { path: '^dashboard/src/(ui|charts)/' },
      to: { path: '^dashboard/src/(ui|charts)/', pathNot: '^dashboard/src/$1/' },
    },
    {
      name: 'screens-do-not-know-each-other',
      severity: 'error',
      comment: 'what two features show is a part; what leads from one to the other is a link',
      from: { path: '^dashboard/src/screens/([^/]+)/' },
      to: { path: '^dashboard/src/screens/', pathNot: '^dashboard/src/screens/$1/' },
    },
    {
      name: 'no-cycles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^dashboard/src/' },
      to: { circular: true },
    },
    {
      name: 'shipped-code-needs-no-tests',
      severity: 'error',
      from: { path: '^(server|sdk|contract|dashboard)/src', pathNot: '\\.test\\.ts$' },
      to: { path: '/test/|\\.test\\.ts$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(docs|deploy|coverage)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
}
