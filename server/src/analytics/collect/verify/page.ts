/** The attributes of a script element that matter here. */
export interface PageScript {
  /** Absolute. */
  url: URL
  type: string
  nonce: string
  /** Where it posts to, when set. */
  api: string
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'", '#39': "'", '#x27': "'" }
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|quot|lt|gt|apos|#39|#x27);/gi, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)

type Attributes = Map<string, string>

interface Element {
  name: string
  attributes: Attributes
}

const isBlank = (character: string | undefined): boolean => character !== undefined && character.trim() === ''

/** The attributes from `at` on, and the end of the tag; null when it is not closed. */
function readAttributes(html: string, at: number): { attributes: Attributes; end: number } | null {
  const attributes: Attributes = new Map()
  let next = at
  while (next < html.length) {
    if (html[next] === '>') return { attributes, end: next + 1 }
    if (isBlank(html[next]) || html[next] === '/' || html[next] === '=') {
      next++
      continue
    }
    const nameEnd = skipTo(html, next, /[\s=>/]/g)
    const name = html.slice(next, nameEnd).toLowerCase()
    let valueStart = nameEnd
    while (isBlank(html[valueStart])) valueStart++
    if (html[valueStart] !== '=') {
      if (!attributes.has(name)) attributes.set(name, '')
      next = nameEnd
      continue
    }
    valueStart++
    while (isBlank(html[valueStart])) valueStart++
    const quote = html[valueStart]
    const isQuoted = quote === '"' || quote === "'"
    const start = isQuoted ? valueStart + 1 : valueStart
    const end = isQuoted ? html.indexOf(quote, start) : skipTo(html, start, /[\s>]/g)
    if (end < 0) return null
    if (!attributes.has(name)) attributes.set(name, decodeEntities(html.slice(start, end)))
    next = isQuoted ? end + 1 : end
  }
  return null
}

function skipTo(html: string, at: number, ends: RegExp): number {
  ends.lastIndex = at
  return ends.exec(html)?.index ?? html.length
}

const RELEVANT_TAG = /^(script|base|meta)[\s>/]/i

/**
 * The elements that matter here, outside of comments and the text of scripts. One pass from start to end, since a hostile page may
 * try to keep the parser busy: an element that is never closed ends it. Not a full parser; at worst, a hostile page gets a wrong
 * result about itself.
 */
function findElements(html: string): Element[] {
  const found: Element[] = []
  let at = html.indexOf('<')
  while (at >= 0) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      if (end < 0) break
      at = html.indexOf('<', end + 3)
      continue
    }
    const name = RELEVANT_TAG.exec(html.slice(at + 1, at + 8))?.[1]?.toLowerCase()
    if (name === undefined) {
      at = html.indexOf('<', at + 1)
      continue
    }
    const tag = readAttributes(html, at + 1 + name.length)
    if (!tag) break
    found.push({ name, attributes: tag.attributes })
    const end = name === 'script' ? skipTo(html, tag.end, /<\/script/gi) + 1 : tag.end
    at = html.indexOf('<', end)
  }
  return found
}

const elementsNamed = (elements: readonly Element[], name: string): Attributes[] =>
  elements.filter((element) => element.name === name).map(({ attributes }) => attributes)

export function findScripts(html: string, pageUrl: string): PageScript[] {
  const elements = findElements(html)
  const base = elementsNamed(elements, 'base')[0]?.get('href')
  const root = (base !== undefined && URL.parse(base, pageUrl)?.href) || pageUrl
  return elementsNamed(elements, 'script').flatMap((attributes) => {
    const src = attributes.get('src')
    const url = src === undefined ? null : URL.parse(src, root)
    if (!url) return []
    const [type = '', nonce = '', api = ''] = [
      attributes.get('type'),
      attributes.get('nonce'),
      attributes.get('data-api'),
    ]
    return [{ url, type: type.toLowerCase(), nonce, api }]
  })
}

/** Policies in meta elements of the page. */
export function findMetaPolicies(html: string): string[] {
  return elementsNamed(findElements(html), 'meta')
    .filter((attributes) => attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy')
    .map((attributes) => attributes.get('content') ?? '')
}
