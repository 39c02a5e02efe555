import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { type Campaign, findOrigin, type Referrer } from '../analytics/collect/index.ts'
import { wallOf } from '@sitewatch/contract/zone'
import type { DemoOutage, planNews } from './outages.ts'
import { DEVICES, HOURS, languageOf } from './people.ts'
import { countPoisson, drawExponential, makeId, makePicker, makeRandom, type Random } from './random.ts'
import { type Arrival, type DemoSite, NEWS_PAGE, type PageAction } from './sites.ts'

const HOUR_TOTAL = HOURS.reduce((sum, share) => sum + share, 0)
/** The share of visits by visitors who were already there on the same day. */
const RETURNING_SHARE = 0.12
const MAX_PAGES = 14

export interface VisitPlan {
  site: DemoSite
  website_id: number
  retention_days: number
  from_ms: number
  now_ms: number
  outages: readonly DemoOutage[]
  news: ReturnType<typeof planNews>
  seed: number
}

/** The common start of all rows of a visitor: a JSON object without its end. There are hundreds of thousands of rows. */
type Visitor = string

const openJson = (value: object): string => JSON.stringify(value).slice(0, -1)
/** The fields of an object to append; empty for an object without fields. */
const moreJson = (value: object): string => {
  const text = JSON.stringify(value)
  return text === '{}' ? '}' : `,${text.slice(1)}`
}

/** Classifies an arrival in the same way as the collector. */
function describeArrival({ host, path = '/', ...utm }: Arrival): object {
  const campaign: Campaign = {
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_content: '',
    utm_term: '',
    click: '',
    ...utm,
  }
  const referrer: Referrer | null = host === undefined ? null : { host, text: path === '/' ? host : host + path }
  return { ...findOrigin(campaign, referrer), ...utm }
}

/** The growth of visitors from week to week. */
const GROWTH = 1.025

/** The expected visitors in the hour that starts here. */
function expectVisitors({ site, from_ms }: VisitPlan, at_ms: number, dayFactor: number): number {
  const wall = wallOf(at_ms, site.timezone)
  const hour = Math.floor((wall % DAY_MS) / HOUR_MS)
  const isWeekend = ((Math.floor(wall / DAY_MS) + 4) % 7) % 6 === 0
  const grown = GROWTH ** ((at_ms - from_ms) / (7 * DAY_MS))
  return ((site.weekday * (HOURS[hour] ?? 0)) / HOUR_TOTAL) * (isWeekend ? site.weekend : 1) * grown * dayFactor
}

class Traffic {
  private readonly plan: VisitPlan
  private readonly random: Random
  private readonly pickDevice = makePicker(DEVICES)
  private readonly pickCountry: (random: Random) => string
  private readonly pickArrival: (random: Random) => object
  private readonly pickEntry: (random: Random) => string
  private readonly pickNext: Map<string, (random: Random) => string | null>
  private readonly newsOrigin: object
  private today: { day: number; visitors: Visitor[] } = { day: 0, visitors: [] }
  readonly lines: string[] = []

  constructor(plan: VisitPlan) {
    this.plan = plan
    this.random = makeRandom(plan.seed)
    const { site, news } = plan
    this.pickCountry = makePicker(site.countries)
    this.pickArrival = makePicker(site.arrivals.map(([arrival, weight]) => [describeArrival(arrival), weight] as const))
    this.pickEntry = makePicker(Object.entries(site.pages).map(([path, { entry }]) => [path, entry] as const))
    this.pickNext = new Map(
      Object.entries(site.pages).map(([path, { next }]) => {
        const leaving = 100 - next.reduce((sum, [, weight]) => sum + weight, 0)
        return [path, makePicker<string | null>([...next, [null, leaving]])] as const
      }),
    )
    this.newsOrigin = describeArrival({ host: news.host, path: '/item' })
  }

  /** The visits of one hour. Nothing but the rows is kept in memory. */
  fillHour(at_ms: number, dayFactor: number): void {
    const { now_ms, news, site } = this.plan
    const hourShare = Math.min(1, (now_ms - at_ms) / HOUR_MS)
    const usualVisits = countPoisson(this.random, expectVisitors(this.plan, at_ms, dayFactor) * hourShare)
    for (let count = 0; count < usualVisits; count += 1) this.addVisit(at_ms, hourShare, false)
    const since = at_ms + HOUR_MS - news.at_ms
    if (news.domain !== site.domain || since <= 0 || since > 30 * HOUR_MS) return
    const newsVisits = countPoisson(this.random, news.first_hour * Math.exp(-since / (5 * HOUR_MS)) * hourShare)
    for (let count = 0; count < newsVisits; count += 1) this.addVisit(at_ms, hourShare, true)
  }

