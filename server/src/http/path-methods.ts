import type { FastifyInstance, RouteOptions } from 'fastify'

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[^\w-]/g, String.raw`\$&`)))
  return new RegExp(`^${parts.join('/')}$`)
}

/** The methods of each path, for 405; filled as routes are added. A wildcard route claims no path. */
export function collectPathMethods(app: {
  addHook(name: 'onRoute', hook: (this: FastifyInstance, route: RouteOptions) => void): unknown
}): (path: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const each of [method].flat()) entry.methods.add(each)
    known.set(url, entry)
  })
  return (path) => {
    const methods = [...known.values()].flatMap((entry) => (entry.pattern.test(path) ? [...entry.methods] : []))
    return [...new Set(methods)]
  }
}
