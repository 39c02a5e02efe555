import { PROBLEM_CODES, type ProblemCode, PROBLEMS } from '@sitewatch/contract'
import { escapeHtml } from '../../platform/html/escape.ts'
import { PAGE_CSP, renderDocsHeader, renderPage } from '../../platform/html/page.ts'
import { sha256 } from '../../platform/secrets.ts'
import { type Document, listEntries } from './document.ts'
import { renderFields } from './fields.ts'
import { renderOperation } from './operation.ts'
import { listRules } from './rules.ts'
import { SCRIPT } from './script.ts'
import { STYLE } from './style.ts'

/** Our own script, by its hash, and no other. */
export const REFERENCE_CSP = `${PAGE_CSP}; script-src 'sha256-${sha256(SCRIPT).toString('base64')}'`

const FINDER = `<div class="finder"><label for="search">Search</label><input id="search" class="control" type="search" placeholder="Path, field or word" autocomplete="off"><p id="found" class="soft small" role="status"></p></div>`

interface Group {
  id: string
  title: string
  html: string
  links: readonly { id: string; title: string }[]
}

const renderSection = (id: string, html: string): string =>
  `<section class="operation" id="${id}"><h3><a href="#${id}">${html}</section>`

function groupRules(base_url: string): Group {
  const rules = listRules(base_url)
  const html = rules.map(({ id, title, html: text }) => renderSection(id, `${title}</a></h3>${text}`)).join('')
  return { id: 'rules', title: 'General rules', html, links: rules }
}

function* groupOperations(document: Document, base_url: string): Generator<undefined, Group[]> {
  const byTag = Map.groupBy(listEntries(document), ({ operation }) => operation.tags[0])
  const groups: Group[] = []
  for (const { name, description } of document.tags) {
    const entries = byTag.get(name) ?? []
    const operations = entries.map((entry) => renderOperation(entry, document, base_url))
    groups.push({
      id: name.toLowerCase().replaceAll(' ', '-'),
      title: name,
      html: `<p>${escapeHtml(description)}</p>${operations.join('')}`,
      links: entries.map(({ id, operation }) => ({ id, title: operation.summary })),
    })
    yield
  }
  return groups
}

function groupSchemas({ components }: Document): Group {
  const schemas = Object.entries(components.schemas)
  const html = schemas.map(([name, schema]) => {
    const about = schema.description === undefined ? '' : `<p>${escapeHtml(schema.description)}</p>`
    return renderSection(name, `${name}</a></h3>${about}${renderFields(schema, 'Fields')}`)
  })
  const links = schemas.map(([name]) => ({ id: name, title: name }))
  return { id: 'schemas', title: 'Records and bodies', html: html.join(''), links }
}

const renderContents = ({ title, links }: Group): string =>
  `<details class="group"><summary>${title}</summary><ul>${links
    .map((link) => `<li><a href="#${link.id}">${escapeHtml(link.title)}</a></li>`)
    .join('')}</ul></details>`

export function* renderReference(document: Document, base_url: string): Generator<undefined, string> {
  const groups = [groupRules(base_url), ...(yield* groupOperations(document, base_url)), groupSchemas(document)]
  yield
  const sections = groups.map(
    ({ id, title, html }) => `<section class="group"><h2 id="${id}">${title}</h2>${html}</section>`,
  )
  const intro = `<h1>API reference</h1><p>All operations share one API key, one response format and one error format. The OpenAPI description is
<a href="${escapeHtml(base_url)}/openapi.json">openapi.json</a>; the <a href="#rules">general rules</a> hold for every operation.</p>`
  const contents = `<nav class="contents" aria-label="Contents" tabindex="0">${FINDER}${groups.map(renderContents).join('')}</nav>`
  const body = `${intro}<div class="reference">${contents}<div>${sections.join('')}</div></div><script>${SCRIPT}</script>`
  return renderPage('API reference', body, base_url, { style: STYLE, header: renderDocsHeader(base_url) })
}

export function renderProblemPage(code: ProblemCode, base_url: string): string {
  const { status, title, help } = PROBLEMS[code]
  const base = escapeHtml(base_url)
  const items = PROBLEM_CODES.map((other) => `<li><a href="${base}/docs/problems/${other}">${other}</a></li>`).join('')
  const body = `<h1>${escapeHtml(title)}</h1><p><code>${code}</code> · HTTP ${status}</p><p>${escapeHtml(help)}</p><h2>All problems</h2><nav><ul>${items}</ul></nav>`
  return renderPage(title, body, base_url, { header: renderDocsHeader(base_url) })
}
