import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import {
  buildConfigSchema,
  buildOpenApi,
  describeMonitorFields,
  describeMonitorTypes,
  describeWebsiteFields,
  exampleRequest,
  isAtLeast,
  MONITOR_SETTINGS,
  PROVIDER_TYPES,
  type ProviderDefinition,
  type ProviderField,
  type Route,
  ROUTES,
  sortByTag,
  TEAM_ROLES,
  type TeamRole,
  WEBSITE_SETTINGS,
} from '@sitewatch/contract'
import { generateSdk } from '../sdk/generate.ts'
import { renderProviderTypes as renderSdkProviderTypes } from '../sdk/generator/provider-types.ts'
import { SETTINGS } from '../server/src/config.ts'
import { VERSION } from '../server/src/version.ts'
import { buildTracker } from '../tracker/build.ts'
import {
  describeRun,
  fillFigures,
  listFigurePages,
  readFigures,
  readPage,
  renderFigures,
  replaceFigures,
} from './figures.ts'
import { renderLook } from './look.ts'
import { fillSettings } from './settings-docs.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

function renderConfiguration(): string {
  const rows = Object.entries(SETTINGS).map(([name, { help, secret, shown, schema }]) => {
    const fallback = shown ?? (schema.safeParse(undefined).success ? 'none' : '**required**')
    const file = secret ? ` Also as \`${name}_FILE\`.` : ''
    return `| \`${name}\` | ${help.replaceAll('|', '\\|')}.${file} | ${fallback} |`
  })
  return [
    '# Configuration',
    '',
    'All settings are environment variables. Restart Sitewatch after a change. For secrets, you can set `NAME_FILE` to the path of a file',
    'instead. If a value is invalid or a `SITEWATCH_*` name is unknown, Sitewatch does not start and says what to fix.',
    '',
    'Hosts in these settings (SMTP, gateways, heartbeat, anchors) are trusted: they can be private addresses, unlike targets that users',
    'enter.',
    '',
    'This table is generated from `server/src/config.ts` by `npm run generate`.',
    '',
    '| Name | Meaning | Default |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** Plain data without schemas: the dashboard does not bundle zod. */
function renderMonitorTypes(): string {
  return [
    '// Made from contract/src/monitoring/monitor-settings.ts and monitor-types by "npm run generate". Do not edit.',
    "import type { MonitorField, MonitorTypeForm } from '@sitewatch/contract/form-field'",
    '',
    `export const MONITOR_FIELDS = ${JSON.stringify(describeMonitorFields(), null, 2)} as const satisfies readonly MonitorField[]`,
    '',
    `export const MONITOR_TYPES = ${JSON.stringify(describeMonitorTypes(), null, 2)} as const satisfies readonly MonitorTypeForm[]`,
    '',
  ].join('\n')
}

const renderWebsiteFields = (): string =>
  [
    '// Made from contract/src/analytics/website-settings.ts by "npm run generate". Do not edit.',
    "import type { FormField } from '@sitewatch/contract/form-field'",
    '',
    `export const WEBSITE_FIELDS = ${JSON.stringify(describeWebsiteFields(), null, 2)} as const satisfies readonly FormField[]`,
    '',
  ].join('\n')

/** Two fields of a website that are no settings. */
const DOMAIN = { docs: 'domain name; cannot be changed' }
const FAVORITE = { docs: '`true` or `false`; only when updating', default: false }

const inCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || 'none'

const describePermission = ({ role: minRole, own }: Route, role: TeamRole): string => {
  if (minRole === null || isAtLeast(role, minRole)) return 'yes'
  if (!own || !isAtLeast(role, own.role)) return 'no'
  return 'fields' in own ? own.fields.join(', ') : 'themselves'
}

function renderRoles(): string {
  const rows = sortByTag(ROUTES)
    .filter(({ role }) => role !== null)
    .map((each) => `| \`${each.id}\` | ${TEAM_ROLES.map((role) => describePermission(each, role)).join(' | ')} |`)
  return [
    '# Roles and operations',
    '',
    'What each role may call in a [team](guides/teams.md). A guest sees chosen websites and what belongs to them only; for everything else, the response is as for a missing',
    'record. Operations that are about the person (account, sessions) are the same for everybody and not listed.',
    '',
    'This table is generated from `contract/src` by `npm run generate`.',
    '',
    `| Operation | ${TEAM_ROLES.join(' | ')} |`,
    `|---|${TEAM_ROLES.map(() => '---|').join('')}`,
    ...rows,
    '',
  ].join('\n')
}

function renderProviderTypes(): string {
  const rows = Object.entries(PROVIDER_TYPES as Record<string, ProviderDefinition>).map(([type, definition]) => {
    const fields = Object.entries(definition.fields)
    const pick = (matches: (field: ProviderField) => unknown): string[] =>
      fields.filter(([, field]) => matches(field)).map(([name]) => name)
    const required = inCode(pick(({ optional }) => !optional))
    const optional = inCode(pick((field) => field.optional))
    return `| \`${type}\` | ${definition.label}: ${definition.description} | ${required} | ${optional} | ${inCode(pick(({ secret }) => secret))} |`
  })
  return [
    '# Provider types',
    '',
    'The fields of `POST /api/providers` for each `provider_type`, besides `name` and `is_default`. Secret fields are encrypted at rest and',
    'returned masked. To create, test and assign a provider, see [Notification providers](guides/providers.md).',
    '',
    'Which responses are retried and which are final: [What happens when a provider answers](guides/providers.md#what-happens-when-a-provider-answers).',
    '',
    'This table is generated from `contract/src/alerting/provider-types` by `npm run generate`.',
    '',
    '| `provider_type` | What it does | Required | Optional | Secret |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** The size of the script is measured here. Its date and commit are those of its last change. */
async function renderMeasured(): Promise<string> {
  const figures = readFigures()
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const script_bytes = brotliCompressSync((await buildTracker()).tracker, { params }).length
  const isSame = figures['script_size']?.value === script_bytes
  return renderFigures(isSame ? figures : replaceFigures(figures, 'npm run generate', { script_bytes }, describeRun()))
}

const document = buildOpenApi(ROUTES, VERSION)

/** Every committed file that is generated, with the function that generates it. */
const FILES: Record<string, () => string | Promise<string>> = {
  'docs/openapi.json': () => `${JSON.stringify(document, null, 2)}\n`,
  'docs/config.schema.json': () => `${JSON.stringify(buildConfigSchema(), null, 2)}\n`,
  'docs/configuration.md': renderConfiguration,
  'docs/guides/monitors.md': () => fillSettings('docs/guides/monitors.md', MONITOR_SETTINGS),
  'docs/guides/websites.md': () =>
    fillSettings('docs/guides/websites.md', { domain: DOMAIN, favorite: FAVORITE, ...WEBSITE_SETTINGS }),
  'docs/provider-types.md': renderProviderTypes,
  'docs/roles.md': renderRoles,
  'sdk/src/client.gen.ts': () => generateSdk(document).client,
  'sdk/src/provider-types.gen.ts': () => renderSdkProviderTypes(PROVIDER_TYPES),
  'sdk/src/cli/operations.gen.ts': () => generateSdk(document).operations,
  'dashboard/src/data/monitors/monitor-types.gen.ts': renderMonitorTypes,
  'dashboard/src/data/websites/website-fields.gen.ts': renderWebsiteFields,
  'server/src/platform/html/look.gen.ts': renderLook,
  // From here on, imported only when it is their turn: they import files that are generated above.
  'server/src/web/reference/code-samples.gen.ts': async () =>
    (await import('../sdk/generator/code-samples.ts')).renderCodeSamples(
      ROUTES.map((route) => ({ id: route.id, path: route.path, kind: route.returns.kind, ...exampleRequest(route) })),
    ),
  'tracker/dist/tracker.js': async () => (await buildTracker()).tracker,
  'tracker/dist/vitals.js': async () => (await buildTracker()).vitals,
  'docs/cli.md': async () => (await import('./cli-docs.ts')).renderCommandLine(),
  'docs/figures.json': renderMeasured,
  ...Object.fromEntries(listFigurePages().map((page) => [page, () => fillFigures(readPage(page), readFigures())])),
}

function readCommitted(name: string): string {
  try {
    return readFileSync(path.join(ROOT, name), 'utf8')
  } catch {
    return ''
  }
}

export async function checkGenerated(): Promise<string[]> {
  const generated = await Promise.all(Object.entries(FILES).map(async ([name, make]) => [name, await make()] as const))
  return generated.filter(([name, text]) => readCommitted(name) !== text).map(([name]) => name)
}

if (import.meta.main) {
  for (const [name, make] of Object.entries(FILES)) {
    writeFileSync(path.join(ROOT, name), await make())
    console.log(`wrote ${name}`)
  }
}
