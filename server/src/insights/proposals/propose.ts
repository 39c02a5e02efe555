import {
  MAX_PROPOSED_MONITORS,
  PROPOSALS_MIN_DAYS,
  PROPOSALS_MIN_VISITS,
  type ProposedMonitor,
  type WebsiteProposals,
} from '@sitewatch/contract'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { wallOf } from '@sitewatch/contract/zone'

export interface Traffic {
  domain: string
  timezone: string
  /** Landing pages, most visits first. */
  entries: readonly { path: string; visits: number }[]
  /** Every hour of the period, oldest first. */
  hours: readonly { start_ms: number; visits: number }[]
  /** URLs of the team's monitors. */
  monitored: readonly string[]
  min_interval_seconds: number
}

export type Proposals = Pick<
  WebsiteProposals,
  'status' | 'visits' | 'monitors' | 'monitored_percent' | 'covered_percent' | 'interval' | 'maintenance'
>

const COVERED_SHARE = 0.8
/** A page with less is not worth a monitor, even where no page has much. */
const MIN_PAGE_SHARE = 0.01
/** The intervals that the monitor form offers. */
const INTERVALS = [30, 60, 300, 900, 3600]
/** This many visitors may notice an outage before a check does. */
const MAX_VISITS_BETWEEN = 5

/** A URL in a form that can be compared: without scheme, www., query and trailing slash. */
function toComparable(url: string): string | null {
  const parsed = URL.parse(url)
  if (!parsed) return null
  return `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname.replace(/\/+$/, '')}`
}

const toPercent = (part: number, total: number): number => Math.round((part / total) * 1000) / 10

function proposeMonitors({ domain, entries, monitored }: Traffic, visits: number) {
  const known = new Set(monitored.map(toComparable))
  const monitors: ProposedMonitor[] = []
  let [seen, covered, monitoredVisits] = [0, 0, 0]
  for (const { path, visits: pageVisits } of entries) {
    const url = path.startsWith('/') ? URL.parse(`https://${domain}${path}`)?.href : undefined
    const isMonitored = url !== undefined && known.has(toComparable(url))
    if (isMonitored) monitoredVisits += pageVisits
    const isProposed = seen < COVERED_SHARE * visits && pageVisits >= MIN_PAGE_SHARE * visits
    seen += pageVisits
    if (isMonitored) covered += pageVisits
    if (isMonitored || !isProposed || url === undefined || monitors.length === MAX_PROPOSED_MONITORS) continue
    covered += pageVisits
    monitors.push({
      friendly_name: `${domain}${path === '/' ? '' : path}`.slice(0, 120),
      url,
      visits: pageVisits,
      visit_percent: toPercent(pageVisits, visits),
    })
  }
  return {
    monitors,
    monitored_percent: toPercent(monitoredVisits, visits),
    covered_percent: toPercent(covered, visits),
  }
}

/** Visits of each hour of the day on an average day, by the website's clock. */
function averageByHour({ hours, timezone }: Traffic): number[] {
  const sums = Array.from({ length: 24 }, () => ({ visits: 0, days: 0 }))
  for (const { start_ms, visits } of hours) {
    const hour = sums[Math.floor((wallOf(start_ms, timezone) % DAY_MS) / HOUR_MS)]
    if (!hour) continue
    hour.visits += visits
    hour.days += 1
  }
  return sums.map(({ visits, days }) => (days === 0 ? 0 : visits / days))
}

function proposeInterval(averages: readonly number[], min_seconds: number): WebsiteProposals['interval'] {
  const max = Math.max(...averages)
  const between = (seconds: number): number => (max * seconds) / 3600
  const allowed = INTERVALS.filter((seconds) => seconds >= min_seconds)
  const seconds = allowed.findLast((each) => between(each) <= MAX_VISITS_BETWEEN) ?? allowed[0] ?? min_seconds
  return {
    seconds,
    visits_between_checks: Math.round(between(seconds) * 10) / 10,
    busiest_hour: averages.indexOf(max),
    busiest_hour_visits: Math.round(max * 10) / 10,
  }
}

/** If several hours are equally quiet, the one with the quietest hours around it: work takes longer than planned. */
function proposeMaintenance(averages: readonly number[], timezone: string): WebsiteProposals['maintenance'] {
  const at = (hour: number): number => averages[(hour + 24) % 24] ?? 0
  const around = (hour: number): number => at(hour - 1) + at(hour) + at(hour + 1)
  const [quietest = 0] = averages.map((_, hour) => hour).sort((a, b) => at(a) - at(b) || around(a) - around(b))
  const total = averages.reduce((sum, each) => sum + each, 0)
  return {
    starts_at: `${String(quietest).padStart(2, '0')}:00`,
    timezone,
    visit_percent: toPercent(at(quietest), total),
  }
}

const NO_PROPOSALS = { monitors: [], monitored_percent: null, covered_percent: null, interval: null, maintenance: null }

/** What to set up for a website, by its visits. */
export function propose(traffic: Traffic): Proposals {
  const first = traffic.hours.findIndex(({ visits }) => visits > 0)
  // Hours before the first visit are not quiet: nobody was counted.
  const hours = first < 0 ? [] : traffic.hours.slice(first)
  const visits = hours.reduce((sum, each) => sum + each.visits, 0)
  if (hours.length < PROPOSALS_MIN_DAYS * 24 || visits < PROPOSALS_MIN_VISITS)
    return { status: 'not_enough_data', visits, ...NO_PROPOSALS }
  const averages = averageByHour({ ...traffic, hours })
  return {
    status: 'ready',
    visits,
    ...proposeMonitors(traffic, visits),
    interval: proposeInterval(averages, traffic.min_interval_seconds),
    maintenance: proposeMaintenance(averages, traffic.timezone),
  }
}
