import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { currentLanguage, inLanguage } from '../../platform/text/index.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { renderAccent } from './accent.ts'
import { renderFeed, renderJson } from './feed.ts'
import { describeStatusPolicy } from './layout.ts'
import type { PageUrl } from './page-urls.ts'
import { asPageTeam, type FoundPage, readLogo, readSource } from './public-store.ts'
import { renderStatusPage } from './render.ts'
import { renderWrittenPage } from './render-written.ts'
import { renderStatuspageFile, STATUSPAGE_FILES } from './statuspage-json.ts'
import type { SubscriberChannel } from './subscribe-form.ts'
import { buildView, type PublicView } from './view.ts'

const compress = promisify(gzip)

interface RenderedLinks {
  path: string
  url: string
  channels: readonly SubscriberChannel[]
  base_url: string
  /** For a feed: only entries about these components. */
  refs: readonly string[]
}

/** A file of a page: what is read for it, and how it is rendered. */
export interface Rendering {
  type: string
  /** Pages are in the language of the reader. Files for programs are in English. */
  isPage: boolean
  /** The written incident that is a page of its own; null for other files. */
  written_ref: string | null
  /** Null if there is no such file. */
  render: (view: PublicView, links: RenderedLinks) => string | null
}

const page = { type: 'text/html; charset=utf-8', isPage: true, written_ref: null }
const file = { isPage: false, written_ref: null }
const json = { ...file, type: 'application/json; charset=utf-8' }

export const FEED_NAME = 'feed.atom'
/** A file that does not depend on monitoring data. */
const LOGO_NAME = 'logo'

function renderFeedFile(view: PublicView, { url, refs }: RenderedLinks): string {
  const query = refs.map((ref) => `component=${ref}`).join('&')
  const feed = `${url.replace(/\/$/, '')}/${FEED_NAME}${query === '' ? '' : `?${query}`}`
  return renderFeed(view, { page: url, feed }, refs)
}

const FILES: ReadonlyMap<string, Rendering> = new Map<string, Rendering>([
  ['', { ...page, render: (view, links) => renderStatusPage(view, links) }],
  [FEED_NAME, { ...file, type: 'application/atom+xml; charset=utf-8', render: renderFeedFile }],
  ['status.json', { ...json, render: (view, { url }) => renderJson(view, url) }],
  ...STATUSPAGE_FILES.map((name): [string, Rendering] => [
    `api/v2/${name}`,
    { ...json, render: (view, { url }) => renderStatuspageFile(view, url, name) },
  ]),
  [LOGO_NAME, { ...file, type: '', render: () => null }],
])

const WRITTEN_PATH = /^incidents\/([0-9a-f]{12})$/

/** Finds a file by its path below the page; "" is the page itself. */
export function findRendering(name: string): Rendering | undefined {
  const written_ref = WRITTEN_PATH.exec(name)?.[1]
  if (written_ref === undefined) return FILES.get(name)
  return {
    ...page,
    written_ref,
    render: (view, links) => {
      const written = view.written.find(({ ref }) => ref === written_ref)
      return written ? renderWrittenPage(view, written, links) : null
    },
  }
}

/** The paths below a page, as the server routes them. */
export const FILE_PATHS: readonly string[] = [...FILES.keys(), 'incidents/:ref']

/** A response, ready to be sent. */
export interface Rendered {
  body: Buffer
  /** The same compressed, once for all requests; null where that gains nothing. */
  gzipped: Buffer | null
  headers: Readonly<Record<string, string>>
}

export const sizeOfRendered = (rendered: Rendered | null): number =>
  rendered === null ? 0 : rendered.body.length + (rendered.gzipped?.length ?? 0)

export interface RenderParts {
  postgres: Postgres
  base_url: string
  channels: readonly SubscriberChannel[]
}

export interface RenderRequest {
  name: string
  rendering: Rendering
  page_url: PageUrl
  refs: readonly string[]
}

const CROSS_ORIGIN_HEADERS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** For a picture from a user: no sniffing, and nothing in it may run or load anything, even if it is opened by itself. */
const LOGO_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': 'inline; filename="logo"',
}

async function renderLogo({ postgres }: RenderParts, { team_id, id }: FoundPage): Promise<Rendered | null> {
  const logo = await asPageTeam(postgres, team_id, (tx) => readLogo(tx, id), { readOnly: true })
  return logo && { body: logo.bytes, gzipped: null, headers: { ...LOGO_HEADERS, 'content-type': logo.type } }
}

/** Null if the file does not exist, or no longer. */
export async function render(parts: RenderParts, found: FoundPage, request: RenderRequest): Promise<Rendered | null> {
  const { name, rendering, page_url, refs } = request
  if (name === LOGO_NAME) return renderLogo(parts, found)
  const { postgres, base_url, channels } = parts
  const { isPage, written_ref, type } = rendering
  const source = await asPageTeam(postgres, found.team_id, (tx) => readSource(tx, found.id, written_ref), {
    readOnly: true,
  })
  if (!source) return null
  const links = { ...page_url, channels, base_url, refs }
  const text = inLanguage(isPage ? currentLanguage() : 'en', () => rendering.render(buildView(source), links))
  if (text === null) return null
  const { accent_color, logo } = source.page
  const look = { style: renderAccent(accent_color), hasPictures: logo !== null }
  const policy = { 'content-security-policy': describeStatusPolicy(base_url, look) }
  const body = Buffer.from(text)
  const headers = { 'content-type': type, ...(isPage ? policy : CROSS_ORIGIN_HEADERS) }
  return { body, gzipped: await compress(body), headers }
}
