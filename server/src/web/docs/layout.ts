import { escapeHtml } from '../../platform/html/escape.ts'
import { PAGE_CSP, renderDocsHeader, renderPage } from '../../platform/html/page.ts'
import type { Library } from './library.ts'
import { type DocsPage, docsUrl } from './markdown.ts'

/** Our own script, which searches in the browser and copies code. */
export const DOCS_CSP = `${PAGE_CSP}; script-src 'self'; connect-src 'self'`

const STYLE = `
main{max-width:1240px}.docs{display:grid;grid-template-columns:220px minmax(0,1fr) 200px;gap:0 48px;align-items:start}
.docs nav{font-size:var(--size-sm);line-height:var(--leading-sm)}.docs nav ul{columns:1;list-style:none;margin:0 0 20px;padding:0}.docs nav a{display:block;padding:3px 0;color:inherit;text-decoration:none}
.docs nav a:hover,.docs nav [aria-current]{color:var(--accent)}.docs nav [aria-current]{font-weight:600}.docs nav p{margin:0 0 4px;font-weight:600}.menu,.outline{position:sticky;top:0;max-height:100vh;overflow:auto;padding:28px 0}
.outline .sub{padding-left:12px}article{padding:12px 0 40px;min-width:0}article h2 a,article h3 a{color:inherit;text-decoration:none}article h2 a:hover,article h3 a:hover{text-decoration:underline}article img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:var(--radius)}
article p,article li{max-width:72ch}article :not(pre)>code{font:var(--size-sm)/1 var(--font-figures);overflow-wrap:anywhere}.wide{overflow-x:auto}.wide td:first-child code{overflow-wrap:normal}.code{position:relative}.copy{position:absolute;top:6px;right:6px;padding:2px 8px;font:var(--size-sm)/var(--leading-sm) var(--font-words);color:var(--soft);background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);cursor:pointer}.copy:hover{color:var(--ink);border-color:var(--line-strong)}.wide td{padding:6px 16px 6px 0}@media(min-width:761px){.wide tbody:first-child td:first-child{width:200px}}
.around{display:flex;flex-wrap:wrap;justify-content:space-between;gap:12px;border-top:1px solid var(--line);padding-top:20px;margin-top:48px}.around a{display:block}
.search{position:relative;margin-left:auto;flex:0 1 320px}.search .control{width:100%;max-width:none}.search ul{position:absolute;z-index:1;top:100%;right:0;width:min(520px,92vw);max-height:70vh;overflow:auto;margin:4px 0 0;padding:6px;list-style:none;background:var(--paper-raised);border:1px solid var(--line-strong);border-radius:var(--radius)}
.brand .search li a{display:block;padding:8px;border-radius:var(--radius);font-weight:400}.search li a:focus,.search li a:hover{outline:none;background:var(--paper)}.search li small{display:block;color:var(--soft);overflow-wrap:anywhere}.search mark{background:none;color:inherit;font-weight:600}.search li.none{padding:8px;color:var(--soft)}
.menu{grid-column:1;grid-row:1}article{grid-column:2;grid-row:1}.outline{grid-column:3;grid-row:1}.brand .contents{display:none}
@media(max-width:1080px){.docs{grid-template-columns:200px minmax(0,1fr)}.outline{display:none}}
@media(max-width:760px){.docs{display:block}.menu{position:static;max-height:none;border-top:1px solid var(--line)}.brand .contents{display:inline}.search{flex-basis:100%}}
`

function renderMenu(library: Library, slug: string, base_url: string): string {
  const groups = library.navigation.map(({ title, pages }) => {
    const links = pages.map((page) => {
      const current = page.slug === slug ? ' aria-current="page"' : ''
      return `<li><a href="${escapeHtml(docsUrl(base_url, page.slug))}"${current}>${escapeHtml(page.title)}</a></li>`
    })
    const api = title === 'Reference' ? `<li><a href="${escapeHtml(base_url)}/docs/api">API reference</a></li>` : ''
    return `<p>${escapeHtml(title)}</p><ul>${api}${links.join('')}</ul>`
  })
  return `<nav class="menu" id="contents" aria-label="Contents">${groups.join('')}</nav>`
}

function renderOutline({ headings }: DocsPage): string {
  if (headings.length < 2) return ''
  const items = headings.map(
    ({ depth, text, id }) =>
      `<li${depth === 3 ? ' class="sub"' : ''}><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`
}

/** The pages before and after, in the order of the menu. */
function renderAround({ navigation }: Library, slug: string, base_url: string): string {
  const pages = navigation.flatMap((group) => group.pages)
  const at = pages.findIndex((page) => page.slug === slug)
  if (at < 0) return ''
  const link = (page: DocsPage | undefined, rel: string, label: string): string =>
    page
      ? `<a rel="${rel}" href="${escapeHtml(docsUrl(base_url, page.slug))}"><small class="soft">${label}</small><br>${escapeHtml(page.title)}</a>`
      : '<span></span>'
  return `<div class="around">${link(pages[at - 1], 'prev', 'Previous')}${link(pages[at + 1], 'next', 'Next')}</div>`
}

const renderSearch = (base_url: string): string =>
  `<form class="search" role="search" action="${escapeHtml(base_url)}/docs"><input class="control" type="search" name="q" autocomplete="off" placeholder="Search the documentation" aria-label="Search the documentation"><ul hidden></ul></form>`

export function renderDocsPage(library: Library, page: DocsPage, base_url: string): string {
  const base = escapeHtml(base_url)
  const header = renderDocsHeader(
    base_url,
    `<a class="contents" href="#contents">Contents</a>${renderSearch(base_url)}`,
  )
  const body = `<div class="docs"><article>${page.html}${renderAround(library, page.slug, base_url)}</article>${renderOutline(page)}${renderMenu(library, page.slug, base_url)}</div>`
  const head = `<script type="module" src="${base}/docs/page.js"></script>`
  return renderPage(page.title, body, base_url, { header, head, style: STYLE })
}
