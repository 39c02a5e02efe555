import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ClickHouse } from './clickhouse.ts'
import { defineQuery, integer64 } from './query.ts'

const CREATE = `
  CREATE TABLE IF NOT EXISTS doctor_checks (id UUID, checked_at DateTime('UTC') DEFAULT now())
  ENGINE = MergeTree ORDER BY checked_at TTL checked_at + INTERVAL 1 DAY`

const readRow = defineQuery({
  name: 'clickhouse.test_row',
  sql: 'SELECT count() AS found FROM doctor_checks WHERE id = {id:UUID}',
  params: z.object({ id: z.uuid() }),
  row: z.object({ found: integer64 }),
})

/** Writes a row that is known to be good and reads it back. Throws if the store does not work. */
export async function writeTestRow(clickhouse: Pick<ClickHouse, 'execute' | 'insert' | 'read'>): Promise<void> {
  const id = randomUUID()
  await clickhouse.execute(CREATE)
  await clickhouse.insert({ table: 'doctor_checks', token: `doctor ${id}`, rows: [{ id }] })
  const [row] = await clickhouse.read(readRow, { id })
  if (row?.found !== 1) throw new Error('a test row was written but could not be read')
}
