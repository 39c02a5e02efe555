import type { ProviderType } from '@sitewatch/contract'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { nameOf, type ProviderRow } from './record.ts'

export interface FailingProvider {
  provider_id: number
  name: string
  provider_type: ProviderType
  /** When the oldest undelivered message should have been sent. */
  since: string
  last_error: string
  /** Deliveries given up since the last success, within the last 7 days. */
  failed_deliveries: number
}

type Row = Omit<FailingProvider, 'name'> & Pick<ProviderRow, 'name' | 'target'>

/**
 * Providers whose deliveries fail: one was given up in the last 7 days, or has failed three times and waits for the next attempt;
 * and nothing, not even a test, was delivered since.
 */
export async function listFailingProviders(tx: UserTx): Promise<FailingProvider[]> {
  const rows = await tx.query(sql<Row>`
    select p.id as provider_id, p.name, p.provider_type, p.settings ->> '$target' as target,
      min(d.horizon_from) as since, (array_agg(d.last_error order by d.updated_at desc))[1] as last_error,
      count(*) filter (where d.status = 'failed') as failed_deliveries
    from deliveries d join providers p on p.team_id = d.team_id and p.id = d.provider_id
    where d.team_id = ${tx.team_id} and d.status <> 'sent' and d.last_error is not null
      and case d.status when 'pending' then d.attempts >= 3 else d.updated_at > now() - interval '7 days' end
      and d.updated_at > coalesce(p.last_success_at, '-infinity')
    group by p.id order by since, p.id`)
  return rows.map(({ target, ...row }) => ({ ...row, name: nameOf({ ...row, target }) }))
}