  private addVisit(hour_ms: number, hourShare: number, isNews: boolean): void {
    const { random } = this
    const at_ms = Math.floor(hour_ms + random() * hourShare * HOUR_MS)
    if (this.isTurnedAway(at_ms)) return
    const visitor = this.pickVisitor(at_ms)
    let origin = isNews ? this.newsOrigin : this.pickArrival(random)
    let path: string | null = isNews ? NEWS_PAGE : this.pickEntry(random)
    let time_ms = at_ms
    for (let count = 0; path !== null && count < MAX_PAGES && time_ms < this.plan.now_ms; count += 1) {
      const stay_ms = 3000 + drawExponential(random, 38_000)
      this.addView(visitor, { path, origin, time_ms, stay_ms })
      origin = {}
      time_ms = Math.floor(time_ms + stay_ms)
      path = this.isTurnedAway(time_ms) ? null : (this.pickNext.get(path)?.(random) ?? null)
    }
  }

  private isTurnedAway(at_ms: number): boolean {
    const outage = this.plan.outages.find(({ from_ms, to_ms }) => at_ms >= from_ms && at_ms < to_ms)
    return outage !== undefined && this.random() > outage.reached_share
  }

  private pickVisitor(at_ms: number): Visitor {
    const day = Math.floor(at_ms / DAY_MS)
    if (this.today.day !== day) this.today = { day, visitors: [] }
    const { visitors } = this.today
    const known = visitors[Math.floor((this.random() * visitors.length) / RETURNING_SHARE)]
    if (known) return known
    const country = this.pickCountry(this.random)
    const { website_id, retention_days, site } = this.plan
    const made = openJson({
      website_id,
      retention_days,
      visitor_id: makeId(this.random),
      ...(country !== '' && { country }),
      language: languageOf(country),
      ...this.pickDevice(this.random),
      host: site.domain,
    })
    visitors.push(made)
    return made
  }

  private addView(
    visitor: Visitor,
    { path, origin, time_ms, stay_ms }: { path: string; origin: object; time_ms: number; stay_ms: number },
  ): void {
    const { random, plan } = this
    const { site, now_ms } = plan
    const head = `${visitor},"pageview_id":${makeId(random)},"path":${JSON.stringify(path)}`
    let number = 0
    const add = (kind: string, after_ms: number, details: object): void => {
      const time = Math.floor(time_ms + after_ms)
      if (time <= now_ms)
        this.lines.push(`${head},"time":${time},"kind":"${kind}","number":${number}${moreJson(details)}`)
      number += 1
    }
    add('pageview', 0, origin)
    for (const action of site.pages[path]?.actions ?? []) {
      if (random() * 100 < action.percent) add(action.kind, random() * stay_ms, this.describeAction(action))
    }
    if (random() < 0.7) add('engagement', stay_ms, this.describeEngagement(stay_ms))
    if (random() < 0.12) add('vitals', Math.min(stay_ms, 4000), this.describeVitals())
  }

  private describeAction({ name, target, props, revenue }: PageAction): object {
    const { random } = this
    const chosen = props?.[Math.floor(random() * props.length)]
    return {
      ...(name !== undefined && { name }),
      ...(target !== undefined && { target }),
      ...(chosen && { props: chosen }),
      ...(revenue && { revenue: (revenue[0] + random() * (revenue[1] - revenue[0])).toFixed(2), currency: 'EUR' }),
    }
  }

  private describeEngagement(stay_ms: number): object {
    return {
      engaged_ms: Math.floor(stay_ms * (0.5 + this.random() * 0.5)),
      scroll_percent: Math.min(100, Math.floor(20 + this.random() * 95)),
    }
  }

  private describeVitals(): object {
    const { random } = this
    const ttfb_ms = Math.round(90 + drawExponential(random, 130))
    const fcp_ms = Math.round(ttfb_ms + 250 + drawExponential(random, 420))
    return {
      ttfb_ms,
      fcp_ms,
      lcp_ms: Math.round(fcp_ms + 200 + drawExponential(random, 700)),
      inp_ms: Math.round(24 + drawExponential(random, 90)),
      cls: Number((drawExponential(random, 0.06) * (random() < 0.5 ? 0 : 1)).toFixed(3)),
    }
  }
}

/** The rows of a website as NDJSON lines, in chunks of about this many. */
export function* writeVisits(plan: VisitPlan, chunk_rows = 60_000): Generator<{ ndjson: string; rows: number }> {
  const traffic = new Traffic(plan)
  const dayRandom = makeRandom(plan.seed + 1)
  let dayFactor = 1
  const flush = (): { ndjson: string; rows: number } => {
    const lines = traffic.lines.splice(0)
    return { ndjson: lines.join('\n'), rows: lines.length }
  }
  for (let at_ms = plan.from_ms; at_ms < plan.now_ms; at_ms += HOUR_MS) {
    if (at_ms % DAY_MS === 0) dayFactor = 0.9 + dayRandom() * 0.22
    traffic.fillHour(at_ms, dayFactor)
    if (traffic.lines.length >= chunk_rows) yield flush()
  }
  if (traffic.lines.length > 0) yield flush()
}
