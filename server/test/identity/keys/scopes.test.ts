import { ROUTES, type Scope, SCOPES } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/http/problem.ts'
import { checkMinting } from '../../../src/identity/keys/store.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { bodyFor, pathFor } from '../../support/fixtures.ts'
import { reportFigure } from '../../support/report.ts'
import { sized } from '../../support/size.ts'

const app = await startApp()

/** Every non-empty subset of the scopes. */
const SUBSETS: Scope[][] = Array.from({ length: 2 ** SCOPES.length - 1 }, (_, n) =>
  SCOPES.filter((_scope, bit) => ((n + 1) >> bit) & 1),
)
/** Callers with few scopes, nearly all, and some in between. */
const CALLERS = SUBSETS.filter(({ length }, n) => length <= 2 || length >= SCOPES.length - 1 || n % sized(97, 1) === 0)
const isSubset = (inner: readonly Scope[], outer: readonly Scope[]): boolean =>
  inner.every((scope) => outer.includes(scope))

async function forEachAtOnce<T>(items: readonly T[], at_once: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: at_once }, run))
}

describe('every pair of scopes', () => {
  const MINTED = SUBSETS.filter(({ length }, n) => length <= 2 || length >= SCOPES.length - 1 || n % sized(29, 1) === 0)

  it(`of ${CALLERS.length} callers and ${MINTED.length} minted keys is allowed exactly when the minted scopes are a subset`, () => {
    let wrong = 0
    for (const caller of CALLERS) {
      const actor = { kind: 'key' as const, scopes: new Set(caller), expires_at: null }
      for (const scopes of MINTED) {
        let allowed = true
        try {
          checkMinting(actor, { scopes })
        } catch (error) {
          allowed = false
          if (!(error instanceof ProblemError && error.code === 'insufficient_scope')) throw error
        }
        if (allowed !== isSubset(scopes, caller)) wrong++
      }
    }
    expect(wrong).toBe(0)
  })

  let user: TestUser
  const keys = new Map<string, { key: string; key_id: number }>()

  beforeAll(async () => {
    user = await app.makeUser()
    for (const scopes of CALLERS) keys.set(scopes.join(), await app.makeKey(user.id, scopes))
  })

  it('a key mints keys with a subset of its scopes, and no others', async () => {
    // Each caller is tried with every single scope, its own scopes, and random other sets: the missing scope decides, and every
    // single scope is tried with every caller.
    const pairs = CALLERS.flatMap((caller, n) => {
      const otherSets = [1, 5, 11, 23].map((step) => SUBSETS[(n * 37 + step * 41) % SUBSETS.length] ?? caller)
      return [...SCOPES.map((scope) => [scope]), caller, ...otherSets].map((minted) => ({ caller, minted }))
      // In CI a fifth of them, others for each caller: the test above computes the answers of the same function for all.
    }).filter((_, n) => n % sized(5, 1) === 0)
    const wrong: string[] = []
    await forEachAtOnce(pairs, 6, async ({ caller, minted }) => {
      const { status, body } = await app.call('POST', '/api/keys', {
        key: keys.get(caller.join())?.key,
        json: { name: 'a', scopes: minted },
      })
      const missing = minted.find((scope) => !caller.includes(scope))
      const right =
        missing === undefined
          ? status === 201
          : status === 403 && body.code === 'insufficient_scope' && body.required_scope === missing
      if (!right) wrong.push(`${caller.join()} minted ${minted.join()}: ${status}`)
    })
    reportFigure(
      `${pairs.length} pairs of caller's and minted scopes asked, ${CALLERS.length * MINTED.length} computed`,
    )
    expect(wrong).toEqual([])
  })

  it('a key sees and deletes exactly those keys whose scopes it has', async () => {
    const other = await app.makeUser()
    const shown = await Promise.all(CALLERS.map((scopes) => app.makeKey(other.id, scopes)))
    const all = [{ scopes: [...SCOPES] as Scope[], key_id: other.key_id }].concat(
      CALLERS.map((scopes, n) => ({ scopes, key_id: shown[n]?.key_id ?? 0 })),
    )
    const callers = CALLERS.filter(
      (scopes) => scopes.length <= 2 || scopes.length >= SCOPES.length - 1 || scopes.length === 4,
    ).filter((_, n) => n % sized(3, 1) === 0)
    await forEachAtOnce(callers, 6, async (caller) => {
      const key = shown[CALLERS.indexOf(caller)]?.key
      const visible: number[] = []
      for (let page = 1, last = 1; page <= last; page++) {
        const { body } = await app.call('GET', `/api/keys?pageSize=100&page=${page}`, { key })
        last = body.meta.last_page as number
        visible.push(...(body.data as { id: number }[]).map(({ id }) => id))
      }
      const expected = all.filter(({ scopes }) => isSubset(scopes, caller)).map(({ key_id }) => key_id)
      expect(visible.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b))
    })
    const pairs = callers.flatMap((caller, n) =>
      [3, 17, 59].map((step) => [caller, all[(n * 29 + step) % all.length] ?? all[0]] as const),
    )
    const wrong: string[] = []
    await forEachAtOnce(pairs, 6, async ([caller, target]) => {
      const { status } = await app.call('GET', `/api/keys/${target?.key_id}`, {
        key: shown[CALLERS.indexOf(caller)]?.key,
      })
      if (status !== (isSubset(target?.scopes ?? [], caller) ? 200 : 404)) wrong.push(`${caller.join()}: ${status}`)
    })
    expect(wrong).toEqual([])
    const narrow = shown[CALLERS.findIndex((scopes) => scopes.join() === 'stats:read')]
    const wide = shown[CALLERS.findIndex((scopes) => scopes.join() === 'stats:read,events:write')]
    expect((await app.call('DELETE', `/api/keys/${wide?.key_id}`, { key: narrow?.key })).status).toBe(404)
    expect((await app.call('DELETE', `/api/keys/${narrow?.key_id}`, { key: wide?.key })).status).toBe(200)
  })
})

describe('the required scope of every route', () => {
  const needed = (scope: (typeof ROUTES)[number]['scope']): readonly string[] => [scope].flat()

  it.each(ROUTES.map((route) => [route.id, route] as const))('%s', async (_id, route) => {
    const user = await app.makeUser()
    const path = await pathFor(app, route, user)
    const json = await bodyFor(app, route, user)
    const send = (scopes: readonly Scope[]) =>
      app
        .makeKey(user.id, scopes)
        .then(({ key }) => app.call(route.method, path, { key, ...(json !== undefined && { json }) }))
    if (route.scope === 'anonymous') return
    if (route.scope === 'session' || route.scope === 'administrator') {
      const { status, body } = await send(SCOPES)
      expect({ status, required: body.required_scope }).toEqual({ status: 403, required: route.scope })
      return
    }
    const needs = route.scope === 'credential' ? [] : needed(route.scope)
    for (const scope of needs) {
      const without = SCOPES.filter((each) => each !== scope)
      const { status, body } = await send(without)
      expect({ status, required: body.required_scope }).toEqual({ status: 403, required: scope })
    }
    // Requests with an effect outside of the service are not sent.
    if (route.outsideEffect) return
    const enough = needs.length === 0 ? ([SCOPES[0]] as const) : (needs as Scope[])
    const answer = await send(enough)
    if (answer.status === 403) expect(answer.body.code).not.toBe('insufficient_scope')
    expect(answer.status).toBeLessThan(500)
  })
})
