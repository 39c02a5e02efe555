import { escapeHtml } from '../../platform/html/escape.ts'
import { sha256 } from '../../platform/secrets.ts'

const STYLE = `
:root{color-scheme:light dark;--paper:#FAF8F3;--ink:#16191C;--soft:#5b6066;--line:#d9d5ca;--field:#8b877d;--accent:#1F4FD8;--up:#0B7A5B;--degraded:#8A5A00;--down:#C2301C}
@media(prefers-color-scheme:dark){:root{--paper:#0F1412;--ink:#ECEAE3;--soft:#a3a89f;--line:#2b332f;--field:#6d766f;--accent:#8FB0FF;--up:#4CC9A0;--degraded:#E0A93B;--down:#FF7A66}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 "Instrument Sans",system-ui,sans-serif}
main{max-width:880px;margin:0 auto;padding:40px 20px 64px}h1,h2,h3,p,ul,ol,dl{margin:0;padding:0}ul,ol{list-style:none}
h1{font-size:32px;line-height:1.2;overflow-wrap:anywhere}h2{font-size:20px;line-height:1.4;margin-top:48px;padding-bottom:8px;border-bottom:1px solid var(--line)}
h3{font-size:15px;font-weight:600;overflow-wrap:anywhere}a{color:var(--accent)}.soft{color:var(--soft)}.small{font-size:13px}
.num,time{font-family:"Commit Mono",ui-monospace,monospace;font-size:13px;font-variant-numeric:tabular-nums}
.about{margin-top:12px;white-space:pre-line;overflow-wrap:anywhere;max-width:64ch}
.overall{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-top:28px;padding:16px 0;border-top:1px solid var(--ink);border-bottom:1px solid var(--line)}
.overall strong{font-size:20px;line-height:1.3;flex:1 1 240px}.mark{flex:none;width:12px;height:20px;overflow:visible}
.row{padding:20px 0;border-bottom:1px solid var(--line)}.head{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;align-items:baseline}
.head .mark{height:14px;width:9px;margin-right:8px;vertical-align:-2px}.ribbon{overflow:hidden;margin-top:12px}.ribbon svg{display:block;width:100%;height:40px}
.scale{display:flex;justify-content:space-between;gap:8px;margin-top:6px}.narrow{display:none}
.up{fill:var(--up)}.degraded{fill:var(--degraded)}.down{fill:var(--down)}.maintenance{fill:none;stroke:var(--accent);stroke-width:2}.unknown{fill:none;stroke:var(--field);stroke-width:1}.paused{fill:url(#hatch);stroke:var(--field);stroke-width:1}
.hatch{stroke:var(--field);stroke-width:2}.word-down{color:var(--down);font-weight:600}.word-up{color:var(--up)}
details{margin-top:8px}summary{cursor:pointer;width:fit-content;padding:4px 0;color:var(--soft);font-size:13px}
table{border-collapse:collapse;width:100%;font-size:13px;margin-top:4px}th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);font-weight:400}th{color:var(--soft)}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:16px}.legend .mark{height:14px;width:9px;margin-right:6px;vertical-align:-2px}
.hint{margin-top:8px}.day{display:grid;grid-template-columns:192px 1fr;gap:4px 16px;padding:12px 0;border-bottom:1px solid var(--line)}.day li+li{margin-top:12px}.day b{overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:8px;align-items:end;margin-top:16px}label{display:block;flex:1 1 220px;max-width:360px}
input{font:inherit;color:inherit;background:transparent;border:1px solid var(--field);border-radius:4px;padding:9px 12px;width:100%;min-height:44px}
button{font:inherit;background:var(--accent);color:var(--paper);border:0;border-radius:4px;padding:9px 20px;min-height:44px;cursor:pointer}
input:focus-visible,button:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
footer{margin-top:48px;padding-top:12px;border-top:1px solid var(--line)}.card{max-width:560px}.card p{margin-top:16px;overflow-wrap:anywhere}
@media(max-width:560px){main{padding:24px 16px 48px}h1{font-size:26px}.ribbon svg{width:200%;margin-left:-100%}.wide{display:none}.narrow{display:inline}.day{grid-template-columns:1fr}}
`

/** Allows this style by its hash and nothing else: no other style and no script, whatever a name contains. */
export const STATUS_CSP = `default-src 'none'; style-src 'sha256-${sha256(STYLE).toString('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** Bidirectional text stays inside its own box. */
export const textOf = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`

export function renderShell({ title, body, head = '' }: { title: string; body: string; head?: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>${head}<style>${STYLE}</style></head><body><main>
${body}
</main></body></html>`
}

/** The page after a link in a mail or after the form: a heading and a short text. */
export function renderNote(title: string, body: string): string {
  return renderShell({ title, body: `<div class="card"><h1>${escapeHtml(title)}</h1>${body}</div>` })
}
