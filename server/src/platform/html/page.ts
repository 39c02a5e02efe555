import { escapeHtml } from './escape.ts'

const STYLE = `
:root{color-scheme:light dark;--paper:#FAF8F3;--ink:#16191C;--soft:#5b6066;--line:#d9d5ca;--accent:#1F4FD8}
@media(prefers-color-scheme:dark){:root{--paper:#0F1412;--ink:#ECEAE3;--soft:#a3a89f;--line:#2b332f;--accent:#8FB0FF}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 "Instrument Sans",system-ui,sans-serif}
main{max-width:900px;margin:0 auto;padding:32px 20px 96px}h1{font-size:32px;line-height:1.2}h2{font-size:20px;border-top:1px solid var(--line);padding-top:24px;margin-top:40px}
a{color:var(--accent)}code,pre,td.m{font:13px/1.5 "Commit Mono",ui-monospace,monospace}pre{overflow:auto;border:1px solid var(--line);border-radius:4px;padding:12px}
table{border-collapse:collapse;width:100%;font-size:13px}th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line)}
.soft{color:var(--soft)}input{font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:4px;padding:8px;width:100%;max-width:360px}button{font:inherit;background:var(--accent);color:var(--paper);border:0;border-radius:4px;padding:8px 16px}input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}[hidden]{display:none}.method{display:inline-block;min-width:64px}nav ul{columns:2;padding-left:18px}@media(max-width:600px){nav ul{columns:1}table{display:block;overflow-x:auto}}
`

interface PageExtras {
  /** Additional HTML in the head. */
  head?: string
  style?: string
  /** HTML instead of our own links at the top. */
  header?: string
}

/** A page without scripts that loads nothing from another host. */
export function renderPage(title: string, body: string, base_url: string, extras: PageExtras = {}): string {
  const { head = '', style = '' } = extras
  const header =
    extras.header ??
    `<p class="soft"><a href="${escapeHtml(base_url)}/">Sitewatch</a> · <a href="${escapeHtml(base_url)}/docs/api">API</a></p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · Sitewatch</title>${head}<style>${STYLE}${style}</style></head><body><main>
${header}
${body}</main></body></html>`
}

/** Allows only our inline style and our own images. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The same for a page with a form that posts to this service. */
export const FORM_PAGE_CSP = PAGE_CSP.replace("form-action 'none'", "form-action 'self'")
