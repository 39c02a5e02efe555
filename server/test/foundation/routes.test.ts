import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Route, ROUTES } from '@sitewatch/contract'
import { createClient } from '../../../sdk/src/index.ts'
import { describe, expect, it } from 'vitest'
import { serveApi } from '../../src/roles/api.ts'
import { startApp } from '../support/app.ts'
import { FIXTURES, recordsOf } from '../support/fixtures.ts'
import { findDefects, type Pieces } from './walk.ts'

const app = await startApp()

const client = createClient({ base_url: 'http://localhost', key: '' }) as unknown as Record<string, unknown>
const findMethod = (id: string): unknown =>
  id.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], client)

const pieces: Pieces = {
  routes: ROUTES,
  handled: serveApi(app.parts).map(({ route }) => route.id),
  openapi: JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
  ) as Pieces['openapi'],
  hasSdkMethod: (id) => typeof findMethod(id) === 'function',
  fixtures: FIXTURES,
}

describe('the table of routes', () => {
  it('has for each route one handler, a scope rule, problems, an OpenAPI operation, an SDK method and tenancy fixtures', () => {
    expect(findDefects(pieces)).toEqual([])
  })
})

interface Shaped {
  shape?: Record<string, unknown>
  options?: { _zod: { def: Shaped } }[]
}

function recordsIn(route: Route): string[][] {
  if (!('schema' in route.returns)) return []
  const def = route.returns.schema._zod.def as Shaped
  const variants = def.options?.map((option) => option._zod.def) ?? [def]
  return variants.flatMap(({ shape }) => (shape ? [Object.keys(shape)] : []))
}

describe('every record', () => {
  it.each(ROUTES.filter((route) => recordsIn(route).length > 0).map((route) => [route.id, route] as const))(
    'of %s begins with object and id, and ends with created_at and updated_at, as far as it has them',
    (_id, route) => {
      for (const names of recordsIn(route)) {
        const ends = ['created_at', 'updated_at'].filter((name) => names.includes(name))
        const begins = ['object', 'id'].filter((name) => name === 'object' || names.includes(name))
        expect(names.slice(0, begins.length)).toEqual(begins)
        expect(names.slice(names.length - ends.length)).toEqual(ends)
      }
    },
  )
})

const without = <T>(entries: Record<string, T>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter(([each]) => each !== name))

const openApiPath = (route: Route): string => route.path.replaceAll(/:(\w+)/g, '{$1}')

describe('the check of the table of routes', () => {
  const valid: Pieces = {
    ...pieces,
    routes: ROUTES.filter((route) =>
      findDefects({ ...pieces, routes: [route] }).every((defect) => !defect.startsWith(route.id)),
    ),
  }
  valid.handled = valid.routes.map(({ id }) => id)
  valid.openapi = {
    paths: Object.fromEntries(
      valid.routes.map((route) => [openApiPath(route), pieces.openapi.paths[openApiPath(route)] ?? {}]),
    ),
  }
  const withRoute = (id: string, change: object): readonly Route[] =>
    valid.routes.map((route) => (route.id === id ? { ...route, ...change } : route))

  it('accepts a table without defects', () => {
    expect(valid.routes.length).toBeGreaterThan(20)
    expect(findDefects(valid)).toEqual([])
  })

  it('finds records that are read with another scope than they are written with', () => {
    const routes = withRoute('deliveries.list', { scope: 'monitors:read' })
    expect(findDefects({ ...valid, routes })).toEqual(['deliveries.list reads without providers:read'])
  })

  // Routes of all kinds; the check treats those of one kind alike.
  const some = valid.routes.filter((_, n) => n % 12 === 0)
  it.each(some.map((route) => [route.id, route] as const))('finds each missing piece of %s', (id, route) => {
    const broken: [string, Partial<Pieces>][] = [
      ['its handler', { handled: valid.handled.filter((each) => each !== id) }],
      ['being its only handler', { handled: [...valid.handled, id] }],
      ['its line in the table', { routes: valid.routes.filter((each) => each.id !== id) }],
      ['its scope rule', { routes: withRoute(id, { scope: undefined }) }],
      ['its scopes', { routes: withRoute(id, { scope: [] }) }],
      ['a scope that exists', { routes: withRoute(id, { scope: 'everything' }) }],
      ['a scope to write', { routes: withRoute(id, { method: 'POST', scope: ['monitors:read', 'providers:read'] }) }],
      ['its problems', { routes: withRoute(id, { problems: undefined }) }],
      ['a problem that exists', { routes: withRoute(id, { problems: ['gone'] }) }],
      ['its OpenAPI path', { openapi: { paths: without(valid.openapi.paths, openApiPath(route)) } }],
      [
        'its OpenAPI operation',
        {
          openapi: {
            paths: {
              ...valid.openapi.paths,
              [openApiPath(route)]: without(valid.openapi.paths[openApiPath(route)] ?? {}, route.method.toLowerCase()),
            },
          },
        },
      ],
      ['its SDK method', { hasSdkMethod: (each) => each !== id && valid.hasSdkMethod(each) }],
      ['its own id', { routes: [...valid.routes, route] }],
    ]
    for (const record of recordsOf(route.path)) {
      broken.push(['its tenancy fixture', { fixtures: { ...FIXTURES, records: without(FIXTURES.records, record) } }])
    }
    if (FIXTURES.bodies[id]) {
      broken.push(['its sample body', { fixtures: { ...FIXTURES, bodies: without(FIXTURES.bodies, id) } }])
    }
    for (const [what, change] of broken)
      expect(findDefects({ ...valid, ...change }), `${id} without ${what}`).not.toEqual([])
  })
})
