import { methodsOf, PROBLEM_CODES, problemsOf, type Route, SCOPES } from '@sitewatch/contract'
import { type Fixtures, recordsOf, referencesIn } from '../support/fixtures.ts'

/** Everything that a route must have in addition to its line in the table. */
export interface Pieces {
  routes: readonly Route[]
  /** Ids of the routes that have a handler, once for each handler. */
  handled: readonly string[]
  openapi: { paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, unknown> }>> }
  hasSdkMethod: (id: string) => boolean
  fixtures: Fixtures
}

const ACCESS: readonly unknown[] = [...SCOPES, 'credential', 'session', 'administrator', 'anonymous']

function findScopeDefects({ id, method, scope }: Route): string[] {
  const rules = [scope ?? []].flat()
  if (rules.length === 0) return [`${id} has no scope rule`]
  const unknown = rules
    .filter((rule) => !ACCESS.includes(rule))
    .map((rule) => `${id} has an unknown scope rule: ${rule}`)
  const isReadOnly = rules.every((rule) => rule.endsWith(':read'))
  return method !== 'GET' && isReadOnly ? [...unknown, `${id} writes, and needs only ${rules.join(', ')}`] : unknown
}

const NO_KEY: readonly unknown[] = ['session', 'administrator', 'anonymous']

function findLimitDefects({ id, scope, limitedKeys }: Route): string[] {
  return limitedKeys && NO_KEY.includes(scope) ? [`${id} is for limited keys, but not for keys`] : []
}

/** To read records that "providers:write" changes needs "providers:read". */
function findReadScopeDefects(routes: readonly Route[]): string[] {
  return routes
    .filter(({ method }) => method === 'GET')
    .flatMap(({ id, path, scope }) => {
      const changes = routes.filter((each) => each.path === path || each.path.startsWith(`${path}/:`))
      const written = changes.flatMap((each) => [each.scope ?? []].flat()).filter((rule) => rule.endsWith(':write'))
      const needed = [...new Set(written)].map((rule) => rule.replace(':write', ':read'))
      return needed
        .filter((rule) => ![scope].flat().some((each) => each === rule))
        .map((rule) => `${id} reads without ${rule}`)
    })
}

function findProblemDefects(route: Route): string[] {
  if (!Array.isArray(route.problems)) return [`${route.id} declares no problems`]
  return problemsOf(route)
    .filter((code) => !PROBLEM_CODES.includes(code))
    .map((code) => `${route.id} declares a problem that does not exist: ${code}`)
}

function findOpenApiDefects(route: Route, openapi: Pieces['openapi']): string[] {
  const item = openapi.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]
  return methodsOf(route).flatMap((method) => {
    const operation = item?.[method.toLowerCase()]
    if (!operation) return [`${route.id} has no OpenAPI operation for ${method}`]
    const named = operation.operationId?.startsWith(route.id) ?? false
    const answers = operation.responses?.[String(route.returns.status)] !== undefined
    return [
      ...(named ? [] : [`${route.id} has another operationId: ${operation.operationId}`]),
      ...(answers ? [] : [`${route.id} does not describe its ${route.returns.status}`]),
    ]
  })
}

function findFixtureDefects(route: Route, { records, bodies, references }: Fixtures): string[] {
  const missing = recordsOf(route.path).filter((path) => !records[path])
  const unnamed = [route.body, route.query].flatMap(referencesIn).filter((name) => references[name] === undefined)
  const needsBody = route.body && !route.body.safeParse({}).success
  return [
    ...missing.map((path) => `${route.id} has no tenancy fixture: add "${path}" to records`),
    ...unnamed.map((name) => `${route.id} names a record by "${name}": add it to references`),
    ...(needsBody && !bodies[route.id] ? [`${route.id} has no sample: add "${route.id}" to bodies`] : []),
  ]
}

function findDuplicates(names: readonly string[], what: string): string[] {
  const duplicates = names.filter((name, index) => names.indexOf(name) !== index)
  return [...new Set(duplicates)].map((name) => `${what}: ${name}`)
}

/** Everything that is missing or superfluous; an empty list means that there are no defects. */
export function findDefects({ routes, handled, openapi, hasSdkMethod, fixtures }: Pieces): string[] {
  const ids = routes.map(({ id }) => id)
  const calls = routes.flatMap((route) => methodsOf(route).map((method) => `${method} ${route.path}`))
  const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  return [
    ...findDuplicates(ids, 'two routes have one id'),
    ...findDuplicates(calls, 'two routes answer one call'),
    ...handled.filter((id) => !ids.includes(id)).map((id) => `a handler without a route: ${id}`),
    ...operations
      .filter((call) => !calls.includes(call))
      .map((call) => `an OpenAPI operation without a route: ${call}`),
    ...findReadScopeDefects(routes),
    ...routes.flatMap((route) => {
      const handlers = handled.filter((id) => id === route.id).length
      return [
        ...(handlers === 1 ? [] : [`${route.id} has ${handlers} handlers`]),
        ...findScopeDefects(route),
        ...findLimitDefects(route),
        ...findProblemDefects(route),
        ...findOpenApiDefects(route, openapi),
        ...(hasSdkMethod(route.id) ? [] : [`${route.id} has no SDK method`]),
        ...findFixtureDefects(route, fixtures),
      ]
    }),
  ]
}
