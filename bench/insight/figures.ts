import { type Detection, simulateSiteYear, type Loss, type SiteYear } from './traffic.ts'
import { quantile, rounded, roundedOrNull, shareOf, TRAFFIC, trafficOf } from './years.ts'

/** Seeds up to 999 are for setting constants (INSIGHT_SEED=1), those from here on for the figures. */
const FIRST_SEED = Number(process.env['INSIGHT_SEED'] ?? 1000)
/** Visits in an average hour: from five a day to 50,000 an hour. */
const RATES = [0.21, 2, 10, 50, 200, 600, 2000, 10_000, 50_000]
/** From this number of visits an hour on, the limits of issue 24 apply. */
const BUSY_RATE = 200

interface Size {
  sites: number
  every: number
  watched: number
}
const SMALL: Size = { sites: 4, every: 5, watched: 1 }
const LARGE: Size = { sites: 20, every: 2, watched: 10 }

const isBusy = ({ visits_an_hour }: { visits_an_hour: number }): boolean => visits_an_hour >= BUSY_RATE

function describeDetections(all: readonly Detection[]) {
  const minutes = all.map((each) => each.minutes)
  return {
    planted: all.length,
    p50: roundedOrNull(quantile(minutes, 0.5)),
    p95: roundedOrNull(quantile(minutes, 0.95)),
    within_4_hours: shareOf(minutes.map(Number.isFinite)),
  }
}

function describeLosses(all: readonly Loss[]) {
  const errors = all.filter(({ lost }) => lost > 0).map(({ lost, estimated }) => Math.abs(estimated - lost) / lost)
  return {
    planted: all.length,
    error_p50: roundedOrNull(quantile(errors, 0.5)),
    coverage_90: shareOf(all.map(({ covered }) => covered)),
  }
}

/** Describes items in groups by the traffic at the time. */
function describeByTraffic<Item extends { visits_an_hour: number }, Row>(
  all: readonly Item[],
  describe: (items: Item[]) => Row,
): Record<string, Row> {
  const groups = TRAFFIC.map(
    (from) => [`${from}+`, all.filter((each) => trafficOf(each.visits_an_hour) === `${from}+`)] as const,
  )
  return Object.fromEntries(
    groups.filter(([, items]) => items.length > 0).map(([name, items]) => [name, describe(items)]),
  )
}

const LENGTHS = [5, 30, 120, 480, 1440] as const

function describeByLength(losses: readonly Loss[]) {
  const groups = LENGTHS.map((from, index) => {
    const to = LENGTHS[index + 1] ?? Infinity
    return [`${from}+ minutes`, losses.filter(({ minutes }) => minutes >= from && minutes < to)] as const
  })
  return Object.fromEntries(groups.map(([name, items]) => [name, describeLosses(items)]))
}

const sum = (
  years: readonly SiteYear[],
  name: 'years' | 'false_alarms' | 'spikes' | 'judged' | 'judge_cpu_ms' | 'build_cpu_ms' | 'built' | 'could_tell',
): number => years.reduce((total, each) => total + each[name], 0)

function describeAlarms(years: readonly SiteYear[]) {
  const watched = sum(years, 'years')
  return {
    site_years: rounded(watched),
    false_alarms_per_site_year: rounded(sum(years, 'false_alarms') / watched),
    spikes_per_site_year: rounded(sum(years, 'spikes') / watched),
    share_of_time_that_can_be_judged: rounded(sum(years, 'could_tell') / Math.max(sum(years, 'judged'), 1)),
  }
}

export function measureTraffic(isLarge: boolean): Record<string, unknown> {
  const { sites, every, watched } = isLarge ? LARGE : SMALL
  const years: SiteYear[] = []
  for (const [index, rate] of RATES.entries()) {
    for (let site = 0; site < sites; site++)
      years.push(simulateSiteYear({ seed: FIRST_SEED + index * 100 + site, rate, every, isWatched: site < watched }))
    process.stderr.write(`${rate} visits an hour: ${sites} years\n`)
  }
  const detections = years.flatMap((each) => each.detections)
  const losses = years.flatMap((each) => each.losses)
  const total = detections.filter(({ kind }) => kind === 'total')
  const partial = detections.filter(({ kind }) => kind === 'partial')
  const busyLosses = losses.filter(isBusy)
  const busyYears = years.filter(({ rate }) => rate >= BUSY_RATE)
  const build_a_minute = sum(years, 'build_cpu_ms') / sum(years, 'built') / 1440
  return {
    detection_minutes_p95: describeDetections(total.filter(isBusy)).p95,
    detection_partial_minutes_p95: describeDetections(partial.filter(isBusy)).p95,
    false_alarms_per_site_year: describeAlarms(years).false_alarms_per_site_year,
    false_alarms_per_site_year_200: describeAlarms(busyYears).false_alarms_per_site_year,
    lost_error_p50: describeLosses(busyLosses).error_p50,
    lost_coverage_90: describeLosses(busyLosses).coverage_90,
    cpu_ms_per_website_minute: rounded(sum(years, 'judge_cpu_ms') / sum(years, 'judged') + build_a_minute),
    build_cpu_ms: rounded(sum(years, 'build_cpu_ms') / sum(years, 'built')),
    detection_by_traffic: describeByTraffic(total, describeDetections),
    detection_partial_by_traffic: describeByTraffic(partial, describeDetections),
    lost_by_traffic: describeByTraffic(losses, describeLosses),
    lost_by_length: describeByLength(busyLosses),
    alarms_by_average_traffic: Object.fromEntries(
      RATES.map((rate) => [String(rate), describeAlarms(years.filter((each) => each.rate === rate))]),
    ),
  }
}
