import { escapeHtml } from '../../platform/html/escape.ts'

/** Only links to the web, because another scheme could run or send something. */
const LINK = /\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>"']{1,2000})\)/
const INLINE = new RegExp(`\`([^\`\n]+)\`|\\*\\*([^*\n]+)\\*\\*|${LINK.source}`, 'g')

/** Text between the marks is escaped. Marks do not nest, and anything that is not a mark stays text. */
function renderInline(text: string): string {
  let [html, at] = ['', 0]
  for (const found of text.matchAll(INLINE)) {
    const [matched, code, bold, label, url] = found
    html += escapeHtml(text.slice(at, found.index))
    at = found.index + matched.length
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`
    else if (bold !== undefined) html += `<strong>${escapeHtml(bold)}</strong>`
    else html += `<a href="${escapeHtml(url ?? '')}" rel="nofollow noopener">${escapeHtml(label ?? '')}</a>`
  }
  return html + escapeHtml(text.slice(at))
}

/** Bidirectional text stays inside its own block. */
function renderBlock(lines: readonly string[]): string {
  const isList = lines.every((line) => /^[-*] /.test(line))
  if (!isList) return `<p dir="auto">${lines.map(renderInline).join('<br>')}</p>`
  return `<ul dir="auto">${lines.map((line) => `<li>${renderInline(line.slice(2))}</li>`).join('')}</ul>`
}

/**
 * Renders text that a person wrote: paragraphs, lists of lines that start with "- ", **bold**, `code` and [links](https://…). There is no
 * other markup, and HTML in the text is escaped.
 */
export function renderPageText(text: string): string {
  const blocks: string[][] = []
  let isOpen = false
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const last = blocks.at(-1)
    if (line.trim() === '') isOpen = false
    else if (isOpen && last && /^[-*] /.test(last[0] ?? '') === /^[-*] /.test(line)) last.push(line)
    else {
      blocks.push([line])
      isOpen = true
    }
  }
  return blocks.map(renderBlock).join('')
}
