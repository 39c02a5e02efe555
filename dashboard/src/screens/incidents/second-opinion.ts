import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { Incident } from '@sitewatch/sdk'
import { formatCount, formatDuration } from '../../platform/format.ts'
import { VERDICTS } from './incident-words.ts'

type Opinion = NonNullable<Incident['second_opinion']>

const OPENED: Record<Opinion['decision'], MessageDescriptor> = {
  held: msg`Three more checks failed. The incident was opened.`,
  confirmed_sooner: msg`One more check failed. The incident was opened.`,
}

const VERDICT: Record<Opinion['decision'], MessageDescriptor> = {
  held: VERDICTS.traffic_normal,
  confirmed_sooner: VERDICTS.traffic_gone,
}

function describe({ decision, window_seconds, ...figures }: Opinion): string {
  const visits = plural(figures.visits, { one: '# visit', other: '# visits' })
  const duration = formatDuration(window_seconds)
  const expected = formatCount(figures.expected)
  const low = formatCount(figures.low)
  const high = formatCount(figures.high)
  const verdict = i18n._(VERDICT[decision])
  return decision === 'held'
    ? t`Held for one more check: ${visits} in ${duration}, ${expected} expected (${low}–${high}). ${verdict}`
    : t`Confirmed one check sooner: ${visits} in ${duration}, ${expected} expected (${low}–${high}). ${verdict}`
}

/** Entries of the timeline: the decision, and the checks that then confirmed the incident. */
export const listOpinion = (incident: Incident, opinion: Opinion) => [
  { key: 'second-opinion', at: opinion.at, text: describe(opinion) },
  { key: 'confirmed', at: incident.confirmed_at, text: i18n._(OPENED[opinion.decision]) },
]
