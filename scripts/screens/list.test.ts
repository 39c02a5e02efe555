import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Ids } from './contents.ts'
import { listPublic, listScreens, listSignedOutScreens } from './list.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const ROUTE = /getParentRoute: \(\) => (\w+),\s+path: '([^']*)'/g

/** Paths of the dashboard's routes, such as /monitors/$monitorId. */
function listRoutes(): string[] {
  const sources = globSync('dashboard/src/screens/*/routes.ts*', { cwd: ROOT })
  return sources.flatMap((source) =>
    Array.from(readFileSync(path.join(ROOT, source), 'utf8').matchAll(ROUTE), ([, parent = '', own = '']) =>
      parent === 'settingsRoute' ? `/settings${own}`.replace(/\/$/, '') : own,
    ),
  )
}

it('every route of the dashboard is on the list of screens, except the invitation to a team', () => {
  const ids = new Proxy({}, { get: () => 'id' }) as Ids
  const screens = [...listScreens(ids), ...listPublic(ids), ...listSignedOutScreens(ids, {})]
  const paths = screens.map((screen) => screen.path.replace(/\?.*/, ''))
  const routes = listRoutes()
  expect(routes.length).toBeGreaterThan(40)
  const isListed = (route: string): boolean =>
    paths.some((each) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(each))
  expect(routes.filter((route) => !isListed(route))).toEqual(['/join-team'])
})
