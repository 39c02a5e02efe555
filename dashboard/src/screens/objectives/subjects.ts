import { t } from '@lingui/core/macro'
import type { Choice, ChoiceSource } from '../../ui/index.ts'
import { monitorChoices } from '../../data/monitors/monitor-choices.ts'
import { websiteChoices } from '../../data/websites/website-choices.ts'

export interface Subject {
  monitor_id?: number | null | undefined
  website_id?: number | null | undefined
}

/** The value of an option: `monitor 7`, `website 3`. */
export function writeSubject({ monitor_id, website_id }: Subject): string {
  if (typeof website_id === 'number') return `website ${website_id}`
  return typeof monitor_id === 'number' ? `monitor ${monitor_id}` : ''
}

export function readSubject(text: string): { monitor_id?: number; website_id?: number } {
  const [kind, id] = text.split(' ')
  if (kind === 'website') return { website_id: Number(id) }
  return kind === 'monitor' ? { monitor_id: Number(id) } : {}
}

const nameWebsite = ({ value, label: domain }: Choice): Choice => ({
  value: `website ${value}`,
  label: t`Website: ${domain}`,
})
const nameMonitor = ({ value, label: friendly_name }: Choice): Choice => ({
  value: `monitor ${value}`,
  label: t`Monitor: ${friendly_name}`,
})

/** Returns the ids of one kind: those of `website 3` and `website 4` for `website`. */
const idsOf = (kind: string, values: readonly string[]): string[] =>
  values.filter((value) => value.startsWith(`${kind} `)).map((value) => value.slice(kind.length + 1))

/** Websites, then monitors. Both are searched on the server. */
export const subjectChoices: ChoiceSource = {
  // Changes of monitors refresh it, too.
  key: ['monitors', 'objective-subjects'],
  async find(search, signal) {
    const [websites, monitors] = await Promise.all([
      websiteChoices.find(search, signal),
      monitorChoices.find(search, signal),
    ])
    return {
      choices: [...websites.choices.map(nameWebsite), ...monitors.choices.map(nameMonitor)],
      total: websites.total + monitors.total,
    }
  },
  async name(values, signal) {
    const [websites, monitors] = await Promise.all([
      websiteChoices.name(idsOf('website', values), signal),
      monitorChoices.name(idsOf('monitor', values), signal),
    ])
    return [...websites.map(nameWebsite), ...monitors.map(nameMonitor)]
  },
}
