import type { Vault } from '../../../identity/accounts/index.ts'
import type { Egress } from '../../../platform/egress/index.ts'
import { open } from '../../../platform/secrets.ts'
import type { Anchors } from './anchors.ts'
import type { CheckType, ClaimedCheck } from '../schedule/claim.ts'
import type { AnchorVerdict } from '../judge/event.ts'
import { type ProbeHeaders, probeHttp } from '../types/http.ts'
import { probePing } from '../types/ping.ts'
import type { ProbeResult } from './result.ts'
import { PROBE_HEADER } from './signature.ts'
import type { StallWatch } from './stalls.ts'

/** A check that takes longer than this may be meeting a blackout of ours: the anchors are asked while it lasts. */
const SLOW_MS = 1000
/** A target that would have answered in time but for so much of it has not failed. */
const BEARABLE_STALL = 0.25

export interface CheckRunner {
  egress: Pick<Egress, 'request' | 'resolve'>
  anchors: Anchors
  stalls: StallWatch
  /** Whether its owner has announced work on it: then a failure says nothing. */
  isMaintained: (monitor_id: number) => boolean
  makeHeaders: () => ProbeHeaders
  openHeaders: (check: ClaimedCheck) => Readonly<Record<string, string>>
}

export interface RanCheck {
  probe: ProbeResult
  anchors: AnchorVerdict
  started_ms: number
}

/** Where a monitor's sealed headers belong: sealed by whoever stores them, opened here. */
export const bindHeaders = (monitor_id: number): string => `monitors.request_headers/${monitor_id}`

const NO_HEADERS = {}

export function createHeaderOpener(vault: Vault): CheckRunner['openHeaders'] {
  return ({ monitor_id, settings: { headers_sealed, data_key } }) => {
    if (!headers_sealed || !data_key) return NO_HEADERS
    const plain = open(vault.openDataKey(data_key), headers_sealed, bindHeaders(monitor_id))
    if (!plain) throw new Error(`the headers of monitor ${monitor_id} do not open`)
    return JSON.parse(plain.toString()) as Record<string, string>
  }
}

/** Ours is not for a user to set: by it a visitor could pass for a check. */
function withoutOurs(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (headers === NO_HEADERS) return headers
  const names = Object.keys(headers)
  if (!names.some((name) => name.toLowerCase() === PROBE_HEADER)) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== PROBE_HEADER))
}

function runPing({ egress }: CheckRunner, { settings }: ClaimedCheck): Promise<ProbeResult> {
  return probePing(egress, { host: settings.url, timeout_ms: settings.timeout_seconds * 1000 })
}

function runHttp(runner: CheckRunner, check: ClaimedCheck): Promise<ProbeResult> {
  const { settings } = check
  const target = {
    url: settings.url,
    timeout_ms: settings.timeout_seconds * 1000,
    method: settings.method ?? 'GET',
    headers: withoutOurs(runner.openHeaders(check)),
    body: settings.request_body,
    expected_status: settings.expected_status,
    follow_redirects: settings.follow_redirects ?? true,
    keyword: settings.keyword,
    keyword_mode: settings.keyword_mode ?? 'present',
    verify_tls: settings.verify_tls ?? true,
  } as const
  return probeHttp(runner.egress, target, runner.makeHeaders())
}

const PROBES: Record<CheckType, (runner: CheckRunner, check: ClaimedCheck) => Promise<ProbeResult>> = {
  http: runHttp,
  ping: runPing,
}

const STALLED = 'Sitewatch itself stood still during this check.'
const MAINTAINED = 'It failed in a maintenance window.'

/** One check with its doubts settled: were we online, were we awake. Never rejects for anything the target does. */
export async function runCheck(runner: CheckRunner, check: ClaimedCheck): Promise<RanCheck> {
  const { anchors, stalls } = runner
  const started_ms = performance.now()
  const suspicion = setTimeout(() => anchors.suspect(), SLOW_MS)
  try {
    const result = await PROBES[check.type](runner, check)
    if (result.outcome.kind !== 'failure') return { probe: result, anchors: 'not_asked', started_ms }
    const bearable_ms = check.settings.timeout_seconds * 1000 * BEARABLE_STALL
    if (result.outcome.cause.kind === 'timeout' && stalls.sumStalledSince(started_ms) > bearable_ms) {
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

/** Of a URL that was vetted when it was stored, so the simplest reading is right. The database reads it alike. */
export function readCheckHost(type: CheckType, url: string): string {
  return (type === 'ping' ? url : (/^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url)).toLowerCase()
}
