import { buildOpenApi, PROBLEM_CODES, type ProblemCode, ROUTES } from '@sitewatch/contract'
import type { HttpServer } from '../http/server.ts'
import { problem } from '../http/problem.ts'
import { VERSION } from '../version.ts'
import { FORM_PAGES, renderForm } from './forms.ts'
import { escapeHtml, PAGE_CSP, renderPage } from './layout.ts'
import { renderProblemPage, renderReference } from './reference.ts'

const isProblemCode = (code: string): code is ProblemCode => (PROBLEM_CODES as string[]).includes(code)

/** What a person or a tool reads without a key: the reference, one page a problem, the OpenAPI file. */
export function mountPages({ app }: HttpServer, base_url: string): void {
  const openapi = JSON.stringify({ ...buildOpenApi(ROUTES, VERSION), servers: [{ url: base_url }] })
  const reference = renderReference(ROUTES, base_url)
  const home = renderPage(
    'Home',
    `<h1>Sitewatch</h1><p>Who visits your websites, and the moment they can't.</p><p><a href="${escapeHtml(base_url)}/sign-in">Sign in</a> · <a href="${escapeHtml(base_url)}/sign-up">Create an account</a> · <a href="${escapeHtml(base_url)}/forgot-password">Forgot your password?</a></p><p>The API is described at <a href="${escapeHtml(base_url)}/docs/api">/docs/api</a>.</p>`,
    base_url,
  )
  const html = (path: string, body: string): void => {
    app.get(path, { config: { id: `page ${path}` } }, async (_request, reply) =>
      reply.header('content-security-policy', PAGE_CSP).type('text/html; charset=utf-8').send(body),
    )
  }
  for (const [path, page] of Object.entries(FORM_PAGES)) {
    app.get(path, { config: { id: `page ${path}` } }, async (_request, reply) => {
      const { html: body, csp } = renderForm(page, base_url)
      return reply
        .headers({ 'content-security-policy': csp, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .type('text/html; charset=utf-8')
        .send(body)
    })
  }
  // Where alerts point. It shows nothing of the incident: who may read it is the API's to say.
  html(
    '/incidents/:id',
    renderPage(
      'Incident',
      '<h1>Incident</h1><p>Read it with <code>swctl incident show ID</code>, or as <code>GET /api/incidents/ID</code>, with the number from this address.</p>',
      base_url,
    ),
  )
  html(
    '/incidents',
    renderPage(
      'Incidents',
      '<h1>Incidents</h1><p>Read them with <code>swctl incident list</code>, or as <code>GET /api/incidents</code>.</p>',
      base_url,
    ),
  )
  html('/', home)
  html('/docs/api', reference)
  app.get<{ Params: { code: string } }>(
    '/docs/problems/:code',
    { config: { id: 'page problem' } },
    async (request, reply) => {
      const { code } = request.params
      if (!isProblemCode(code)) throw problem('not_found', { detail: 'There is no such problem.' })
      return reply
        .header('content-security-policy', PAGE_CSP)
        .type('text/html; charset=utf-8')
        .send(renderProblemPage(code, base_url))
    },
  )
  app.get('/openapi.json', { config: { id: 'openapi' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(openapi),
  )
}
