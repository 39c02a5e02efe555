import { formatCount, formatPercent, formatUptime } from '@sitewatch/contract/format'
import { REPEAT_NOTE } from '../../platform/retry.ts'
import type { Ranked, ReportFacts } from './facts.ts'
import { type Around, websiteUrl } from './html.ts'
import {
  composeFigures,
  describePeriod,
  describeUptime,
  describeWhen,
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

export const composeFooter = (domain: string, { unsubscribe_url, possible_repeat }: Around): string[] => [
  '',
  ...(possible_repeat ? [REPEAT_NOTE] : []),
  `You receive this e-mail because e-mail reports are enabled for ${domain}.`,
  ...(unsubscribe_url === null ? [] : [`Unsubscribe: ${unsubscribe_url}`]),
  '',
]

export function composeText(facts: ReportFacts, around: Around): string {
  const { website, period, days, pages, sources, countries, goals, uptime } = facts
  return [
    `${website.domain}, ${describePeriod(period)} (${website.timezone})`,
    '',
    ...composeFigures(facts).map(({ label, value, change }) => `${`${label}:`.padEnd(16)}${value} (${change})`),
    ...block(
      'Visitors by day',
      days.map(({ day, visitors }) => `${shortDay(day).padEnd(11)}${formatCount(visitors).padStart(9)}`),
    ),
    ...block('Pages', ranks(pages, namePage)),
    ...block('Sources', ranks(sources, nameSource)),
    ...block('Countries', ranks(countries, nameCountry)),
    ...block(
      'Goals (unique visitors)',
      goals.map(
        ({ name, visitors, visitor_percent }) =>
          `${formatCount(visitors).padStart(9)}  ${quoteName(name)} (${formatPercent(visitor_percent)})`,
      ),
    ),
    ...block(
      'Uptime',
      (uptime?.monitors ?? []).map(
        (monitor) =>
          `${formatUptime(monitor.uptime_percent).padStart(9)}  ${quoteName(monitor.name)}: ${describeUptime(monitor)}`,
      ),
    ),
    ...block(
      'Incidents',
      (uptime?.incidents ?? []).map(
        (incident) =>
          `${describeWhen(incident, website.timezone)}: ${quoteName(incident.monitor_name)}: ${quoteName(incident.cause)}`,
      ),
    ),
    '',
    websiteUrl(website, around.base_url),
    ...composeFooter(website.domain, around),
  ].join('\n')
}
