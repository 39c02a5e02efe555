import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildOpenApi, describeMonitorTypes, ROUTES } from '@sitewatch/contract'
import { generateSdk } from '../sdk/generate.ts'
import { SETTINGS } from '../server/src/config.ts'
import { VERSION } from '../server/src/version.ts'
import { buildTracker } from '../tracker/build.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

function renderConfiguration(): string {
  const rows = Object.entries(SETTINGS).map(([name, { help, secret, shown, schema }]) => {
    const fallback = shown ?? (schema.safeParse(undefined).success ? 'none' : '**required**')
    const file = secret ? ` Also as \`${name}_FILE\`.` : ''
    return `| \`${name}\` | ${help.replaceAll('|', '\\|')}.${file} | ${fallback} |`
  })
  return [
    '# Settings',
    '',
    'All from the environment. A secret can also be given as `NAME_FILE`, the path of a file that holds it. An unknown',
    '`SITEWATCH_*` name or a bad value stops the program with one line that says what to do.',
    '',
    'Hosts that these settings name (SMTP, gateways, heartbeat, anchors) are trusted: deadlines apply, the address check that',
    'every user-named target passes does not.',
    '',
    'This table is generated from `server/src/config.ts` by `npm run generate`.',
    '',
    '| Name | Meaning | Default |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** Data alone: the dashboard has no zod. */
function renderMonitorTypes(): string {
  return [
    '// Made from contract/src/monitor-types by "npm run generate". Do not edit.',
    "import type { MonitorTypeForm } from '@sitewatch/contract/form-field'",
    '',
    `export const MONITOR_TYPES = ${JSON.stringify(describeMonitorTypes(), null, 2)} as const satisfies readonly MonitorTypeForm[]`,
    '',
  ].join('\n')
}

const document = buildOpenApi(ROUTES, VERSION)

/** Every committed file that is made from another, with its maker. */
const FILES: Record<string, () => string | Promise<string>> = {
  'docs/openapi.json': () => `${JSON.stringify(document, null, 2)}\n`,
  'docs/configuration.md': renderConfiguration,
  'sdk/src/client.gen.ts': () => generateSdk(document).client,
  'sdk/src/cli/operations.gen.ts': () => generateSdk(document).operations,
  'dashboard/src/features/monitors/monitor-types.gen.ts': renderMonitorTypes,
  'tracker/dist/tracker.js': async () => (await buildTracker()).tracker,
  'tracker/dist/vitals.js': async () => (await buildTracker()).vitals,
}

function readCommitted(name: string): string {
  try {
    return readFileSync(path.join(ROOT, name), 'utf8')
  } catch {
    return ''
  }
}

export async function checkGenerated(): Promise<string[]> {
  const made = await Promise.all(Object.entries(FILES).map(async ([name, make]) => [name, await make()] as const))
  return made.filter(([name, text]) => readCommitted(name) !== text).map(([name]) => name)
}

if (import.meta.main) {
  for (const [name, make] of Object.entries(FILES)) {
    writeFileSync(path.join(ROOT, name), await make())
    console.log(`wrote ${name}`)
  }
}
