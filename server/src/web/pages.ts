import { buildConfigSchema, buildOpenApi, PROBLEM_CODES, type ProblemCode, ROUTES } from '@sitewatch/contract'
import type { HttpServer } from '../http/server.ts'
import { problem } from '../http/problem.ts'
import { VERSION } from '../version.ts'
import { openDashboardFiles } from './dashboard-files.ts'
import { type DashboardParts, mountDashboard } from './dashboard.ts'
import { mountDocs } from './docs/index.ts'
import { ICON, PAGE_CSP } from '../platform/html/page.ts'
import { REFERENCE_CSP, renderProblemPage, renderReference } from './reference/index.ts'

const isProblemCode = (code: string): code is ProblemCode => (PROBLEM_CODES as string[]).includes(code)

const once = (write: () => string): (() => string) => {
  let text: string | undefined
  return () => (text ??= write())
}

/** Created at the first request: that takes half a second of CPU time, and every start would wait for it. */
const describeApi = (base_url: string) => ({
  openapi: once(() => JSON.stringify({ ...buildOpenApi(ROUTES, VERSION), servers: [{ url: base_url }] })),
  reference: once(() => renderReference(ROUTES, VERSION, base_url)),
  configSchema: once(() => JSON.stringify(buildConfigSchema())),
})

/** The dashboard, the documentation, the API reference, a page for each problem, the OpenAPI file and the schema of configuration files. */
export function mountPages(server: HttpServer, parts: DashboardParts): void {
  const { app } = server
  const base_url = parts.config.BASE_URL
  const files = openDashboardFiles()
  mountDashboard(server, parts, files)
  mountDocs(server, files, base_url)
  const { openapi, reference, configSchema } = describeApi(base_url)
  app.get('/docs/api', { config: { id: 'page /docs/api' } }, async (_request, reply) =>
    reply.header('content-security-policy', REFERENCE_CSP).type('text/html; charset=utf-8').send(reference()),
  )
  app.get<{ Params: { code: string } }>(
    '/docs/problems/:code',
    { config: { id: 'page problem' } },
    async (request, reply) => {
      const { code } = request.params
      if (!isProblemCode(code)) throw problem('not_found', { detail: 'Unknown problem code.' })
      return reply
        .header('content-security-policy', PAGE_CSP)
        .type('text/html; charset=utf-8')
        .send(renderProblemPage(code, base_url))
    },
  )
  app.get('/icon.svg', { config: { id: 'page icon' } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=604800').type('image/svg+xml').send(ICON),
  )
  // Editors load it from wherever the file is edited.
  app.get('/config.schema.json', { config: { id: 'config schema' } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('access-control-allow-origin', '*')
      .type('application/schema+json; charset=utf-8')
      .send(configSchema()),
  )
  app.get('/openapi.json', { config: { id: 'openapi' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(openapi()),
  )
}
