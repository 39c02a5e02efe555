import {
  type Method,
  methodsOf,
  Problem,
  PROBLEMS,
  problemsOf,
  type Route,
  ROUTES,
  responseSchema,
  SCOPES,
} from '@sitewatch/contract'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { logOptions } from '../../src/platform/log.ts'
import { startApp, type TestUser } from '../support/app.ts'
import { createFastCall, type FastAnswer } from '../support/fast-call.ts'
import { FIXTURES, recordsOf } from '../support/fixtures.ts'
import { reportFigure } from '../support/report.ts'
import { sized } from '../support/size.ts'
import { type FuzzedRequest, type OpenApi, readOperations, requestsFor } from './fuzz-requests.ts'

const REQUESTS = sized(1000, 20_000)
/** The same in each run of CI, which is about the change and not about luck; another one each time at full size. */
const SEED = Number(process.env['FUZZ_SEED'] ?? sized(20_261_119, Date.now() % 2 ** 31))
const AT_ONCE = 8
/** Requests per set of users, keys, sessions and records, because fuzzing deletes them. */
const SET_SIZE = 400
/** The maximum length of a query. Beyond 16 KiB of request line and headers the route is not reached. */
const MAX_QUERY_LENGTH = 8000

const VALID: readonly Credential[] = ['key', 'session', 'administrator', 'narrow key']

const logged: string[] = []
const log = pino(logOptions('error'), { write: (line: string) => void logged.push(line) })
const app = await startApp({ SITEWATCH_SIGNUP: 'open', BASE_URL: 'http://localhost' }, { log })
const call = createFastCall(app.base, AT_ONCE)

type Credential = FuzzedRequest['credential']

interface FuzzFixture {
  ids: Map<string, number>
  credentials: Record<Credential, Record<string, string>>
}

async function makeCredentials(user: TestUser): Promise<FuzzFixture['credentials']> {
  const [all, narrow] = [await app.makeKey(user.id, SCOPES), await app.makeKey(user.id, ['events:write'])]
  return {
    key: { authorization: `Bearer ${all.key}` },
    'narrow key': { authorization: `Bearer ${narrow.key}` },
    session: { cookie: await app.makeSession(user.id) },
    administrator: { cookie: (await app.makeAdministrator()).cookie },
    none: {},
    garbage: { authorization: 'Bearer sw_garbage' },
  }
}

async function makeFixture(): Promise<FuzzFixture> {
  const user = await app.makeUser()
  const ids = new Map<string, number>()
  for (const [record, make] of Object.entries(FIXTURES.records)) ids.set(record, await make(app, user))
  return { ids, credentials: await makeCredentials(user) }
}

const routes = new Map<string, Route>(
  ROUTES.flatMap((route) => methodsOf(route).map((method): [string, Route] => [`${method} ${route.path}`, route])),
)
const routeOf = ({ method, path }: FuzzedRequest): Route => {
  const route = routes.get(`${method as Method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  if (!route) throw new Error(`no route for ${method} ${path}`)
  return route
}

function urlOf(request: FuzzedRequest, route: Route, fixture: FuzzFixture): string {
  const records = recordsOf(route.path)
  let url = request.path
  for (const [n, choice] of request.ids.entries()) {
    // Requests with an effect outside of the service are sent for records that do not exist.
    const own = route.outsideEffect ? 999_999_999 : fixture.ids.get(records[n] ?? '')
    url = url.replace(/\{\w+\}/, () => (choice.kind === 'own' ? String(own) : encodeURIComponent(choice.text)))
  }
  return request.search === '' ? url : `${url}?${request.search.slice(0, MAX_QUERY_LENGTH)}`
}

/** What is wrong with the answer, or undefined. */
function findDefect(request: FuzzedRequest, route: Route, answer: FastAnswer): string | undefined {
  const { status, headers, text } = answer
  if (status >= 500) return `answered ${status}`
  if (headers['x-request-id'] === undefined) return 'has no request id'
  const lost = status === 404 && request.ids.some(({ kind }) => kind === 'text')
  if (!lost && !(String(status) in request.operation.responses)) return `answered ${status}, which is not described`
  const type = headers['content-type']?.split(';')[0] ?? ''
  const described = request.operation.responses[String(status)]?.content
  if (described && !(type in described)) return `is ${type}, which is not described`
  if (status < 400 && type !== 'application/json') return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'is not JSON'
  }
  if (status < 400) {
    const parsed = responseSchema(route).safeParse(body)
    return parsed.success ? undefined : `is off schema: ${parsed.error.message}`
  }
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
    return `has type ${headers['content-type']}`
  const problem = Problem.strict().safeParse(body)
  if (!problem.success) return `is no problem: ${problem.error.message}`
  const { code } = problem.data
  if (PROBLEMS[code as keyof typeof PROBLEMS]?.status !== status) return `has code ${code} with ${status}`
  return lost || problemsOf(route).some((declared) => declared === code) ? undefined : `has the undeclared code ${code}`
}

describe(`${REQUESTS} malformed requests generated from the OpenAPI file`, () => {
  it('get no answer of 500 or more, and none that does not match its schema', async () => {
    const operations = readOperations((await app.call('GET', '/openapi.json')).body as OpenApi)
    const each = Math.ceil(REQUESTS / operations.length)
    const requests = operations
      .map(({ path, method, operation }, n) =>
        fc.sample(requestsFor(path, method, operation), { numRuns: each, seed: SEED + n }),
      )
      .flatMap((list) => list.map((request, n) => ({ request, n })))
      .sort((a, b) => a.n - b.n)
      .map(({ request }) => request)

    const statuses: Record<number, number> = {}
    const wrong: string[] = []
    for (let from = 0; from < requests.length; from += SET_SIZE) {
      let fixture = await makeFixture()
      const part = requests.slice(from, from + SET_SIZE)
      let next = 0
      const work = async (): Promise<void> => {
        for (let request = part[next++]; request; request = part[next++]) {
          const route = routeOf(request)
          const url = urlOf(request, route, fixture)
          const answer = await call(
            request.method,
            url,
            {
              ...fixture.credentials[request.credential],
              ...(request.type !== undefined && { 'content-type': request.type }),
              ...request.headers,
            },
            request.body,
          )
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          const defect = findDefect(request, route, answer)
          // The session ended, the key was revoked or the account was deleted: continue with another one.
          const ended = answer.status === 401 && route.scope !== 'anonymous' && VALID.includes(request.credential)
          if (ended) fixture = { ...fixture, credentials: await makeCredentials(await app.makeUser()) }
          if (defect === undefined) continue
          const cause = logged.find((line) => line.includes(String(answer.headers['x-request-id']))) ?? ''
          wrong.push(
            `${request.method} ${url} as ${request.credential} ${request.type ?? ''} ${request.body?.toString().slice(0, 500) ?? ''}\n  ${defect}\n  ${answer.text.slice(0, 300)} ${cause.slice(0, 700)}`,
          )
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    }
    reportFigure(
      `${requests.length} requests to ${operations.length} operations, seed ${SEED}: ${JSON.stringify(statuses)}, ${wrong.length} wrong`,
    )
    expect(wrong.slice(0, 5), `FUZZ_SEED=${SEED}`).toEqual([])
    expect(statuses[422]).toBeGreaterThan(REQUESTS / 10)
    expect(statuses[200]).toBeGreaterThan(REQUESTS / 100)
  })
})
