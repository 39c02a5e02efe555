import type { SettingsOf } from '@sitewatch/contract'
import { formatHostPort, parseHostPort, type RecordType } from '../../../platform/egress/index.ts'
import { defineCheckType } from '../run/check-type.ts'
import { describeEvidence } from '../run/evidence.ts'
import { describeFailure, failWith, SUCCESS } from '../run/failure.ts'
import { EMPTY_PROBE_FIELDS, type ProbeOutcome } from '../run/result.ts'

const DEFAULT_PORT = 53

/** The values of these are host names, compared without case and trailing dot. */
const NAMES: readonly RecordType[] = ['CNAME', 'MX', 'NS']

/** Two spellings of the same record become equal: `0 issue "ca.example"` and `0 issue ca.example`. */
export function normaliseRecord(type: RecordType, text: string): string {
  const value = text.trim()
  if (NAMES.includes(type)) return value.toLowerCase().replace(/\.$/, '').replaceAll(/\s+/g, ' ')
  if (type === 'CAA') return value.replaceAll(/\s+/g, ' ').replaceAll('"', '')
  if (type === 'AAAA') return URL.parse(`http://[${value}]`)?.hostname ?? value
  return value
}

function judgeRecords(
  name: string,
  records: readonly string[],
  { record_type, expected_values }: SettingsOf<'dns'>,
): ProbeOutcome {
  if (records.length === 0) return failWith('dns_record', `${name} has no ${record_type} record.`)
  const found = new Set(records.map((record) => normaliseRecord(record_type, record)))
  const missing = expected_values.filter((value) => !found.has(normaliseRecord(record_type, value)))
  if (missing.length === 0) return SUCCESS
  return failWith('dns_record', `${record_type} record not found: ${missing.join(', ')}`.slice(0, 300))
}

/** An address has no records of its own. Every spelling of one is parsed to this form. */
const isAddress = (host: string): boolean => host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host)

export const dns = defineCheckType('dns', {
  concurrency: { size: 100, per_host: 16 },
  wanted: 'a host name',
  vet(egress, url) {
    const vetted = egress.vetHost(url)
    if (!vetted.ok) return vetted
    return isAddress(vetted.host) ? { ok: false, reason: 'malformed' } : { ok: true, url: vetted.host }
  },
  settle(settings, { resolver }, egress) {
    if (typeof resolver !== 'string') return { ok: true, settings }
    const vetted = egress.vetEndpoint(resolver, DEFAULT_PORT)
    if (vetted.ok) return { ok: true, settings: { ...settings, resolver: formatHostPort(vetted) } }
    if (vetted.reason === 'target_not_allowed') return { ok: false, reason: vetted.reason }
    const message = 'resolver must be a host, optionally with a port.'
    return { ok: false, field: 'resolver', code: 'invalid_format', message }
  },
  reconfirm: ['record_type', 'expected_values', 'resolver'],
  async run({ egress }, { url, timeout_ms, settings }) {
    const { record_type: type, resolver } = settings
    const named = resolver === null ? null : parseHostPort(resolver)
    const result = await egress.query({ name: url, type, resolver: named, timeout_ms })
    const { timings, private_target } = result
    const outcome = result.ok ? judgeRecords(url, result.records, settings) : describeFailure(result)
    const isUnexpected = result.ok && outcome !== SUCCESS
    const evidence = isUnexpected ? describeEvidence({ type }, result.records.toSorted().join('\n')) : null
    return { ...EMPTY_PROBE_FIELDS, timings, private_target, outcome, evidence }
  },
})
