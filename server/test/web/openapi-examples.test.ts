import { readFileSync } from 'node:fs'
import path from 'node:path'
import { exampleRequest, methodsOf, type Route, ROUTES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { PASSWORD, startApp, type TestUser } from '../support/app.ts'
import { FIXTURES, pathFor } from '../support/fixtures.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

interface Example {
  value: Record<string, unknown>
}
interface Operation {
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: Example['value']; examples?: Record<string, Example> }> }
}
const { paths, components } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { examples?: [Example['value']]; properties?: object }> }
}

const smtp = await startSmtpSink()
const app = await startApp({ SITEWATCH_SIGNUP: 'open', SMTP_URL: smtp.url })

/** Requests with a secret that only a mail, an app, a browser or an identity provider knows: they are refused for it and nothing else. */
const SECRETS: Readonly<Record<string, string>> = {
  'account.resetPassword': 'token is invalid',
  'account.confirmTwoFactor': 'Start with POST /api/account/two-factor.',
  'account.stopTwoFactor': 'code is incorrect.',
  'passkeys.create': 'The passkey could not be verified.',
  'session.createWithPasskey': 'This passkey is not known here.',
  'identities.link': 'Single sign-on is not configured',
  'teamInvitations.preview': 'This invitation is not valid',
  'teamInvitations.accept': 'This invitation is not valid',
}

/** They call hosts on the internet. The bodies of the second are those of providers.create. */
const NOT_SENT = ['websites.verify', 'providers.try']

/** The records that an example names, by the field. */
const RECORDS: Readonly<Record<string, string>> = {
  ...FIXTURES.references,
  monitor_ids: '/api/monitors/:id',
  ids: '/api/monitors/:id',
  website_ids: '/api/v1/websites/:id',
  provider_ids: '/api/providers/:id',
  on_call_schedule_ids: '/api/on-call-schedules/:id',
  depends_on: '/api/monitors/:id',
}

const exampleOf = (id: string): object => exampleRequest(ROUTES.find((route) => route.id === id) as Route).body ?? {}

/** Replaces IDs by those of new records, and passwords by that of the user. */
async function fillIn(user: TestUser, value: unknown, name = ''): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => fillIn(user, item, name)))
  if (typeof value === 'number' && RECORDS[name] !== undefined) return FIXTURES.records[RECORDS[name]]?.(app, user)
  if (name === 'password' || name === 'current_password') return PASSWORD
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(async ([field, inner]) => [field, await fillIn(user, inner, field)] as const)
  return Object.fromEntries(await Promise.all(fields))
}

async function credentialFor(route: Route, user: TestUser): Promise<{ key?: string; cookie?: string }> {
  if (route.scope === 'anonymous') return {}
  if (route.scope === 'administrator') return { cookie: (await app.makeAdministrator()).cookie }
  return route.scope === 'session' ? { cookie: await app.makeSession(user.id) } : { key: user.key }
}

const REQUESTS = ROUTES.filter(({ id }) => !NOT_SENT.includes(id)).flatMap((route) =>
  methodsOf(route).flatMap((method) => {
    const operation = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation
    const media = operation.requestBody?.content['application/json']
    const query = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.example !== undefined)
    if (!media && query.length === 0) return []
    const bodies = media?.examples ?? { '': { value: media?.example ?? {} } }
    return Object.entries(bodies).map(([name, { value }]) => ({
      title: `${method} ${route.path} ${name}`,
      route,
      method,
      body: media && value,
      query: Object.fromEntries(query.map((each) => [each.name, each.example])),
    }))
  }),
)

type Body = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- examples of all routes

/** What has to exist before the request, as in the life of the record. Returns the path of the request. */
const BEFORE: Readonly<Record<string, (user: TestUser, url: string, body: Body) => Promise<string | void>>> = {
  'monitors.unassign': (user, url, { provider_id }) => send(user, 'POST', url, { provider_id }),
  'onCallSchedules.update': (user, url, { overrides }) =>
    send(user, 'PUT', url, { members: [{ name: overrides[0].member, provider_ids: [] }] }),
  'statusPageIncidents.create': (user, url, { components: [{ monitor_id }] }) =>
    send(user, 'PUT', url.replace(/\/incidents$/, ''), { monitors: [{ monitor_id }] }),
  'config.apply': (user, _url, { monitors }) =>
    send(user, 'POST', '/api/providers', {
      name: monitors[0].providers[0],
      provider_type: 'email',
      recipient_email: 'a@example.com',
    }),
  'statisticsImports.upload': async (user, url) => {
    const imports = url.replace(/\/\d+\/file$/, '')
    await app.call('DELETE', url.replace(/\/file$/, ''), { key: user.key })
    const { body } = await app.call('POST', imports, { key: user.key, json: exampleOf('statisticsImports.create') })
    return `${imports}/${body.data.id}/file`
  },
}

async function send(user: TestUser, method: string, url: string, json: object): Promise<void> {
  const { status, text } = await app.call(method, url, { key: user.key, json })
  expect([status < 300, text]).toEqual([true, text])
}

describe('the service accepts the documented request', () => {
  it.each(REQUESTS.map((request) => [request.title, request] as const))('%s', async (_title, request) => {
    const { route, method, body, query } = request
    const user = await app.makeUser()
    const json = body && ((await fillIn(user, body)) as Body)
    const given = await pathFor(app, route, user)
    const url = (await BEFORE[route.id]?.(user, given, json ?? {})) ?? given
    const search = new URLSearchParams(
      Object.entries((await fillIn(user, query)) as Body).map(
        ([name, value]) => [name, String(value)] as [string, string],
      ),
    )
    const { status, text } = await app.call(method, `${url}?${search.toString()}`, {
      ...(await credentialFor(route, user)),
      ...(json && { json }),
    })
    const missing = SECRETS[route.id]
    if (missing === undefined) expect([status < 300, text]).toEqual([true, text])
    else expect([status < 300, text]).toEqual([false, expect.stringContaining(missing)])
  })
})

it('accepts the settings of the monitor that responses show', async () => {
  const user = await app.makeUser()
  const { Monitor, NewMonitor } = components.schemas
  const shown = Object.entries(Monitor?.examples?.[0] ?? {})
  const settings = shown.filter(([name, value]) => name in (NewMonitor?.properties ?? {}) && value !== null)
  expect(settings.length).toBeGreaterThan(10)
  await send(user, 'POST', '/api/monitors', (await fillIn(user, Object.fromEntries(settings))) as object)
})
