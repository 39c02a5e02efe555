import { MAX_BULK, type MonitorImportRow, NewMonitor } from '@sitewatch/contract'
import { ProblemError } from '../../http/problem.ts'
import { validate } from '../../http/validate.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { createPause } from '../../platform/slices.ts'
import { type MonitorParts, prepareMonitor } from '../monitors/index.ts'
import type { Entry, Fields } from './entry.ts'
import { keyOf } from './store.ts'

export interface PlannedRow {
  row: MonitorImportRow
  /** The monitor to create. */
  monitor?: NewMonitor
}

interface Plan {
  tx: UserTx
  parts: MonitorParts
  /** Monitors of the team by their key. */
  existing: ReadonlyMap<string, number>
  /** Lines of this file that create a monitor, by its key. */
  seen: Map<string, number>
}

const MAX_INTERVAL_SECONDS = 86_400

/** Moves the interval into the range that the server allows, with a note in the row. */
function fitInterval(monitor: Fields, { rules }: MonitorParts, notes: string[]): Fields {
  const field = 'period_seconds' in monitor ? 'period_seconds' : 'interval'
  const given = Number(monitor[field])
  const min = rules.min_interval_seconds
  const fitted = Math.max(min, field === 'interval' ? Math.min(MAX_INTERVAL_SECONDS, given) : given)
  // A value that is not a number is not changed: the validation reports it.
  if (fitted === given || Number.isNaN(given)) return monitor
  const change = fitted > given ? `raised from ${given} to ${fitted}` : `lowered from ${given} to ${fitted}`
  notes.push(`The interval was ${change} seconds.`)
  return { ...monitor, [field]: fitted }
}

interface Accepted {
  monitor: NewMonitor
  key: string
}

/** Validates the monitor like any other. Returns it, or the error. */
async function acceptMonitor(plan: Plan, given: Fields): Promise<Accepted | { fault: string }> {
  const { tx, parts } = plan
  try {
    const monitor = validate(NewMonitor, given, { unknown: 'unknown_field' })
    return { monitor, key: keyOf(await prepareMonitor(tx, parts, monitor)) }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return { fault: error.message }
  }
}

async function planEntry(plan: Plan, entry: Entry, line: number): Promise<PlannedRow> {
  const { name, source_type, target, translated } = entry
  const row = { line, name, source_type, target, action: 'skip', reason: null, monitor_id: null } as const
  const notes = [...translated.notes]
  if ('skip' in translated) return { row: { ...row, reason: translated.skip, notes } }
  const accepted = await acceptMonitor(plan, fitInterval(translated.monitor, plan.parts, notes))
  if ('fault' in accepted) return { row: { ...row, reason: 'invalid', notes: [accepted.fault] } }
  const { monitor, key } = accepted
  const monitor_id = plan.existing.get(key)
  if (monitor_id !== undefined)
    return { row: { ...row, reason: 'exists', monitor_id, notes: ['A monitor with this name, type and URL exists.'] } }
  const first = plan.seen.get(key)
  if (first !== undefined) return { row: { ...row, reason: 'duplicate', notes: [`The same as line ${first}.`] } }
  if (plan.seen.size >= MAX_BULK) {
    const note = `At most ${MAX_BULK} monitors are created at once. Run the import again for the rest.`
    return { row: { ...row, reason: 'limit', notes: [note] } }
  }
  plan.seen.set(key, line)
  return { row: { ...row, name: monitor.friendly_name, action: 'create', notes }, monitor }
}

/** Plans what happens to each entry. Changes nothing. */
export async function planImport(
  tx: UserTx,
  parts: MonitorParts,
  { entries, existing }: { entries: readonly Entry[]; existing: ReadonlyMap<string, number> },
): Promise<PlannedRow[]> {
  const plan: Plan = { tx, parts, existing, seen: new Map() }
  const rows: PlannedRow[] = []
  const pause = createPause()
  for (const [index, entry] of entries.entries()) {
    await pause()
    rows.push(await planEntry(plan, entry, index + 1))
  }
  return rows
}
