import type { Client } from '@modelcontextprotocol/client'
import { type Route, ROUTES, SCOPES, type Scope } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXCLUDED, whyExcluded } from '../../src/mcp/excluded.ts'
import { toolName } from '../../src/mcp/tools.ts'
import { makeFolder } from '../analytics/stats/context.ts'
import { startApp, type TestUser } from '../support/app.ts'
import { bodyFor, pathFor } from '../support/fixtures.ts'
import { addMember } from '../support/teams.ts'
import { callTool, connect, listNames } from './connect.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const routes = ROUTES.filter((route) => whyExcluded(route) === undefined)
const scopesOf = ({ scope }: Route): Scope[] => [scope].flat() as Scope[]
const each = routes.map((route) => [toolName(route.id), route] as const)

let owner: TestUser
let stranger: TestUser
let ours: Client
let theirs: Client
/** Keys, by the scope that they lack. */
const lacking = new Map<Scope, { client: Client; listed: string[] }>()

beforeAll(async () => {
  owner = await app.makeUser()
  stranger = await app.makeUser()
  ours = await connect(app, owner.key)
  theirs = await connect(app, stranger.key)
  for (const scope of SCOPES) {
    const { key } = await app.makeKey(
      owner.id,
      SCOPES.filter((other) => other !== scope),
    )
    const client = await connect(app, key)
    lacking.set(scope, { client, listed: await listNames(client) })
  }
})

/** Arguments that some operations need in addition to their path. */
const QUERIES: Readonly<Record<string, object>> = {
  'uptimeReports.figures': { tag: 'a' },
  // A text in the API, because a query has no lists.
  'stats.funnel': { steps: ['page:/', 'event:signup'] },
}

/** The incident of the fixtures has no escalation. */
const NOT_THERE = new Set(['incidents.escalation'])

async function makeArguments(route: Route) {
  const values = (await pathFor(app, route, owner)).split('/')
  const params = route.path
    .split('/')
    .flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), Number(values[index])] as const] : []))
  const body = (await bodyFor(app, route, owner)) ?? {}
  const namesOurs = params.length > 0 || JSON.stringify(body).includes('_id')
  return {
    args: { ...Object.fromEntries(params), ...QUERIES[route.id], ...body } as Record<string, unknown>,
    namesOurs,
  }
}

const made = new Map<string, ReturnType<typeof makeArguments>>()

/** Arguments that name records of the owner; created once, because these tests do not change them. */
function argumentsFor(route: Route): ReturnType<typeof makeArguments> {
  const args = made.get(route.id) ?? makeArguments(route)
  made.set(route.id, args)
  return args
}

/** The ids in a list, or in each list of the overview, prefixed by its name because websites and monitors have separate ids. */
function idsIn(data: unknown, name = ''): string[] {
  if (Array.isArray(data)) return data.flatMap(({ id }: { id?: number }) => (id === undefined ? [] : `${name}${id}`))
  return Object.entries(data as object).flatMap(([field, value]) => (Array.isArray(value) ? idsIn(value, field) : []))
}

