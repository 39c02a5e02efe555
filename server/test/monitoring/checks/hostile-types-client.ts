// Runs every hostile check at once, in its own process, so that its memory can be measured.
import { dns, tcp, tls } from '../../../src/monitoring/checks/types/index.ts'
import type { ProbeResult } from '../../../src/monitoring/checks/run/result.ts'
import { queryRegistration, type RdapResult } from '../../../src/monitoring/registrations/rdap.ts'
import { createEgress } from '../../../src/platform/egress/index.ts'

export interface HostileTypesReport {
  readonly checks: readonly { readonly name: string; readonly cause: string; readonly elapsed_ms: number }[]
  readonly grown_bytes: number
}

const tools = { egress: createEgress({ allowPrivate: ['127.0.0.0/8'] }), makeHeaders: () => ({}) }
const common = { starttls: 'none' as const, expiry_notice_days: [] }
const TCP = { ...common, verify_tls: true, send: 'HELLO\\r\\n', expect: 'yes' }
const TLS = { ...common, min_tls_version: '1.2' as const, server_name: null }

const RDAP = { domain: 'shop.example', now_ms: Date.parse('2026-11-01T00:00:00Z') }

const runs: Record<string, (address: string, timeout_ms: number) => Promise<ProbeResult | RdapResult>> = {
  tcp: (url, timeout_ms) => tcp.run(tools, { url, timeout_ms, settings: TCP }),
  smtp: (url, timeout_ms) => tcp.run(tools, { url, timeout_ms, settings: { ...TCP, starttls: 'smtp' } }),
  tls: (url, timeout_ms) => tls.run(tools, { url, timeout_ms, settings: TLS }),
  dns: (resolver, timeout_ms) =>
    dns.run(tools, {
      url: 'web.test',
      timeout_ms,
      settings: { record_type: 'A', expected_values: ['1.1.1.1'], resolver, expiry_notice_days: [] },
    }),
  rdap: (address, timeout_ms) => queryRegistration(tools.egress, { ...RDAP, timeout_ms, base: `http://${address}/` }),
}

function describeCause(result: ProbeResult | RdapResult): string {
  if ('outcome' in result) return result.outcome.kind === 'failure' ? result.outcome.cause.kind : result.outcome.kind
  return result.ok ? 'known' : result.reason
}

async function runCheck(name: string, port: number, timeout_ms: number): Promise<HostileTypesReport['checks'][number]> {
  const started_ms = performance.now()
  const result = await (runs[name.split(' ')[0] ?? '']?.(`127.0.0.1:${port}`, timeout_ms) ??
    Promise.reject(new Error(name)))
  const elapsed_ms = performance.now() - started_ms
  return { name, cause: describeCause(result), elapsed_ms }
}

export interface HostileTypesOrder {
  readonly timeouts_ms: Readonly<Record<string, number>>
  readonly ports: Readonly<Record<string, number>>
}

process.on('message', ({ timeouts_ms, ports }: HostileTypesOrder) => {
  void (async () => {
    // Loads everything that a first check loads.
    await Promise.all(['tcp', 'tls', 'dns', 'rdap'].map((type) => runCheck(`${type} closed`, 1, 3000)))
    globalThis.gc?.()
    const before_bytes = process.memoryUsage.rss()
    let peak_bytes = before_bytes
    // oxlint-disable-next-line no-restricted-globals -- Samples the memory.
    const sampler = setInterval(() => (peak_bytes = Math.max(peak_bytes, process.memoryUsage.rss())), 10)
    const checks = await Promise.all(
      Object.entries(timeouts_ms).map(([name, timeout_ms]) =>
        runCheck(name, ports[name.split(' ')[1] ?? ''] ?? 0, timeout_ms),
      ),
    )
    clearInterval(sampler)
    process.send?.({ checks, grown_bytes: Math.max(peak_bytes, process.memoryUsage.rss()) - before_bytes })
  })()
})
process.on('disconnect', () => process.exit())
