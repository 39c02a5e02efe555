import { escapeHtml } from '../../platform/html/escape.ts'

/** The dashboard's colours; the classes replace them in dark mode. */
export const SOFT = '#5b6066'
export const LINE = '#d9d5ca'
export const BAR = '#5B84F0'
const INK = '#16191C'
const PAPER = '#FAF8F3'
const ACCENT = '#1F4FD8'

const STYLE = `
@media (prefers-color-scheme:dark){.page{background:#0F1412!important;color:#ECEAE3!important}.soft{color:#a3a89f!important}
.line{border-color:#2b332f!important}.accent{color:#8FB0FF!important}.button{background:#8FB0FF!important;color:#0F1412!important}}
`

export const softText = (text: string, style = ''): string =>
  `<span class="soft" style="color:${SOFT};font-size:13px${style}">${escapeHtml(text)}</span>`

export const linkTo = (url: string, text: string): string =>
  `<a class="accent" href="${escapeHtml(url)}" style="color:${ACCENT}">${escapeHtml(text)}</a>`

export const buttonTo = (url: string, text: string): string =>
  `<a class="button" href="${escapeHtml(url)}" style="display:inline-block;background:${ACCENT};color:${PAPER};padding:10px 16px;border-radius:4px;text-decoration:none">${escapeHtml(text)}</a>`

export const section = (title: string, body: string): string => `<tr><td style="padding-top:28px">
<p role="heading" aria-level="2" style="margin:0 0 8px;font-size:15px;font-weight:bold">${escapeHtml(title)}</p>${body}</td></tr>`

export const table = (rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:15px">${rows}</table>`

export interface MailPage {
  title: string
  subtitle: string
  /** Rows of a table of one column. */
  body: string
  /** Already escaped. */
  footer: string
}

/** One column that fits a phone; tables, because mail clients support little else. */
export function renderMail({ title, subtitle, body, footer }: MailPage): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;background:${PAPER};color:${INK}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" role="main" style="background:${PAPER};color:${INK};padding:24px 16px" align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:528px;font:15px/1.5 Helvetica,Arial,sans-serif;text-align:left">
<tr><td><p role="heading" aria-level="1" style="margin:0;font-size:20px;font-weight:bold;word-break:break-word">${escapeHtml(title)}</p></td></tr>
<tr><td>${softText(subtitle)}</td></tr>
${body}
<tr><td class="soft line" style="padding-top:12px;color:${SOFT};font-size:13px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="soft line" style="border-top:1px solid ${LINE};padding-top:12px;color:${SOFT};font-size:13px">${footer}</td></tr></table></td></tr>
</table></td></tr></table></body></html>`
}
