import { sql, type UserTx } from '../../platform/postgres/index.ts'

interface Outage {
  from_ms: number
  to_ms: number
}

/** A period has rarely more than a few; beyond this, the oldest are left out. */
const MAX_OUTAGES = 10_000

/** The incidents of a website's monitors that overlap a window, oldest first. A deleted monitor no longer belongs to the website. */
export async function listOutages(tx: UserTx, website_id: number, { from_ms, to_ms }: Outage): Promise<Outage[]> {
  const rows = await tx.query(sql<{ started_at: string; ended_at: string }>`
    select i.started_at, coalesce(i.resolved_at, now())::timestamptz(3) as ended_at
    from monitors m join incidents i on i.team_id = m.team_id and i.monitor_id = m.id
    where m.team_id = ${tx.team_id} and m.website_id = ${website_id}
      and i.started_at < ${new Date(to_ms)} and (i.resolved_at is null or i.resolved_at > ${new Date(from_ms)})
    order by i.started_at desc limit ${MAX_OUTAGES}`)
  return rows.map((row) => ({ from_ms: Date.parse(row.started_at), to_ms: Date.parse(row.ended_at) })).toReversed()
}
