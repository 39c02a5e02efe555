import { expect } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import type { TestApp } from '../support/app.ts'
import type { Owner } from './owner.ts'

/** The oldest first; a list starts with those created last. */
export async function makeMonitors(app: TestApp, { user }: Owner, count: number): Promise<number[]> {
  const monitors = Array.from({ length: count }, (_, index) => ({
    friendly_name: `Monitor ${String(index + 1).padStart(3, '0')}`,
    url: `https://m${index + 1}.example.com/`,
    is_active: false,
  }))
  const json = { action: 'create', monitors }
  const { status, body, text } = await app.call('POST', '/api/monitors/bulk', { key: user.key, json })
  expect([status, text]).toEqual([200, expect.any(String)])
  return body.data.ids as number[]
}

export const makeWindow = ({ make }: Owner, monitor_ids: readonly number[]): Promise<number> =>
  make('/api/maintenance-windows', {
    name: 'Night work',
    starts_at: new Date(Date.now() + HOUR_MS).toISOString(),
    ends_at: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
    monitor_ids,
  })
