import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import type { DashboardFiles } from '../dashboard-files.ts'
import { DOCS_CSP, renderDocsPage } from './layout.ts'
import { type Library, openLibrary } from './library.ts'

/** What the browser searches: one entry for each heading of each page. */
export const listSections = ({ pages }: Library) =>
  Array.from(pages.values(), ({ slug, title, sections }) =>
    sections.map(({ id, heading, text }) => ({ id: id === '' ? slug : `${slug}#${id}`, title, heading, text })),
  ).flat()

/** The name of the pages' script in the dashboard's build. */
export const SCRIPT = 'docs.js'

const CACHED = 'public, max-age=300'

/** The documentation, as Markdown in docs/ and as pages under /docs. */
export function mountDocs({ app }: HttpServer, files: DashboardFiles, base_url: string): void {
  let library: Library | undefined
  let sections: Buffer | undefined
  const open = (): Library => (library ??= openLibrary(base_url))
  const notFound = () => problem('not_found', { detail: 'Path not found.' })

  const sendPage = (reply: FastifyReply, slug: string): FastifyReply => {
    const page = open().pages.get(slug)
    if (!page) throw notFound()
    return reply
      .headers({ 'content-security-policy': DOCS_CSP, 'cache-control': CACHED })
      .type('text/html; charset=utf-8')
      .send(renderDocsPage(open(), page, base_url))
  }
  app.get('/docs', { config: { id: 'page docs' } }, async (_request, reply) => sendPage(reply, ''))
  app.get<{ Params: { '*': string } }>('/docs/*', { config: { id: 'page docs page' } }, async (request, reply) =>
    sendPage(reply, request.params['*'].replace(/\/$/, '')),
  )
  app.get<{ Params: { name: string } }>(
    '/docs/pictures/:name',
    { config: { id: 'page docs picture' } },
    async (request, reply) => {
      const picture = open().readPicture(request.params.name)
      if (!picture) throw notFound()
      return reply.header('cache-control', CACHED).type('image/png').send(picture)
    },
  )
  app.get('/docs/search.json', { config: { id: 'page docs sections' } }, async (request, reply) => {
    sections ??= gzipSync(JSON.stringify(listSections(open())))
    reply.headers({ 'cache-control': CACHED, vary: 'accept-encoding' }).type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(listSections(open()))
    return reply.header('content-encoding', 'gzip').send(sections)
  })
  app.get('/docs/page.js', { config: { id: 'page docs script' } }, async (_request, reply) => {
    const script = files.asset(files.findBuilt(SCRIPT) ?? '')
    if (!script) throw notFound()
    return reply.header('cache-control', CACHED).type(script.type).send(script.body('identity'))
  })
}
