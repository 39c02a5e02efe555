import { REPEAT_NOTE } from '../../platform/retry.ts'
import { formatCount, formatPercent, formatUptime } from '../../platform/text/format.ts'
import { t } from '../../platform/text/index.ts'
import type { Ranked, ReportFacts } from './facts.ts'
import { type MailContext, websiteUrl } from './html.ts'
import {
  composeFigures,
  describeCost,
  describePeriod,
  describeExpiries,
  describeIncident,
  describeUptime,
  describeWhen,
  formatTime,
  listEvents,
  nameCountry,
  namePage,
  nameSource,
  quoteName,
  shortDay,
} from './words.ts'

const block = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

const ranks = (rows: readonly Ranked[], name: (value: string) => string): string[] =>
  rows.map(({ value, visitors }) => `${formatCount(visitors).padStart(9)}  ${name(value)}`)

export const composeFooter = (domain: string, { unsubscribe_url, possible_repeat }: MailContext): string[] => [
  '',
  ...(possible_repeat ? [t(REPEAT_NOTE)] : []),
  t('You receive this e-mail because e-mail reports are enabled for {domain}.', { domain }),
  ...(unsubscribe_url === null ? [] : [t('Unsubscribe: {url}', { url: unsubscribe_url })]),
  '',
]

/** Room for "Wed 30 Sept"; other languages may need more. */
const DAY_WIDTH = 11

export function composeText(facts: ReportFacts, context: MailContext): string {
  const { website, period, days, pages, sources, countries, goals, uptime } = facts
  const day_width = Math.max(DAY_WIDTH, ...days.map(({ day }) => shortDay(day).length))
  return [
    `${website.domain}, ${describePeriod(period)} (${website.timezone})`,
    '',
    ...composeFigures(facts).map(({ label, value, change }) => `${`${label}:`.padEnd(16)}${value} (${change})`),
    ...block(
      t('Visitors by day'),
      days.map(({ day, visitors }) => `${shortDay(day).padEnd(day_width)}${formatCount(visitors).padStart(9)}`),
    ),
    ...block(t('Pages'), ranks(pages, namePage)),
    ...block(t('Sources'), ranks(sources, nameSource)),
    ...block(t('Countries'), ranks(countries, nameCountry)),
    ...block(
      t('Goals (unique visitors)'),
      goals.map(
        ({ name, visitors, visitor_percent }) =>
          `${formatCount(visitors).padStart(9)}  ${quoteName(name)} (${formatPercent(visitor_percent)})`,
      ),
    ),
    ...block(
      t('Uptime'),
      (uptime?.monitors ?? []).flatMap((monitor) => [
        `${formatUptime(monitor.uptime_percent).padStart(9)}  ${quoteName(monitor.name)}: ${describeUptime(monitor)}`,
        ...describeExpiries(monitor).map((line) => `${' '.repeat(11)}${line}`),
      ]),
    ),
    ...block(
      t('Incidents'),
      (uptime?.incidents ?? []).flatMap((incident) => [
        `${describeWhen(incident, website.timezone)}: ${describeIncident(incident)}`,
        ...[describeCost(incident)].filter((cost) => cost !== '').map((cost) => `  ${cost}`),
      ]),
    ),
    ...block(
      t('Deploys and annotations'),
      listEvents(facts).map(({ at, text }) => `${formatTime(at, website.timezone)}: ${text}`),
    ),
    '',
    websiteUrl(website, context.base_url),
    ...composeFooter(website.domain, context),
  ].join('\n')
}
