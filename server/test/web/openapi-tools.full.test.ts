import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { createConfig, lint } from '@redocly/openapi-core'
import { afterAll, describe, expect, it } from 'vitest'
import { listTypeErrors } from '../../../scripts/type-errors.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const DOCUMENT = path.join(ROOT, 'docs/openapi.json')

/** Counts the patterns of the document, and prints those that Python's regular expressions refuse. */
const COMPILE_PATTERNS = `
import json, re, sys, warnings

warnings.simplefilter('error')
count, refused = 0, []

def visit(value):
    global count
    if isinstance(value, list):
        for inner in value: visit(inner)
    if not isinstance(value, dict): return
    for name, inner in value.items():
        if name == 'pattern' and isinstance(inner, str):
            count += 1
            try: re.compile(inner)
            except (re.error, FutureWarning) as error: refused.append(f'{inner}: {error}')
        visit(inner)

visit(json.load(sys.stdin))
print(json.dumps({'count': count, 'refused': sorted(set(refused))}))
`

describe.each(['openapi.json', 'config.schema.json'])('%s', (name) => {
  it('has only patterns that Python compiles', () => {
    const input = readFileSync(path.join(ROOT, 'docs', name), 'utf8')
    const output = execFileSync('python3', ['-c', COMPILE_PATTERNS], { input, encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual({ count: input.match(/"pattern": "/g)?.length, refused: [] })
  })
})

describe('openapi.json', () => {
  it('passes the recommended rules of Redocly without a warning', async () => {
    const problems = await lint({ ref: DOCUMENT, config: await createConfig({ extends: ['recommended'] }) })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })
})

const USES = [
  "import { createClient } from './sdk/client/index.ts'",
  "import { monitorsCreate, providersCreate, websitesCreate } from './sdk/index.ts'",
  "import type { Provider, Website } from './sdk/index.ts'",
  "const client = createClient({ baseUrl: 'https://watch.example.com', auth: 'sw_00' })",
  "const { data } = await websitesCreate({ client, body: { domain: 'example.com' } })",
  'export const site: Website | undefined = data?.data',
  "await monitorsCreate({ client, body: { friendly_name: 'Shop', url: 'https://example.com/' } })",
  "await providersCreate({ client, body: { provider_type: 'email', recipient_email: 'sam@example.com' } })",
  "export const to = (provider: Provider): string => provider.provider_type === 'email' ? provider.recipient_email : ''",
]
const MISUSES = [
  "await websitesCreate({ client, body: { domian: 'example.com' } })",
  "await monitorsCreate({ client, body: { url: 'https://example.com/' } })",
  "await providersCreate({ client, body: { provider_type: 'email' } })",
]

describe('@hey-api/openapi-ts', () => {
  // Inside the project, so that the compiler finds its configuration.
  const folder = mkdtempSync(path.join(ROOT, '.local/openapi-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('generates a client that compiles when used correctly and does not compile when used wrongly', async () => {
    await createClient({
      input: DOCUMENT,
      output: path.join(folder, 'sdk'),
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent' },
    })
    writeFileSync(path.join(folder, 'use.ts'), [...USES, ...MISUSES].join('\n'))
    const compilerOptions = {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      strict: true,
      noEmit: true,
    }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
    const errors = listTypeErrors(folder)
    const refused = errors.map((error) => error.replace(/^([\w./-]+)\((\d+),.*$/, '$1 $2'))
    expect(refused, errors.join('\n')).toEqual(MISUSES.map((_, index) => `use.ts ${USES.length + index + 1}`))
  })
})
