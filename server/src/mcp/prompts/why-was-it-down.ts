import { HOUR_MS } from '@sitewatch/contract/durations'
import { toolName } from '../tools.ts'
import type { Choice, PromptPlan } from './plan.ts'
import { searchText } from './search-text.ts'

/** People remember the time roughly, and their time zone wrongly. */
const AROUND_MS = 6 * HOUR_MS

/** The list of incidents already has the cause; the other steps add context. */
export function planWhyDown({ site, when }: { site: string; when: Date | undefined }): PromptPlan {
  const search = searchText(site)
  const around = (ms: number): string => new Date((when?.getTime() ?? 0) + ms).toISOString()
  const choose: Choice = when ? { rule: 'ongoing', at: when.toISOString() } : { rule: 'first' }
  return {
    goal: `Find out why ${site} was down${when ? ` at ${when.toISOString()}` : ''}.`,
    steps: [
      {
        tool: toolName('incidents.list'),
        arguments: when
          ? { search, from: around(-AROUND_MS), to: around(AROUND_MS), pageSize: 20 }
          : { search, pageSize: 5 },
        why: 'each incident has its cause, its times, the visitors affected and what that cost.',
        as: 'incident',
        choose,
      },
      {
        tool: toolName('incidents.evidence'),
        arguments: { id: '$incident.id' },
        why: 'the status, headers and beginning of the response, if the target gave one.',
      },
      {
        tool: toolName('monitors.show'),
        arguments: { id: '$incident.monitor_id' },
        why: 'what the monitor expects, and whether it is up now. Skip it for an incident of kind traffic, which has no monitor.',
      },
    ],
    report:
      'Then say in plain words what failed (cause.kind and cause.message), from when to when, how many visitors were affected and what that cost in goals and revenue (impact, estimates with ranges; null: not known), whether somebody acknowledged it, and what to check next; with the id and the dashboard_url of the incident. If step 1 finds nothing, no incident is recorded: call monitors_list with the same search to see whether it is monitored at all.',
  }
}
