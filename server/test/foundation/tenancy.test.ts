import { performance } from 'node:perf_hooks'
import { methodsOf, type Method, type Route, ROUTES } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../support/app.ts'
import { createFastCall } from '../support/fast-call.ts'
import { bodyFor, FIXTURES, recordsOf, referencesIn } from '../support/fixtures.ts'
import { insertUsers } from '../support/many-users.ts'
import { reportFigure } from '../support/report.ts'
import { sized } from '../support/size.ts'

const TEAMS = sized(20, 1000)
const POOL = 4
const AT_ONCE = 12
const MISSING = 999_999_999_999

const app = await startApp({}, { poolSize: POOL })
const call = createFastCall(app.base, AT_ONCE)

interface TestTeam extends TestUser {
  cookie: string
  /** Ids by the path of the record. */
  ids: Map<string, number>
}

const teams: TestTeam[] = []
const bodies = new Map<string, unknown>()

const withId = ROUTES.filter((route) => recordsOf(route.path).length > 0)
const calls: { route: Route; method: Method }[] = withId.flatMap((route) =>
  methodsOf(route).map((method) => ({ route, method })),
)

async function forEachAtOnce<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

const credential = (route: Route, team: TestTeam) =>
  route.scope === 'session' || route.scope === 'administrator'
    ? { cookie: team.cookie }
    : { authorization: `Bearer ${team.key}` }

/** The answer without varying parts: status, content type, and the body without the request id. */
async function send(team: TestTeam, route: Route, method: Method, path: string, json: unknown): Promise<string> {
  const { status, headers, text } = await call(
    method,
    path,
    { ...credential(route, team), ...(json !== undefined && { 'content-type': 'application/json' }) },
    json === undefined ? undefined : JSON.stringify(json),
  )
  return `${status} ${headers['content-type']} ${text.replace(/req_[0-9A-Z]{26}/, 'req')}`
}

const pathWith = (route: Route, idOf: (record: string) => number): string =>
  recordsOf(route.path).reduce((path, record) => path.replace(/:\w+/, String(idOf(record))), route.path)

/** The number of rows and a checksum of each table, without the time of last use. */
async function takeSnapshot(): Promise<unknown> {
  const { rows: tables } = await app.database.admin.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'sitewatch'::regnamespace and relkind = 'r' and exists (
       select 1 from pg_attribute a where a.attrelid = c.oid and a.attname in ('user_id', 'team_id')) order by 1`,
  )
  const snapshot: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await app.database.admin.query(
      `select count(*), sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)) as sum from ${name} t`,
    )
    snapshot[name] = rows
  }
  return snapshot
}

beforeAll(async () => {
  const made = await insertUsers(app, TEAMS)
  teams.push(...made.map((team) => ({ ...team, ids: new Map<string, number>() })))
  const records = [...new Set(withId.flatMap((route) => recordsOf(route.path)))]
  await forEachAtOnce(teams, async (team) => {
    for (const record of records) {
      const make = FIXTURES.records[record]
      if (!make) throw new Error(`there is no fixture for ${record}`)
      team.ids.set(record, await make(app, team))
    }
  })
  const [first] = teams
  if (!first) throw new Error('no teams')
  for (const route of ROUTES) if (route.body) bodies.set(route.id, await bodyFor(app, route, first))
})

describe(`${TEAMS} teams over ${POOL} connections`, () => {
  it("get for every route the same answer for another team's id as for a missing one, and change nothing", async () => {
    const missing = new Map<string, string>()
    for (const { route, method } of calls) {
      const [first] = teams
      if (!first) throw new Error('no teams')
      const answer = await send(
        first,
        route,
        method,
        pathWith(route, () => MISSING),
        bodies.get(route.id),
      )
      const expected = route.scope === 'administrator' ? /^403 .*"insufficient_scope"/ : /^404 .*"not_found"/
      expect(answer, `${method} ${route.path}`).toMatch(expected)
      missing.set(`${method} ${route.path}`, answer)
    }
    const before = await takeSnapshot()
    const started = performance.now()
    const crossed: string[] = []
    let count = 0
    await forEachAtOnce(teams, async (team, n) => {
      const other = teams[(n + 1 + (n % 7)) % teams.length] ?? team
      for (const { route, method } of calls) {
        const path = pathWith(route, (record) => other.ids.get(record) ?? 0)
        const answer = await send(team, route, method, path, bodies.get(route.id))
        count++
        if (answer !== missing.get(`${method} ${route.path}`)) crossed.push(`${method} ${path}: ${answer}`)
      }
    })
    const seconds = (performance.now() - started) / 1000
    reportFigure(
      `${count} crossing attempts (${TEAMS} teams × ${calls.length} calls): ${crossed.length} differed, ${(count / seconds).toFixed(0)}/s`,
    )
    expect(crossed.slice(0, 10)).toEqual([])
    expect(await takeSnapshot()).toEqual(before)
  })

  it('see in every list their own records and no others', async () => {
    const lists = ROUTES.filter((route) => route.returns.kind === 'list' && recordsOf(route.path).length === 0)
    const owned = lists.filter((route) => route.scope !== 'administrator' && FIXTURES.records[`${route.path}/:id`])
    expect(owned.length).toBeGreaterThan(1)
    const wrong: string[] = []
    await forEachAtOnce(
      teams.filter((_team, n) => n % 5 === 0),
      async (team) => {
        for (const route of owned) {
          const { text } = await call('GET', route.path, credential(route, team))
          const ids = (JSON.parse(text) as { data: { id: number }[] }).data.map(({ id }) => id)
          const ownId = team.ids.get(`${route.path}/:id`) ?? 0
          const foreign = teams.some((other) => other !== team && ids.includes(other.ids.get(`${route.path}/:id`) ?? 0))
          if (!ids.includes(ownId) || foreign) wrong.push(`${route.path} of user ${team.id}: ${ids.join()}`)
        }
      },
    )
    expect(wrong).toEqual([])
  })

  it("get the same answer for another team's id in a body or a parameter as for a missing one", async () => {
    const some = teams.filter((_team, n) => n % 10 === 0)
    const differed: string[] = []
    let count = 0
    const inBodies = ROUTES.flatMap((route) =>
      referencesIn(route.body).map((field) => ({ route, field, where: 'body' })),
    )
    const inQueries = ROUTES.flatMap((route) =>
      referencesIn(route.query).map((field) => ({ route, field, where: 'query' })),
    )
    await forEachAtOnce(some, async (team, n) => {
      const other = some[(n + 1) % some.length] ?? team
      for (const { route, field, where } of [...inBodies, ...inQueries]) {
        const path = pathWith(route, (record) => team.ids.get(record) ?? 0)
        const sendWithId = async (id: number): Promise<string> => {
          if (where === 'query') return send(team, route, route.method, `${path}?${field}=${id}`, undefined)
          const sample = bodies.get(route.id) as Record<string, unknown>
          return send(team, route, route.method, path, { ...sample, [field]: id })
        }
        const foreign = other.ids.get(FIXTURES.references[field] ?? '') ?? 0
        const [theirs, nobodys] = [await sendWithId(foreign), await sendWithId(MISSING)]
        count++
        const same = theirs.replaceAll(`=${foreign}&`, '=id&') === nobodys.replaceAll(`=${MISSING}&`, '=id&')
        const refused = where === 'query' || theirs.startsWith('404 ')
        if (!same || !refused) differed.push(`${route.id} ${field}: ${theirs} / ${nobodys}`)
      }
    })
    reportFigure(`${count} foreign ids in bodies and parameters: ${differed.length} differed`)
    expect(differed.slice(0, 5)).toEqual([])
  })
})
