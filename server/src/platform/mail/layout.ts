import { escapeHtml } from '../html/escape.ts'
import { DARK, LIGHT } from '../html/look.gen.ts'
import { currentLanguage } from '../text/index.ts'

export { LIGHT as MAIL_COLOURS } from '../html/look.gen.ts'

/** A mail loads nothing, so the dashboard's fonts show only where they are installed. */
const TEXT_FONT = "'Instrument Sans',-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif"
const FIGURE_FONT = "'Commit Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"

/** Red means down and nothing else. */
export type Tone = 'down' | 'up' | 'degraded'

/** The style attributes have the light colours; these classes replace them in dark mode. */
const describeDark = (tone: Tone | undefined): string => `
@media (prefers-color-scheme:dark){.page{background:${DARK.paper}!important;color:${DARK.ink}!important}.soft{color:${DARK.soft}!important}
.line{border-color:${DARK.line}!important}.accent{color:${DARK.accent}!important}.button{background:${DARK.accent}!important;color:${DARK['on-accent']}!important}
${tone ? `.tone{color:${DARK[tone]}!important;border-color:${DARK[tone]}!important}` : ''}}
`

export const softText = (text: string): string =>
  `<span class="soft" style="color:${LIGHT.soft};font-size:13px">${escapeHtml(text)}</span>`

export const figureText = (text: string, size = 15): string =>
  `<span style="font-family:${FIGURE_FONT};font-size:${size}px">${escapeHtml(text)}</span>`

export const linkTo = (url: string, text: string): string =>
  `<a class="accent" href="${escapeHtml(url)}" style="color:${LIGHT.accent}">${escapeHtml(text)}</a>`

/** A row of the mail with its one button. */
export const buttonRow = (url: string, text: string): string =>
  `<tr><td style="padding:24px 0 12px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;background:${LIGHT.accent};color:${LIGHT['on-accent']};padding:8px 16px;border-radius:4px;font-weight:500;text-decoration:none">${escapeHtml(text)}</a></td></tr>`

/** The text is already escaped. */
export const paragraphRow = (html: string): string =>
  `<tr><td style="padding-top:16px;word-break:break-word">${html}</td></tr>`

export const section = (title: string, body: string): string => `<tr><td style="padding-top:28px">
<p role="heading" aria-level="2" style="margin:0 0 8px;font-size:15px;font-weight:600">${escapeHtml(title)}</p>${body}</td></tr>`

export const table = (rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:15px">${rows}</table>`

export interface MailPage {
  title: string
  subtitle?: string
  /** Colours the title and the bar beside it. */
  tone?: Tone | undefined
  /** Rows of a table of one column. */
  body: string
  /** Already escaped. */
  footer: string
}

function renderTitle({ title, subtitle, tone }: Pick<MailPage, 'title' | 'subtitle' | 'tone'>): string {
  const edge = tone ? `border-left:4px solid ${LIGHT[tone]};padding:0 0 0 12px;color:${LIGHT[tone]}` : ''
  const below = subtitle === undefined ? '' : `<tr><td>${softText(subtitle)}</td></tr>`
  return `<tr><td${tone ? ' class="tone"' : ''} style="${edge}"><p role="heading" aria-level="1" style="margin:0;font-size:20px;line-height:28px;font-weight:600;word-break:break-word"><bdi>${escapeHtml(title)}</bdi></p></td></tr>${below}`
}

/** One column that fits a phone; tables, because mail clients support little else. */
export function renderMail({ body, footer, ...head }: MailPage): string {
  return `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(head.title)}</title><style>${describeDark(head.tone)}</style></head>
<body class="page" style="margin:0;background:${LIGHT.paper};color:${LIGHT.ink}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" role="main" style="background:${LIGHT.paper};color:${LIGHT.ink};padding:24px 16px" align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:528px;font:15px/24px ${TEXT_FONT};text-align:left">
${renderTitle(head)}
${body}
<tr><td style="padding-top:12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="soft line" style="border-top:1px solid ${LIGHT.line};padding-top:12px;color:${LIGHT.soft};font-size:13px;line-height:20px">${footer}</td></tr></table></td></tr>
</table></td></tr></table></body></html>`
}
