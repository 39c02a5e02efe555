import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { startHttpSink } from '../support/sinks.ts'
import { makeScratchCopy } from './scratch-copy.ts'
import { startScratchService } from './scratch-service.ts'

/**
 * A provider type costs two new files and two registry lines. `token` is also a field of Telegram, with
 * another format: two types may use the same field name.
 */
const CONTRACT = `import { z } from 'zod'
import { defineProvider, secretText, WebhookUrl } from './definition.ts'

export const toy = defineProvider({
  provider_type: 'toy',
  label: 'Toy box',
  description: 'Posts to a toy server.',
  destination: 'shelf',
  fields: {
    server_url: { schema: WebhookUrl, label: 'Server URL', input: 'url' },
    shelf: { schema: z.string().trim().regex(/^[a-z]{3,20}$/), label: 'Shelf', hint: 'Letters only.' },
    token: { schema: secretText(60, /^toy_[a-z]{12}$/, 'must be toy_ and 12 letters'), label: 'Access token', secret: true },
    priority: {
      schema: z.enum(['low', 'high']).nullable(),
      label: 'Priority',
      choices: { low: 'Low', high: 'High' },
      optional: true,
    },
  },
})
`
const CHANNEL = `import type { Channel } from '../channel.ts'
import { composePlainText } from '../compose/plain-text.ts'
import { postJson } from '../post.ts'

export const toy: Channel = {
  send: ({ server_url, shelf, token, priority }, message, gateways) =>
    postJson(gateways, {
      url: server_url + '/' + shelf,
      headers: { authorization: 'Bearer ' + token },
      body: { text: composePlainText(message, 1000), priority },
      recipient: 'The toy server',
      secrets: [token],
    }),
}
`

const FILES = [
  'contract/src/alerting/provider-types/toy.ts',
  'server/src/alerting/notifications/channels/toy.ts',
] as const
const REGISTRIES = [
  'contract/src/alerting/provider-types/index.ts',
  'server/src/alerting/notifications/channels/index.ts',
]
const GENERATED = [
  'docs/cli.md',
  'docs/config.schema.json',
  'docs/openapi.json',
  'docs/provider-types.md',
  'sdk/src/cli/operations.gen.ts',
  'sdk/src/client.gen.ts',
  'sdk/src/provider-types.gen.ts',
]

const copy = await makeScratchCopy()
await copy.add(FILES[0], CONTRACT)
await copy.add(FILES[1], CHANNEL)
for (const registry of REGISTRIES) await copy.addLine(registry, "export { toy } from './toy.ts'")
await copy.node('scripts/generate.ts')
await copy.node('scripts/build-dashboard.ts')

const sink = await startHttpSink()
const target = { status: 200 }
const server = createServer((_request, response) => response.writeHead(target.status).end())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const service = await startScratchService(copy, {
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
})

const TSC = 'node_modules/typescript-7/bin/tsc'
const TEST_TEXT = /^Test notification 🔔 from Sitewatch: alerts will arrive here\.\nProvider: /
const fields = (shelf: string) => ({ server_url: `${sink.url}/toy`, shelf, token: 'toy_abcdefghijkl' })

function acceptAt(shelf: string): () => { text: string; priority: string | null }[] {
  sink.on(`/toy/${shelf}`, ({ headers }) =>
    headers.authorization === 'Bearer toy_abcdefghijkl' ? { status: 200, body: 'ok' } : { status: 401, body: 'who?' },
  )
  const { length } = sink.sentTo(`/toy/${shelf}`)
  return () =>
    sink
      .sentTo(`/toy/${shelf}`)
      .slice(length)
      .map(({ body }) => JSON.parse(body) as { text: string; priority: null })
}

