import type { Language } from '@sitewatch/contract'
import { escapeHtml } from './escape.ts'
import { FONT_FACES, LIGHT, LOOK_STYLE } from './look.gen.ts'

/** On top of the dashboard's tokens, base and components. */
const STYLE = `${LOOK_STYLE}
*{box-sizing:border-box}body{margin:0}main{max-width:900px;margin:0 auto;padding:0 20px 96px}
h1{font-size:var(--size-xl);line-height:var(--leading-xl);overflow-wrap:anywhere}h2{font-size:var(--size-lg);line-height:var(--leading-lg);border-top:1px solid var(--line);padding-top:24px;margin-top:40px}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:3px}pre,td.m{font:var(--size-sm)/var(--leading-sm) var(--font-figures)}pre{overflow:auto;border:1px solid var(--line);border-radius:var(--radius);padding:12px}
table{border-collapse:collapse;width:100%;font-size:var(--size-sm)}th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line)}
.soft{color:var(--soft)}.small{font-size:var(--size-sm);line-height:var(--leading-sm)}.control{max-width:360px}.button{text-decoration:none}.button,.control{font-family:inherit}.control{font-size:inherit}[hidden]{display:none}
.method{display:inline-block;min-width:64px}nav ul{columns:2;padding-left:18px}.brand{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;padding:20px 0;border-bottom:1px solid var(--line)}
.brand a{display:inline-flex;align-items:center;gap:8px;color:inherit;text-decoration:none}.brand a:first-child{font-weight:600}.brand svg{color:var(--accent)}.actions{display:flex;flex-wrap:wrap;gap:12px;margin-top:24px}
.note{max-width:560px}@media(max-width:600px){nav ul{columns:1}table{display:block;overflow-x:auto}}
`

interface PageExtras {
  /** Additional HTML in the head. */
  head?: string
  style?: string
  /** HTML instead of our name at the top. */
  header?: string
  /** Language of the text; default: English. */
  language?: Language
}

/** The path below which the service is reached; empty at the root. */
export const pathPrefix = (base_url: string): string => new URL(base_url).pathname.replace(/\/$/, '')

const fontPath = (base_url: string, file: string): string => `${escapeHtml(pathPrefix(base_url))}/fonts/${file}.woff2`

/** With the preloads below, the fonts are loaded before the first paint, except on slow connections. */
export const renderFontFaces = (base_url: string): string =>
  FONT_FACES.map(({ family, weight, file, range }) => {
    const limit = range === '' ? '' : `unicode-range:${range};`
    return `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;${limit}src:url('${fontPath(base_url, file)}') format('woff2')}`
  }).join('')

/** Preloads the letters of English pages; browsers load the other fonts when a page needs them. */
export const renderFontPreloads = (base_url: string): string =>
  FONT_FACES.filter(({ file }) => !file.includes('latin-ext'))
    .map(
      ({ file }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fontPath(base_url, file)}">`,
    )
    .join('')

const BARS = 'M1 9h3v6H1zm5-4h3v10H6zm5-4h4v5l-2 2 2 2v5h-4z'
const LOGO = `<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16"><path fill="currentColor" d="${BARS}"/></svg>`

/** The favicon. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${LIGHT.accent}" d="${BARS}"/></svg>`

/** Our name, and further links if given. */
const renderHeader = (base_url: string, links = ''): string =>
  `<header class="brand"><a href="${escapeHtml(base_url)}/">${LOGO}Sitewatch</a>${links}</header>`

/** The same with the documentation's links. */
export function renderDocsHeader(base_url: string, more = ''): string {
  const base = escapeHtml(base_url)
  return renderHeader(
    base_url,
    `<a href="${base}/docs">Documentation</a><a href="${base}/docs/api">API reference</a>${more}`,
  )
}

/** A page without scripts that loads nothing from another host. */
export function renderPage(title: string, body: string, base_url: string, extras: PageExtras = {}): string {
  const { head = '', style = '' } = extras
  const header = extras.header ?? renderHeader(base_url)
  return `<!doctype html><html lang="${extras.language ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} · Sitewatch</title>${head}<link rel="icon" href="${escapeHtml(pathPrefix(base_url))}/icon.svg">${renderFontPreloads(base_url)}<style>${renderFontFaces(base_url)}${STYLE}${style}</style></head><body><main>
${header}
${body}</main></body></html>`
}

/** Allows only our inline style, our own fonts and our own images. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The same for a page with a form that posts to this service. */
export const FORM_PAGE_CSP = PAGE_CSP.replace("form-action 'none'", "form-action 'self'")
