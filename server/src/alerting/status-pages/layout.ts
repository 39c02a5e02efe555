import { escapeHtml } from '../../platform/html/escape.ts'
import { LOOK_STYLE } from '../../platform/html/look.gen.ts'
import { renderFontFaces, renderFontPreloads } from '../../platform/html/page.ts'
import { sha256 } from '../../platform/secrets.ts'
import { formatUtcTime } from '../../platform/time/format-utc.ts'
import { currentLanguage } from '../../platform/text/index.ts'

/** On top of the dashboard's tokens, base and components. */
const STYLE = `${LOOK_STYLE}
*{box-sizing:border-box}body{margin:0}
main{max-width:880px;margin:0 auto;padding:40px 20px 64px}h1,h2,h3,p,ul,ol,dl{margin:0;padding:0}ul,ol{list-style:none}
h1{font-size:var(--size-xl);line-height:var(--leading-xl);overflow-wrap:anywhere}h2{font-size:var(--size-lg);line-height:var(--leading-lg);margin-top:48px;padding-bottom:8px;border-bottom:1px solid var(--line)}
h3,.head h2{font-size:var(--size-base);line-height:var(--leading-base);overflow-wrap:anywhere;margin:0;padding:0;border:0}a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:3px}.soft{color:var(--soft)}.small{font-size:var(--size-sm);line-height:var(--leading-sm)}
.num,time{font-family:var(--font-figures);font-size:var(--size-sm);font-variant-numeric:tabular-nums}
.about{margin-top:12px;white-space:pre-line;overflow-wrap:anywhere;max-width:64ch}
.overall{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-top:28px;padding:16px 0;border-top:1px solid var(--ink);border-bottom:1px solid var(--line)}
.overall strong{font-size:var(--size-lg);line-height:var(--leading-lg);font-weight:600;flex:1 1 240px}.mark{flex:none;width:12px;height:20px;overflow:visible}
.row{padding:20px 0;border-bottom:1px solid var(--line)}.head{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;align-items:baseline}
.head .mark{height:14px;width:9px;margin-right:8px;vertical-align:-2px}.ribbon{margin-top:12px;overflow:hidden}.ribbon svg{display:block;width:100%;height:40px}
.scale{display:flex;justify-content:space-between;gap:8px;margin-top:6px}.narrow{display:none}
.up{fill:var(--up)}.degraded{fill:var(--degraded)}.down{fill:var(--down)}.maintenance{fill:none;stroke:var(--accent);stroke-width:2}.unknown{fill:none;stroke:var(--line-strong);stroke-width:1}.paused{fill:url(#hatch);stroke:var(--line-strong);stroke-width:1}
.hatch{stroke:var(--line-strong);stroke-width:2}.word-down{color:var(--down);font-weight:600}.word-up{color:var(--up)}.word-degraded{color:var(--degraded);font-weight:600}
.current h2{margin-top:32px}.updates{margin-top:12px}.updates>li{padding:4px 0 4px 16px;border-left:1px solid var(--line-strong)}.updates>li+li{padding-top:16px}
.affected,header{overflow-wrap:anywhere}.text{max-width:64ch;overflow-wrap:anywhere}.text>*{margin-top:4px}.text ul{list-style:disc;padding-left:20px}.text code{font-family:var(--font-figures);font-size:var(--size-sm)}.post{margin-top:16px}
details{margin-top:8px}summary{width:fit-content;padding:4px 0;color:var(--soft);font-size:var(--size-sm)}
table{border-collapse:collapse;width:100%;font-size:var(--size-sm);margin-top:4px}th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);font-weight:400}th{color:var(--soft)}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:16px}.legend .mark{height:14px;width:9px;margin-right:6px;vertical-align:-2px}
.hint{margin-top:8px}.day{display:grid;grid-template-columns:192px 1fr;gap:4px 16px;padding:12px 0;border-bottom:1px solid var(--line)}.day li+li{margin-top:12px}.day b{font-weight:600;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:8px;align-items:end;margin-top:16px}label{display:block;flex:1 1 220px;max-width:360px}.button,.control{font-family:inherit}.control{font-size:inherit}
.logo{display:block;max-width:min(100%,280px);max-height:56px;width:auto;height:auto;margin-bottom:16px}.group{margin-top:40px}.group h2{margin-top:0}
.choose{flex:1 1 100%;border:0;margin:0;padding:0;min-width:0}.choose legend{padding:0;font-weight:600}.choose ul{columns:2 240px;margin-top:8px}.choose li{break-inside:avoid}.choose label{max-width:none;display:flex;gap:8px;align-items:flex-start;padding:4px 0;min-height:24px;overflow-wrap:anywhere}.choose input{flex:none;width:18px;height:18px;margin:3px 0 0;accent-color:var(--accent)}
form.stack{display:grid;justify-items:start}.stack label{width:100%}.said{color:var(--ink);font-weight:600}.secret{font-family:var(--font-figures);font-size:var(--size-sm);overflow-wrap:anywhere}
footer{margin-top:48px;padding-top:12px;border-top:1px solid var(--line)}.card{max-width:560px}.card p{margin-top:16px;overflow-wrap:anywhere}
@media(max-width:560px){main{padding:24px 16px 48px}.wide{display:none}.narrow{display:inline}.ribbon svg{width:300%;margin-left:-200%}.day{grid-template-columns:1fr}}
`

/** Shows times in the time zone of the reader. Without scripts, they are in UTC and say so. */
const SCRIPT = `
for (const each of document.querySelectorAll('time[datetime]'))
  each.textContent = new Date(each.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
const zone = document.querySelector('[data-zone]')
zone?.replaceChildren(zone.dataset.zone.replace('ZONE', Intl.DateTimeFormat().resolvedOptions().timeZone))
`

const hashOf = (text: string): string => `'sha256-${sha256(text).toString('base64')}'`

/**
 * Allows only these styles and this script, by their hashes, whatever a name contains. Fonts and pictures may come only from this server.
 * `style`: used on this page only. Without pictures a browser does not request an icon, either.
 */
export const describeStatusPolicy = (base_url: string, { style = '', hasPictures = false } = {}): string =>
  `default-src 'none'; style-src ${hashOf(STYLE)} ${hashOf(renderFontFaces(base_url))}${style === '' ? '' : ` ${hashOf(style)}`}; script-src ${hashOf(SCRIPT)}; font-src 'self'${hasPictures ? "; img-src 'self'" : ''}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** Bidirectional text stays inside its own box. */
export const textOf = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`

export const when = (iso: string): string => `<time datetime="${iso}">${formatUtcTime(iso)}</time>`

interface Shell {
  title: string
  body: string
  base_url: string
  head?: string
  /** Used on this page only; its hash must be in the policy. */
  style?: string
}

export function renderShell({ title, body, base_url, head = '', style = '' }: Shell): string {
  return `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>${head}${renderFontPreloads(base_url)}<style>${renderFontFaces(base_url)}</style><style>${STYLE}</style>${style === '' ? '' : `<style>${style}</style>`}</head><body><main>
${body}
</main><script>${SCRIPT}</script></body></html>`
}

/** The page after a link in a mail or after the form: a heading and a short text. */
export function renderNote(base_url: string, title: string, body: string): string {
  return renderShell({ title, base_url, body: `<div class="card"><h1>${escapeHtml(title)}</h1>${body}</div>` })
}
