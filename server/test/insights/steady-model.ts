import { HOUR_MS } from '@sitewatch/contract/durations'
import { buildModel } from '../../src/insights/expected-traffic/index.ts'
import { type DueModel, saveModelUnscoped } from '../../src/insights/expected-traffic/store.ts'
import type { Postgres } from '../../src/platform/postgres/index.ts'

const PER_HOUR = 480

/** The model of a website after three weeks of 480 visits an hour, so 40 in five minutes. */
export async function saveSteadyModel(postgres: Postgres, website: DueModel): Promise<void> {
  const now = new Date()
  const first = Math.floor(now.getTime() / HOUR_MS) - 21 * 24
  const history = Array.from({ length: 21 * 24 }, (_, n) => ({ hour_ms: (first + n) * HOUR_MS, visits: PER_HOUR }))
  const model = buildModel(history, { timezone: 'UTC', disturbed: [] })
  if (model === null) throw new Error('three weeks are not enough for a model')
  const due = new Date(now.getTime() + 24 * HOUR_MS)
  await postgres.asRole('worker', (tx) => saveModelUnscoped(tx, website, { model, now, due }))
}
