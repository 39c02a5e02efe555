import { t } from '@lingui/core/macro'
import type { Monitor, Website } from '@sitewatch/sdk'

interface Subject {
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

interface Listed {
  websites: readonly Pick<Website, 'id' | 'domain'>[]
  monitors: readonly Pick<Monitor, 'id' | 'friendly_name'>[]
}

export const listSubjects = ({ websites, monitors }: Listed): { value: string; label: string }[] => [
  ...websites.map(({ id, domain }) => ({ value: `website ${id}`, label: t`Website: ${domain}` })),
  ...monitors.map(({ id, friendly_name }) => ({ value: `monitor ${id}`, label: t`Monitor: ${friendly_name}` })),
]
