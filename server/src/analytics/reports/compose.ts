import { escapeHtml } from '../../platform/html/escape.ts'
import { buttonRow, paragraphRow, renderMail } from '../../platform/mail/layout.ts'
import { t } from '../../platform/text/index.ts'
import { drawBars } from './chart.ts'
import type { ReportFacts } from './facts.ts'
import { type MailContext, renderFooter, renderReport, websiteUrl } from './html.ts'
import type { ReportPeriod } from './period.ts'
import { composeFooter, composeText } from './text.ts'
import { composeSubject, describePeriod } from './words.ts'

export interface ComposedReport {
  subject: string
  html: string
  text: string
  inline: { cid: string; filename: string; type: string; content: Buffer }[]
}

const CID = 'visitors-by-day@sitewatch'

const drawDays = ({ days }: ReportFacts): Buffer => drawBars(days.map(({ visitors }) => visitors))

/** For the mail: the chart is an attachment that the HTML refers to. */
export function composeReport(facts: ReportFacts, context: MailContext): ComposedReport {
  return {
    subject: composeSubject(facts),
    html: renderReport(facts, { ...context, picture: `cid:${CID}` }),
    text: composeText(facts, context),
    inline: [{ cid: CID, filename: 'visitors-by-day.png', type: 'image/png', content: drawDays(facts) }],
  }
}

/** For a browser: the chart is inline, and nothing in it can change a setting. */
export function composePreview(facts: ReportFacts, base_url: string): Omit<ComposedReport, 'inline'> {
  const context = { base_url, unsubscribe_url: null, possible_repeat: false }
  const picture = `data:image/png;base64,${drawDays(facts).toString('base64')}`
  return {
    subject: composeSubject(facts),
    html: renderReport(facts, { ...context, picture }),
    text: composeText(facts, context),
  }
}

/** The same as a page in an iframe: its links open in a new tab. */
export const toFramedPage = (html: string): string => html.replace('<head>', '<head><base target="_blank">')

export interface NoticeFacts {
  website: { id: number; domain: string }
  period: ReportPeriod
}

/** Sent instead of a report without a single visit: tracking is probably broken. Sent only once. */
export function composeNotice({ website, period }: NoticeFacts, context: MailContext): ComposedReport {
  const { domain } = website
  const subject = t('{domain}: no visits recorded, check your tracking script', { domain })
  const values = { domain, period: describePeriod(period) }
  const message =
    period.kind === 'weekly'
      ? t('No visits were recorded on {domain} in the week of {period}, although there were visits before.', values)
      : t('No visits were recorded on {domain} in {period}, although there were visits before.', values)
  const advice = [
    t('Common reasons: a new theme or release removed the tracking script, or a Content Security Policy blocks it.'),
    t(
      'If the website had no visitors, you can ignore this e-mail. You will not receive another notice or report until visits are recorded again.',
    ),
  ]
  const url = websiteUrl(website, context.base_url)
  return {
    subject,
    html: renderMail({
      title: t('No visits recorded'),
      subtitle: domain,
      body:
        [message, ...advice].map((text) => paragraphRow(escapeHtml(text))).join('') + buttonRow(url, t('View website')),
      footer: renderFooter(domain, context),
    }),
    text: [subject, '', message, '', ...advice, '', url, ...composeFooter(domain, context)].join('\n'),
    inline: [],
  }
}
