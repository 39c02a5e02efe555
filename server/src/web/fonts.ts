import { problem } from '../http/problem.ts'
import type { HttpServer } from '../http/server.ts'
import { FONT_FACES } from '../platform/html/look.gen.ts'
import type { DashboardFiles } from './dashboard-files.ts'

/** The dashboard's fonts at addresses that no build changes, for the pages that the server renders. */
export function mountFonts({ app }: HttpServer, files: DashboardFiles): void {
  const known = new Set<string>(FONT_FACES.map(({ file }) => `${file}.woff2`))
  app.get<{ Params: { name: string } }>('/fonts/:name', { config: { id: 'page fonts' } }, async (request, reply) => {
    const { name } = request.params
    const built = known.has(name) ? files.findBuilt(name) : undefined
    const asset = built === undefined ? undefined : files.asset(built)
    if (!asset) throw problem('not_found', { detail: 'Path not found.' })
    const etag = `"${built}"`
    reply.headers({
      'cache-control': 'public, max-age=604800',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    })
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    return reply.type(asset.type).send(asset.body('identity'))
  })
}
