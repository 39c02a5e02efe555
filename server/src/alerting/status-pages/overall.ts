import type { ComponentState, PageIncidentImpact } from '@sitewatch/contract'
import { msg, t } from '../../platform/text/index.ts'
import type { WrittenView } from './written.ts'

export type ComponentStatus = 'up' | 'degraded' | 'down' | 'maintenance' | 'paused' | 'unknown'

export interface Overall {
  status: ComponentStatus
  text: string
  /** The severity, in the terms of Atlassian Statuspage. */
  indicator: PageIncidentImpact | 'maintenance'
}

/** A written state never hides a measured one: the worse of both is shown. */
export const STATUS_OF_STATE: Readonly<Record<ComponentState, ComponentStatus>> = {
  operational: 'up',
  degraded_performance: 'degraded',
  partial_outage: 'degraded',
  major_outage: 'down',
  under_maintenance: 'maintenance',
}

const WORST_FIRST: readonly ComponentStatus[] = ['down', 'degraded', 'maintenance', 'up', 'unknown', 'paused']

export function joinStatuses(statuses: readonly ComponentStatus[]): ComponentStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? 'unknown'
}

function describeDown(down: number, total: number): Overall {
  const text =
    total === 1
      ? t('The service is down')
      : down === total
        ? t('All systems are down')
        : down === 1
          ? t('1 of {total} is down', { total })
          : t('{down} of {total} are down', { down, total })
  return { status: 'down', text, indicator: down === total ? 'critical' : 'major' }
}

/** The overall status of the components. */
export function describeOverall(statuses: readonly ComponentStatus[]): Overall {
  const count = (counted: ComponentStatus): number => statuses.filter((status) => status === counted).length
  const [total, down, up] = [statuses.length, count('down'), count('up')]
  if (total === 0) return { status: 'unknown', text: t('Nothing to show yet'), indicator: 'none' }
  if (down > 0) return describeDown(down, total)
  if (count('degraded') > 0) return { status: 'degraded', text: t('Degraded performance'), indicator: 'minor' }
  if (count('maintenance') > 0)
    return { status: 'maintenance', text: t('Maintenance in progress'), indicator: 'maintenance' }
  if (up === total) return { status: 'up', text: t('All systems operational'), indicator: 'none' }
  if (up === 0) return { status: 'unknown', text: t('No monitoring data at the moment'), indicator: 'none' }
  const rest = total - up
  const text =
    up === 1
      ? t('1 of {total} is up, no data for {rest}', { total, rest })
      : t('{up} of {total} are up, no data for {rest}', { up, total, rest })
  return { status: 'up', text, indicator: 'none' }
}

const IMPACTS: readonly Overall['indicator'][] = ['none', 'maintenance', 'minor', 'major', 'critical']

const IMPACT_TEXTS: Readonly<Record<Exclude<PageIncidentImpact, 'none'>, string>> = {
  minor: msg('Minor service outage'),
  major: msg('Partial system outage'),
  critical: msg('Major service outage'),
}

/** The worse of the measured and the written status. The measured one counts components, which says more, so it wins a tie. */
export function addWritten(measured: Overall, written: readonly WrittenView[]): Overall {
  const active = written.filter(({ phase }) => phase === 'active')
  const rank = (indicator: Overall['indicator']): number => IMPACTS.indexOf(indicator)
  const impact = active
    .filter(({ kind }) => kind === 'incident')
    .map((each) => each.impact)
    .reduce((worst, each) => (rank(each) > rank(worst) ? each : worst), 'none')
  if (impact !== 'none' && rank(impact) > rank(measured.indicator)) {
    return { status: impact === 'minor' ? 'degraded' : 'down', text: t(IMPACT_TEXTS[impact]), indicator: impact }
  }
  if (measured.indicator === 'none' && active.some(({ kind }) => kind === 'maintenance')) {
    return { status: 'maintenance', text: t('Maintenance in progress'), indicator: 'maintenance' }
  }
  return measured
}
