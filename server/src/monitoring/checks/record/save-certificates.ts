import { type Postgres, type RoleTx, sql } from '../../../platform/postgres/index.ts'
import type { JudgedResult } from '../judge/judge-result.ts'

const MAX_REMEMBERED = 100_000

/** The certificate that was last saved for each monitor. Almost every check finds the same one, and then writes nothing. */
const saved = new WeakMap<Postgres, Map<number, string>>()

const findUnsaved = (postgres: Postgres, results: readonly JudgedResult[]): readonly JudgedResult[] => {
  const known = saved.get(postgres)
  return results.filter(
    ({ certificate, monitor_id, isSteady }) =>
      certificate !== null && (!isSteady || known?.get(monitor_id) !== certificate.fingerprint),
  )
}

/** Saves the certificates that are new. */
export async function saveCertificates(
  postgres: Postgres,
  tx: RoleTx<'worker'>,
  results: readonly JudgedResult[],
): Promise<void> {
  const unsaved = new Map(findUnsaved(postgres, results).map((result) => [result.monitor_id, result]))
  if (unsaved.size === 0) return
  const rows = [...unsaved.values()].map(({ team_id, monitor_id, certificate }) => ({
    team_id,
    monitor_id,
    fingerprint: certificate?.fingerprint,
    issuer: certificate?.issuer,
    names: certificate?.names,
    chain: certificate?.chain,
  }))
  await tx.execute(sql`
    insert into monitor_certificates as c (team_id, monitor_id, fingerprint, issuer, names, chain)
    select r.team_id, r.monitor_id, r.fingerprint, r.issuer, r.names, r.chain
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (team_id bigint, monitor_id bigint, fingerprint text, issuer text,
      names text[], chain jsonb)
    order by r.monitor_id
    on conflict (team_id, monitor_id) do update set fingerprint = excluded.fingerprint, issuer = excluded.issuer, names = excluded.names,
      chain = excluded.chain
    where c.fingerprint <> excluded.fingerprint`)
}

/** To be called after the transaction that saved them was committed. */
export function rememberCertificates(postgres: Postgres, results: readonly JudgedResult[]): void {
  let known = saved.get(postgres)
  if (!known || known.size > MAX_REMEMBERED) saved.set(postgres, (known = new Map()))
  for (const { certificate, monitor_id } of results) if (certificate) known.set(monitor_id, certificate.fingerprint)
}
