import { problem } from '../http/problem.ts'
import type { HttpServer } from '../http/server.ts'
import { LIGHT } from '../platform/html/look.gen.ts'
import { pathPrefix } from '../platform/html/page.ts'
import { drawIcon } from './app-icon.ts'
import { type DashboardFiles, sendAsset } from './dashboard-files.ts'

const ICON_SIZES = [192, 512]

/** What a phone or a desktop needs to install the dashboard as an app. The colours of the dark theme are in the page itself. */
function describeApp(base_url: string): object {
  const prefix = pathPrefix(base_url)
  return {
    id: `${prefix}/`,
    name: 'Sitewatch',
    short_name: 'Sitewatch',
    description: 'Website statistics and uptime monitoring',
    start_url: `${prefix}/`,
    scope: `${prefix}/`,
    display: 'standalone',
    background_color: LIGHT.paper,
    theme_color: LIGHT.paper,
    icons: ICON_SIZES.flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({
        src: `${prefix}/icons/app-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  }
}

/** The service worker shows notifications and opens pages, and makes no requests. */
const WORKER_CSP = "default-src 'none'; img-src 'self'"

/** The dashboard as an app: its manifest, its icons, and the service worker that shows notifications. */
export function mountInstallable({ app }: HttpServer, files: DashboardFiles, base_url: string): void {
  const manifest = JSON.stringify(describeApp(base_url))
  const notFound = () => problem('not_found', { detail: 'Path not found.' })
  app.get('/manifest.webmanifest', { config: { id: 'page manifest' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(manifest),
  )
  app.get<{ Params: { name: string } }>('/icons/:name', { config: { id: 'page icons' } }, async (request, reply) => {
    const icon = drawIcon(request.params.name)
    if (!icon) throw notFound()
    return reply.header('cache-control', 'public, max-age=604800').type('image/png').send(icon)
  })
  // Not under /assets: a service worker is responsible for what is below its own path, and its name must not change.
  app.get('/service-worker.js', { config: { id: 'page service worker' } }, async (request, reply) => {
    const script = files.asset(files.findBuilt('service-worker.js') ?? '')
    if (!script) throw notFound()
    reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_CSP })
    return sendAsset(request, reply, script)
  })
}
