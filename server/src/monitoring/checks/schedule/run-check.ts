import { isPassive, readSettings } from '@sitewatch/contract'
import type { Vault } from '../../../identity/accounts/index.ts'
import { open } from '../../../platform/secrets.ts'
import type { Anchors } from '../run/anchors.ts'
import type { ClaimedCheck } from '../judge/claimed-check.ts'
import type { AnchorVerdict } from '../run/anchors.ts'
import type { CheckTools } from '../run/check-type.ts'
import type { HeartbeatFacts } from '../run/heartbeat-judge.ts'
import { findCheckType } from '../types/check-types.ts'
import type { ProbeResult } from '../run/result.ts'
import type { StallWatch } from '../run/stalls.ts'

/** A slower check may indicate a network outage of the prober, so the anchors are probed while the check runs. */
const SLOW_MS = 1000
/** If stalls exceed this share of the timeout, a timeout is not a failure. */
const MAX_STALL_SHARE = 0.25

export interface CheckRunner extends Omit<CheckTools, 'readHeartbeat'> {
  anchors: Anchors
  stalls: StallWatch
  /** Whether the monitor is in a maintenance window, where failures are ignored. */
  isMaintained: (monitor_id: number) => boolean
  /** Reads the facts of a heartbeat monitor. Only local probers have a database to read. */
  readFacts?: (monitor_id: number) => Promise<HeartbeatFacts>
  openSecrets: (check: ClaimedCheck) => OpenedSecrets
}

export interface RanCheck {
  probe: ProbeResult
  anchors: AnchorVerdict
  started_ms: number
}

/** Encryption context that binds a secret setting to its monitor. */
export const bindSecret = (name: string, monitor_id: number): string => `monitors.${name}/${monitor_id}`

/** Decrypted secret settings of a check. */
export type OpenedSecrets = Readonly<Record<string, unknown>>

const NO_SECRETS: OpenedSecrets = {}

export function createSecretOpener(vault: Vault): CheckRunner['openSecrets'] {
  return ({ monitor_id, sealed }) => {
    if (!sealed) return NO_SECRETS
    const key = vault.openDataKey(Buffer.from(sealed.data_key, 'base64'))
    const opened = Object.entries(sealed.secrets).map(([name, secret]) => {
      const plain = open(key, Buffer.from(secret, 'base64'), bindSecret(name, monitor_id))
      if (!plain) throw new Error(`${name} of monitor ${monitor_id} does not open`)
      return [name, JSON.parse(plain.toString())] as const
    })
    return Object.fromEntries(opened)
  }
}

function runType(runner: CheckRunner, check: ClaimedCheck): Promise<ProbeResult> {
  const { monitor_id, url, timeout_seconds } = check
  const { readFacts } = runner
  const tools = readFacts && isPassive(check.type) ? { ...runner, readHeartbeat: () => readFacts(monitor_id) } : runner
  const settings = readSettings(check.type, check.settings, runner.openSecrets(check))
  return findCheckType(check.type).run(tools, { url, timeout_ms: timeout_seconds * 1000, settings })
}

const STALLED = 'The Sitewatch server stalled during this check.'
const MAINTAINED = 'The check failed during a maintenance window.'

/** Runs one check and rules out an offline or stalled prober. Never rejects because of the target. */
export async function runCheck(runner: CheckRunner, check: ClaimedCheck): Promise<RanCheck> {
  const { anchors, stalls } = runner
  const started_ms = performance.now()
  const suspicion = setTimeout(() => anchors.suspect(), SLOW_MS)
  try {
    const result = await runType(runner, check)
    if (result.outcome.kind !== 'failure') return { probe: result, anchors: 'not_asked', started_ms }
    const max_stall_ms = check.timeout_seconds * 1000 * MAX_STALL_SHARE
    if (result.outcome.cause.kind === 'timeout' && stalls.sumStalledSince(started_ms) > max_stall_ms) {
      const outcome = { kind: 'unknown', reason: 'probe', message: STALLED } as const
      return { probe: { ...result, outcome }, anchors: 'not_asked', started_ms }
    }
    if (runner.isMaintained(check.monitor_id)) {
      const outcome = { kind: 'unknown', reason: 'maintenance', message: MAINTAINED } as const
      return { probe: { ...result, outcome }, anchors: 'not_asked', started_ms }
    }
    const verdict = result.private_target ? 'not_asked' : await anchors.judge(started_ms)
    return { probe: result, anchors: verdict, started_ms }
  } finally {
    clearTimeout(suspicion)
  }
}
