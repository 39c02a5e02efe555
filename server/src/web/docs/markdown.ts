import path from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../../platform/html/escape.ts'

interface Heading {
  depth: number
  text: string
  id: string
}

/** A part of a page that search finds: the text under one heading. */
interface Section {
  id: string
  heading: string
  text: string
}

export interface DocsPage {
  slug: string
  title: string
  html: string
  headings: Heading[]
  sections: Section[]
  /** For each heading, the pages that the first column of the table below it links to. */
  links: { title: string; targets: string[] }[]
}

interface Source {
  slug: string
  /** From the root of the project. */
  file: string
  markdown: string
  /** The slug of every file that is a page. */
  files: ReadonlyMap<string, string>
  base_url: string
}

/** The same anchor as on GitHub, so that a link works there and here. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

export const docsUrl = (base_url: string, slug: string, anchor = ''): string =>
  `${base_url}/docs${slug === '' ? '' : `/${slug}`}${anchor === '' ? '' : `#${anchor}`}`

/** Files that are not pages, which the server has at its root. */
const SERVED = ['docs/openapi.json', 'docs/config.schema.json']

/** The URL of a link; undefined for a file of the project that is not a page, and for an example such as http://localhost:PORT. */
function resolveLink({ file, files, base_url, slug }: Source, href: string): string | undefined {
  if (/^[a-z]+:/.test(href)) return URL.canParse(href) ? href : undefined
  const [target = '', anchor = ''] = href.split('#')
  if (target === '') return docsUrl(base_url, slug, anchor)
  const found = path.posix.join(path.posix.dirname(file), target)
  if (SERVED.includes(found)) return `${base_url}/${path.posix.basename(found)}`
  const page = files.get(found)
  return page === undefined ? undefined : docsUrl(base_url, page, anchor)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Each picture of the light theme has a counterpart for the dark theme. */
function renderPicture(base_url: string, name: string, text: string): string {
  const url = (file: string): string => escapeHtml(`${base_url}/docs/pictures/${file}`)
  const dark = name.replace('-light.', '-dark.')
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="${url(dark)}"><img src="${url(name)}" alt="${escapeHtml(text)}" width="1280" height="800"></picture>`
}

function createParser(source: Source): Marked {
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading(token) {
        const { tokens, depth } = token
        const inner = this.parser.parseInline(tokens)
        const id = idOf(token)
        return depth === 1 ? `<h1>${inner}</h1>\n` : `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const url = resolveLink(source, href)
        return url === undefined ? inner : `<a href="${escapeHtml(url)}">${inner}</a>`
      },
      // Comments are for those who edit the page, such as the marks of figures.
      html: ({ text }) => text.replaceAll(/<!--.*?-->/gs, ''),
      image: ({ href, text }) => renderPicture(source.base_url, path.posix.basename(href), text),
      code: ({ text }) => `<div class="code"><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></div>\n`,
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        const head = token.header.some(({ text }) => text !== '') ? `<thead>${row(token.header, 'th')}</thead>` : ''
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  return marked
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

type NamedHeading = Tokens.Heading & { id?: string }

const idOf = (heading: NamedHeading): string => heading.id ?? anchorOf(heading.text)

/** A repeated heading, as in a changelog, gets a number, as on GitHub. */
function nameHeadings(tokens: Token[]): void {
  const used = new Map<string, number>()
  for (const heading of tokens.filter(isHeading) as NamedHeading[]) {
    const anchor = anchorOf(heading.text)
    const before = used.get(anchor) ?? 0
    used.set(anchor, before + 1)
    if (before > 0) heading.id = `${anchor}-${before}`
  }
}

/** The parts of a page, each from one heading to the next. */
function splitByHeading(tokens: Token[]): { heading: Tokens.Heading | undefined; rest: Token[] }[] {
  const parts: { heading: Tokens.Heading | undefined; rest: Token[] }[] = []
  for (const token of tokens) {
    if (isHeading(token) && token.depth <= 3) parts.push({ heading: token, rest: [] })
    else (parts.at(-1) ?? parts[parts.push({ heading: undefined, rest: [] }) - 1])?.rest.push(token)
  }
  return parts
}

function listTargets({ file, files }: Source, rest: Token[]): string[] {
  const cells = rest.flatMap((token) => (token.type === 'table' ? (token as Tokens.Table).rows : []))
  return cells.flatMap(([first]) => {
    const link = first?.tokens.find((token): token is Tokens.Link => token.type === 'link')
    if (!link) return []
    return files.get(path.posix.join(path.posix.dirname(file), link.href.split('#')[0] ?? '')) ?? []
  })
}

export function readPage(source: Source): DocsPage {
  const parser = createParser(source)
  const tokens = parser.lexer(source.markdown)
  nameHeadings(tokens)
  const parts = splitByHeading(tokens)
  const plain = (heading: Tokens.Heading): string => textOf(parser.parser(heading.tokens))
  const title = parts[0]?.heading ? plain(parts[0].heading) : source.slug
  return {
    slug: source.slug,
    title,
    html: parser.parser(tokens),
    headings: tokens
      .filter(isHeading)
      .filter(({ depth }) => depth === 2 || depth === 3)
      .map((heading) => ({ depth: heading.depth, text: plain(heading), id: idOf(heading) })),
    sections: parts.map(({ heading, rest }) => ({
      id: heading && heading.depth > 1 ? idOf(heading) : '',
      heading: heading && heading.depth > 1 ? plain(heading) : '',
      text: textOf(parser.parser(rest)),
    })),
    links: parts.flatMap(({ heading, rest }) =>
      heading?.depth === 2 ? [{ title: plain(heading), targets: listTargets(source, rest) }] : [],
    ),
  }
}