describe('every MCP tool', () => {
  it.each(each)('%s is neither listed nor callable without each of its scopes', async (name, route) => {
    const anyIds = Object.fromEntries(Array.from(route.path.matchAll(/:(\w+)/g), ([, param = '']) => [param, 1]))
    for (const scope of scopesOf(route)) {
      const { client, listed } = lacking.get(scope) ?? { client: ours, listed: [name] }
      expect(listed).not.toContain(name)
      const { isError, body, text } = await callTool(client, name, anyIds)
      expect([isError, body.code, body.required_scope], text).toEqual([true, 'insufficient_scope', scope])
    }
  })

  it.each(each)('%s shows nothing to a key of another team', async (name, route) => {
    const { args, namesOurs } = await argumentsFor(route)
    const { isError, body, text } = await callTool(theirs, name, args)
    if (namesOurs) expect([isError, body.code], text).toEqual([true, 'not_found'])
    else if (route.method === 'GET') {
      const found = idsIn(body.data)
      const ownIds = idsIn((await callTool(ours, name, args)).body.data)
      expect(ownIds.filter((id) => found.includes(id))).toEqual([])
      expect(JSON.stringify(body)).not.toContain(owner.email)
      const path = `${route.path}?${new URLSearchParams(args as Record<string, string>).toString()}`
      expect(idsIn((await app.call('GET', path, { key: stranger.key })).body.data)).toEqual(found)
    } else expect(isError, text).toBe(false)
  })

  it.each(each.filter(([, { method }]) => method === 'GET'))(
    '%s answers its owner with data and a link to a screen that exists',
    async (name, route) => {
      const { isError, body, text, content } = await callTool(ours, name, (await argumentsFor(route)).args)
      if (NOT_THERE.has(route.id)) return expect(body.code).toBe('not_found')
      expect(isError, text).toBe(false)
      expect(body.data).toBeDefined()
      const { BASE_URL } = app.parts.config
      const rows: { dashboard_url?: string }[] = Array.isArray(body.data) ? body.data : [body.data]
      for (const url of new Set([body.dashboard_url as string, rows[0]?.dashboard_url ?? body.dashboard_url])) {
        expect(url.startsWith(BASE_URL)).toBe(true)
        const { status, headers } = await app.call('GET', url.slice(BASE_URL.length))
        expect([status === 200 || status === 503, headers.get('content-type')]).toEqual([
          true,
          'text/html; charset=utf-8',
        ])
      }
      expect(JSON.parse(content[1] ?? '')).toEqual(body)
      expect(text).toContain(BASE_URL)
    },
  )
})

describe('the list of MCP tools', () => {
  it('has only reads for a read-only key, and marks reads and writes', async () => {
    const { key } = await app.makeKey(
      owner.id,
      SCOPES.filter((scope) => scope.endsWith(':read')),
    )
    const { tools } = await (await connect(app, key)).listTools()
    expect(tools.length).toBeGreaterThan(40)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([])
    const all = (await ours.listTools()).tools
    const wrong = all.filter(({ name, annotations }) => {
      const route = routes.find(({ id }) => toolName(id) === name)
      return annotations?.readOnlyHint !== (route?.method === 'GET')
    })
    expect([all.length, wrong]).toEqual([routes.length, []])
  })

  it('has no writes for a viewer, whatever the scopes of the key', async () => {
    const viewer = await addMember(app, owner.id, 'viewer')
    const { tools } = await (await connect(app, viewer.key)).listTools()
    const writes = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)
    // Favorites and e-mail reports belong to each member.
    expect(writes).toEqual(['websites_update'])
  })

  it('has names that every model accepts, and no secret as a parameter', async () => {
    const { tools } = await ours.listTools()
    for (const { name, inputSchema } of tools) {
      expect(name).toMatch(/^[a-z0-9_]{1,64}$/)
      expect(JSON.stringify(inputSchema)).not.toContain('$ref')
      const secrets = Object.keys(inputSchema.properties ?? {}).filter((field) =>
        /password|token|headers|^auth/.test(field),
      )
      expect([name, secrets]).toEqual([name, []])
    }
  })

  it('leaves out accounts, sessions, keys, members, uploads and the listed exceptions', async () => {
    const names = await listNames(ours)
    const out = ROUTES.filter((route) => whyExcluded(route) !== undefined)
    for (const { id } of out) {
      expect(names).not.toContain(toolName(id))
      await expect(callTool(ours, toolName(id))).rejects.toThrow(/There is no tool/)
    }
    for (const id of ['keys.create', 'account.update', 'session.create', 'teams.invite', 'statusPages.setLogo'])
      expect(out.map((route) => route.id)).toContain(id)
    const ids = new Set(ROUTES.map(({ id }) => id))
    expect(Object.keys(EXCLUDED).filter((id) => !ids.has(id))).toEqual([])
  })
})
