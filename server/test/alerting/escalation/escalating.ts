import type { Escalation } from '@sitewatch/contract'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { escalate } from '../../../src/alerting/escalation/escalate.ts'
import { announceIncidents } from '../../../src/roles/announce.ts'
import type { TestApp } from '../../support/app.ts'
import type { Caller } from '../../support/callers.ts'
import { insertIncident } from '../../support/incidents.ts'

/** Like the code that records a check: inserts the incident and all its consequences in one transaction. */
export async function openIncident(app: TestApp, { user }: Caller, monitor_id: number): Promise<number> {
  const incident_id = await insertIncident(app, monitor_id, { from: Date.now() - 20_000 })
  const change = { team_id: user.id, monitor_id, status: 'down', kind: 'opened', alert: 'send' } as const
  await app.parts.postgres.asRole('worker', (tx) => announceIncidents(tx, [{ ...change, incident_id }]))
  return incident_id
}

/** Runs the escalation with the clock moved forward by `minutes`. */
export const escalateIn = (app: TestApp, minutes: number): Promise<number | null> =>
  escalate(app.parts, Date.now() + minutes * MINUTE_MS)

export async function readEscalation(caller: Caller, incident_id: number): Promise<Escalation> {
  const { status, text, body } = await caller.call('GET', `/api/incidents/${incident_id}/escalation`)
  if (status !== 200) throw new Error(text)
  return body.data as Escalation
}

/** The outcomes of each message, as "step.round.repeat outcome outcome". */
export const summarise = ({ messages }: Escalation): string[] =>
  messages.map(
    ({ step, round, repeat, targets }) =>
      `${step}.${round}.${repeat} ${targets.map(({ outcome }) => outcome).join(' ')}`,
  )
