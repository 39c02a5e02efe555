import type { Outcome } from './main.ts'
import { measureClaims } from './checks/claims.ts'
import { measureHttp, measureTls } from './checks/rate.ts'
import { measureFirstRound, measureRunning } from './checks/running.ts'
import { openFixture, say } from './checks/fixture.ts'

/** Takes about nine minutes, five of them for the lateness run. */
export async function run(): Promise<Outcome> {
  const fixture = await openFixture('checks')
  try {
    say('first round of 1,000 monitors after a start')
    const first_round_s = await measureFirstRound(fixture, 1000)
    say(`  ${first_round_s} s`)
    say('http checks a second, against a bare node:http loop')
    const http = await measureHttp(fixture)
    say('the same over TLS')
    const tls = await measureTls(fixture)
    say('claims and reports a second, against pgbench')
    const claim = await measureClaims()
    say('10,000 monitors at 30 s for five minutes')
    const load = { monitors: 10_000, interval_seconds: 30, seconds: 300 }
    const { lateness_p99_ms, cpu_ms_per_check, bytes_written_per_check, ...running } = await measureRunning(
      fixture,
      load,
    )
    const figures = {
      http,
      tls,
      claim,
      lateness_p99_ms,
      cpu_ms_per_check,
      bytes_written_per_check,
      first_round_s,
      running: { ...load, ...running },
      limits: {
        'http.ratio': 0.7,
        'tls.ratio': 0.85,
        'claim.ratio': 0.75,
        lateness_p99_ms: 1000,
        cpu_ms_per_check: 0.5,
        bytes_written_per_check: 1000,
        first_round_s: 65,
      },
    }
    const isMet =
      http.ratio >= 0.7 &&
      tls.ratio >= 0.85 &&
      claim.ratio >= 0.75 &&
      lateness_p99_ms <= 1000 &&
      cpu_ms_per_check <= 0.5 &&
      bytes_written_per_check <= 1000 &&
      first_round_s <= 65
    return { figures, isMet }
  } finally {
    await fixture.close()
  }
}
