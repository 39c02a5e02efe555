import { invalid, notFound } from '../../http/problem.ts'
import { sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'

/** Changes the version, as a change of any other setting does. */
async function touch(tx: UserTx, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update monitors set updated_at = clock_timestamp() where team_id = ${tx.team_id} and id = any(${ids}::bigint[])`)
}

/** Replaces the monitors that this one depends on. The database refuses a cycle. */
export async function saveParents(
  tx: UserTx,
  id: number,
  parents: readonly number[],
  before: readonly number[] = [],
): Promise<void> {
  const added = parents.filter((parent) => !before.includes(parent))
  if (added.length === 0 && parents.length === before.length) return
  if (added.includes(id)) throw invalid('depends_on', 'cycle', 'depends_on must not contain the monitor itself.')
  await tx.execute(sql`
    delete from monitor_dependencies
    where team_id = ${tx.team_id} and monitor_id = ${id} and parent_id <> all(${parents}::bigint[])`)
  const found = await tx
    .execute(
      sql`
    insert into monitor_dependencies (team_id, monitor_id, parent_id)
    select m.team_id, ${id}, m.id from monitors m
    where m.team_id = ${tx.team_id} and m.id = any(${added}::bigint[]) and m.deleted_at is null`,
    )
    .catch((error: unknown) => {
      if (sqlState(error) !== '23514') throw error
      throw invalid('depends_on', 'cycle', 'depends_on must not contain a monitor that depends on this one.')
    })
  if (found < added.length) throw notFound()
  await touch(tx, [id])
}

/** Removes their dependencies, and those of other monitors on them. */
export async function removeDependencies(tx: UserTx, ids: readonly number[]): Promise<void> {
  const children = await tx.query(sql<{ monitor_id: number }>`
    delete from monitor_dependencies where team_id = ${tx.team_id}
      and (monitor_id = any(${ids}::bigint[]) or parent_id = any(${ids}::bigint[])) returning monitor_id`)
  await touch(
    tx,
    children.map(({ monitor_id }) => monitor_id),
  )
}
