import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { type Bootstrap, createBootstrap, findBase } from './bootstrap.ts'
import { queryRegistration, type RdapResult } from './rdap.ts'
import {
  claimDomainsUnscoped,
  deleteUnusedDomainsUnscoped,
  recordDomainsUnscoped,
  recordRegistrationUnscoped,
} from './store.ts'

export interface RegistrationParts {
  config: Pick<Config, 'SITEWATCH_RDAP_BOOTSTRAP'>
  postgres: Postgres
  egress: Pick<Egress, 'request'>
  log: Log
}

const CONCURRENCY = 4
const TIMEOUT_MS = 10_000
/** A run ends after this long; the next one continues. */
const RUN_MS = 300_000

async function checkDomain(
  { egress, log }: RegistrationParts,
  bootstrap: Bootstrap,
  { domain, now_ms }: { domain: string; now_ms: number },
): Promise<RdapResult> {
  const base = findBase(bootstrap, domain)
  if (base === null) return { ok: false, reason: 'No RDAP server is known for it.' }
  const result = await queryRegistration(egress, { base, domain, now_ms, timeout_ms: TIMEOUT_MS })
  if (!result.ok) log.info({ domain, reason: result.reason }, 'domain registration could not be read')
  return result
}

/** Queries every domain that is due. Never opens an incident: an unknown expiry stays unknown. */
export async function checkRegistrations(parts: RegistrationParts, bootstrap: Bootstrap): Promise<void> {
  const { postgres } = parts
  while (await postgres.asRole('worker', recordDomainsUnscoped));
  await postgres.asRole('worker', deleteUnusedDomainsUnscoped)
  const until_ms = performance.now() + RUN_MS
  const work = async (): Promise<void> => {
    while (performance.now() < until_ms) {
      const [claimed] = await postgres.asRole('worker', (tx) => claimDomainsUnscoped(tx, 1))
      if (!claimed) return
      const result = await checkDomain(parts, bootstrap, claimed)
      await postgres.asRole('worker', (tx) => recordRegistrationUnscoped(tx, claimed.domain, result))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

export function registrationTasks(parts: RegistrationParts): Task[] {
  const readBootstrap = createBootstrap({ ...parts, source: parts.config.SITEWATCH_RDAP_BOOTSTRAP })
  return [
    defineTask({
      name: 'check_registrations',
      payload: z.object({}).loose(),
      cron: '*/10 * * * *',
      async run() {
        const bootstrap = await readBootstrap()
        if (bootstrap) await checkRegistrations(parts, bootstrap)
      },
    }),
  ]
}
