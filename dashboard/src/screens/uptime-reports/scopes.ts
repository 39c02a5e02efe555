import { t } from '@lingui/core/macro'
import type { Monitor, StatusPage } from '@sitewatch/sdk'
import type { Scope } from '../../data/uptime-reports/queries.ts'

interface Listed {
  pages: readonly Pick<StatusPage, 'id' | 'name'>[]
  tags: readonly string[]
  monitors: readonly Pick<Monitor, 'id' | 'friendly_name'>[]
}

/** The value of an option: `monitor 7`, `tag production`, `page 3`. */
export function writeScope({ monitor_id, tag, status_page_id }: { [Name in keyof Scope]: Scope[Name] | null }): string {
  if (tag !== undefined && tag !== null) return `tag ${tag}`
  if (monitor_id !== undefined && monitor_id !== null) return `monitor ${monitor_id}`
  return status_page_id !== undefined && status_page_id !== null ? `page ${status_page_id}` : ''
}

export function readScope(text: string): Scope {
  const space = text.indexOf(' ')
  const [kind, value] = [text.slice(0, space), text.slice(space + 1)]
  if (kind === 'tag') return { tag: value }
  if (kind === 'monitor') return { monitor_id: Number(value) }
  return kind === 'page' ? { status_page_id: Number(value) } : {}
}

export const listScopes = ({ pages, tags, monitors }: Listed): { value: string; label: string }[] => [
  ...pages.map(({ id, name }) => ({ value: `page ${id}`, label: t`Status page: ${name}` })),
  ...tags.map((tag) => ({ value: `tag ${tag}`, label: t`Tag: ${tag}` })),
  ...monitors.map(({ id, friendly_name }) => ({ value: `monitor ${id}`, label: t`Monitor: ${friendly_name}` })),
]