describe('a provider type added by two files and two registry lines', () => {
  it('compiles and changes no other file, except for generated ones', async () => {
    await copy.node(TSC, ['-p', 'tsconfig.json'])
    await copy.node(TSC, ['-p', 'dashboard'])
    expect(await copy.listChanged()).toEqual([...FILES, ...REGISTRIES, ...GENERATED].sort())
  })

  it('is created, shown, edited and tested through the API', async () => {
    const { key } = await service.app.makeUser()
    const arrived = acceptAt('viaapi')
    const bad = { provider_type: 'toy', ...fields('viaapi'), token: '123456:ABC' }
    const refused = await service.call('POST', '/api/providers', key, bad)
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('must be toy_ and 12 letters')])
    const made = await service.call('POST', '/api/providers', key, { provider_type: 'toy', ...fields('viaapi') })
    expect([made.status, made.data]).toMatchObject([
      201,
      { provider_type: 'toy', name: 'toy …aapi', shelf: 'viaapi', token: '…ijkl', priority: null },
    ])
    const at = `/api/providers/${made.data.id}`
    const changed = await service.call('PATCH', at, key, { priority: 'high', token: '…ijkl', name: 'Box' })
    expect([changed.status, changed.data]).toMatchObject([200, { priority: 'high', token: '…ijkl', name: 'Box' }])
    expect((await service.call('PATCH', at, key, { token: '123456:ABC' })).text).toContain(
      'must be toy_ and 12 letters',
    )
    expect((await service.call('PATCH', at, key, { server_url: 'ftp://host' })).status).toBe(422)
    expect((await service.call('PATCH', at, key, { chat_id: '1' })).text).toContain('provider type toy')
    expect((await service.call('GET', at, key)).data).toMatchObject({ provider_type: 'toy', priority: 'high' })
    expect((await service.call('POST', `${at}/test`, key)).status).toBe(200)
    expect(arrived()).toEqual([{ text: expect.stringMatching(TEST_TEXT), priority: 'high' }])
  })

  it('is created, shown, edited and tested through swctl', async () => {
    const { key } = await service.app.makeUser()
    const arrived = acceptAt('viacli')
    const { server_url, token } = fields('viacli')
    const flags = ['--server-url', server_url, '--shelf', 'viacli', '--token', token, '--json']
    const added = await service.swctl(key, 'provider', 'add', 'toy', ...flags)
    expect([added.code, added.stderr]).toEqual([0, ''])
    const { id } = JSON.parse(added.stdout) as { id: number }
    expect((await service.swctl(key, 'provider', 'set', String(id), '--priority', 'low')).code).toBe(0)
    expect((await service.swctl(key, 'provider', 'show', String(id))).stdout).toMatch(/priority +low/)
    expect((await service.swctl(key, 'provider', 'test', String(id))).stdout).toContain('Test notification sent.')
    expect(arrived()).toEqual([{ text: expect.stringMatching(TEST_TEXT), priority: 'low' }])
    expect((await service.swctl(key, 'provider', 'add', '--help')).stdout).toMatch(/--shelf .*Shelf\. Letters only\./)
  })

  it("is created, tested and edited in the dashboard's form", async () => {
    const user = await service.app.makeUser()
    const arrived = acceptAt('viaform')
    const visit = await service.open({ at: '/notifications', cookie: await service.app.makeSession(user.id) })
    const { page } = visit
    await page.getByRole('link', { name: /^Toy box\s*Posts to a toy server\./ }).click()
    await page.getByLabel('Server URL').fill(`${sink.url}/toy`)
    await page.getByLabel('Shelf').fill('viaform')
    await page.getByLabel('Access token').fill('toy_abcdefghijkl')
    await page.getByLabel('Priority').selectOption('Low')
    await page.getByRole('button', { name: 'Send a test first' }).click()
    await page.getByText('Nothing is saved yet.').waitFor()
    expect(arrived()).toEqual([{ text: expect.stringMatching(TEST_TEXT), priority: 'low' }])
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('link', { name: 'Choose monitors' }).click()
    await page.getByRole('heading', { name: 'toy …form', level: 1 }).waitFor()
    await page.getByLabel('Priority').selectOption('High')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved').waitFor()
    await visit.expectNoErrors('added-provider')
    expect((await service.call('GET', '/api/providers', user.key)).data).toMatchObject([
      { provider_type: 'toy', shelf: 'viaform', priority: 'high', token: '…ijkl' },
    ])
  })

  it('is alerted of a real incident', async () => {
    target.status = 200
    const { key } = await service.app.makeUser()
    const arrived = acceptAt('alerts')
    const { data } = await service.call('POST', '/api/providers', key, { provider_type: 'toy', ...fields('alerts') })
    const { port } = server.address() as AddressInfo
    const monitor = { friendly_name: 'Shop', url: `http://127.0.0.1:${port}/`, interval: 1, provider_ids: [data.id] }
    const made = await service.call('POST', '/api/monitors', key, monitor)
    const status = async () => (await service.call('GET', `/api/monitors/${made.data.id}`, key)).data.status as string
    await expect.poll(status).toBe('up')
    target.status = 503
    await expect.poll(arrived).toMatchObject([{ text: expect.stringContaining('Down: Shop') }])
  })
})
