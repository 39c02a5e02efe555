import { ROUTES, type Route } from '@sitewatch/contract'
import { createClient } from '@sitewatch/sdk'
import { describe, expect, it } from 'vitest'

type Method = (...args: unknown[]) => Promise<unknown>

interface Sent {
  method: string
  path: string
  search: string
  body: string | undefined
}

/** The client with a network that only records requests. */
function makeRecorder(): { methodOf: (id: string) => Method | undefined; ids: string[]; sent: Sent[] } {
  const sent: Sent[] = []
  const client = createClient({
    base_url: 'https://watch.example.com/sub',
    key: 'sw_test',
    fetch: async (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      sent.push({ method: init?.method ?? '', path: pathname, search, body: init?.body as string | undefined })
      return Response.json({ data: [], meta: {}, links: {} })
    },
  })
  const groups = client as unknown as Record<string, Record<string, Method>>
  const ids = Object.entries(groups).flatMap(([group, methods]) =>
    Object.keys(methods).map((name) => `${group}.${name}`),
  )
  const methodOf = (id: string): Method | undefined => {
    const [group = '', name = ''] = id.split('.')
    return groups[group]?.[name]
  }
  return { methodOf, ids, sent }
}

const MARK = { marked: 'yes' }

function argumentsOf(route: Route): unknown[] {
  const params = [...route.path.matchAll(/:\w+/g)].map((_, index) => 41 + index)
  return [...params, ...(route.body ? [MARK] : []), ...(route.query ? [MARK] : [])]
}

describe('every route', () => {
  it.each(ROUTES.map((route) => [route.id, route] as const))('%s has a method that calls it', async (id, route) => {
    const { methodOf, sent } = makeRecorder()
    const method = methodOf(id)
    if (!method) throw new Error(`the SDK has no ${id}: run "npm run generate"`)
    await method(...argumentsOf(route))
    let next = 41
    const path = route.path.replaceAll(/:\w+/g, () => String(next++))
    const [call] = sent
    expect(call).toMatchObject({ method: route.method, path: `/sub${path}` })
    const inQuery = route.query !== undefined || route.bodyFromQuery === true
    expect(call?.search).toBe(inQuery ? '?marked=yes' : '')
    expect(call?.body).toBe(route.body && !route.bodyFromQuery ? JSON.stringify(MARK) : undefined)
  })

  it('is all that the client has: there is no other method', () => {
    expect(makeRecorder().ids.sort()).toEqual(ROUTES.map((route) => route.id).sort())
  })
})
