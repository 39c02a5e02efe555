import { describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { freePort } from '../support/free-port.ts'
import { openVisit } from '../journeys/visit.ts'
import { startTarget } from '../monitoring/checks/target.ts'
import { until } from '../support/until.ts'
import { startApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { makeRandomName } from '../support/random-name.ts'
import { startProgram } from '../support/program.ts'
import { startHttpSink } from '../support/sinks.ts'
import { makeScratchCopy } from './scratch-copy.ts'

/** The steps of CONTRIBUTING.md for a new check type: two files and a line in each registry. */
const CONTRACT = `import { z } from 'zod'
import { defineMonitorType } from '../monitor-type.ts'
import { field } from '../../core/settings-field.ts'

export const toy = defineMonitorType({
  label: 'Toy',
  description: 'Looks for a word at an address.',
  url: { label: 'Toy address', placeholder: 'toy.example:80' },
  settings: {
    word: field(z.string().min(1).max(50), { label: 'Word', help: 'Must be in the answer' }),
    word_case: field(z.enum(['exact', 'any']), { label: 'Word case', default: 'exact' }),
    tries: field(z.int().min(1).max(5), { label: 'Tries', unit: 'per check', default: 1 }),
    passcode: field(z.string().min(1).max(100).nullable(), { label: 'Passcode', default: null, secret: true }),
  },
})
`
const SERVER = `import { defineCheckType } from '../run/check-type.ts'
import { EMPTY_PROBE_FIELDS } from '../run/result.ts'

export const toy = defineCheckType('toy', {
  concurrency: { size: 10, per_host: 2 },
  wanted: 'a host and a port',
  vet(egress, url) {
    const vetted = egress.vetUrl(\`http://\${url}\`)
    return vetted.ok ? { ok: true, url } : vetted
  },
  async run({ egress }, { url, timeout_ms, settings }) {
    const passcode = settings.passcode ?? ''
    const answer = await egress.request({ url: \`http://\${url}\`, secret_headers: { passcode }, timeout_ms })
    const { timings, private_target } = answer
    const found = answer.ok && answer.body.toString().includes(settings.word)
    const cause = { kind: 'keyword', http_status: null, message: \`The toy does not say \${settings.word}.\` } as const
    const outcome = found ? ({ kind: 'success' } as const) : ({ kind: 'failure', cause } as const)
    return { ...EMPTY_PROBE_FIELDS, timings, private_target, outcome }
  },
})
`
const FILES = {
  contract: 'contract/src/monitoring/monitor-types/toy.ts',
  server: 'server/src/monitoring/checks/types/toy.ts',
}
const REGISTRIES = ['contract/src/monitoring/monitor-types/index.ts', 'server/src/monitoring/checks/types/index.ts']
const GENERATED = [
  'dashboard/src/data/monitors/monitor-types.gen.ts',
  'docs/cli.md',
  'docs/config.schema.json',
  'docs/openapi.json',
  'sdk/src/cli/operations.gen.ts',
  'sdk/src/client.gen.ts',
]

const copy = await makeScratchCopy()
await copy.add(FILES.contract, CONTRACT)
await copy.add(FILES.server, SERVER)
for (const registry of REGISTRIES) await copy.addLine(registry, `export { toy } from './toy.ts'`)
await copy.node('scripts/generate.ts')
/** The errors of the compiler. */
const compilerErrors = Promise.all(
  ['tsconfig.json', 'dashboard'].map((project) =>
    copy.node('node_modules/typescript-7/bin/tsc', ['-p', project]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    ),
  ),
)
await copy.node('scripts/build-dashboard.ts')

const app = await startApp()
const user = await app.makeUser()
const target = await startTarget()
const sink = await startHttpSink()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const program = await startProgram(app.database, {
  root: copy.root,
  roles: ['api', 'worker', 'prober'],
  env: {
    PORT: String(port),
    BASE_URL: base,
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  },
})
atEnd(async () => {
  program.kill('SIGTERM')
  await program.ended
})

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
async function call(method: string, path: string, json?: object): Promise<{ status: number; body: any }> {
  // oxlint-disable-next-line no-restricted-globals -- the program under test
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  })
  return { status: answer.status, body: await answer.json() }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
async function swctl(...args: string[]): Promise<any> {
  const env = { PATH: process.env['PATH'], SITEWATCH_URL: base, SITEWATCH_KEY: user.key }
  return JSON.parse((await copy.node('sdk/launch/swctl.cjs', [...args, '--json'], env)).stdout)
}

const place = (path: string): string => `127.0.0.1:${target.port}${path}`
const read = async (id: number) => (await call('GET', `/api/monitors/${id}`)).body.data

describe('a check type added with two files and a line in each registry', () => {
  it('is created, shown and validated by its own rules through the API', async () => {
    const settings = {
      friendly_name: 'Toy',
      type: 'toy',
      url: place('/api'),
      word: 'well',
      passcode: 'open-sesame-now',
    }
    const { status, body } = await call('POST', '/api/monitors', settings)
    expect([status, body.data]).toMatchObject([
      201,
      { type: 'toy', word: 'well', word_case: 'exact', tries: 1, passcode: '…-now', method: null },
    ])
    const toys: { id: number; type: string }[] = (await call('GET', '/api/monitors?type=toy')).body.data
    expect(toys.map(({ id }) => id)).toContain(body.data.id)
    expect(toys.every(({ type }) => type === 'toy')).toBe(true)
    for (const [sent, error] of [
      [{ word: undefined }, { field: 'word', code: 'required' }],
      [{ tries: 9 }, { field: 'tries', code: 'too_big' }],
      [{ keyword: 'x' }, { field: 'keyword', message: 'keyword is only allowed for type http.' }],
      [{ type: 'http', url: 'https://a.example' }, { message: 'word is only allowed for type toy.' }],
      [{ url: 'not a host' }, { field: 'url', message: 'url must be a host and a port.' }],
    ] as const) {
      const refused = await call('POST', '/api/monitors', { ...settings, ...sent })
      expect([refused.status, refused.body.errors]).toMatchObject([
        422,
        expect.arrayContaining([expect.objectContaining(error)]),
      ])
    }
  })

  it('runs, alerts when it fails and recovers after an edit, with swctl', async () => {
    const path = `/services/${makeRandomName()}`
    const provider = await swctl('provider', 'add', 'slack', '--webhook-url', sink.url + path)
    const flags = ['--type', 'toy', '--word', 'well', '--passcode', 'open-sesame-now', '--interval', '1']
    const made = await swctl(
      'monitor',
      'add',
      place('/run'),
      '--friendly-name',
      'Toy run',
      ...flags,
      '--provider-ids',
      String(provider.id),
    )
    await until(async () => (await read(made.id)).status === 'up', 'it is up')
    expect(target.requests.find(({ path }) => path === '/run')?.headers).toMatchObject({ passcode: 'open-sesame-now' })
    await swctl('monitor', 'set', String(made.id), '--word', 'unwell')
    await until(async () => (await read(made.id)).status === 'down', 'it is down')
    const [incident] = (await swctl('monitor', 'incidents', String(made.id))).data
    expect(incident).toMatchObject({ status: 'open', cause: { message: 'The toy does not say unwell.' } })
    await until(() => sink.sentTo(path).length === 1, 'somebody is told')
    expect(sink.sentTo(path)[0]?.body).toContain('The toy does not say unwell.')
    const changed = await swctl('monitor', 'set', String(made.id), '--word', 'well', '--passcode', '…-now')
    expect(changed).toMatchObject({ word: 'well', passcode: '…-now' })
    await until(async () => (await read(made.id)).status === 'up', 'it is up again')
    expect(target.requests.at(-1)?.headers).toMatchObject({ passcode: 'open-sesame-now' })
  })

  it('has its fields in the form of the dashboard and its name in the filter of the list', async () => {
    const browser = await launchBrowser()
    atEnd(() => browser.close())
    const cookie = await app.makeSession(user.id)
    const visit = await openVisit(browser, base, { at: '/monitors/new', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Toy' })
    await page.getByText('Looks for a word at an address.').waitFor()
    await page.getByLabel('Toy address').fill(place('/form'))
    await page.getByLabel('Name', { exact: true }).fill('Toy of the form')
    await page.getByText('More settings').click()
    await page.getByLabel('Tries (per check)').fill('9')
    await page.getByLabel('Word', { exact: true }).fill('well')
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByText('Must be at most 5').waitFor()
    await page.getByLabel('Tries (per check)').fill('3')
    await visit.expectNoErrors('added-check-type-form')
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByRole('heading', { name: 'Toy of the form' }).waitFor()
    const [made] = (await call('GET', '/api/monitors?type=toy')).body.data
    expect(made).toMatchObject({
      friendly_name: 'Toy of the form',
      word: 'well',
      word_case: 'exact',
      tries: 3,
      passcode: null,
    })
    await page.goto(`${base}/monitors/${made.id}/edit`)
    await page.getByText('More settings').click()
    await page.getByLabel('Word case').selectOption('any')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await until(async () => (await read(made.id)).word_case === 'any', 'it is changed')
    await page.goto(`${base}/monitors?type=toy`)
    expect(await page.getByLabel('Type', { exact: true }).locator('option:checked').textContent()).toBe('Toy')
    await page.getByRole('link', { name: 'Toy of the form' }).waitFor()
  })

  it('compiles, and changes no other file', async () => {
    expect(await compilerErrors).toEqual(['', ''])
    expect(await copy.listChanged()).toEqual([...Object.values(FILES), ...REGISTRIES, ...GENERATED].sort())
  })
})
