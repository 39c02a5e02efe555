import type { FastifyReply, FastifyRequest } from 'fastify'
import { type EncodedText, encodeOnce, sendEncoded } from '../../http/encoded-text.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { runInSlices } from '../../platform/slices.ts'
import { type DashboardFiles, sendAsset } from '../dashboard-files.ts'
import { DOCS_CSP, renderDocsPage } from './layout.ts'
import { type Library, readLibrary } from './library.ts'

/** What the browser searches: one entry for each heading of each page. */
export const listSections = ({ pages }: Library) =>
  Array.from(pages.values(), ({ slug, title, sections }) =>
    sections.map(({ id, heading, text }) => ({ id: id === '' ? slug : `${slug}#${id}`, title, heading, text })),
  ).flat()

/** The name of the pages' script in the dashboard's build. */
export const SCRIPT = 'docs.js'

const CACHED = 'public, max-age=300'

const notFound = () => problem('not_found', { detail: 'Path not found.' })

/** The documentation, as Markdown in docs/ and as pages under /docs. Each text is made once. */
export function mountDocs({ app }: HttpServer, files: DashboardFiles, base_url: string): void {
  let library: Promise<Library> | undefined
  const open = (): Promise<Library> => (library ??= runInSlices(readLibrary(base_url)))
  const texts = new Map<string, () => Promise<EncodedText>>()
  const sections = encodeOnce(async () => JSON.stringify(listSections(await open())))

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, slug: string): Promise<FastifyReply> => {
    const opened = await open()
    const page = opened.pages.get(slug)
    if (!page) throw notFound()
    const read = texts.get(slug) ?? encodeOnce(() => renderDocsPage(opened, page, base_url))
    texts.set(slug, read)
    reply.headers({ 'content-security-policy': DOCS_CSP, 'cache-control': CACHED }).type('text/html; charset=utf-8')
    return sendEncoded(request, reply, await read())
  }
  app.get('/docs', { config: { id: 'page docs' } }, async (request, reply) => sendPage(request, reply, ''))
  app.get<{ Params: { '*': string } }>('/docs/*', { config: { id: 'page docs page' } }, async (request, reply) =>
    sendPage(request, reply, request.params['*'].replace(/\/$/, '')),
  )
  app.get<{ Params: { name: string } }>(
    '/docs/pictures/:name',
    { config: { id: 'page docs picture' } },
    async (request, reply) => {
      const picture = (await open()).readPicture(request.params.name)
      if (!picture) throw notFound()
      return reply.header('cache-control', CACHED).type('image/png').send(picture)
    },
  )
  app.get('/docs/search.json', { config: { id: 'page docs sections' } }, async (request, reply) => {
    reply.header('cache-control', CACHED).type('application/json; charset=utf-8')
    return sendEncoded(request, reply, await sections())
  })
  app.get('/docs/page.js', { config: { id: 'page docs script' } }, async (request, reply) => {
    const script = files.asset(files.findBuilt(SCRIPT) ?? '')
    if (!script) throw notFound()
    return sendAsset(request, reply.header('cache-control', CACHED), script)
  })
}
