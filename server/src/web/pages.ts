import { buildConfigSchema, PROBLEM_CODES, type ProblemCode } from '@sitewatch/contract'
import { encodeOnce, sendEncoded } from '../http/encoded-text.ts'
import type { HttpServer } from '../http/server.ts'
import { problem } from '../http/problem.ts'
import { runInSlices } from '../platform/slices.ts'
import { openDashboardFiles } from './dashboard-files.ts'
import { type DashboardParts, mountDashboard } from './dashboard.ts'
import { mountDocs } from './docs/index.ts'
import { ICON, PAGE_CSP } from '../platform/html/page.ts'
import { readOpenApi } from './openapi-file.ts'
import { REFERENCE_CSP, renderProblemPage, renderReference } from './reference/index.ts'

const HTML = 'text/html; charset=utf-8'

/** Each text is made at the first request, in slices, and kept. */
const encodeTexts = (base_url: string) => ({
  openapi: encodeOnce(async () => JSON.stringify({ ...(await readOpenApi()), servers: [{ url: base_url }] })),
  reference: encodeOnce(async () => runInSlices(renderReference(await readOpenApi(), base_url))),
  configSchema: encodeOnce(() => JSON.stringify(buildConfigSchema())),
  problems: new Map(PROBLEM_CODES.map((code) => [code, encodeOnce(() => renderProblemPage(code, base_url))])),
})

/** The dashboard, the documentation, the API reference, a page for each problem, the OpenAPI file and the schema of configuration files. */
export function mountPages(server: HttpServer, parts: DashboardParts): void {
  const { app } = server
  const base_url = parts.config.BASE_URL
  const files = openDashboardFiles()
  mountDashboard(server, parts, files)
  mountDocs(server, files, base_url)
  const { openapi, reference, configSchema, problems } = encodeTexts(base_url)
  app.get('/docs/api', { config: { id: 'page /docs/api' } }, async (request, reply) =>
    sendEncoded(
      request,
      reply.header('content-security-policy', REFERENCE_CSP).header('cache-control', 'no-cache').type(HTML),
      await reference(),
    ),
  )
  app.get<{ Params: { code: ProblemCode } }>(
    '/docs/problems/:code',
    { config: { id: 'page problem' } },
    async (request, reply) => {
      const page = problems.get(request.params.code)
      if (!page) throw problem('not_found', { detail: 'Unknown problem code.' })
      return sendEncoded(request, reply.header('content-security-policy', PAGE_CSP).type(HTML), await page())
    },
  )
  app.get('/icon.svg', { config: { id: 'page icon' } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=604800').type('image/svg+xml').send(ICON),
  )
  // Editors load it from wherever the file is edited.
  app.get('/config.schema.json', { config: { id: 'config schema' } }, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
    return sendEncoded(request, reply.type('application/schema+json; charset=utf-8'), await configSchema())
  })
  app.get('/openapi.json', { config: { id: 'openapi' } }, async (request, reply) =>
    sendEncoded(
      request,
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8'),
      await openapi(),
    ),
  )
}
